import { begin, type SendResult, type WorkItem } from "../../lib/queue/workers/contract";
import { failpoint } from "../../lib/test-hooks";
import { pauseAfter, sleep, stopwatch } from "../sleep";
import { LINE_CLOSED, type OutgoingMessage, type SendOutcome } from "../transports/transport";
import { MediaDamaged } from "./media-cache";
import { CallFailed } from "./server-calls";
import type { HeldMessage, WorkerContext } from "./worker-state";

/** How often a message is sent once more whose line fell each time. */
const MOST_RESENDS = 3;
/** How often a file is fetched again that came damaged. */
const MEDIA_TRIES = 3;
/** The shortest pause before the server is asked again, in milliseconds; its own times are cut to seconds by the way. */
const SHORTEST_HOLD = 200;

/** Time since the server said that the message may go, in milliseconds. */
type Since = () => number;

/** What was prepared: the file that goes along, or why the message cannot be sent at all. */
type Prepared = { media: OutgoingMessage["media"] } | { refusal: SendOutcome };

/**
 * The way of one message that was claimed (docs/design/whatsapp.md 4.3): prepare, ask to begin, write down, send, write down. Every line
 * of the journal is on the disk before the step after it.
 * @throws JournalFailed; then nothing is sent that was not written down
 */
export async function sendClaimed(context: WorkerContext, item: WorkItem): Promise<void> {
  const { journal } = context.tools;
  if (journal.outcomeOf(item.message_id) === "accepted") return tellAgain(context, item);
  const held = context.hold(item, false);
  try {
    const prepared = await prepare(context, item, held.drop.signal);
    if (!prepared || held.drop.signal.aborted) return context.giveBack(item);
    const { id, token, message_id } = item;
    journal.write({ did: "prepared", id, token, message_id }, true);
    failpoint("worker:after-prepare");
    const since = await askToBegin(context, item, held);
    if (!since) return;
    failpoint("worker:after-begin");
    await handOver(context, item, prepared, since);
  } finally {
    context.release(held);
  }
}

/**
 * Sends a message once more that may have gone out before the worker was cut off; the server has said so.
 * @param since runs from before the server was asked
 */
export async function sendAgain(context: WorkerContext, item: WorkItem, since: Since): Promise<void> {
  if (context.tools.journal.outcomeOf(item.message_id) === "accepted") return tellAgain(context, item);
  const held = context.hold(item, true);
  try {
    const prepared = await prepare(context, item, context.ending);
    const isReady = prepared && "media" in prepared && !context.ending.aborted && context.account() !== null;
    // Otherwise it stays in the journal, and the server is asked again.
    if (isReady && since() <= context.rules.lease_ms) await handOver(context, item, prepared, since);
  } finally {
    context.release(held);
  }
}

/** It went out before, and the server does not know: that is said, and it does not go out again. */
function tellAgain(context: WorkerContext, item: WorkItem): void {
  report(context, item, { outcome: "accepted", provider_id: null });
}

async function prepare(context: WorkerContext, item: WorkItem, signal: AbortSignal): Promise<Prepared | null> {
  for (let failures = 1; !signal.aborted; failures++) {
    try {
      const media = await context.tools.media.fileFor(item.media, signal);
      const { lease_until: _lease, ...message } = item;
      await context.tools.transport.prepare?.({ ...message, media }).catch(() => {}); // told by sending it
      return { media };
    } catch (error) {
      const trouble = error instanceof CallFailed ? error.trouble : null;
      context.tools.log.write("media failed", { item: item.id, trouble: trouble ?? (error instanceof Error ? error.name : "") });
      const isDamaged = error instanceof MediaDamaged || trouble === "wrong";
      if (trouble === "not there" || (isDamaged && failures >= MEDIA_TRIES)) return { refusal: withoutMedia() };
      if (trouble === "refused") return null;
      await sleep(pauseAfter(failures), signal);
    }
  }
  return null;
}

function withoutMedia(): SendOutcome {
  const detail = "The file that goes along is missing or damaged on the server.";
  return { outcome: "not_sent", fault: "content", code: "MEDIA_MISSING", detail, retry_after: null };
}

/**
 * Asks the server until it says yes or no. Whoever drops the message in between leaves it `prepared` in the journal: the
 * server may have said go without being heard, and hears then that nothing was sent.
 * @returns null when it must not go
 */
