import { BUILD } from "../../lib/build";
import { claim, heartbeat, register } from "../../lib/queue/workers/contract";
import { failpoint } from "../../lib/test-hooks";
import { pauseAfter, sleep, stopwatch } from "../sleep";
import { JournalFailed } from "./journal";
import { sendClaimed } from "./send-message";
import { CallFailed } from "./server-calls";
import type { Desk } from "./worker-state";

/** How long the server may keep a worker waiting for messages, in milliseconds. */
const CLAIM_WAIT = 20_000;
/** How often a worker that cannot take messages looks whether it can, in milliseconds. */
const LOOK = 1_000;
/** The shortest time between two heartbeats, in milliseconds. */
const SOONEST = 500;
/** The pause after something that nobody foresaw, in milliseconds. */
const AFTER_FAULT = 5_000;

/** Tells the server who this is, and hears how to work. @throws CallFailed */
export async function registerWorker(desk: Desk): Promise<void> {
  const { name, branch, transport, capacity } = desk.tools.settings;
  const account = desk.tools.transport.account();
  const { cancel_epoch, build, refusal, ...rules } = await desk.tools.calls.call(register, {
    name,
    version: BUILD,
    branch,
    transport,
    account,
    capacity,
  });
  desk.rules = rules;
  desk.epoch = cancel_epoch;
  desk.serverProblem = null;
  desk.serverBuild = build ?? null;
  desk.refusal = refusal ?? null;
}

/** Takes messages while there is room for them, and sends each. */
export async function claimLoop(desk: Desk): Promise<void> {
  const { calls, settings, log } = desk.tools;
  for (let failures = 0; !desk.ending.aborted; ) {
    const room = settings.capacity - desk.held.size;
    if (room <= 0 || desk.cancelled || desk.account() === null) {
      await desk.free.wait(LOOK, desk.ending);
      continue;
    }
    try {
      const { items } = await calls.call(claim, { max: room, wait_ms: CLAIM_WAIT }, { waits: CLAIM_WAIT, signal: desk.ending });
      failures = 0;
      desk.serverProblem = null;
      if (items.length > 0) failpoint("worker:after-claim");
      for (const item of items) {
        void sendClaimed(desk, item).catch((error: unknown) => afterFault(desk, item.id, error));
      }
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      if (desk.ending.aborted) return;
      if (failures === 0) log.write("claim failed", { trouble: error.trouble });
      desk.hearTrouble(error);
      await sleep(Math.max(pauseAfter(++failures), error.retryAfter), desk.ending);
    }
  }
}

/** The message stays in the journal as far as it came, and is settled with the server. */
function afterFault(desk: Desk, item: string, error: unknown): void {
  desk.tools.log.failure("fault", error);
  desk.tools.log.write("message interrupted", { item });
  if (error instanceof JournalFailed) desk.endBecause("journal");
  else setTimeout(() => desk.loose.ring(), AFTER_FAULT).unref(); // not at once: what failed may fail again
}

/** A code to link a phone by is of use for twenty seconds, so a new state does not wait for its turn. */
async function isToldEarly(desk: Desk, turn: number, until: AbortSignal): Promise<boolean> {
  const since = stopwatch();
  await desk.changed.wait(turn, until);
  return since() < turn;
}

/** Tells the server that this worker lives and what it holds, and hears what it may no longer begin. */
export async function heartbeatLoop(desk: Desk, until: AbortSignal): Promise<void> {
  for (let failures = 0; !until.aborted; ) {
    const since = stopwatch();
    try {
      await beat(desk);
      failures = 0;
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      if (failures++ === 0) desk.tools.log.write("heartbeat failed", { trouble: error.trouble });
      desk.hearTrouble(error);
      if (error.trouble === "unregistered") await registerAgain(desk);
    }
    const { heartbeat_ms, lease_ms } = desk.rules;
    if (failures > 0) await sleep(Math.min(pauseAfter(failures), heartbeat_ms), until);
    else if (await isToldEarly(desk, heartbeat_ms, until)) await sleep(SOONEST, until);
    if (since() > lease_ms) afterSleep(desk);
  }
}

async function beat(desk: Desk): Promise<void> {
  const { calls, transport } = desk.tools;
  const in_flight = [...desk.held].map(({ lease: { id, token } }) => ({ id, token }));
  const answer = await calls.call(heartbeat, { account: transport.account(), transport: transport.state(), in_flight });
  desk.serverProblem = null;
  if (answer.cancelled !== desk.cancelled) desk.tools.log.write(answer.cancelled ? "sending stopped" : "sending resumed");
  const isOver = answer.cancelled || answer.cancel_epoch !== desk.epoch;
  desk.cancelled = answer.cancelled;
  desk.epoch = answer.cancel_epoch;
  if (isOver) desk.dropUnbegun();
  for (const held of desk.held) if (!held.begun && answer.revoked.includes(held.lease.id)) held.drop.abort();
  desk.free.ring();
}

/** The server was set back to a time at which it did not know this worker. */
async function registerAgain(desk: Desk): Promise<void> {
  desk.dropUnbegun();
  try {
    await registerWorker(desk);
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    desk.serverProblem = error.message;
  }
}

/** The PC slept: its leases are over, so nothing is begun that it held, and the server hears the journal. */
function afterSleep(desk: Desk): void {
  desk.tools.log.write("woke up");
  desk.dropUnbegun();
  desk.loose.ring();
}
