import { SOON } from "../item-states";
import type { Pace } from "../limits/default-limits";
import { type AccountFacts, accountMayWrite } from "../send-policy/policy";

/** A number that sends one message after the other. Times are milliseconds. */
export interface Lane {
  account: AccountFacts;
  pace: Pace;
}

/** How a number takes a message: never, as one of those that its cap counts, or beside its cap. */
export type Way = "never" | "counts" | "free";

/** A message that waits for its turn. */
export interface Queued {
  /** Of each lane, in their order. */
  ways: readonly Way[];
  /** The lane to which it was dealt; null for nobody. */
  dealt: number | null;
}

/** Messages that the same lanes take in the same way, by their places in the queue. */
interface Lot extends Queued {
  places: number[];
  next: number;
}

/**
 * Which lane would send each of some messages before an instant, if all of them worked on as the gate lets them (`accountMayWrite`): the
 * first in the queue goes first, and what was dealt to somebody is for others only while that one rests.
 * @param from and `until`: milliseconds
 * @returns of each message the place of its lane and when it goes (milliseconds), null for one that does not go; and which lanes could send more by then
 */
export function whoSends(lanes: readonly Lane[], queued: readonly Queued[], from: number, until: number) {
  const sent: (number | null)[] = queued.map(() => null);
  const times: (number | null)[] = queued.map(() => null);
  const lots = lotsOf(queued);
  const state = lanes.map(({ account }) => ({ next: account.next }));
  // Numbers of the official API share one day: one list is one day.
  const days = new Map(lanes.map(({ account: { begun } }) => [begun, [...begun]]));
  const begunBy = (lane: Lane) => days.get(lane.account.begun) ?? [];
  const startOf = (index: number, way: Way): number => {
    const lane = lanes[index] as Lane; // the index is of one of them
    const account = { ...lane.account, begun: begunBy(lane) };
    let at = Math.max(from, state[index]?.next ?? 0);
    for (;;) {
      const free = accountMayWrite({ at, account, pace: lane.pace }, way === "counts");
      if (free <= at || at >= until) return at;
      at = free;
    }
  };
  for (;;) {
    let best: { at: number; lane: number; lot: Lot; place: number } | null = null;
    for (const lane of lanes.keys()) {
      const starts = { never: Number.POSITIVE_INFINITY, counts: startOf(lane, "counts"), free: startOf(lane, "free") };
      for (const lot of lots) {
        const place = lot.places[lot.next];
        const at = starts[lot.ways[lane] ?? "never"];
        if (place === undefined || at >= until) continue;
        const isTheirs = lot.dealt === null || lot.dealt === lane || startOf(lot.dealt, lot.ways[lot.dealt] ?? "never") > at + SOON;
        if (isTheirs && (!best || at < best.at || (at === best.at && place < best.place))) best = { at, lane, lot, place };
      }
    }
    if (!best) return { sent, times, open: lanes.map((_, lane) => startOf(lane, "counts") < until) };
    const { at, lane, lot, place } = best;
    const { pace } = lanes[lane] as Lane; // as above
    sent[place] = lane;
    times[place] = at;
    lot.next++;
    (state[lane] as { next: number }).next = at + pace.gap + pace.gapMore / 2;
    if (!pace.dayCountsGuests || lot.ways[lane] === "counts") begunBy(lanes[lane] as Lane).push(at);
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
