import type Database from "better-sqlite3";
import encodeQR from "qr";
import { namesOfWhoMay } from "../../auth/user-name";
import { buildInWords, comparedBuild, otherProtocol, SAME_PROTOCOL } from "../../build";
import { type Caller, holds } from "../../caller";
import { now } from "../../clock";
import { codeSvg } from "../../code-svg";
import { hubStore } from "../../db/find-store";
import { statement } from "../../db/statements";
import { AppError } from "../../errors";
import { masked } from "../../phones";
import type { TaskKind } from "../contract";
import { IN_SANDBOX, UNANSWERED } from "../item-sql";
import type { Limits } from "../limits/contract";
import { paceOf } from "../limits/default-limits";
import { limitsIn } from "../limits/stored-limits";
import { canBeStarted, type Sender } from "../obstacles/words";
import { onlineSince } from "../online-workers";
import { dayCap, transportOf } from "../send-policy/policy";
import { guestsOfDay, MAY_HAVE_GONE } from "../send-policy/policy-facts";
import type { WorkerShown } from "../senders/contract";
import { THROTTLED } from "../senders/sender-pauses";
import type { Able } from "../templates/missing";
import { gapsForDealing } from "../templates/presumed";
import { SENDS_EVERY_KIND } from "../who-may-send";
import type { TransportState } from "./contract";

export interface KnownWorker {
  id: string;
  boot_id: string;
  version: string;
  account: string | null;
}

/**
 * The worker that calls.
 * @throws AppError `conflict` for one that has not registered, and for a process that a newer one of the same name replaced
 */
export async function callingWorker(worker_id: string, boot_id: string): Promise<KnownWorker> {
  const { sql } = await hubStore();
  const row = statement<[string], KnownWorker>(sql, "SELECT id, boot_id, version, account FROM queue_worker WHERE id = ?").get(worker_id);
  if (!row) throw new AppError("conflict", "This worker has not registered. Nothing was changed. Register, then go on.");
  if (row.boot_id !== boot_id) {
    throw new AppError(
      "conflict",
      "A newer process of this worker has taken over. Stop this one: the other one goes on with its messages.",
      {
        fields: { replaced: true },
      },
    );
  }
  return row;
}

interface SenderRow {
  id: string;
  name: string;
  version: string;
  last_seen: string;
  account: string | null;
  state: string;
  paused_until: string | null;
  pause_reason: string | null;
  throttled_until: string | null;
  is_idle: number;
}

interface WorkerRow extends SenderRow {
  branch: string;
  transport: string;
  first_used_at: string | null;
}

/** Whether somebody may link a phone: from then on it has the words and numbers of all that goes out, of every branch. */
export function mayLink(caller: Caller): boolean {
  return caller.branches === null && holds(caller, { all: SENDS_EVERY_KIND });
}

const HOUR = 3_600_000;
/** For so long after a worker that reaches guests was heard of, it is expected back, in milliseconds. */
const EXPECTED_BACK = 7 * 24 * HOUR;

/**
 * Whether a worker `w` is a sandbox beside one that reaches guests, also where that one is off at the moment, in SQL. What such a sandbox took
 * would be said to be sent, could not be sent again, and no guest would get it. @see reachesGuestsSince
 */
export const IS_IDLE_SANDBOX = `(w.transport = 'sandbox'
  AND EXISTS (SELECT 1 FROM queue_worker reaching WHERE reaching.transport <> 'sandbox' AND reaching.last_seen > ?))`;

/** The value of `IS_IDLE_SANDBOX` (ISO 8601). @param at the server's time in milliseconds */
export const reachesGuestsSince = (at: number) => new Date(at - EXPECTED_BACK).toISOString();

const IDLE = "It is a sandbox, which writes to nobody: while workers that reach guests belong to this house, it is given nothing.";

const SENDER = `w.id, w.name, w.version, w.last_seen, w.account, w.state, a.paused_until, a.pause_reason, a.throttled_until,
  ${IS_IDLE_SANDBOX} AS is_idle`;

/** A worker, by whose number (its account) it would send. */
export interface KnownSender extends Sender {
  account: string | null;
}

/** Every worker PC that was heard of, and whether it sends. @param at the server's time in milliseconds */
export function sendersIn(sql: Database.Database, at: number): KnownSender[] {
  const able = new Set(workersThatSend(sql, at));
  const rows = statement<[string], SenderRow>(
    sql,
    `SELECT ${SENDER} FROM queue_worker w LEFT JOIN sender_account a ON a.id = w.account ORDER BY w.id`,
  ).all(reachesGuestsSince(at));
  return toldApart(rows).map((row) => ({ ...senderOf(row, able, at), account: row.account }));
}

