import type Database from "better-sqlite3";
import { namesOfWhoMay } from "../../../auth/user-name";
import type { ItemStatus, TaskKind } from "../../contract";
import { isWindowOpen, transportOf } from "../../gate/rules";
import type { Item } from "../../items/rules";
import { limitsIn } from "../../limits/reads";
import { templateFor } from "../../limits/rules";
import { wordsOf } from "../../recipients/reads";
import { TASK_KINDS, whoCan } from "../../rules";
import { stopFor, stoppedTemplates } from "../stopped/reads";
import type { TemplateStop } from "../stopped/rules";

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
  return ({ status, error, last_code }) => {
    if (error === null || status !== "PENDING" || last_code !== "NO_TEMPLATE") return error;
    who ??= whoCan(namesOfWhoMay(sql, ["user_create"]));
    return [error, who].filter(Boolean).join(" ");
  };
}

/** A worker that could send now, by whose number. */
export interface Able {
  id: string;
  account: string | null;
}

export const isOfficial = ({ account }: Pick<Able, "account">) => account !== null && transportOf(account) === "cloud";

type Waiting = Pick<Item, "account" | "kind" | "digits">;

/**
 * Which messages an official number leaves to others: WhatsApp would take them by a template alone, there is none, and somebody else
 * who is online can send them. What nobody else can send it is given all the same: the gate says then what it waits for.
 * @param able all workers that send now
 * @param missing the kinds that need a template, and have none
 */
export function leftToOthers(
  sql: Database.Database,
  able: readonly Able[],
  missing: ReadonlySet<string>,
  items: readonly Waiting[],
  at: number,
): (item: Waiting, account: string | null) => boolean {
  const meant = items.filter(({ account, kind }) => account === null && missing.has(kind));
  if (meant.length === 0) return () => false;
  const wroteAt = wordsOf(sql, [...new Set(meant.map(({ digits }) => digits))]);
  const takes = (account: string | null, { digits }: Waiting) =>
    account === null || !isOfficial({ account }) || isWindowOpen(wroteAt(digits, account), at);
  return (item, account) =>
    item.account === null && missing.has(item.kind) && !takes(account, item) && able.some((one) => takes(one.account, item));
}
