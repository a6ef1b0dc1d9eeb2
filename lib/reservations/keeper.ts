import { setTimeout as pause } from "node:timers/promises";
import { keptBranches } from "../env";
import { type BranchKey, isRestaurant } from "../known-branches";
import { log } from "../log";
import { processWide } from "../process-wide";
import { onReservationAnswer } from "../queue/recipients/reservation-answers";
import { pauseBetweenLooks } from "../test-hooks";
import { underWay } from "../work-under-way";
import { publishBookers } from "./guests/publish-bookers";
import { noteReminders } from "./messages/reminders";
import { sendDue } from "./messages/send-due";
import { takeAnswers } from "./messages/take-answers";
import { takeBackUntrue } from "./messages/take-back";

/** How often is looked whether a reminder is due, or something was left undone, in milliseconds. */
const LOOK_EVERY = 60_000;
/** How long a burst of bookings is waited for, in milliseconds: their bookers then go into the book together. */
const TOGETHER = 150;

interface Work {
  ended: Promise<void>;
  /** Something came while it was under way. */
  again: boolean;
}

const underWayOf = () => processWide("reservations' own work", () => new Map<BranchKey, Work>());
const state = () => processWide("reservations' keeper", () => ({ isEnding: false }));

/**
 * Does what a change of a branch's reservations has left to do beside it: the book takes the bookers, the queue the messages. All of
 * it is written down with the change itself, so what a stop or a fault leaves undone is done at the next look.
 */
export function beginWork(branch: BranchKey): void {
  if (state().isEnding) return;
  const running = underWayOf().get(branch);
  if (running) {
    running.again = true;
    return;
  }
  const work: Work = { ended: Promise.resolve(), again: false };
  work.ended = underWay(doAll(branch, work));
  underWayOf().set(branch, work);
}

async function doAll(branch: BranchKey, work: Work): Promise<void> {
  do {
    work.again = false;
    await pause(TOGETHER, undefined, { ref: false });
    await workOf(branch);
  } while (work.again && !state().isEnding);
  underWayOf().delete(branch);
}

/** One look at a branch, whatever fails of it: the rest is done, and the next look does that again. */
export async function workOf(branch: BranchKey): Promise<void> {
  const steps = [
    ["answers of guests", takeAnswers],
    ["messages that are no longer true", takeBackUntrue],
    ["bookers", publishBookers],
    ["reminders", noteReminders],
    ["messages", sendDue],
  ] as const;
  for (const [what, step] of steps) {
    await step(branch).catch((error: unknown) => log().warn({ err: error, branch, what }, "reservations left something for the next look"));
  }
}

/** Looks at every branch from now on. @returns ends it, and settles when what is under way has ended */
export function startKeeping(every: number = pauseBetweenLooks(LOOK_EVERY)): () => Promise<void> {
  state().isEnding = false;
  const look = () => {
    for (const branch of keptBranches()) if (isRestaurant(branch)) beginWork(branch);
  };
  look();
  const timer = setInterval(look, every);
  timer.unref();
  const endHearing = onReservationAnswer((branch) => beginWork(branch));
  return async () => {
    clearInterval(timer);
    endHearing();
    state().isEnding = true;
    await Promise.all([...underWayOf().values()].map(({ ended }) => ended));
  };
}
