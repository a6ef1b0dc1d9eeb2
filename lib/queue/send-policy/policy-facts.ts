import type Database from "better-sqlite3";
import { eveningHours } from "../../business-day";
import { now } from "../../clock";
import { statement } from "../../db/statements";
import { env } from "../../env";
import type { TaskKind } from "../contract";
import { dedupeKeysOfGuest } from "../duplicates/same-words";
import type { ItemsAtHand } from "../item-batch";
import { MAY_HAVE_ARRIVED } from "../item-sql";
import { type Holder, type Item, wasCancelled } from "../item-states";
import type { Limits } from "../limits/contract";
import { paceOf, sameFor } from "../limits/default-limits";
import { limitsIn } from "../limits/stored-limits";
import { pauseOn, pausesOf } from "../pause/state";
import { waitForDecision } from "../recipients/ambiguous-replies";
import { neverAsked } from "../recipients/never-asked";
import { whoseGuestSaidNo, wordsOf } from "../recipients/opted-out";
import { PAIR_LIMIT } from "../try-again-or-fail";
import type { TransportState } from "../workers/contract";
import { type AccountFacts, type GuestFacts, type GuestHad, type PairAttempt, transportOf } from "./policy";
import { endOfQuiet } from "./quiet";
import { isAnyHour, isTooLate } from "./too-late";

const DAY = 24 * 3_600_000;

/** A worker that holds a message, and asks whether it may send it now. */
export interface BeginRequest extends Holder {
  id: string;
  token: number;
  account: string;
}

interface Guest extends Pick<GuestFacts, "begun"> {
  /** To the guest in the last 24 hours, by whatever number, the oldest first. */
  attempts: readonly PairAttempt[];
}

/** What decides about those who ask, read before the transaction writes anything. */
export interface PolicyFacts {
  at: number;
  limits: Limits;
  /** What the pauses say of a message. */
  pauseOn: (item: Item) => { cancelled: boolean; emptied_at: string };
  /** The ids of the messages whose guests were never asked, and are left out. */
  unasked: Set<string>;
  /** Whether a message may have arrived by an earlier attempt, which somebody sends again all the same. */
  mayHaveArrived: (item: Item) => boolean;
  /** The ids of those whose guests WhatsApp did not reach when they were tried before. */
  unreached: Set<string>;
  accounts: Map<string, AccountFacts>;
  /** What a worker is called, by its id. */
  nameOf: (worker: string) => string;
  /** Whom the limit of the official API counts, as `guestsOfDay`; nobody where these asks cannot reach it. */
  counted: Map<string, number>;
  guests: Map<string, Guest>;
  /** When a guest last wrote to one of our numbers, in milliseconds; null for never. */
  wroteAt: (digits: string, account: string) => number | null;
  /** What is under way to a guest, or was sent within its time. Whoever asks holds a message that is neither. */
  same: Set<string>;
  /** What the same would be called at each number of a message's guest. */
  namesOf: (item: Item) => string[];
  /** The ids of the messages whose guests have said no, by whichever of their numbers. */
  saidNo: Set<string>;
  /** The ids of the messages whose guests wrote what sounds like a no: they wait until somebody has decided. */
  unsure: Set<string>;
}

interface BegunTo extends PairAttempt {
  digits: string;
  kind: string;
  answers_guest: 0 | 1;
  outcome: string | null;
  fault: string | null;
}

interface SenderRow {
  first_used_at: string;
  next_at: string;
  paused_until: string | null;
  pause_reason: string | null;
}

function attemptsTo(sql: Database.Database, digits: readonly string[], at: number): BegunTo[] {
  return statement<[string, string, string], BegunTo>(
    sql,
    `SELECT a.digits, a.account, a.kind, i.answers_guest, begun_at, outcome, fault, code FROM queue_attempt a JOIN queue_item i ON i.id = item_id
     WHERE a.digits IN (SELECT value FROM json_each(?)) AND begun_at > ? AND (outcome IS NULL OR outcome <> 'not_sent' OR code = ?)
     ORDER BY seq`,
  ).all(JSON.stringify(digits), new Date(at - DAY).toISOString(), PAIR_LIMIT);
}

/** What failed once WhatsApp had taken it, the guest has not seen either. */
function hadOf(attempts: readonly BegunTo[], digits: string): GuestHad[] {
  const had = attempts.filter(({ digits: to, outcome, fault }) => to === digits && outcome !== "not_sent" && fault === null);
  return had.map(({ begun_at, kind, answers_guest }) => ({ at: Date.parse(begun_at), kind, answers_guest: answers_guest === 1 }));
}

