import type Database from "better-sqlite3";
import type { AnswerOf } from "../../api/endpoint";
import { namesOfWhoMay } from "../../auth/user-name";
import { BUILD, buildInWords } from "../../build";
import { now } from "../../clock";
import { hubStore } from "../../db/find-store";
import { statement } from "../../db/statements";
import type { TaskKind } from "../contract";
import { NOT_HANDED_OVER, WAITS_FOR_GUEST } from "../item-sql";
import { pauseOn, pausesOf } from "../pause/state";
import { wordsOf } from "../recipients/opted-out";
import { offWorkers, startable, wouldTake } from "../send-policy/able-numbers";
import { isWindowOpen, WINDOW } from "../send-policy/policy";
import type { listWorkers as listContract } from "../senders/contract";
import { TASK_KINDS } from "../task-kinds";
import { type Able, isOfficial, type TemplateGaps, templateGaps } from "../templates/missing";
import { gapsForDealing } from "../templates/presumed";
import { isStoppedInWords, waitsFor } from "../templates/suspension-rule";
import { ableWorkers, type KnownSender, listWorkers, sendersIn } from "../workers/workers";
import type { Obstacle, WorkersNow } from "./contract";
import { beforeSending, nobodySends, noTemplate, numberStopped, ownNumberRests, templateStopped, type Ways, withoutHelp } from "./words";

/** The worker PCs, and why none of them sends. @param seesCodes by which a phone is linked */
export async function workersAndObstacle(seesCodes: boolean): Promise<AnswerOf<typeof listContract>> {
  const { sql } = await hubStore();
  const at = now().getTime();
  const silence = whyNobodySends(sql, sendersIn(sql, at), at);
  return { workers: await listWorkers(seesCodes), ...silence, no_template: templatesMissing(sql, at), build: buildInWords(BUILD) };
}

/**
 * Why no worker sends: what already waits, and, by its kind, what is about to be queued. A start of the one that would send the greetings that
 * wait lets no menu go where its number has no template for menus.
 */
function whyNobodySends(sql: Database.Database, senders: readonly KnownSender[], at: number): Pick<WorkersNow, "obstacle" | "of_kinds"> {
  const obstacle = withNames(sql, nobodySends(senders, startsOfAll(sql, at)));
  if (obstacle === null) return { obstacle, of_kinds: [] };
  const ofKind = (kind: TaskKind) => {
    const plain = nobodySends(senders, startsFor(sql, [kind], at));
    return withNames(sql, plain && { ...plain, kind }) ?? [];
  };
  return { obstacle, of_kinds: TASK_KINDS.flatMap(ofKind) };
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
  return { workers, ...whyNobodySends(sql, senders, at) };
}

/** What official numbers that could send now lack, for whoever is about to queue something: of which kinds, and which numbers. */
function templatesMissing(sql: Database.Database, at: number): Obstacle[] {
  const official = ableWorkers(sql, at).filter(isOfficial);
  if (official.length === 0) return [];
  const gaps = templateGaps(sql, at);
  const off = startable(sql, at);
  const senders = sendersIn(sql, at);
  return TASK_KINDS.flatMap((kind) => {
    const lacking = official.filter(({ account }) => gaps.has(kind, account));
    if (lacking.length === 0) return [];
    const ways = waysOf(kind, lacking, off, gaps);
    const template = missingTemplate(kind, lacking, gaps, ways);
    const stopped = lacking.length === official.length ? stoppedFor(kind, senders, gaps) : undefined;
    const missing = beforeSending(stopped ? { ...template, reason: numberStopped(stopped).reason } : template, ways);
    return withNames(sql, { ...missing, numbers: lacking.map(({ id }) => id) }) ?? [];
  });
}

/**
 * What keeps everything that waits of some tasks from going out, until somebody mends it; null where a part of it can go, where
 * nothing waits, and where somebody has stopped it.
 * @param tasks the ids of tasks of one campaign
 * @param at the server's time in milliseconds
 */
export function obstacleOf(sql: Database.Database, tasks: readonly string[], at: number): Obstacle | null {
  const [first] = tasks;
  const waiting = waitingOf(sql, tasks, at);
  if (first === undefined || waiting.length === 0 || pauseOn(sql, pausesOf(sql), { task_id: first }).cancelled) return null;
  const senders = sendersIn(sql, at);
  const takers = (account: string | null) => senders.filter((one) => account === null || one.account === account);
  const meant = [...new Set(waiting.flatMap(({ account }) => takers(account)))];
  const able = meant.filter(({ can_send }) => can_send);
  if (able.length === 0) {
    const kinds = [...new Set(waiting.map(({ kind }) => kind))];
    const othersSend = senders.some(({ can_send }) => can_send);
    const isOwn = othersSend || (meant.length === 0 && senders.length > 0);
    return withNames(
      sql,
      isOwn
        ? ownNumberRests(
            meant,
            waiting.some(({ begun }) => begun === 1),
          )
        : nobodySends(meant, startsFor(sql, kinds, at)),
    );
  }
  return withNames(sql, templateMissing(sql, { tasks, waiting, meant, able, at }));
}

