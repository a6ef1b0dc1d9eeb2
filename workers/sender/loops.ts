import { BUILD } from "../../lib/build";
import { claim, heartbeat, register } from "../../lib/queue/workers/contract";
import { failpoint } from "../../lib/test-hooks";
import { pauseAfter, sleep, stopwatch } from "../sleep";
import { JournalFailed } from "./journal";
import { sendClaimed } from "./send-message";
import { CallFailed } from "./server-calls";
import type { WorkerContext } from "./worker-state";

/** How long the server may keep a worker waiting for messages, in milliseconds. */
const CLAIM_WAIT = 20_000;
/** How often a worker that cannot take messages looks whether it can, in milliseconds. */
const LOOK = 1_000;
/** The shortest time between two heartbeats, in milliseconds. */
const SOONEST = 500;
/** The pause after something that nobody foresaw, in milliseconds. */
const AFTER_FAULT = 5_000;

/** Registers with the server, and gets its settings. @throws CallFailed */
export async function registerWorker(context: WorkerContext): Promise<void> {
  const { name, branch, transport, capacity } = context.tools.settings;
  const account = context.tools.transport.account();
  const { cancel_epoch, build, refusal, ...rules } = await context.tools.calls.call(register, {
    name,
    version: BUILD,
    branch,
    transport,
    account,
    capacity,
  });
  context.rules = rules;
  context.epoch = cancel_epoch;
  context.serverProblem = null;
  context.serverBuild = build ?? null;
  context.refusal = refusal ?? null;
}

/** Takes messages while there is room for them, and sends each. */
export async function claimLoop(context: WorkerContext): Promise<void> {
  const { calls, settings, log } = context.tools;
  for (let failures = 0; !context.ending.aborted; ) {
    const room = settings.capacity - context.held.size;
    if (room <= 0 || context.cancelled || context.account() === null) {
      await context.free.wait(LOOK, context.ending);
      continue;
    }
    try {
      const { items } = await calls.call(claim, { max: room, wait_ms: CLAIM_WAIT }, { waits: CLAIM_WAIT, signal: context.ending });
      failures = 0;
      context.serverProblem = null;
      if (items.length > 0) failpoint("worker:after-claim");
      for (const item of items) {
        void sendClaimed(context, item).catch((error: unknown) => afterFault(context, item.id, error));
      }
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      if (context.ending.aborted) return;
      if (failures === 0) log.write("claim failed", { trouble: error.trouble });
      context.hearTrouble(error);
      await sleep(Math.max(pauseAfter(++failures), error.retryAfter), context.ending);
    }
  }
}

/** The message stays in the journal as far as it came, and is settled with the server. */
function afterFault(context: WorkerContext, item: string, error: unknown): void {
  context.tools.log.failure("fault", error);
  context.tools.log.write("message interrupted", { item });
  if (error instanceof JournalFailed) context.endBecause("journal");
  else setTimeout(() => context.loose.wake(), AFTER_FAULT).unref(); // not at once: what failed may fail again
}

/** A code to link a phone by is of use for twenty seconds, so a new state does not wait for its turn. */
async function isToldEarly(context: WorkerContext, turn: number, until: AbortSignal): Promise<boolean> {
  const since = stopwatch();
  await context.changed.wait(turn, until);
  return since() < turn;
}

/** Reports that this worker lives and what it holds, and gets what it may no longer begin. */
export async function heartbeatLoop(context: WorkerContext, until: AbortSignal): Promise<void> {
  for (let failures = 0; !until.aborted; ) {
    const since = stopwatch();
    try {
      await beat(context);
      failures = 0;
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      if (failures++ === 0) context.tools.log.write("heartbeat failed", { trouble: error.trouble });
      context.hearTrouble(error);
      if (error.trouble === "unregistered") await registerAgain(context);
    }
    const { heartbeat_ms, lease_ms } = context.rules;
    if (failures > 0) await sleep(Math.min(pauseAfter(failures), heartbeat_ms), until);
    else if (await isToldEarly(context, heartbeat_ms, until)) await sleep(SOONEST, until);
    if (since() > lease_ms) afterSleep(context);
  }
}

async function beat(context: WorkerContext): Promise<void> {
  const { calls, transport } = context.tools;
  const in_flight = [...context.held].map(({ lease: { id, token } }) => ({ id, token }));
  const answer = await calls.call(heartbeat, { account: transport.account(), transport: transport.state(), in_flight });
  context.serverProblem = null;
  if (answer.cancelled !== context.cancelled) context.tools.log.write(answer.cancelled ? "sending stopped" : "sending resumed");
  const isOver = answer.cancelled || answer.cancel_epoch !== context.epoch;
  context.cancelled = answer.cancelled;
  context.epoch = answer.cancel_epoch;
  if (isOver) context.dropUnbegun();
  for (const held of context.held) if (!held.begun && answer.revoked.includes(held.lease.id)) held.drop.abort();
  context.free.wake();
}

/** The server was set back to a time at which it did not know this worker. */
async function registerAgain(context: WorkerContext): Promise<void> {
  context.dropUnbegun();
  try {
    await registerWorker(context);
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    context.serverProblem = error.message;
  }
}

/** The PC slept: its leases are over, so nothing is begun that it held, and the server hears the journal. */
function afterSleep(context: WorkerContext): void {
  context.tools.log.write("woke up");
  context.dropUnbegun();
  context.loose.wake();
}
