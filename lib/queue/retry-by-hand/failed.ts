import type Database from "better-sqlite3";
import { eveningHours } from "../../business-day";
import { now } from "../../clock";
import { hubStore } from "../../db/find-store";
import { statement } from "../../db/statements";
import { env } from "../../env";
import type { TaskKind } from "../contract";
import { type Item, isUnanswered } from "../item-states";
import { OPTED_OUT, OPTED_OUT_CODE } from "../left-out-reasons";
import { limitsIn } from "../limits/stored-limits";
import { shownPhone } from "../list";
import { handedOverInWords } from "../next-try/handed-over";
import { whoseGuestSaidNo, wordsOf } from "../recipients/opted-out";
import { isWindowOpen } from "../send-policy/policy";
import { WAITS_FOR } from "../send-policy/too-late";
import { ofBranches } from "../stats";
import { isOfficial, templateGaps } from "../templates/missing";
import { REACH_OUT } from "../try-again-or-fail";
import { ableWorkers } from "../workers/workers";
import type { FailedSend } from "./contract";
import { dayOf, retryingOf } from "./may-retry";

/** @returns ISO 8601; what failed since then counts */
export function failedSince(): string {
  return new Date(now().getTime() - WAITS_FOR).toISOString();
}

/** The birthday messages that failed lately, the newest first. @param branches whose; null for every branch's */
export async function failedBirthdays(seesPhones: boolean, branches: readonly string[] | null): Promise<FailedSend[]> {
  const { sql } = await hubStore();
  const { where, values } = ofBranches(branches);
  const items = statement<string[], FailedItem>(
    sql,
    `${FAILED} AND i.created_at > ? AND ${where.replace("branch", "i.branch")} ORDER BY i.ended_at DESC, i.position LIMIT 500`,
  ).all(failedSince(), ...values);
  return shownFailed(sql, items, seesPhones, now().getTime());
}

type FailedItem = Item & { date: string | null };

const FAILED = `SELECT i.*, t.date FROM queue_item i JOIN queue_task t ON t.id = i.task_id WHERE i.status = 'FAILED' AND i.kind = 'birthday'`;

/** The same of one campaign, however long ago. @param at milliseconds since 1970: a thread has no clock of the server's */
export function failedOfCampaign(
  sql: Database.Database,
  { branch, date, seesPhones, at }: { branch: string; date: string; seesPhones: boolean; at: number },
): FailedSend[] {
  const text = `${FAILED} AND t.date = ? AND t.branch = ? ORDER BY i.ended_at DESC, i.position`;
  return shownFailed(sql, statement<[string, string], FailedItem>(sql, text).all(date, branch), seesPhones, at);
}

function shownFailed(sql: Database.Database, items: readonly FailedItem[], seesPhones: boolean, at: number): FailedSend[] {
  const hours = eveningHours(env());
  const times = { hours, quiet: limitsIn(sql).quiet };
  const saidNo = whoseGuestSaidNo(sql, items);
  const official = officialWays(sql, items, at);
  return items.map((item) => ({
    id: item.id,
    name: item.name,
    phone: shownPhone(item.digits, seesPhones),
    error: [errorOf(item, saidNo.has(item.id), nameOfNumber(sql, official(item))), handedOverInWords(item, at, hours.timeZone)]
      .filter(Boolean)
      .join(" "),
    unanswered: isUnanswered(item),
    branch: item.branch,
    date: dayOf(item, item.date, hours.timeZone),
    ...retryingOf(item, saidNo.has(item.id), times, at, official(item)),
  }));
}

/** By which number of the official API that sends now messages can go that a linked phone may not begin with; null where there is none. */
export function officialWays(sql: Database.Database, items: readonly Item[], at: number): (item: Item) => string | null {
  const refused = items.filter(({ last_code }) => last_code === REACH_OUT);
  const numbers = refused.length > 0 ? ableWorkers(sql, at).filter(isOfficial) : [];
  if (numbers.length === 0) return () => null;
  const gaps = templateGaps(sql, at);
  const wroteAt = wordsOf(
    sql,
    refused.map(({ digits }) => digits),
  );
  return ({ last_code, kind, digits }) => {
    if (last_code !== REACH_OUT) return null;
    const takes = (account: string | null) =>
      account !== null && (!gaps.has(kind as TaskKind, account) || isWindowOpen(wroteAt(digits, account), at));
    return numbers.find(({ account }) => takes(account))?.account ?? null;
  };
}

/** The worker that has a number, by name. */
function nameOfNumber(sql: Database.Database, account: string | null): string | null | undefined {
  const text = "SELECT name FROM queue_worker WHERE account = ? ORDER BY last_seen DESC LIMIT 1";
  return account === null ? null : statement<[string], string>(sql, text).pluck().get(account);
}

function errorOf({ last_error, last_code }: Item, saidNo: boolean, official: string | null | undefined): string {
  const parts = [
    last_error ?? "",
    saidNo && last_code !== OPTED_OUT_CODE ? OPTED_OUT : official && `${official} can send it by its official number: retry it.`,
  ];
  return parts.filter(Boolean).join(" ");
}
