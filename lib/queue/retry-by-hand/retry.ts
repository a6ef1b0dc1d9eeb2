import type Database from "better-sqlite3";
import type { AnswerOf, BodyOf } from "../../api/endpoint";
import { eveningHours } from "../../business-day";
import type { Caller } from "../../caller";
import { now } from "../../clock";
import type { WriteBy } from "../../db/actor";
import type { Tx } from "../../db/clients";
import { hubStore } from "../../db/find-store";
import { env } from "../../env";
import { AppError } from "../../errors";
import { isClosedBranch, restaurants } from "../../known-branches";
import { localDate } from "../../local-time";
import { requireOpen } from "../../require-open-branch";
import type { TaskKind } from "../contract";
import { dedupeKeysOfGuest, inTheseWords } from "../duplicates/same-words";
import { ItemsAtHand } from "../item-batch";
import { accepted, type Changes, type Item, isUnanswered, UNCERTAIN } from "../item-states";
import { workerNotifier } from "../leases/worker-notifier";
import { MAY_HAVE_SAID_NO, UNDECIDED_CODE } from "../left-out-reasons";
import type { Limits } from "../limits/contract";
import { sameFor } from "../limits/default-limits";
import { limitsIn } from "../limits/stored-limits";
import { NOW, ofAll, triesOf } from "../next-try/next-try";
import { readQueueSnapshot } from "../next-try/queue-snapshot";
import type { WaitingRow } from "../next-try/waiting-row";
import { waitForDecision } from "../recipients/ambiguous-replies";
import { whoseGuestSaidNo } from "../recipients/opted-out";
import { LOOK_FOR_DECISION } from "../send-policy/policy";
import { endOfQuiet } from "../send-policy/quiet";
import { MAY_ENQUEUE } from "../who-may-send";
import type { retryAll, sayArrived as sayArrivedCall, sendDespiteDoubt as sendDespiteDoubtCall } from "./contract";
import { failedSince, officialWays } from "./failed";
import {
  dayOf,
  goesFrom,
  notSentAgain,
  notSettled,
  type QuietNow,
  queuedAgainText,
  retried,
  retriedDespiteDoubt,
  retriedText,
} from "./may-retry";

/**
 * Puts failed birthday messages back into the queue, as far as that is safe, and says how far: one campaign's, or those of the last
 * week. On another day than the birthday one goes only where the caller says so.
 * @param branches whose at most; null for every branch's, those that are closed apart
 */
export function retryBirthdays(
  by: WriteBy,
  branches: readonly string[] | null,
  { date, branch, another_day = false }: NonNullable<BodyOf<typeof retryAll>> = {},
): Promise<AnswerOf<typeof retryAll>> {
  const whose = branch ? [branch] : branches;
  const closed = restaurants().filter(isClosedBranch);
  const where = {
    kind: "birthday" as const,
    created_at: { gt: failedSince() },
    branch: { notIn: closed, ...(whose && { in: [...whose] }) },
    // Of a page: what may have arrived has buttons of its own there.
    ...(date && { task: { date }, OR: [{ last_code: null }, { last_code: { not: UNCERTAIN } }] }),
  };
  // Of two that failed for one guest of a campaign, the one that its page shows goes out again.
  return retryFailed(where, date ? "desc" : "asc", by, another_day ? "any day" : "the day itself");
}

/** What a batch of messages has in common. */
type Which =
  | {
      kind: "birthday";
      created_at: { gt: string };
      branch: { notIn: string[]; in?: string[] };
      task?: { date: string };
      OR?: { last_code: null | { not: string } }[];
    }
  | { kind: "menu"; branch: string; table_name: string; ended_at: { gt: string } };

/**
 * Puts those of some messages that failed back into the queue, as far as that is safe, and says how far.
 * @param order of two that failed for one guest, the first goes out again
 * @param when whether a greeting goes on its birthday alone
 */
