import type Database from "better-sqlite3";
import type { TaskKind } from "../contract";
import { templateFor } from "../limits/default-limits";
import { limitsIn } from "../limits/stored-limits";
import { transportOf } from "../send-policy/policy";
import { TASK_KINDS } from "../task-kinds";
import { stoppedTemplates, stopsFor } from "./suspended";
import { isOfNumber, type TemplateStop } from "./suspension-rule";

/** Which numbers of the official API take which messages only within a day after the guest wrote: there is no template that they could go by. */
export interface TemplateGaps {
  /**
   * Why a number has no template for a kind of messages: null where none is named, a stop where WhatsApp does not take the one that is from
   * this number; undefined where it has one, or needs none.
   */
  of: (kind: TaskKind, account: string | null) => TemplateStop | null | undefined;
  has: (kind: TaskKind, account: string | null) => boolean;
  /** The kinds that a number has none for. */
  kindsOf: (account: string | null) => TaskKind[];
  /** The same once somebody has seen to the template of a kind. */
  mended: (kind: TaskKind) => TemplateGaps;
  /** The same where a number is taken to lack more. @param more what it is taken to be refused for; null for nothing */
  presuming: (more: Presumed) => TemplateGaps;
}

type Presumed = (kind: TaskKind, account: string) => TemplateStop | null;

/** @param at the server's time in milliseconds */
export function templateGaps(sql: Database.Database, at: number): TemplateGaps {
  const limits = limitsIn(sql);
  const stops = stoppedTemplates(sql, at);
  return gapsOf(
    new Map(TASK_KINDS.map((kind) => [kind, templateFor(limits, kind) === null ? ("not_named" as const) : stopsFor(stops, limits, kind)])),
  );
}

function gapsOf(known: ReadonlyMap<TaskKind, "not_named" | readonly TemplateStop[]>, more: Presumed = () => null): TemplateGaps {
  const of: TemplateGaps["of"] = (kind, account) => {
    if (account === null || transportOf(account) !== "cloud") return undefined;
    const gap = known.get(kind) ?? [];
    return gap === "not_named" ? null : (gap.find((stop) => isOfNumber(stop, account)) ?? more(kind, account) ?? undefined);
  };
  const has: TemplateGaps["has"] = (kind, account) => of(kind, account) !== undefined;
  return {
    of,
    has,
    kindsOf: (account) => TASK_KINDS.filter((kind) => has(kind, account)),
    mended: (kind) => gapsOf(new Map([...known, [kind, []]]), (one, account) => (one === kind ? null : more(one, account))),
    presuming: (presumed) => gapsOf(known, presumed),
  };
}

/** A worker that could send now, by whose number. */
export interface Able {
  id: string;
  name: string;
  account: string | null;
}

export const isOfficial = ({ account }: Pick<Able, "account">) => account !== null && transportOf(account) === "cloud";
