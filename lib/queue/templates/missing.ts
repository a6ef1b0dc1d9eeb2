import type Database from "better-sqlite3";
import type { TaskKind } from "../contract";
import { templateFor } from "../limits/default-limits";
import { limitsIn } from "../limits/stored-limits";
import { transportOf } from "../send-policy/policy";
import { TASK_KINDS } from "../task-kinds";
import { stopFor, stoppedTemplates } from "./suspended";
import type { TemplateStop } from "./suspension-rule";

/**
 * The kinds of messages that a number of the official API takes only within a day after the guest wrote: no template is named for
 * them (null), or WhatsApp does not take the one that is.
 */
export function kindsWithoutTemplate(sql: Database.Database, at: number): Map<TaskKind, TemplateStop | null> {
  const limits = limitsIn(sql);
  const stops = stoppedTemplates(sql, at);
  const missing = TASK_KINDS.flatMap((kind) => {
    const stop = stopFor(stops, limits, kind);
    return stop || templateFor(limits, kind) === null ? [[kind, stop] as const] : [];
  });
  return new Map(missing);
}

/** A worker that could send now, by whose number. */
export interface Able {
  id: string;
  name: string;
  account: string | null;
}

export const isOfficial = ({ account }: Pick<Able, "account">) => account !== null && transportOf(account) === "cloud";