/** Of several PCs of one name each is called by its id too: a sentence that names one of them must not name both. */
function toldApart<Row extends Pick<SenderRow, "id" | "name">>(rows: readonly Row[]): Row[] {
  const isShared = ({ id, name }: Row) => rows.some((other) => other.id !== id && other.name === name);
  return rows.map((row) => (isShared(row) && row.name !== row.id ? { ...row, name: `${row.name} (${row.id})` } : row));
}

/** @param able the ids of those that are online and can send */
function senderOf(row: SenderRow, able: ReadonlySet<string>, at: number): Sender {
  const { id, name, last_seen } = row;
  const problem = problemOf(row, JSON.parse(row.state), at);
  const online = last_seen > onlineSince(at);
  const is_barred = row.is_idle === 1 || BARRED.includes((JSON.parse(row.state) as TransportState).link ?? "");
  return { id, name, last_seen, online, can_send: able.has(id), problem, is_stopped: isStopped(row, at), is_barred };
}

/** How a phone stands to which no start of the PC alone gives WhatsApp back. */
const BARRED: readonly string[] = ["banned", "logged_out", "pairing"] satisfies TransportState["link"][];

/**
 * Every worker PC that was heard of, those online first.
 * @param seesCodes by which a phone is linked
 */
export async function listWorkers(seesCodes: boolean): Promise<WorkerShown[]> {
  const { sql } = await hubStore();
  const at = now().getTime();
  const rows = statement<[string], WorkerRow>(
    sql,
    `SELECT ${SENDER}, w.branch, w.transport, a.first_used_at
     FROM queue_worker w LEFT JOIN sender_account a ON a.id = w.account`,
  ).all(reachesGuestsSince(at));
  const limits = limitsIn(sql);
  const counts = handledBy(sql);
  const able = new Set(workersThatSend(sql, at));
  const guests = rows.some(({ account }) => account && transportOf(account) === "cloud") ? guestsOfDay(sql, at).size : 0;
  const shown = toldApart(rows).map((row): WorkerShown => {
    const { branch, transport, version } = row;
    const sender = senderOf(row, able, at);
    const state: TransportState = JSON.parse(row.state);
    return {
      ...sender,
      ...(sender.is_stopped && { resumed_by: namesOfWhoMay(sql, ["user_create"]) }),
      could_send: sender.online || canBeStarted(sender, at),
      branch,
      transport,
      account: shownAccount(row.account),
      link: state.link ?? null,
      quota: state.quota ?? null,
      locked_until: state.lock && Date.parse(state.lock.until) > at ? state.lock.until : null,
      pairing: seesCodes && sender.online ? shownPairing(state) : null,
      day: dayOf(sql, limits, row, guests, at),
      hour_full_until: hourFullUntil(sql, limits, row, at),
      build: buildInWords(version),
      build_is: comparedBuild(version),
      ...(counts.get(row.id) ?? { sent: 0, failed: 0, unanswered: 0 }),
    };
  });
  return shown.sort((a, b) => Number(b.online) - Number(a.online) || a.name.localeCompare(b.name));
}

const HANDLED = `WITH last AS (SELECT item_id, worker, max(seq) FROM queue_attempt GROUP BY item_id)
  SELECT last.worker, sum(i.status = 'SENT') AS sent, sum(i.status = 'FAILED' AND NOT ${UNANSWERED}) AS failed,
    sum(${UNANSWERED}) AS unanswered, sum(${IN_SANDBOX}) AS sandbox
  FROM last JOIN queue_item i ON i.id = last.item_id GROUP BY last.worker`;

type Handled = Pick<WorkerShown, "sent" | "failed" | "unanswered" | "sandbox">;

/** How many messages each worker has sent, how many failed in its hands, and how many have no answer: each counts once, by how it stands now, for whoever had it last. */
function handledBy(sql: Database.Database): Map<string, Handled> {
  const rows = statement<[], Handled & { worker: string }>(sql, HANDLED).all();
  return new Map(rows.map(({ worker, ...counts }) => [worker, counts]));
}