export async function retryFailed(
  which: Which,
  order: "asc" | "desc",
  by: WriteBy,
  when: "the day itself" | "any day" = "any day",
): Promise<AnswerOf<typeof retryAll>> {
  const hub = await hubStore();
  // Beside the answer, which is kept under the call's key: no guest's number or words may stand there.
  let tried: Item[] = [];
  const answer = await hub.write(by, async (tx) => {
    const at = now().getTime();
    const times = { hours: eveningHours(env()), quiet: limitsIn(hub.sql).quiet };
    const failed = await tx.queueItem.findMany({
      where: { ...which, status: "FAILED" },
      orderBy: [{ created_at: order }, { position: "asc" }],
    });
    const same = await sameOf(tx, hub.sql, which.kind, failed, at);
    const saidNo = whoseGuestSaidNo(hub.sql, failed);
    const unsure = waitForDecision(hub.sql, failed);
    const birthdayOf = await birthdaysOf(tx, failed);
    // By the calendar that the guest reads, whenever our evening ends, on the day on which it goes.
    const goesOn = (item: Item) => localDate(new Date(goesFrom(item, times, at)), times.hours.timeZone);
    const isItsDay = (item: Item) => when === "any day" || birthdayOf(item) === goesOn(item);
    const official = officialWays(hub.sql, failed, at);
    const out = { noes: 0, another_day: 0 };
    const hand = new ItemsAtHand(failed);
    const again = failed.flatMap((item) => {
      const changes = same.isTaken(item) ? null : retried(item, times, at, official(item));
      if (!changes) return [];
      if (saidNo.has(item.id)) {
        out.noes++;
        return [];
      }
      if (!isItsDay(item)) {
        out.another_day++;
        return [];
      }
      same.take(item);
      return [hand.change(item, unsure.has(item.id) ? untilDecided(changes, at) : changes)];
    });
    await hand.write(tx);
    const left = failed.length - again.length;
    const held = again.filter(({ id }) => unsure.has(id)).length;
    const going = again.filter(({ id }) => !unsure.has(id));
    const quiet = which.kind === "menu" ? null : quietNow(going.map(birthdayOf), times.quiet, at);
    const message = retriedText({ again: again.length, held, left: left - out.noes - out.another_day }, out, quiet);
    const task_id = again.at(-1)?.task_id ?? null;
    tried = quiet ? [] : again; // in the quiet hours the message says it
    const subjects = [...new Set(again.map((item) => item.task_id))];
    const happened = again.length > 0 ? [{ kind: "messages.retried" as const, subjects, payload: { retried: again.length, left } }] : [];
    return { answer: { message, retried: again.length, task_id, another_day: out.another_day, held }, happened };
  });
  workerNotifier().notify();
  const next =
    tried.length === 0 ? NOW : ofAll([...triesOf(tried.map(waitingRowOf), await readQueueSnapshot(hub, now().getTime())).values()]);
  return { ...answer, next };
}

const waitingRowOf = ({ kind, ...item }: Item): WaitingRow => ({ ...item, kind: kind as TaskKind }); // the store's own word

/** The same message in the queue again, held as the send policy would hold it: its guest may have said no, and everybody who looks sees so at once. */
const untilDecided = (changes: Changes, at: number): Changes => ({
  ...changes,
  run_at: new Date(at + LOOK_FOR_DECISION).toISOString(),
  last_code: UNDECIDED_CODE,
  last_error: null,
});

/** The birthday that each of some greetings is for. */
async function birthdaysOf(tx: Tx<"hub">, failed: readonly Item[]): Promise<(item: Item) => string> {
  const { timeZone } = eveningHours(env());
  const tasks = await tx.queueTask.findMany({
    where: { id: { in: [...new Set(failed.map(({ task_id }) => task_id))] } },
    select: { id: true, date: true },
  });
  const dates = new Map(tasks.map(({ id, date }) => [id, date]));
  return (item) => dayOf(item, dates.get(item.task_id) ?? null, timeZone);
}

/** The quiet hours, where they are now. @param birthdays of those that wait until they are over */
function quietNow(birthdays: readonly string[], quiet: Limits["quiet"], at: number): QuietNow | null {
  const { timeZone } = eveningHours(env());
  const until = endOfQuiet(at, quiet, timeZone);
  if (until === null) return null;
  const day = localDate(new Date(until), timeZone);
  return { ...quiet, late: birthdays.filter((date) => date < day).length };
}

/**
 * Which of some failed messages of one kind may not go again, because the guest gets, or got, the same by another one; `take`
 * adds what goes now. The same guest may stand in two failed campaigns: one greeting goes out.
 */