interface Waiting {
  account: string | null;
  kind: TaskKind;
  /** One of them was begun before. */
  begun: number;
}

// By the task, of which a few are asked for, and not by the status, which all that waits has.
const WAITS_OF_TASKS = `task_id IN (SELECT value FROM json_each(?)) AND +status IN ('PENDING', 'IN_PROGRESS') AND ${NOT_HANDED_OVER}`;

/** What its guest has had enough of for now is none of it: who starts a PC for that waits all the same. */
function waitingOf(sql: Database.Database, tasks: readonly string[], at: number): Waiting[] {
  const text = `SELECT account, kind, max(EXISTS (SELECT 1 FROM queue_attempt a WHERE a.item_id = id)) AS begun FROM queue_item
    WHERE ${WAITS_OF_TASKS} AND NOT ${WAITS_FOR_GUEST} GROUP BY account, kind`;
  return statement<[string, string], Waiting>(sql, text).all(JSON.stringify(tasks), new Date(at).toISOString());
}

const GUESTS = `SELECT DISTINCT digits FROM queue_item
  WHERE ${WAITS_OF_TASKS}`;

interface Facts {
  tasks: readonly string[];
  waiting: readonly Waiting[];
  /** Who may send any of it: what a number has begun goes by that number alone. */
  meant: readonly KnownSender[];
  able: readonly KnownSender[];
  at: number;
}

/** Whether all of them need a template that is not there: every number that could send is one of the official API. */
function templateMissing(sql: Database.Database, { tasks, waiting, meant, able, at }: Facts): Omit<Obstacle, "who"> | null {
  const [first] = waiting;
  const accounts = able.flatMap(({ account }) => account ?? []);
  const gaps = templateGaps(sql, at);
  if (!first || able.some(({ account }) => !gaps.has(first.kind, account))) return null;
  const guests = statement<[string], string>(sql, GUESTS).pluck().all(JSON.stringify(tasks));
  const wroteAt = wordsOf(sql, guests);
  if (guests.some((digits) => accounts.some((account) => isWindowOpen(wroteAt(digits, account), at)))) return null;
  const stopped = stoppedFor(first.kind, meant, gaps);
  if (stopped) return numberStopped(stopped);
  const off = startable(sql, at).filter(({ id }) => meant.some((one) => one.id === id));
  return missingTemplate(first.kind, able, gaps, waysOf(first.kind, able, off, gaps));
}

/** Whose number WhatsApp has stopped that would send a kind of messages: its PC is on, and it lacks no template. */
export function stoppedFor(kind: TaskKind, senders: readonly KnownSender[], gaps: TemplateGaps): KnownSender | undefined {
  return senders.find(({ online, is_stopped, account }) => online && is_stopped && !gaps.has(kind, account));
}

/** What a kind of messages lacks at some numbers, each of which has no template for it. */
export function missingTemplate(kind: TaskKind, lacking: readonly Pick<Able, "account">[], gaps: TemplateGaps, ways: Ways): Plain {
  const [stop, ...more] = lacking.flatMap(({ account }) => gaps.of(kind, account) ?? []);
  return stop ? templateStopped(kind, { why: isStoppedInWords(stop, more), reason: waitsFor(stop, more) }, ways) : noTemplate(kind, ways);
}

/** Of messages of a kind: which official numbers lack a template for them, and who could be started (`startable`) that may send them. */
export function waysOf(
  kind: TaskKind,
  lacking: readonly Pick<Able, "name">[],
  off: readonly Pick<Able, "name" | "account">[],
  gaps: TemplateGaps,
): Ways {
  return { official: namesOf(lacking), away: namesOf(off.filter(({ account }) => !gaps.has(kind, account))) };
}

/** The workers that are off and could take some of what waits of some branches if somebody started them, by name. @param of as of `templateOfAll` */
export function offWhile(sql: Database.Database, of: Of, at: number): string[] {
  const kinds = waitingKinds(sql, of, at);
  if (kinds.length === 0) return [];
  return namesOf(helpersFor(sql, kinds, at).filter(({ ready }) => ready));
}