/** What some guests have had within the last 24 hours, by whichever number, the oldest first. */
export function messagesHad(sql: Database.Database, digits: readonly string[], at: number): Map<string, GuestHad[]> {
  const attempts = attemptsTo(sql, digits, at);
  return new Map(digits.map((one) => [one, hadOf(attempts, one)]));
}

/** Which of some messages WhatsApp said of, when each was tried last, that it does not reach their guests: a retry does not make that untrue. */
export function unreachedIn(sql: Database.Database, ids: readonly string[]): Set<string> {
  const text = `SELECT item_id FROM (SELECT item_id, fault, max(seq) FROM queue_attempt
    WHERE item_id IN (SELECT value FROM json_each(?)) GROUP BY item_id) WHERE fault = 'recipient'`;
  return new Set(statement<[string], string>(sql, text).pluck().all(JSON.stringify(ids)) as string[]);
}

/** Read before the transaction writes anything: nobody else writes meanwhile. */
export function readPolicyFacts(sql: Database.Database, asks: readonly BeginRequest[], hand: ItemsAtHand): PolicyFacts {
  const limits = limitsIn(sql);
  const at = now().getTime();
  const items = asks.flatMap(({ id }) => hand.get(id) ?? []);
  const digits = [...new Set(items.map((item) => item.digits))];
  const begunTo = attemptsTo(sql, digits, at);
  const guests = new Map<string, Guest>(
    digits.map((one) => [
      one,
      {
        begun: hadOf(begunTo, one),
        attempts: begunTo.filter((attempt) => attempt.digits === one),
      },
    ]),
  );
  const pauses = pausesOf(sql);
  const accounts = accountsFor(
    sql,
    asks.map(({ account }) => account),
    limits,
    at,
  );
  const unasked = items.flatMap(({ id, kind, digits: to }) => (neverAsked(sql, limits, kind as TaskKind, [to]).size > 0 ? [id] : []));
  const saidNo = whoseGuestSaidNo(sql, items);
  const namesOf = dedupeKeysOfGuest(sql, items);
  const same = sameAs(sql, items.flatMap(namesOf), limits, at);
  const wroteAt = wordsOf(sql, digits);
  const counted = mayReachDay(sql, limits, asks, at) ? guestsOfDay(sql, at) : new Map();
  return {
    at,
    limits,
    unasked: new Set(unasked),
    unreached: unreachedIn(
      sql,
      items.map(({ id }) => id),
    ),
    mayHaveArrived: ({ id }) =>
      statement<[string], unknown>(sql, `SELECT 1 FROM queue_item WHERE id = ? AND ${MAY_HAVE_ARRIVED}`).get(id) !== undefined,
    saidNo,
    unsure: waitForDecision(sql, items),
    pauseOn: (item) => pauseOn(sql, pauses, item),
    accounts,
    nameOf: (worker) => statement<[string], string>(sql, "SELECT name FROM queue_worker WHERE id = ?").pluck().get(worker) ?? worker,
    counted,
    guests,
    wroteAt,
    same,
    namesOf,
  };
}

/** What is known of some numbers (`sender_account.id`) at a moment, in milliseconds. Of the official API nothing is counted here: `guestsOfDay` does. */
export function accountsFor(sql: Database.Database, accounts: readonly string[], limits: Limits, at: number): Map<string, AccountFacts> {
  const ids = [...new Set(accounts)];
  const locks = locksOf(sql, ids);
  const accountOf = statement<[string], SenderRow>(
    sql,
    "SELECT first_used_at, next_at, paused_until, pause_reason FROM sender_account WHERE id = ?",
  );
  const begunFrom = statement<[string, string], string>(
    sql,
    `SELECT begun_at FROM queue_attempt WHERE account = ? AND begun_at > ? AND ${MAY_HAVE_GONE} ORDER BY seq`,
  ).pluck();
  const known = new Map<string, AccountFacts>();
  for (const id of ids) {
    const row = accountOf.get(id);
    const { perHour, perDay, dayCountsGuests } = paceOf(limits, transportOf(id));
    const isCounted = !dayCountsGuests && (perHour !== null || perDay !== null);
    known.set(id, {
      first_used: row ? Date.parse(row.first_used_at) : at,
      next: row ? Date.parse(row.next_at) : 0,
      paused_until: row?.paused_until ? Date.parse(row.paused_until) : null,
      pause_reason: row?.pause_reason ?? null,
      locked_until: locks.get(id) ?? null,
      begun: isCounted ? begunFrom.all(id, new Date(at - DAY).toISOString()).map((begun_at) => Date.parse(begun_at)) : [],
    });
  }
  return known;
}

