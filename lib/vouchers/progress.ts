import { setTimeout as pause } from "node:timers/promises";
import type { Branch } from "../db/branch";
import { nextMove } from "../jobs/list";
import type { BranchKey } from "../known-branches";
import { processWide } from "../process-wide";
import type { VoucherFile } from "./contract";
import { madeVouchers } from "./list";

/** Vouchers that are being made. Streams look at it; none of them holds it up. */
export interface Making {
  job: string;
  date: string;
  current: number;
  total: number;
  /** Those that this run has made, in order. */
  made: VoucherFile[];
  ended: Promise<Ending>;
}

/** The last message of a stream. */
export type Ending = { event: "done"; left_out: number } | { event: "failed"; error: string; code: string };

/** What each branch is making; a promise from the moment on at which somebody asked for it. */
export const makings = () => processWide("vouchers in the making", () => new Map<BranchKey, { date: string; begun: Promise<Making> }>());

/** What a branch is making for a date; null where nothing is. */
export async function beingMade(branch: Branch, date: string): Promise<Making | null> {
  const there = makings().get(branch.key);
  return there?.date === date ? there.begun.catch(() => null) : null;
}

/** How far a branch is with a date; null where nothing is being made for it. */
export async function runningFor(branch: Branch, date: string): Promise<{ job: string; current: number; total: number } | null> {
  const making = await beingMade(branch, date);
  return making && { job: making.job, current: making.current, total: making.total };
}

/**
 * The making as server-sent events: `data: {"current", "total"}` whenever it moves, with the vouchers made since the last
 * one; then the event `done` with all of the date, or `failed` with the reason. A view: whoever closes it stops nothing.
 * @param signal ends the stream when the caller goes away
 */
export function streamMaking(branch: Branch, making: Making, signal: AbortSignal): ReadableStream<Uint8Array> {
  const text = new TextEncoder();
  return new ReadableStream({
    async start(controller) {
      const say = (data: object, event = "") => controller.enqueue(text.encode(`${event}data: ${JSON.stringify(data)}\n\n`));
      let ending: Ending | null = null;
      void making.ended.then((ended) => {
        ending = ended;
      });
      await pause(0); // lets a job that has ended report it first
      for (let said = 0, last = ""; !signal.aborted; ) {
        const { current, total, made } = making;
        const moved = `${current} ${total}`;
        if (moved !== last) say({ current, total, made: made.slice(said) });
        [said, last] = [made.length, moved];
        if (ending) break;
        await Promise.race([nextMove(making.job, signal), making.ended]);
      }
      if (!signal.aborted) await sayEnding(branch, making, say);
      controller.close(); // also for whoever may not see it any more: their page would wait for ever
    },
  });
}

async function sayEnding(branch: Branch, making: Making, say: (data: object, event: string) => void): Promise<void> {
  const { event, ...why } = await making.ended;
  const files = await madeVouchers(branch, making.date);
  const { current, total } = making;
  say({ current, total, ...why, files }, `event: ${event}\n`);
}
