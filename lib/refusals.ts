import { timestamp } from "./clock";
import type { Actor } from "./db/actor";
import { hubStore } from "./db/find-store";
import { type ErrorCode, STATUS_OF } from "./errors";
import type { Happening } from "./events";
import { log } from "./log";
import { processWide } from "./process-wide";

/** The refusals that say something about who asked; what was merely typed wrong is none. */
const WORTH_KEEPING: ReadonlySet<ErrorCode> = new Set(["unauthenticated", "forbidden", "branch_forbidden", "cross_site", "rate_limited"]);

/** A first refusal is in the trail so soon, in milliseconds. */
const SOON = 1_000;
/** The same refusal is counted for so long before it is written again: a forgotten tablet asks every five seconds. */
const AGAIN = 10 * 60_000;
/** Of more different ones at a time, only the number is kept: a flood must not fill the disk. */
const MOST = 200;

export interface Refused {
  actor: Actor | null;
  /** Where the call came from. */
  address: string;
  /** The call's pattern, such as `POST /end-of-day`, or `the page /audit`; never an address with what somebody typed. */
  call: string;
  code: ErrorCode;
  /** The number of the answer; left out, that of the code. */
  status?: number;
  branch: string | null;
  requestId: string;
}

interface Tally extends Refused {
  times: number;
  first_at: string;
  /** When it was last written, in milliseconds of the process's own clock; null before. */
  written: number | null;
}

interface Counting {
  tallies: Map<string, Tally>;
  isWaiting: boolean;
  /** The writing that is under way. */
  writing: Promise<void>;
}

const counting = () =>
  processWide<Counting>("refusals that are counted", () => ({ tallies: new Map(), isWaiting: false, writing: Promise.resolve() }));

/** Counts a call's refusal, where it says something about who asked. */
export function noteRefusal(refused: Refused): void {
  if (WORTH_KEEPING.has(refused.code)) countRefusal(refused);
}

/** Counts a refusal, whatever its code; a second later it is in the trail. It never fails, and nobody waits for it. */
export function countRefusal(refused: Refused): void {
  const { tallies } = counting();
  const who = refused.actor ? refused.actor.id : refused.address;
  const whole = `${who} ${refused.call} ${refused.code} ${refused.branch}`;
  const key = tallies.has(whole) || tallies.size < MOST ? whole : `${refused.code} of many`;
  const tally = tallies.get(key);
  if (tally) {
    // What was counted before is written: this is the first of the next ones, which come from where they come from.
    if (tally.times === 0 && key === whole) Object.assign(tally, refused);
    tally.times += 1;
    tally.first_at ||= timestamp();
  } else tallies.set(key, { ...refused, ...(key === whole ? {} : MANY), times: 1, first_at: timestamp(), written: null });
  writeSoon();
}

/** In the place of what cannot be told apart any more. */
const MANY = { actor: null, address: "many", call: "many calls", branch: null };

function writeSoon(): void {
  const state = counting();
  if (state.isWaiting) return;
  state.isWaiting = true;
  setTimeout(() => {
    // By name once more: a test's house, and its store, may be gone by now.
    if (counting() !== state) return;
    state.isWaiting = false;
    writeRefusals().catch((error) => log().warn({ err: error }, "refusals were not written down"));
  }, SOON).unref();
}

/**
 * Writes down what is due: what is new, and what has been counted for long enough; after the writing that is under way, of which
 * nothing is due any more and some is not in the trail yet.
 * @param all at a stop, and for whoever reads the trail: everything
 */
export function writeRefusals(all = false): Promise<void> {
  const state = counting();
  const written = state.writing.then(() => writeDue(state.tallies, all));
  state.writing = written.catch(() => undefined); // whoever began it gets the error
  return written;
}

async function writeDue(tallies: Counting["tallies"], all: boolean): Promise<void> {
  const due: (Tally & { key: string })[] = [];
  for (const [key, tally] of tallies) {
    const isOld = tally.written !== null && performance.now() - tally.written >= AGAIN;
    if (tally.times === 0 && isOld) tallies.delete(key);
    if (tally.times === 0 || !(all || tally.written === null || isOld)) continue;
    due.push({ ...tally, key });
    tallies.set(key, { ...tally, times: 0, written: performance.now(), first_at: "" });
  }
  if (due.length === 0) return;
  try {
    const hub = await hubStore();
    // One by one, for each has its own actor and call.
    for (let tally = due[0]; tally; tally = due[0]) {
      const happened = [happeningOf(tally)];
      const by = { actor: tally.actor ?? { kind: "system" as const, id: "signed out" }, request_id: tally.requestId, receipt: null };
      await hub.write(by, async () => ({ answer: undefined, happened }));
      due.shift();
    }
  } finally {
    for (const unwritten of due) countAgain(unwritten);
  }
}

/** What could not be written, because another process held the hub, is written the next time. */
function countAgain({ key, ...unwritten }: Tally & { key: string }): void {
  const tally = counting().tallies.get(key);
  if (tally) Object.assign(tally, unwritten, { times: tally.times + unwritten.times });
}

function happeningOf({ address, call, code, status = STATUS_OF[code], branch, times, first_at }: Tally): Happening {
  return { kind: "calls.refused", subjects: [address], payload: { call, status, code, branch, times, first_at } };
}