/** What was proven not to have been handed over takes nothing from a number's day; what may have been does. */
export const MAY_HAVE_GONE = "outcome IS NOT 'not_sent'";

const OF_THE_DAY = "account IN (SELECT id FROM sender_account WHERE id LIKE 'cloud:%') AND begun_at > ?";

/** Whether the official API may be near its limit of guests. There are no more guests than messages, and these are counted by the index alone. */
export function mayReachDay(sql: Database.Database, limits: Limits, asks: readonly Pick<BeginRequest, "account">[], at: number): boolean {
  const paces = asks.map(({ account }) => paceOf(limits, transportOf(account))).filter(({ dayCountsGuests }) => dayCountsGuests);
  const cap = paces[0]?.perDay ?? null;
  if (cap === null) return false;
  const begun = statement<[string], number>(sql, `SELECT count(*) FROM queue_attempt WHERE ${OF_THE_DAY}`).pluck();
  return (begun.get(new Date(at - DAY).toISOString()) ?? 0) + paces.length > cap;
}

/**
 * The guests whom Meta's limit counts: those to whom any number of the official API has begun a message in the last 24 hours, but for
 * answers within a day after they wrote, and for what WhatsApp has not taken.
 * @returns by their digits, when that was last, in milliseconds; the oldest first
 */
export function guestsOfDay(sql: Database.Database, at: number): Map<string, number> {
  // Of somebody who was erased the digits are gone, and each message counts.
  const rows = statement<[string], { guest: string; last: string }>(
    sql,
    `SELECT CASE digits WHEN '' THEN item_id ELSE digits END AS guest, max(begun_at) AS last FROM queue_attempt
     WHERE ${OF_THE_DAY} AND NOT is_answer AND outcome IS NOT 'not_sent' AND fault IS NULL
     GROUP BY guest ORDER BY last`,
  ).all(new Date(at - DAY).toISOString());
  return new Map(rows.map(({ guest, last }) => [guest, Date.parse(last)]));
}

/** Until when numbers of linked phones may begin no conversations, as their workers last told it. */
function locksOf(sql: Database.Database, accounts: readonly string[]): Map<string, number> {
  const phones = accounts.filter((id) => transportOf(id) === "baileys");
  if (phones.length === 0) return new Map();
  const workers = statement<[string], { account: string; state: string }>(
    sql,
    "SELECT account, state FROM queue_worker WHERE account IN (SELECT value FROM json_each(?))",
  ).all(JSON.stringify(phones));
  const locks = workers.map(
    ({ account, state }) => [account, Date.parse((JSON.parse(state) as TransportState).lock?.until ?? "")] as const,
  );
  return new Map(locks.filter(([, until]) => !Number.isNaN(until)));
}

/** @param but the id of the message that the others are compared with */
function sameAs(sql: Database.Database, names: readonly string[], limits: Limits, at: number, but = ""): Set<string> {
  // By name: the planner would look through all messages that were ever sent.
  const rows = statement<[string, string], Pick<Item, "same_as" | "kind" | "created_at" | "ended_at">>(
    sql,
    `SELECT same_as, kind, created_at, ended_at FROM queue_item INDEXED BY queue_item_same_as_created_at_idx
     WHERE same_as IN (SELECT value FROM json_each(?)) AND (status = 'SENT' OR phase IN ('sending', 'reconciling')) AND id <> ?`,
  ).all(JSON.stringify([...new Set(names)]), but);
  const lately = rows.filter(
    ({ kind, created_at, ended_at }) => Date.parse(ended_at ?? created_at) + sameFor(limits, kind as TaskKind) > at,
  );
  return new Set(lately.map(({ same_as }) => same_as));
}

/**
 * Whether a message that was begun before may not be handed to WhatsApp once more: somebody stopped sending, or cancelled it, the
 * guest has said no since, or may have, or gets the same by another message, or it is no time for it any more.
 */
export function mayNotGoAgain(sql: Database.Database, item: Item, at: number): boolean {
  const { cancelled, emptied_at } = pauseOn(sql, pausesOf(sql), item);
  const hours = eveningHours(env());
  const limits = limitsIn(sql);
  const isQuiet = !isAnyHour(item) && endOfQuiet(at, limits.quiet, hours.timeZone) !== null;
  const isNoTime = isQuiet || isTooLate(item, hours, at);
  if (
    cancelled ||
    wasCancelled(item, emptied_at) ||
    isNoTime ||
    whoseGuestSaidNo(sql, [item]).size > 0 ||
    waitForDecision(sql, [item]).size > 0
  )
    return true;
  return sameAs(sql, dedupeKeysOfGuest(sql, [item])(item), limits, at, item.id).size > 0;
}
