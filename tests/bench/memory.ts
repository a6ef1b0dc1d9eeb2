import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { WebSocket } from "ws";
import type { RealServer } from "../support/real-server";
import { memoryOf, report } from "./report";

/** What is freed goes back to the system a moment after it was collected. */
const RETURNED_MS = 1_000;
const OPENED_MS = 10_000;

/** A process of Node, and what it has said so far. */
type Watched = Pick<RealServer, "pid" | "said">;

/**
 * Watches what a server holds: its memory when its garbage is gone, now and at the end. In between V8 lets garbage lie as
 * it sees fit, up and down by tens of MB, which says nothing about two minutes.
 * @returns reports the slope against a limit of 1 MB a minute, and what the process has with its garbage
 */
export async function watchMemory(server: RealServer, figure: string): Promise<() => Promise<void>> {
  const before = await heldBy(server);
  const started = performance.now();
  return async () => {
    const minutes = (performance.now() - started) / 60_000;
    report({ figure: `${figure}: server's memory, garbage included`, value: memoryOf(server.pid, "VmRSS"), unit: "MB", limit: null });
    const after = await heldBy(server);
    report({ figure: `${figure}: memory that is held`, value: after, unit: "MB", limit: null });
    report({ figure: `${figure}: memory slope`, value: (after - before) / minutes, unit: "MB/min", limit: 1 });
  };
}

/** MB that a Node process has after a collection of its garbage, asked for by its inspector. */
export async function heldBy(one: Watched): Promise<number> {
  const socket = new WebSocket(await inspectorOf(one));
  try {
    await once(socket, "open");
    // Twice: what a first one lets go of, finalisers for example, a second one takes away.
    for (const id of [1, 2]) {
      const answered = once(socket, "message");
      socket.send(JSON.stringify({ id, method: "HeapProfiler.collectGarbage" }));
      await answered;
    }
  } finally {
    socket.terminate();
  }
  await pause(RETURNED_MS);
  return memoryOf(one.pid, "VmRSS");
}

/** Node opens its inspector on loopback when it gets this signal (Node.js documentation, Signal events). */
async function inspectorOf(one: Watched): Promise<string> {
  const address = () => /Debugger listening on (ws:\S+)/.exec(one.said())?.[1];
  if (!address()) process.kill(one.pid, "SIGUSR1");
  const until = performance.now() + OPENED_MS;
  for (let found = address(); performance.now() < until; found = address()) {
    if (found) return found;
    await pause(50);
  }
  throw new Error("The inspector did not open.");
}