/** The workers that are off and would send messages of some kinds if somebody started them, now or later. */
const helpersFor = (sql: Database.Database, kinds: readonly TaskKind[], at: number) =>
  wouldTake(offWorkers(sql, at), gapsForDealing(sql, at, "startable"), kinds);

/** Which workers that are off would send messages of some kinds if somebody started them, now or later, and why another one would not. */
export function startsFor(sql: Database.Database, kinds: readonly TaskKind[], at: number): Starts {
  return {
    helpers: () => helpersFor(sql, kinds, at),
    withoutHelp: (sender) => withoutHelp(sender, () => lackOf(sql, kinds, sender, at)),
  };
}

/** What a number lacks to send any of some kinds; null where it could send one of them. */
function lackOf(sql: Database.Database, kinds: readonly TaskKind[], sender: KnownSender, at: number): Plain | null {
  const gaps = templateGaps(sql, at);
  const [kind] = kinds;
  if (kind === undefined || kinds.some((one) => !gaps.has(one, sender.account))) return null;
  return missingTemplate(kind, [sender], gaps, waysOf(kind, [sender], [], gaps));
}

/** The same of whatever waits. */
function startsOfAll(sql: Database.Database, at: number): Starts {
  const starts = () => startsFor(sql, waitingKinds(sql, { where: "true", values: [] }, at), at);
  return { helpers: () => starts().helpers(), withoutHelp: (sender) => starts().withoutHelp(sender) };
}

type Starts = Parameters<typeof nobodySends<KnownSender>>[1];
type Plain = Omit<Obstacle, "who">;

interface Of {
  where: string;
  values: string[];
}

const namesOf = (some: readonly { name: string }[]) => some.map(({ name }) => name);

function waitingKinds(sql: Database.Database, { where, values }: Of, at: number): TaskKind[] {
  const text = `SELECT DISTINCT kind FROM queue_item WHERE status IN ('PENDING', 'IN_PROGRESS') AND NOT ${WAITS_FOR_GUEST} AND ${where}`;
  return statement<string[], TaskKind>(sql, text)
    .pluck()
    .all(new Date(at).toISOString(), ...values) as TaskKind[];
}

const WRITTEN_IN_WINDOW = (where: string) => `SELECT 1 FROM queue_item i JOIN guest_wrote w ON w.digits = i.digits
  WHERE i.status IN ('PENDING', 'IN_PROGRESS') AND ${where} AND w.at > ? AND w.account IN (SELECT value FROM json_each(?)) LIMIT 1`;

/**
 * The number that keeps all that waits of some branches: nobody else sends any of it, and somebody has to let it send again.
 * @param template as of `templateOfAll`; @returns null where none does
 */
export function stoppedNumberOfAll(
  sql: Database.Database,
  of: Of,
  template: ReturnType<typeof templateOfAll>,
  at: number,
): { worker: string; why: string; who: string[] } | null {
  const senders = sendersIn(sql, at);
  if (template === null && senders.some(({ can_send }) => can_send)) return null;
  const gaps = templateGaps(sql, at);
  const kinds = waitingKinds(sql, of, at);
  const found = kinds.flatMap((kind) => stoppedFor(kind, senders, gaps) ?? []);
  const [stopped] = found;
  return stopped ? { worker: stopped.name, why: stopped.problem ?? "", who: namesOfWhoMay(sql, ["user_create"]) } : null;
}

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
  if (accounts.length === 0) return null;
  const kinds = waitingKinds(sql, of, at);
  const gaps = templateGaps(sql, at);
  if (kinds.length === 0 || kinds.some((kind) => accounts.some((account) => !gaps.has(kind, account)))) return null;
  const since = new Date(at - WINDOW).toISOString();
  const mayGo = statement<string[], unknown>(sql, WRITTEN_IN_WINDOW(of.where)).get(...of.values, since, JSON.stringify(accounts));
  if (mayGo !== undefined) return null;
  return kinds.some((kind) => accounts.some((account) => gaps.of(kind, account))) ? "template_stopped" : "no_template";
}

/** Whom to ask: limits, tokens and numbers that rest are in the hands of the same people. */
function withNames(sql: Database.Database, plain: Omit<Obstacle, "who"> | null): Obstacle | null {
  if (plain === null) return null;
  const needsRight = plain.what !== "worker_off" && (plain.what !== "worker_stopped" || plain.resumes);
  return { ...plain, who: needsRight ? namesOfWhoMay(sql, ["user_create"]) : [] };
}
