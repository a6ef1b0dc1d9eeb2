import type Database from "better-sqlite3";
import { batchCalls } from "../../batch-calls";
import { now } from "../../clock";
import { bySystem } from "../../db/actor";
import type { QueueAttemptModel, Tx } from "../../db/clients";
import { hubStore } from "../../db/find-store";
import { statement } from "../../db/statements";
import type { Happening } from "../../events";
import { failpoint } from "../../test-hooks";
import { messageIdOf } from "../duplicates/identity";
import { letGoTo } from "../hub-journal/journal";
import { type ItemsAtHand, itemsAtHand } from "../item-batch";
import { accepted, type Changes, doubted, failed, type Item, isKnownFailed, isUncertain } from "../item-states";
import { workerNotifier } from "../leases/worker-notifier";
import { limitsSince } from "../limits/stored-limits";
import { type Pauses, pauseOn, pausesOf } from "../pause/state";
import { optOut } from "../recipients/inbound";
import { transportOf } from "../send-policy/policy";
import { afterRefusal } from "../senders/resume";
import { LATE } from "../senders/sender-pauses";
import { templateOf } from "../templates/reminders";
import { stopTemplate } from "../templates/suspend";
import { stopOf, stopsTemplate, waitsFor } from "../templates/suspension-rule";
import { keptBack, notSent, waitsForTemplate } from "../try-again-or-fail";
import type { Delivery, Fault, SendResult } from "../workers/contract";
import { leaseAttemptOf, provenNotSent } from "./proof-not-sent";
import { isHeard } from "./worker-journal";

export type Said = "applied" | "duplicate" | "stale" | "evidence";

/** A worker's word about one message. */
export interface Reported extends SendResult {
  worker_id: string;
}

let together: ((results: readonly Reported[]) => Promise<Said[]>) | null = null;

/**
 * What became of messages (docs/design/whatsapp.md 4.3): refusals and doubts count from the lease that is in force alone; that a message
 * went out is believed from whoever holds the message, and from any lease that was begun, by the worker that began it; it is never thrown away.
 * @returns one word for each, in their order
 */
export function settleResults(results: readonly Reported[]): Promise<Said[]> {
  together ??= batchCalls(settleTogether, 50);
  return together(results);
}

async function settleTogether(calls: readonly (readonly Reported[])[]): Promise<Said[][]> {
  const hub = await hubStore();
  const said = await hub.write(bySystem("queue"), async (tx) => {
    const hand = itemsAtHand(
      hub.sql,
      calls.flat().map(({ id }) => id),
    );
    const at = now().getTime();
    const pauses = pausesOf(hub.sql);
    const settled = calls.map((results) => results.map((result) => ({ result, ...settle(hub.sql, result, hand, pauses, at) })));
    await hand.write(tx);
    const applied = settled.flat().filter(({ said }) => said === "applied" || said === "evidence");
    await writeAttempts(
      tx,
      applied.map(({ result }) => result),
    );
    const happened = await writeConsequences(tx, hub.sql, applied, at);
    return { answer: settled.map((results) => results.map((one) => one.said)), happened };
  });
  failpoint("queue:settled");
  workerNotifier().notify();
  return said;
}

function settle(
  sql: Database.Database,
  result: Reported,
  hand: ItemsAtHand,
  pauses: Pauses,
  at: number,
): { said: Said; item: Item | null } {
  const item = hand.get(result.id);
  if (!item) return { said: "stale", item: null };
  const attempt = leaseAttemptOf(sql, result);
  const isTheirs = isHeard(item, result.token, result.worker_id, attempt);
  if (result.outcome === "accepted") {
    if (!isIdOf(item, result.message_id) || !(isTheirs || wasBegunBy(sql, result, attempt))) return { said: "stale", item: null };
    if (item.status === "SENT" || isKnownFailed(item) || (!isTheirs && failedLate(attempt))) return { said: "duplicate", item };
    return {
      said: isTheirs && !isUncertain(item) ? "applied" : "evidence",
      item: hand.change(item, accepted(item, result.provider_id, at)),
    };
  }
  if (!isTheirs || item.phase === "claimed" || item.message_id !== result.message_id) return { said: "stale", item };
  // A doubt that has been waited out is settled by proof alone.
  if (isUncertain(item) && (result.outcome === "unknown" || attempt?.outcome)) return { said: "stale", item };
  if (result.outcome === "unknown") return { said: "applied", item: hand.change(item, doubted(item, at, result.code || "UNKNOWN")) };
  return { said: "applied", item: hand.change(item, provenNotSent(sql, item, refused(sql, item, result, at), pauses, at)) };
}