/** @param guests whom the limit of the official API counts */
function dayOf(
  sql: Database.Database,
  limits: Limits,
  { account, first_used_at }: WorkerRow,
  guests: number,
  at: number,
): WorkerShown["day"] {
  if (!account) return null;
  const pace = paceOf(limits, transportOf(account));
  const { cap, warmUpDay } = dayCap(pace, first_used_at ? Date.parse(first_used_at) : at, at);
  if (cap === null) return null;
  if (pace.dayCountsGuests) return { begun: guests, cap, warm_up_day: warmUpDay };
  const since = new Date(at - 24 * HOUR).toISOString();
  const counted = statement<[string, string], number>(
    sql,
    `SELECT count(*) FROM queue_attempt WHERE account = ? AND begun_at > ? AND ${MAY_HAVE_GONE}`,
  );
  return { begun: counted.pluck().get(account, since) ?? 0, cap, warm_up_day: warmUpDay };
}

/** When a number whose hour is full sends again (ISO 8601): as soon as the oldest message of a full hour is an hour old. */
function hourFullUntil(sql: Database.Database, limits: Limits, { account }: WorkerRow, at: number): string | null {
  const { perHour } = account ? paceOf(limits, transportOf(account)) : { perHour: null };
  if (!account || perHour === null) return null;
  const ofFullHour = statement<[string, string, number], string>(
    sql,
    `SELECT begun_at FROM queue_attempt WHERE account = ? AND begun_at > ? AND ${MAY_HAVE_GONE} ORDER BY begun_at DESC LIMIT 1 OFFSET ?`,
  ).pluck();
  const first = ofFullHour.get(account, new Date(at - HOUR).toISOString(), perHour - 1);
  return first === undefined ? null : new Date(Date.parse(first) + HOUR).toISOString();
}

function shownPairing({ pairing }: TransportState): WorkerShown["pairing"] {
  if (!pairing) return null;
  const svg = pairing.qr ? codeSvg(encodeQR(pairing.qr, "raw", { ecc: "low", border: 2 })) : null;
  return { svg, code: pairing.code ?? null };
}

function isStopped({ paused_until }: SenderRow, at: number): boolean {
  return paused_until !== null && Date.parse(paused_until) > at;
}

function problemOf(row: SenderRow, { connected, problem }: TransportState, at: number): string | null {
  if (comparedBuild(row.version) === "other_protocol") return otherProtocol(row.version);
  if (row.is_idle) return IDLE;
  if (isStopped(row, at)) return row.pause_reason;
  if (problem || !connected) return problem ?? "It is not connected to WhatsApp.";
  return row.throttled_until !== null && Date.parse(row.throttled_until) > at ? THROTTLED : null;
}

/** A number as nobody can call it from the screen; other accounts as they are. */
function shownAccount(account: string | null): string {
  const [, number = ""] = (account ?? "").split(":");
  return account?.startsWith("baileys") ? masked(number) : number;
}

/** How many workers were heard of lately, whether or not they can send. */
export function countOnline(sql: Database.Database): number {
  const heard = statement<[string], number>(sql, "SELECT count(*) FROM queue_worker WHERE last_seen > ?");
  return heard.pluck().get(onlineSince(now().getTime())) ?? 0;
}

/** The workers that are online and can send, in their order: of this protocol, linked, with a number that does not rest, and no idle sandbox. */
export function ableWorkers(sql: Database.Database, at = now().getTime()): Able[] {
  return statement<[string, string, string], Able>(
    sql,
    `SELECT w.id, w.name, w.account FROM queue_worker w LEFT JOIN sender_account a ON a.id = w.account
     WHERE w.last_seen > ? AND w.version GLOB '${SAME_PROTOCOL}' AND w.state ->> 'connected'
       AND (a.paused_until IS NULL OR a.paused_until <= ?) AND NOT ${IS_IDLE_SANDBOX} ORDER BY w.id`,
  ).all(onlineSince(at), new Date(at).toISOString(), reachesGuestsSince(at));
}

/** Their ids. What is dealt to another one would wait until somebody sees to it. */
export function workersThatSend(sql: Database.Database, at = now().getTime()): string[] {
  return ableWorkers(sql, at).map(({ id }) => id);
}

/** The ids of those to whom messages of a kind are dealt: an official number that has no template for them only where nobody else is there. */
export function workersFor(sql: Database.Database, kind: TaskKind, at = now().getTime()): string[] {
  const able = ableWorkers(sql, at);
  const gaps = gapsForDealing(sql, at);
  const takers = able.filter(({ account }) => !gaps.has(kind, account));
  return (takers.length > 0 ? takers : able).map(({ id }) => id);
}