async function sameOf(tx: Tx<"hub">, sql: Database.Database, kind: TaskKind, failed: readonly Item[], at: number) {
  const namesOf = dedupeKeysOfGuest(sql, failed);
  const limits = limitsIn(sql);
  const isWritten = inTheseWords(sql, kind, failed, new Date(at - sameFor(limits, "service")).toISOString());
  const lately = { ended_at: { gt: new Date(at - sameFor(limits, kind)).toISOString() } };
  const live = await tx.queueItem.findMany({
    where: {
      same_as: { in: failed.flatMap(namesOf) },
      OR: [
        { status: { in: ["PENDING", "IN_PROGRESS"] } },
        { status: "SENT", ...lately },
        // Nobody is wished a happy birthday twice because nobody knows.
        ...(kind === "birthday" ? [{ last_code: UNCERTAIN, ...lately }] : []),
      ],
    },
    select: { id: true, same_as: true },
  });
  const taken = new Map<string, string[]>();
  const add = (name: string, id: string) => taken.set(name, [...(taken.get(name) ?? []), id]);
  for (const { id, same_as } of live) add(same_as, id);
  return {
    isTaken: (item: Item) => isWritten(item) || namesOf(item).some((name) => taken.get(name)?.some((id) => id !== item.id)),
    take: (item: Item) => {
      for (const name of namesOf(item)) add(name, item.id);
    },
  };
}

/**
 * Puts one message in doubt back into the queue, because whoever asks accepts that the guest may have it twice. What was settled
 * meanwhile stays as it is.
 * @throws AppError `not_found`, `forbidden`, `branch_forbidden`
 */
export async function sendDespiteDoubt(id: string, by: WriteBy, caller: Caller): Promise<AnswerOf<typeof sendDespiteDoubtCall>> {
  const hub = await hubStore();
  const answer = await hub.write<AnswerOf<typeof sendDespiteDoubtCall>>(by, async (tx) => {
    const item = await tx.queueItem.findUnique({ where: { id } });
    if (!item) throw new AppError("not_found", "There is no such message.");
    const kind = item.kind as TaskKind; // the store's own word
    const { branch } = item;
    caller.requirePermission(MAY_ENQUEUE[kind]);
    caller.requireBranch(branch);
    requireOpen(branch);
    const at = now().getTime();
    const isTaken = (await sameOf(tx, hub.sql, kind, [item], at)).isTaken(item);
    const saidNo = whoseGuestSaidNo(hub.sql, [item]).size > 0;
    const times = { hours: eveningHours(env()), quiet: limitsIn(hub.sql).quiet };
    const changes = isTaken || saidNo ? null : retriedDespiteDoubt(item, times, at);
    if (!changes) return { answer: { sent: false, message: notSentAgain(item, saidNo, isTaken) }, happened: [] };
    const hand = new ItemsAtHand([item]);
    const isHeld = waitForDecision(hub.sql, [item]).size > 0;
    hand.change(item, isHeld ? untilDecided(changes, at) : changes);
    await hand.write(tx);
    const happened = [{ kind: "message.sent_despite_doubt" as const, subjects: [id, item.task_id], payload: { kind, branch } }];
    const birthdays = kind === "birthday" ? [(await birthdaysOf(tx, [item]))(item)] : [];
    const quiet = kind === "menu" ? null : quietNow(birthdays, times.quiet, at);
    const message = isHeld ? `It is in the queue again, and is held. ${MAY_HAVE_SAID_NO}` : queuedAgainText(quiet);
    return { answer: { sent: true, message, ...(isHeld && { held: true }) }, happened };
  });
  workerNotifier().notify();
  return answer;
}

/**
 * Settles a message of which nobody heard whether it arrived: somebody knows that it did. What WhatsApp tells later still counts.
 * @throws AppError `not_found`, `forbidden`, `branch_forbidden`
 */
export async function sayArrived(id: string, by: WriteBy, caller: Caller): Promise<AnswerOf<typeof sayArrivedCall>> {
  const hub = await hubStore();
  return hub.write<AnswerOf<typeof sayArrivedCall>>(by, async (tx) => {
    const item = await tx.queueItem.findUnique({ where: { id } });
    if (!item) throw new AppError("not_found", "There is no such message.");
    const kind = item.kind as TaskKind; // the store's own word
    const { branch } = item;
    caller.requirePermission(MAY_ENQUEUE[kind]);
    caller.requireBranch(branch);
    if (!isUnanswered(item)) return { answer: { settled: false, message: notSettled(item) }, happened: [] };
    const hand = new ItemsAtHand([item]);
    hand.change(item, accepted(item, null, now().getTime()));
    await hand.write(tx);
    const happened = [{ kind: "message.said_arrived" as const, subjects: [id, item.task_id], payload: { kind, branch } }];
    return { answer: { settled: true, message: "It counts as sent." }, happened };
  });
}
