import { pauseAfter, sleep } from "../sleep";
import { JournalFailed } from "./journal";
import { claimLoop, heartbeatLoop, registerWorker } from "./loops";
import { Recovery } from "./recovery";
import { reportAll, reportLoop } from "./reports";
import { CallFailed } from "./server-calls";
import { inboundLoop, tellInbound } from "./tell-inbound";
import type { Desk, Ending } from "./worker-state";

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
export async function runSender(desk: Desk, isFirst: boolean, onRegistered: () => void): Promise<Ending> {
  const recovery = new Recovery(desk);
  await untilAnswered(desk, () => registerWorker(desk), isFirst);
  if (desk.endedBy === null) onRegistered();
  await untilAnswered(desk, () => recovery.round(), false);
  if (desk.ending.aborted) return desk.endedBy ?? "asked";
  const over = new AbortController();
  const tidying = setInterval(() => tidy(desk), TIDYING);
  desk.tools.journal.shorten(desk.tools.clock.now());
  const loops = [
    claimLoop(desk),
    heartbeatLoop(desk, over.signal),
    reportLoop(desk, over.signal),
    inboundLoop(desk, over.signal),
    recovery.loop(over.signal),
  ];
  for (const loop of loops) loop.catch((error: unknown) => endByFailure(desk, error));
  await loops[0]?.catch(() => {});
  await ended(desk);
  over.abort();
  clearInterval(tidying);
  await lastWords(desk, recovery);
  return desk.endedBy ?? "asked";
}

/** Without one of its loops a worker would look well and do half of its work. */
function endByFailure(desk: Desk, error: unknown): void {
  desk.tools.log.failure("loop failed", error);
  desk.endBecause(error instanceof JournalFailed ? "journal" : "fault");
}

/** Tries until the server answers, or the worker is to end. */
async function untilAnswered(desk: Desk, work: () => Promise<void>, isFirst: boolean): Promise<void> {
  for (let failures = 1; !desk.ending.aborted; failures++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      if (error.trouble === "replaced") return desk.endBecause("replaced");
      if (isFirst && error.trouble !== "no answer") throw error;
      desk.serverProblem = error.message;
      if (failures === 1) desk.tools.log.write("server not reached", { trouble: error.trouble });
      await sleep(Math.max(pauseAfter(failures), error.retryAfter), desk.ending);
    }
  }
}

/** Waits for the messages under way; what was not begun has been let go of. */
async function ended(desk: Desk): Promise<void> {
  const patience = performance.now() + FINISHING;
  while (desk.held.size > 0 && performance.now() < patience) await desk.free.wait(500);
}

async function lastWords(desk: Desk, recovery: Recovery): Promise<void> {
  const tell = async () => {
    await reportAll(desk);
    await tellInbound(desk);
    if (desk.endedBy === "asked") await recovery.round();
  };
  const failed = (error: unknown) =>
    desk.tools.log.write("last words failed", { trouble: error instanceof CallFailed ? error.trouble : "fault" });
  await Promise.race([tell().catch(failed), sleep(LAST_WORDS)]);
}

function tidy(desk: Desk): void {
  const { journal, clock, log } = desk.tools;
  if (!journal.hasGrown()) return;
  try {
    journal.shorten(clock.now());
  } catch (error) {
    log.failure("journal failed", error);
    desk.endBecause("journal");
  }
}
