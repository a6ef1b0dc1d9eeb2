import { SOON } from "../item-states";
import type { Pace } from "../limits/default-limits";
import { type AccountFacts, accountMayWrite } from "../send-policy/policy";

/** A number that sends one message after the other. Times are milliseconds. */
export interface NumberTimeline {
  account: AccountFacts;
  pace: Pace;
}

/** How a number takes a message: never, as one of those that its cap counts, or beside its cap. */
export type Way = "never" | "counts" | "free";

/** A message that waits for its turn. */
export interface Queued {
  /** Of each timeline, in their order. */
  ways: readonly Way[];
  /** The timeline to which it was dealt; null for nobody. */
  dealt: number | null;
}

/** Messages that the same timelines take in the same way, by their places in the queue. */
interface Lot extends Queued {
  places: number[];
  next: number;
}

/**
 * Which timeline would send each of some messages before an instant, if all of them worked on as the send policy lets them (`accountMayWrite`): the
 * first in the queue goes first, and what was dealt to somebody is for others only while that one rests.
 * @param from and `until`: milliseconds
 * @returns of each message the place of its timeline and when it goes (milliseconds), null for one that does not go; and which timelines could send more by then
 */
export function whoSends(timelines: readonly NumberTimeline[], queued: readonly Queued[], from: number, until: number) {
  const sent: (number | null)[] = queued.map(() => null);
  const times: (number | null)[] = queued.map(() => null);
  const lots = lotsOf(queued);
  const state = timelines.map(({ account }) => ({ next: account.next }));
  // Numbers of the official API share one day: one list is one day.
  const days = new Map(timelines.map(({ account: { begun } }) => [begun, [...begun]]));
  const begunBy = (timeline: NumberTimeline) => days.get(timeline.account.begun) ?? [];
  const startOf = (index: number, way: Way): number => {
    const timeline = timelines[index] as NumberTimeline; // the index is of one of them
    const account = { ...timeline.account, begun: begunBy(timeline) };
    let at = Math.max(from, state[index]?.next ?? 0);
    for (;;) {
      const free = accountMayWrite({ at, account, pace: timeline.pace }, way === "counts");
      if (free <= at || at >= until) return at;
      at = free;
    }
  };
  for (;;) {
    let best: { at: number; timeline: number; lot: Lot; place: number } | null = null;
    for (const timeline of timelines.keys()) {
      const starts = { never: Number.POSITIVE_INFINITY, counts: startOf(timeline, "counts"), free: startOf(timeline, "free") };
      for (const lot of lots) {
        const place = lot.places[lot.next];
        const at = starts[lot.ways[timeline] ?? "never"];
        if (place === undefined || at >= until) continue;
        const isTheirs = lot.dealt === null || lot.dealt === timeline || startOf(lot.dealt, lot.ways[lot.dealt] ?? "never") > at + SOON;
        if (isTheirs && (!best || at < best.at || (at === best.at && place < best.place))) best = { at, timeline, lot, place };
      }
    }
    if (!best) return { sent, times, open: timelines.map((_, timeline) => startOf(timeline, "counts") < until) };
    const { at, timeline, lot, place } = best;
    const { pace } = timelines[timeline] as NumberTimeline; // as above
    sent[place] = timeline;
    times[place] = at;
    lot.next++;
    (state[timeline] as { next: number }).next = at + pace.gap + pace.gapMore / 2;
    if (!pace.dayCountsGuests || lot.ways[timeline] === "counts") begunBy(timelines[timeline] as NumberTimeline).push(at);
  }
}

function lotsOf(queued: readonly Queued[]): Lot[] {
  const lots = new Map<string, Lot>();
  for (const [place, { ways, dealt }] of queued.entries()) {
    const key = `${dealt} ${ways.join()}`;
    const lot = lots.get(key) ?? { ways, dealt, places: [], next: 0 };
    lot.places.push(place);
    lots.set(key, lot);
  }
  return [...lots.values()];
}