async function askToBegin(context: WorkerContext, item: WorkItem, held: HeldMessage): Promise<Since | null> {
  const { calls, clock, log } = context.tools;
  for (let failures = 0; ; ) {
    const account = context.account();
    if (held.drop.signal.aborted || account === null) {
      context.giveBack(item);
      return null;
    }
    const since = stopwatch();
    try {
      const answer = await calls.call(begin, { id: item.id, token: item.token, account });
      failures = 0;
      context.serverProblem = null;
      if (answer.go) {
        held.begun = true;
        return since;
      }
      if (answer.reason === "stale" || answer.retry_at === null) {
        log.write("not begun", { item: item.id, reason: answer.reason });
        context.giveBack(item); // settled for the server, or it said go before, was not heard, and takes it for lost with this worker
        return null;
      }
      const wait = Date.parse(answer.retry_at) - clock.now().getTime();
      await sleep(Math.min(Math.max(wait, SHORTEST_HOLD), context.rules.lease_ms), held.drop.signal);
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      context.hearTrouble(error);
      await sleep(Math.max(pauseAfter(++failures), error.retryAfter), held.drop.signal);
    }
  }
}

/** From here on the message is finished, whatever is asked meanwhile. */
async function handOver(context: WorkerContext, item: WorkItem, prepared: Prepared, since: Since): Promise<void> {
  const { journal, transport } = context.tools;
  const mayHaveGone = journal.outcomeOf(item.message_id) === "unknown";
  const account = context.account();
  const refusal = "refusal" in prepared ? prepared.refusal : whyNot(context, account, since, mayHaveGone);
  if (refusal || !("media" in prepared)) return report(context, item, refusal ?? withoutMedia(), mayHaveGone);
  const { id, token, message_id } = item;
  journal.write({ did: "sending", id, token, message_id, account: account ?? "" }, true);
  failpoint("worker:after-journal");
  const { lease_until: _lease, ...message } = item;
  const outcome = await transport.send({ ...message, media: prepared.media });
  failpoint("worker:after-ack");
  report(context, item, outcome, mayHaveGone);
}

/** A reason not to send at the last moment, after the server's permission. */
function whyNot(context: WorkerContext, account: string | null, since: Since, mayHaveGone: boolean): SendOutcome | null {
  const notNow = (code: string, detail: string): SendOutcome => ({
    outcome: "not_sent",
    fault: "network",
    code,
    detail,
    retry_after: null,
  });
  // The PC slept, or the process was stopped: meanwhile people may have decided otherwise.
  if (since() > context.rules.lease_ms) return notNow("TOO_LATE", "The worker was interrupted before it could send.");
  if (account === null) return notNow("NOT_CONNECTED", "The worker has lost its connection to WhatsApp.");
  if (mayHaveGone && !context.tools.transport.idempotentId)
    return { outcome: "unknown", code: "SENT_BEFORE", detail: "It may have been sent before, and would arrive twice." };
  return null;
}

/** @param mayHaveGone an earlier try may have been delivered: that this one was not says nothing of it */
function report(context: WorkerContext, item: WorkItem, said: SendOutcome, mayHaveGone = false): void {
  const { journal, clock, log } = context.tools;
  const outcome =
    mayHaveGone && said.outcome === "not_sent" ? ({ outcome: "unknown", code: said.code, detail: said.detail } as const) : said;
  const result = resultOf(item, outcome, clock.now());
  const again =
    outcome.outcome === "unknown" && context.tools.transport.idempotentId && (!mayHaveGone || fellWithLine(context, item, said));
  try {
    journal.write({ did: "outcome", result, ...(again ? { again } : {}) }, true);
  } catch (error) {
    journal.keepInMind(result); // the server may still hear of it before this process ends
    context.endBecause("journal");
    log.failure("journal failed", error);
  }
  failpoint("worker:after-outcome");
  if (again) setImmediate(() => context.loose.wake()); // once it is held no more
  context.counts[outcome.outcome === "accepted" ? "sent" : outcome.outcome === "not_sent" ? "failed" : "unsure"]++;
  log.write(outcome.outcome, { item: item.id, message: item.message_id, fault: result.fault, code: result.code });
  context.news.wake();
}

/**
 * Whether a message that went out more than once goes out again. A guest whose phone cannot be reached must not be asked every
 * minute; that the line fell says nothing of the guest, but it may be this message that ends it.
 */
function fellWithLine(context: WorkerContext, { message_id }: WorkItem, said: SendOutcome): boolean {
  const isLine = said.outcome === "not_sent" ? said.fault === "network" : said.outcome === "unknown" && said.code === LINE_CLOSED;
  return isLine && context.tools.journal.timesHandedOver(message_id) <= MOST_RESENDS;
}

/** The fields that an outcome may leave out. */
const UNSAID = { fault: null, code: "", detail: "", retry_after: null, provider_id: null };

function resultOf({ id, token, message_id, phone }: WorkItem, said: SendOutcome, at: Date): SendResult {
  const { outcome, fault, code, detail, retry_after, provider_id } = { ...UNSAID, ...said };
  return {
    id,
    token,
    message_id,
    outcome,
    fault,
    code: code.slice(0, 40),
    // Providers quote the number that they refuse.
    detail: detail.replaceAll(phone, "…").slice(0, 500),
    retry_after,
    provider_id,
    at: at.toISOString(),
  };
}
