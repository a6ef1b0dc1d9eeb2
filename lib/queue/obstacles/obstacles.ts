import type Database from "better-sqlite3";
import type { AnswerOf } from "../../api/endpoint";
import { namesOfWhoMay } from "../../auth/user-name";
import { BUILD, buildInWords } from "../../build";
import { now } from "../../clock";
import { hubStore } from "../../db/find-store";
import { statement } from "../../db/statements";
import type { TaskKind } from "../contract";
import { NOT_HANDED_OVER } from "../item-sql";
import { pauseOn, pausesOf } from "../pause/state";
import { wordsOf } from "../recipients/opted-out";
import { offWorkers, startable, wouldTake } from "../send-policy/able-numbers";
import { isWindowOpen, transportOf, WINDOW } from "../send-policy/policy";
import type { listWorkers as listContract } from "../senders/contract";
import { isOfficial, kindsWithoutTemplate } from "../templates/missing";
import { type TemplateStop, waitsFor } from "../templates/suspension-rule";
import { ableWorkers, type KnownSender, listWorkers, sendersIn } from "../workers/workers";
import type { Obstacle, WorkersNow } from "./contract";
import { beforeSending, nobodySends, noTemplate, ownNumberRests, templateStopped, type Ways } from "./words";

/** The worker PCs, and why none of them sends. @param seesCodes by which a phone is linked */
export async function workersAndObstacle(seesCodes: boolean): Promise<AnswerOf<typeof listContract>> {
  const { sql } = await hubStore();
  const at = now().getTime();
  const obstacle = withNames(sql, nobodySends(sendersIn(sql, at), helpersOfAll(sql, at)));
  return { workers: await listWorkers(seesCodes), obstacle, no_template: templatesMissing(sql, at), build: buildInWords(BUILD) };
}

/** Whether each worker sends at a moment, and why none does: for whoever is told an obstacle of the same moment. @param at milliseconds */
export function workersAt(sql: Database.Database, at: number): WorkersNow {
  const senders = sendersIn(sql, at);
  const workers = senders.map(({ id, online, can_send, last_seen, problem, is_stopped }) => ({
    id,
    online,
    can_send,
    last_seen,
    problem,
    is_stopped,
  }));
  return { workers, obstacle: withNames(sql, nobodySends(senders, helpersOfAll(sql, at))) };
}

/** What official numbers that could send now lack, for whoever is about to queue something. */
function templatesMissing(sql: Database.Database, at: number): Obstacle[] {
  if (!ableWorkers(sql, at).some(isOfficial)) return [];
  const ways = waysOf(sendersIn(sql, at), startable(sql, at));
  const missing = [...kindsWithoutTemplate(sql, at)].map(([kind, stop]) => beforeSending(missingTemplate(kind, stop, ways), ways));
  return missing.flatMap((one) => withNames(sql, one) ?? []);
}

/**
 * What keeps everything that waits of some tasks from going out, until somebody mends it; null where a part of it can go, where
 * nothing waits, and where somebody has stopped it.
 * @param tasks the ids of tasks of one campaign
 * @param at the server's time in milliseconds
 */
export function obstacleOf(sql: Database.Database, tasks: readonly string[], at: number): Obstacle | null {
  const [first] = tasks;
  const waiting = waitingOf(sql, tasks);
  if (first === undefined || waiting.length === 0 || pauseOn(sql, pausesOf(sql), { task_id: first }).cancelled) return null;
  const senders = sendersIn(sql, at);
  const takers = (account: string | null) => senders.filter((one) => account === null || one.account === account);
  const meant = [...new Set(waiting.flatMap(({ account }) => takers(account)))];
  const able = meant.filter(({ can_send }) => can_send);
  if (able.length === 0) {
    const kinds = [...new Set(waiting.map(({ kind }) => kind))];
    const othersSend = senders.some(({ can_send }) => can_send);
    const isOwn = othersSend || (meant.length === 0 && senders.length > 0);
    return withNames(sql, isOwn ? ownNumberRests(meant) : nobodySends(meant, () => helpersFor(sql, kinds, at)));
  }
  return withNames(sql, templateMissing(sql, { tasks, waiting, able, ways: () => waysOf(senders, startable(sql, at)), at }));
}

interface Waiting {
  account: string | null;
  kind: TaskKind;
}

// By the task, of which a few are asked for, and not by the status, which all that waits has.
const WAITS_OF_TASKS = `task_id IN (SELECT value FROM json_each(?)) AND +status IN ('PENDING', 'IN_PROGRESS') AND ${NOT_HANDED_OVER}`;

function waitingOf(sql: Database.Database, tasks: readonly string[]): Waiting[] {
  const text = `SELECT DISTINCT account, kind FROM queue_item
    WHERE ${WAITS_OF_TASKS}`;
  return statement<[string], Waiting>(sql, text).all(JSON.stringify(tasks));
}

const GUESTS = `SELECT DISTINCT digits FROM queue_item
  WHERE ${WAITS_OF_TASKS}`;

