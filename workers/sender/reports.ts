import { ack, receipts as receiptsCall, type SendResult } from "../../lib/queue/workers/contract";
import { failpoint } from "../../lib/test-hooks";
import type { Receipt } from "../journal-lines";
import { pauseAfter, sleep } from "../sleep";
import { CallFailed } from "./server-calls";
import type { WorkerContext } from "./worker-state";

/** Results in one call. */
const AT_ONCE = 200;
/** How long the loop waits for news, in milliseconds. */
const QUIET = 30_000;

/** Tells the server what became of messages, from the journal and until it has confirmed each, however long that takes. */
export async function reportLoop(context: WorkerContext, until: AbortSignal): Promise<void> {
  for (let failures = 0; !until.aborted; ) {
    try {
      if (await reportAll(context)) await context.news.wait(QUIET, until);
      else await sleep(pauseAfter(10), until);
      failures = 0;
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      // A process that another one replaced goes on telling what it sent: that is believed from anybody.
      context.hearTrouble(error);
      if (failures === 0) context.tools.log.write("report failed", { trouble: error.trouble });
      await sleep(Math.max(pauseAfter(++failures), error.retryAfter), until);
    }
  }
}

/**
 * Everything that is to be told, once.
 * @returns false when the server did not take something, which is then tried again later
 * @throws CallFailed when it could not be asked
 */
export async function reportAll(context: WorkerContext): Promise<boolean> {
  const results = await inBatches(context, context.tools.journal.unreported(), (batch) => reportResults(context, batch));
  const receipts = await inBatches(context, context.tools.journal.unreportedReceipts(), (batch) => reportReceipts(context, batch));
  return results && receipts;
}

/** A result that the server refuses must not hold up the others: its batch is then sent one by one. */
async function inBatches<T>(context: WorkerContext, all: T[], tell: (batch: T[]) => Promise<void>): Promise<boolean> {
  let isComplete = true;
  for (let start = 0; start < all.length; start += AT_ONCE) {
    const batch = all.slice(start, start + AT_ONCE);
    try {
      await tell(batch);
    } catch (error) {
      if (!(error instanceof CallFailed) || error.trouble !== "wrong") throw error;
      if (batch.length === 1) {
        context.tools.log.write("report not taken", { detail: error.message });
        isComplete = false;
      } else for (const one of batch) isComplete = (await inBatches(context, [one], tell)) && isComplete;
    }
  }
  return isComplete;
}

async function reportResults(context: WorkerContext, results: SendResult[]): Promise<void> {
  const { calls, journal, clock, log } = context.tools;
  const answer = await calls.call(ack, { results });
  failpoint("worker:after-http-ack");
  const at = clock.now().toISOString();
  for (const { id, token, message_id } of results) {
    const said = answer.results.find((one) => one.id === id)?.said;
    if (said === undefined) continue; // told again with the next ones
    if (said !== "applied") log.write("reported", { item: id, said });
    journal.write({ did: "reported", message_id, token, at }, false);
  }
}

async function reportReceipts(context: WorkerContext, receipts: Receipt[]): Promise<void> {
  const { calls, journal } = context.tools;
  await calls.call(receiptsCall, { receipts });
  for (const { message_id, status } of receipts) journal.write({ did: "receipt reported", message_id, status }, false);
}
