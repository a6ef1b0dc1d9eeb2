import { pauseAfter, sleep } from "../sleep";
import { JournalFailed } from "./journal";
import { claimLoop, heartbeatLoop, registerWorker } from "./loops";
import { Recovery } from "./recovery";
import { reportAll, reportLoop } from "./reports";
import { CallFailed } from "./server-calls";
import { inboundLoop, tellInbound } from "./tell-inbound";
import type { Ending, WorkerContext } from "./worker-state";

/** How long a message under way may take to finish after a stop was asked for, in milliseconds. */
const FINISHING = 21_500;
/** How long the server may then take to hear the rest; it hears what is left at the next start. */
const LAST_WORDS = 2_500;
/** How often the journal is looked at whether it should be shortened, in milliseconds. */
const TIDYING = 60_000;

/**
 * Registers, settles what an earlier process left, and then sends until it is asked to end (docs/design/whatsapp.md 4.3).
 * @param isFirst nobody knows yet whether address and token are right: what is wrong with them ends it
 * @returns why it ended
 * @throws CallFailed at a first start; JournalFailed before anything was sent
 */
export async function runSender(context: WorkerContext, isFirst: boolean, onRegistered: () => void): Promise<Ending> {
  const recovery = new Recovery(context);
  await untilAnswered(context, () => registerWorker(context), isFirst);
  if (context.endedBy === null) onRegistered();
  await untilAnswered(context, () => recovery.round(), false);
  if (context.ending.aborted) return context.endedBy ?? "asked";
  const over = new AbortController();
  const tidying = setInterval(() => tidy(context), TIDYING);
  context.tools.journal.shorten(context.tools.clock.now());
  const loops = [
    claimLoop(context),
    heartbeatLoop(context, over.signal),
    reportLoop(context, over.signal),
    inboundLoop(context, over.signal),
    recovery.loop(over.signal),
  ];
  for (const loop of loops) loop.catch((error: unknown) => endByFailure(context, error));
  await loops[0]?.catch(() => {});
  await ended(context);
  over.abort();
  clearInterval(tidying);
  await lastWords(context, recovery);
  return context.endedBy ?? "asked";
}

/** Without one of its loops a worker would look well and do half of its work. */
function endByFailure(context: WorkerContext, error: unknown): void {
  context.tools.log.failure("loop failed", error);
  context.endBecause(error instanceof JournalFailed ? "journal" : "fault");
}

/** Tries until the server answers, or the worker is to end. */
async function untilAnswered(context: WorkerContext, work: () => Promise<void>, isFirst: boolean): Promise<void> {
  for (let failures = 1; !context.ending.aborted; failures++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      if (error.trouble === "replaced") return context.endBecause("replaced");
      if (isFirst && error.trouble !== "no answer") throw error;
      context.serverProblem = error.message;
      if (failures === 1) context.tools.log.write("server not reached", { trouble: error.trouble });
      await sleep(Math.max(pauseAfter(failures), error.retryAfter), context.ending);
    }
  }
}

/** Waits for the messages under way; what was not begun has been let go of. */
async function ended(context: WorkerContext): Promise<void> {
  const patience = performance.now() + FINISHING;
  while (context.held.size > 0 && performance.now() < patience) await context.free.wait(500);
}

async function lastWords(context: WorkerContext, recovery: Recovery): Promise<void> {
  const tell = async () => {
    await reportAll(context);
    await tellInbound(context);
    if (context.endedBy === "asked") await recovery.round();
  };
  const failed = (error: unknown) =>
    context.tools.log.write("last words failed", { trouble: error instanceof CallFailed ? error.trouble : "fault" });
  await Promise.race([tell().catch(failed), sleep(LAST_WORDS)]);
}

function tidy(context: WorkerContext): void {
  const { journal, clock, log } = context.tools;
  if (!journal.hasGrown()) return;
  try {
    journal.shorten(clock.now());
  } catch (error) {
    log.failure("journal failed", error);
    context.endBecause("journal");
  }
}
