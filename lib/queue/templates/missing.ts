import type Database from "better-sqlite3";
import { namesOfWhoMay } from "../../auth/user-name";
import type { ItemStatus, TaskKind } from "../contract";
import { storedReason } from "../left-out-reasons";
import { templateFor } from "../limits/default-limits";
import { limitsIn } from "../limits/stored-limits";
import { transportOf } from "../send-policy/policy";
import { TASK_KINDS } from "../task-kinds";
import { whoCan } from "../who-may-send";
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

interface Told {
  status: ItemStatus;
  error: string | null;
  last_code: string | null;
}

/** What is said of a message: of one that waits for a template, also who can see to that, as an obstacle of all of them says it. */
export function toldWithWho(sql: Database.Database): (message: Told) => string | null {
  let who: string | null = null;
  return ({ status, error: stored, last_code }) => {
    const error = storedReason({ last_code, error: stored });
    if (error === null || status !== "PENDING" || last_code !== "NO_TEMPLATE") return error;
    who ??= whoCan(namesOfWhoMay(sql, ["user_create"]));
    return [error, who].filter(Boolean).join(" ");
  };
}

/** A worker that could send now, by whose number. */
export interface Able {
  id: string;
  name: string;
  account: string | null;
}

export const isOfficial = ({ account }: Pick<Able, "account">) => account !== null && transportOf(account) === "cloud";