/** What the refusal of a message makes of it. */
function refused(
  sql: Database.Database,
  item: Item,
  said: Pick<SendResult, "fault" | "code" | "detail" | "retry_after">,
  at: number,
): Changes {
  if (!isByTemplate(item.account, said.code)) return notSent(item, said, at);
  const template = templateOf(sql, item);
  return waitsForTemplate(
    item,
    template ? waitsFor(stopOf(template, { code: said.code, ...numberOf(sql, item.account ?? "") }, at)) : said.detail,
    at,
  );
}

/** Whether a refusal is about the template that a message went by. */
function isByTemplate(account: string | null, code: string): boolean {
  return transportOf(account ?? "") === "cloud" && stopsTemplate(code);
}

/** Whether the worker was let begin under that lease; a hub that was restored is told so by the file beside it. */
function wasBegunBy(sql: Database.Database, { id, token, worker_id }: Reported, attempt: { worker: string } | undefined): boolean {
  const began = attempt ? attempt.worker : letGoTo(sql, id, token);
  return began === worker_id || began === null;
}

/** Whether a message ever bore this id: that some other one went out is no evidence of it. */
function isIdOf({ id, generation }: Item, message_id: string): boolean {
  return Array.from({ length: generation }, (_, before) => messageIdOf(id, generation - before)).includes(message_id);
}

/** Whether WhatsApp has told that it failed, after it was taken: that it was taken is no news then, whoever says so and however late. */
function failedLate(attempt: { outcome: string | null; fault: string | null } | undefined): boolean {
  return attempt !== undefined && attempt.fault !== null && attempt.outcome !== "not_sent";
}

/** What became of a lease's attempt. */
type Ended = Pick<Reported, "id" | "token" | "outcome" | "fault" | "code" | "at">;

/** Writes down what became of attempts; that one went out stands, whatever is heard later. */
export async function writeAttempts(tx: Tx<"hub">, results: readonly Ended[]): Promise<void> {
  if (results.length === 0) return;
  const json = JSON.stringify(results.map(({ id, token, outcome, fault, code, at }) => ({ id, token, outcome, fault, code, at })));
  await tx.$executeRaw`
    UPDATE queue_attempt SET outcome = j.value ->> 'outcome', fault = j.value ->> 'fault', code = j.value ->> 'code', ended_at = j.value ->> 'at'
    FROM json_each(${json}) j
    WHERE queue_attempt.item_id = j.value ->> 'id' AND queue_attempt.token = j.value ->> 'token'
      AND (queue_attempt.outcome IS NULL OR j.value ->> 'outcome' = 'accepted')`;
}

/** What a refusal means beyond its message: the guest said no, the template is not taken, or the number must rest. */
async function writeConsequences(
  tx: Tx<"hub">,
  sql: Database.Database,
  applied: readonly { said: Said; result: Reported; item: Item | null }[],
  at: number,
): Promise<Happening[]> {
  const happened: Happening[] = [];
  for (const { said, result, item } of applied) {
    const { id, token, outcome, fault, code } = result;
    if (said === "evidence") happened.push({ kind: "message.went_out", subjects: [id], payload: { worker: result.worker_id } });
    if (!item || outcome === "accepted") continue;
    // An item that was not sent belongs to no number any more; its attempt still says which one it was.
    const attempt = await tx.queueAttempt.findUnique({ where: { item_id_token: { item_id: id, token } } });
    if (attempt) happened.push(...(await stopTemplateOf(tx, sql, attempt, code, at)));
    if (outcome === "unknown") continue;
    if (fault === "opted_out") happened.push(...(await optOut(tx, item.digits, "provider", at)));
    if (attempt) happened.push(...(await afterRefusal(tx, attempt, result, at)));
  }
  return happened;
}

/** The template that a message went by is taken no more from its number, unless somebody has saved the limits since: what they name now is another word. */
async function stopTemplateOf(
  tx: Tx<"hub">,
  sql: Database.Database,
  { account, item_id, begun_at }: { account: string; item_id: string; begun_at: string },
  code: string,
  at: number,
): Promise<Happening[]> {
  if (!isByTemplate(account, code) || begun_at < limitsSince(sql)) return [];
  const item = statement<[string], Pick<Item, "kind" | "task_id">>(sql, "SELECT kind, task_id FROM queue_item WHERE id = ?").get(item_id);
  const template = item && templateOf(sql, item);
  return template ? stopTemplate(tx, stopOf(template, { code, ...numberOf(sql, account) }, at), at) : [];
}

const WITH_NUMBER = "SELECT name FROM queue_worker WHERE account = ? ORDER BY last_seen DESC LIMIT 1";

/** A number, and the name of the worker that has it. */
function numberOf(sql: Database.Database, account: string) {
  const worker = statement<[string], string>(sql, WITH_NUMBER).pluck().get(account);
  return { account, ...(worker !== undefined && { worker }) };
}