interface Facts {
  tasks: readonly string[];
  waiting: readonly Waiting[];
  able: readonly KnownSender[];
  ways: () => Ways;
  at: number;
}

/** Whether all of them need a template that is not there: every number that could send is one of the official API. */
function templateMissing(sql: Database.Database, { tasks, waiting, able, ways, at }: Facts): Omit<Obstacle, "who"> | null {
  const [first] = waiting;
  const accounts = able.flatMap(({ account }) => account ?? []);
  if (!first || accounts.some((account) => transportOf(account) !== "cloud")) return null;
  const stop = kindsWithoutTemplate(sql, at).get(first.kind);
  if (stop === undefined) return null;
  const guests = statement<[string], string>(sql, GUESTS).pluck().all(JSON.stringify(tasks));
  const wroteAt = wordsOf(sql, guests);
  if (guests.some((digits) => accounts.some((account) => isWindowOpen(wroteAt(digits, account), at)))) return null;
  return missingTemplate(first.kind, stop, ways());
}

/** What a kind of messages lacks. @param stop null where none is named */
export const missingTemplate = (kind: TaskKind, stop: TemplateStop | null, ways: Ways) =>
  stop ? templateStopped(kind, waitsFor(stop), ways) : noTemplate(kind, ways);

/** Who sends by templates now, and who without them could be started (`startable`). */
export function waysOf(senders: readonly KnownSender[], off: readonly KnownSender[]): Ways {
  const away = off.filter((one) => !isOfficial(one));
  return { official: namesOf(senders.filter((one) => one.can_send && isOfficial(one))), away: namesOf(away) };
}

/** The workers that are off and could take some of what waits of some branches if somebody started them, by name. @param of as of `templateOfAll` */
export function offWhile(sql: Database.Database, of: Of, at: number): string[] {
  const kinds = waitingKinds(sql, of);
  if (kinds.length === 0) return [];
  return namesOf(helpersFor(sql, kinds, at).filter(({ ready }) => ready));
}

/** The workers that are off and would send messages of some kinds if somebody started them, now or later. */
const helpersFor = (sql: Database.Database, kinds: readonly TaskKind[], at: number) =>
  wouldTake(offWorkers(sql, at), kindsWithoutTemplate(sql, at), kinds);

/** The same of whatever waits. */
const helpersOfAll = (sql: Database.Database, at: number) => () => helpersFor(sql, waitingKinds(sql, { where: "true", values: [] }), at);

interface Of {
  where: string;
  values: string[];
}

const namesOf = (some: readonly { name: string }[]) => some.map(({ name }) => name);

function waitingKinds(sql: Database.Database, { where, values }: Of): TaskKind[] {
  const text = `SELECT DISTINCT kind FROM queue_item WHERE status IN ('PENDING', 'IN_PROGRESS') AND ${where}`;
  return statement<string[], TaskKind>(sql, text)
    .pluck()
    .all(...values) as TaskKind[];
}

const WRITTEN_IN_WINDOW = (where: string) => `SELECT 1 FROM queue_item i JOIN guest_wrote w ON w.digits = i.digits
  WHERE i.status IN ('PENDING', 'IN_PROGRESS') AND ${where} AND w.at > ? AND w.account IN (SELECT value FROM json_each(?)) LIMIT 1`;

/**
 * Whether all that waits of some branches needs a template that is not there; null where some of it can go, and where no worker sends
 * at all. Guests are looked at only where every kind that waits lacks its template.
 * @param of a condition and its values, as of `ofBranches`
 */
export function templateOfAll(
  sql: Database.Database,
  of: { where: string; values: string[] },
  at: number,
): "no_template" | "template_stopped" | null {
  const accounts = sendersIn(sql, at).flatMap(({ can_send, account }) => (can_send && account ? [account] : []));
  if (accounts.length === 0 || accounts.some((account) => transportOf(account) !== "cloud")) return null;
  const kinds = waitingKinds(sql, of);
  const missing = kindsWithoutTemplate(sql, at);
  if (kinds.length === 0 || kinds.some((kind) => !missing.has(kind))) return null;
  const since = new Date(at - WINDOW).toISOString();
  const mayGo = statement<string[], unknown>(sql, WRITTEN_IN_WINDOW(of.where)).get(...of.values, since, JSON.stringify(accounts));
  if (mayGo !== undefined) return null;
  return kinds.some((kind) => missing.get(kind)) ? "template_stopped" : "no_template";
}

/** Whom to ask: limits, tokens and numbers that rest are in the hands of the same people. */
function withNames(sql: Database.Database, plain: Omit<Obstacle, "who"> | null): Obstacle | null {
  if (plain === null) return null;
  const needsRight = plain.what !== "worker_off" && (plain.what !== "worker_stopped" || plain.resumes);
  return { ...plain, who: needsRight ? namesOfWhoMay(sql, ["user_create"]) : [] };
}
