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
  /** The same of all that were queued at once: of these each timeline sends first what was dealt to it (`shareOut`). */
  turn: string;
  /** It goes from then on, and before then, in milliseconds; left out, at once, and at any time. */
  from?: number;
  until?: number;
  /** Quiet hours do not hold it. */
  anyHour?: boolean;
}

/** Messages that the same timelines take in the same way, by their places in the queue. */
interface Lot extends Omit<Queued, "turn"> {
  places: number[];
  next: number;
}

/**
 * Which timeline would send each of some messages before an instant, if all of them worked on as the send policy lets them (`accountMayWrite`): the
 * first in the queue goes first, and what was dealt to somebody is for others only while that one rests.
 * @param from and `until`: milliseconds; @param quietUntil when quiet hours end in which an instant lies; null outside of them
 * @returns of each message the place of its timeline and when it goes (milliseconds), null for one that does not go; and which timelines could send more by then
 */
export function whoSends(
  timelines: readonly NumberTimeline[],
  queued: readonly Queued[],
  from: number,
  until: number,
  quietUntil: (at: number) => number | null = () => null,
) {
  const sent: (number | null)[] = queued.map(() => null);
  const times: (number | null)[] = queued.map(() => null);
  const lots = lotsOf(queued);
  const firsts = new Map<string, number>();
  for (const [place, { turn }] of queued.entries()) if (!firsts.has(turn)) firsts.set(turn, place);
  const turnOf = (place: number) => firsts.get((queued[place] as Queued).turn) ?? place; // the place is of one of them
  const state = timelines.map(({ account }) => ({ next: account.next }));
  // Numbers of the official API share one day: one list is one day.
  const days = new Map(timelines.map(({ account: { begun } }) => [begun, [...begun]]));
  const begunBy = (timeline: NumberTimeline) => days.get(timeline.account.begun) ?? [];
  const startOf = (index: number, lot: Lot): number => {
    const way = lot.ways[index] ?? "never";
    if (way === "never") return Number.POSITIVE_INFINITY;
    const timeline = timelines[index] as NumberTimeline; // the index is of one of them
    const account = { ...timeline.account, begun: begunBy(timeline) };
    let at = Math.max(from, state[index]?.next ?? 0, lot.from ?? 0);
    for (;;) {
      const quiet = lot.anyHour ? null : quietUntil(at);
      const free = quiet ?? accountMayWrite({ at, account, pace: timeline.pace }, way === "counts");
      if (free <= at || at >= until) return at;
      at = free;
    }
  };
  const anybodys = (timeline: number): Lot => ({
    ways: timelines.map((_, index) => (index === timeline ? "counts" : "never")),
    dealt: null,
    places: [],
    next: 0,
  });
  for (;;) {
    let best: Choice | null = null;
    for (const timeline of timelines.keys()) {
      for (const lot of lots) {
        const place = lot.places[lot.next];
        if (place === undefined) continue;
        const at = startOf(timeline, lot);
        if (at >= Math.min(until, lot.until ?? until)) continue;
        const isTheirs = lot.dealt === null || lot.dealt === timeline || startOf(lot.dealt, lot) > at + SOON;
        const choice = { at, timeline, lot, place, turn: turnOf(place) };
        if (isTheirs && (!best || isBefore(choice, best))) best = choice;
      }
    }
    if (!best) return { sent, times, open: timelines.map((_, timeline) => startOf(timeline, anybodys(timeline)) < until) };
    const { at, timeline, lot, place } = best;
    const { pace } = timelines[timeline] as NumberTimeline; // as above
    sent[place] = timeline;
    times[place] = at;
    lot.next++;
    (state[timeline] as { next: number }).next = at + pace.gap + pace.gapMore / 2;
    if (!pace.dayCountsGuests || lot.ways[timeline] === "counts") begunBy(timelines[timeline] as NumberTimeline).push(at);
  }
}

/** A message that a timeline could send next. */
interface Choice {
  at: number;
  timeline: number;
  lot: Lot;
  place: number;
  /** The place of the first that was queued with it. */
  turn: number;
}

function isBefore(one: Choice, other: Choice): boolean {
  if (one.at !== other.at) return one.at < other.at;
  if (one.timeline !== other.timeline || one.turn !== other.turn) return one.place < other.place;
  const isOwn = ({ lot, timeline }: Choice) => lot.dealt === timeline;
  return isOwn(one) === isOwn(other) ? one.place < other.place : isOwn(one);
}

function lotsOf(queued: readonly Queued[]): Lot[] {
  const lots = new Map<string, Lot>();
  for (const [place, { turn: _, ...one }] of queued.entries()) {
    const key = JSON.stringify(one);
    const lot = lots.get(key) ?? { ...one, places: [], next: 0 };
    lot.places.push(place);
    lots.set(key, lot);
  }
  return [...lots.values()];
}