/** What WhatsApp tells after a message was handed over: a receipt, or a refusal that came late. */
export interface LateWord {
  message_id: string;
  status: Delivery;
  /** ISO 8601. */
  at: string;
  code: string;
  /** For people, where it failed. */
  detail?: string;
  /** The provider's own id of the message. */
  provider_id?: string;
  /** Whose fault it was that it failed, where that is known. */
  fault?: Fault | null;
  /** It failed because the guest has said no to the provider. */
  optedOut?: boolean;
}

/**
 * Each settles a doubt, and never lowers what is known (docs/design/whatsapp.md 1.3).
 * @param teller the worker that tells it, which is heard of its own messages and of those of its number; null for the provider
 * @returns how many said something new
 */
export async function takeReceipts(words: readonly LateWord[], teller: string | null): Promise<number> {
  const hub = await hubStore();
  return hub.write(bySystem("queue"), async (tx) => {
    // By the attempts: a word about an earlier generation is about the same message to the same guest.
    const worker = teller === null ? null : await tx.queueWorker.findUnique({ where: { id: teller } });
    const theirs = teller === null ? {} : { OR: [{ worker: teller }, ...(worker?.account ? [{ account: worker.account }] : [])] };
    const attempts = await tx.queueAttempt.findMany({
      where: { message_id: { in: words.map(({ message_id }) => message_id) }, ...theirs },
      orderBy: { seq: "asc" },
    });
    const last = new Map(attempts.map((attempt) => [attempt.message_id, attempt]));
    const hand = itemsAtHand(
      hub.sql,
      attempts.map(({ item_id }) => item_id),
    );
    const pauses = pausesOf(hub.sql);
    const at = now().getTime();
    const saidNo: string[] = [];
    const failures: Failure[] = [];
    let applied = 0;
    for (const word of words) {
      const attempt = last.get(word.message_id);
      const item = hand.get(attempt?.item_id ?? "");
      if (!attempt || !item) continue;
      if (word.status === "sent" && (failedLate(attempt) || failures.some(({ message_id }) => message_id === word.message_id))) continue;
      if (takeWord(hub.sql, hand, item, word, pauses, at)) {
        applied++;
        if (word.status === "failed") failures.push({ attempt, message_id: word.message_id, fault: word.fault ?? null, code: word.code });
      }
      if (word.optedOut) saidNo.push(item.digits);
    }
    await hand.write(tx);
    const happened = await writeFailures(tx, hub.sql, failures, at);
    for (const digits of saidNo) happened.push(...(await optOut(tx, digits, "provider", at)));
    return { answer: applied, happened };
  });
}

interface Failure {
  attempt: QueueAttemptModel;
  message_id: string;
  fault: Fault | null;
  code: string;
}

/** Messages that were taken and failed later: their attempts say so, and their numbers rest where there are too many of them. */
async function writeFailures(tx: Tx<"hub">, sql: Database.Database, failures: readonly Failure[], at: number): Promise<Happening[]> {
  for (const { attempt, fault, code } of failures) {
    await tx.queueAttempt.update({ where: { seq: attempt.seq }, data: { fault: fault === "throttle" ? fault : LATE, code } });
  }
  const happened: Happening[] = [];
  for (const { attempt, fault, code } of failures) {
    happened.push(...(await stopTemplateOf(tx, sql, attempt, code, at)));
    happened.push(...(await afterRefusal(tx, attempt, { fault, code, retry_after: null }, at)));
  }
  return happened;
}

function takeWord(sql: Database.Database, hand: ItemsAtHand, item: Item, word: LateWord, pauses: Pauses, at: number): boolean {
  const { message_id, status, provider_id } = word;
  if (status === "sent" && isKnownFailed(item)) return false;
  if (status !== "failed") {
    const changes = accepted(item, provider_id ?? null, at, status);
    if (item.status === "SENT" && changes.delivery === item.delivery) return false;
    hand.change(item, changes);
    return true;
  }
  // A message that was delivered did not fail, whatever is told later; and an earlier one's end is not this one's.
  const isThisOne = item.message_id === message_id;
  const mayFail = isThisOne && ((item.status === "SENT" && (item.delivery ?? "sent") === "sent") || item.status === "IN_PROGRESS");
  if (!mayFail) return false;
  const [code, detail] = [word.code || "FAILED", word.detail ?? "WhatsApp could not deliver it."];
  const fault = word.fault ?? null;
  const mayGoAgain = fault === "throttle" || isByTemplate(item.account, code);
  const again = mayGoAgain
    ? keptBack(item, refused(sql, item, { fault, code, detail, retry_after: null }, at), pauseOn(sql, pauses, item).emptied_at, at)
    : null;
  hand.change(item, again ?? { ...failed(code, detail, at), delivery: "failed" });
  return true;
}
