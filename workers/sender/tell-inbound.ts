import { inbound } from "../../lib/queue/workers/contract";
import { pauseAfter, sleep } from "../sleep";
import type { Waiting } from "./inbox";
import { CallFailed } from "./server-calls";
import type { WorkerContext } from "./worker-state";

/** How long the loop waits for somebody to write, in milliseconds. */
const QUIET = 30_000;

/** Reports what guests wrote, until the server has confirmed each. */
export async function inboundLoop(context: WorkerContext, until: AbortSignal): Promise<void> {
  for (let failures = 0; !until.aborted; ) {
    try {
      await tellInbound(context);
      failures = 0;
      await context.heard.wait(QUIET, until);
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      context.hearTrouble(error);
      if (failures === 0) context.tools.log.write("what guests wrote was not told", { trouble: error.trouble });
      await sleep(Math.max(pauseAfter(++failures), error.retryAfter), until);
    }
  }
}

/** Everything that guests wrote, once. @throws CallFailed when the server could not be asked */
export async function tellInbound(context: WorkerContext): Promise<void> {
  const { inbox } = context.tools;
  for (let waiting = inbox.waiting(); waiting.length > 0; waiting = inbox.waiting()) await tell(context, waiting);
}

/** One message that the server does not take must not keep the others back. */
async function tell(context: WorkerContext, batch: Waiting[]): Promise<void> {
  const { calls, inbox, log } = context.tools;
  try {
    await calls.call(inbound, { messages: batch.map(({ said }) => said) });
  } catch (error) {
    if (!(error instanceof CallFailed) || error.trouble !== "wrong") throw error;
    if (batch.length > 1) {
      for (const one of batch) await tell(context, [one]);
      return;
    }
    log.write("what a guest wrote was not taken");
  }
  for (const { file } of batch) inbox.forget(file);
}
