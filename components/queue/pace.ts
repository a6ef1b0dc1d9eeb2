/** How many messages had been dealt with at a moment. */
export interface Sample {
  /** Milliseconds of a clock that never jumps. */
  at: number;
  handled: number;
}

/** Older samples say nothing about the pace of now. */
const WINDOW_MS = 5 * 60_000;
/** From less, one message more or less would make a wild pace. */
const SHORTEST_MS = 10_000;
const FEWEST = 2;

/** The samples with a newer one; begun anew when the count went back, as it does when failures are sent again. */
export function withSample(samples: readonly Sample[], next: Sample): Sample[] {
  const last = samples.at(-1);
  if (last && next.handled < last.handled) return [next];
  return [...samples.filter(({ at }) => next.at - at <= WINDOW_MS), next];
}

/** So much longer than from one message to the next nothing went out: it goes out no more. */
const STILL = 4;
const STILL_MS = 30_000;

/**
 * Where the messages that go out now began to: the time before the first of them, and a standstill between two, is no part of their pace.
 * @returns the index of the sample with the first of them
 */
function begunAt(samples: readonly Sample[]): number {
  let since = 0;
  let rises: Sample[] = [];
  for (const [index, sample] of samples.entries()) {
    if (index === 0 || sample.handled === samples[index - 1]?.handled) continue;
    const [first] = rises;
    const last = rises.at(-1);
    const apart = first && last && last !== first ? (last.at - first.at) / (last.handled - first.handled) : null;
    if (!last || (apart !== null && sample.at - last.at > Math.max(STILL_MS, STILL * apart))) {
      since = index;
      rises = [];
    }
    rises.push(sample);
  }
  return since;
}

/** @returns messages a minute, or null while too little was seen, and once nothing goes out any more */
export function paceOf(samples: readonly Sample[]): number | null {
  const since = begunAt(samples);
  const first = samples[since];
  const last = samples.at(-1);
  if (!first || !last || last.at - first.at < SHORTEST_MS || last.handled - first.handled < FEWEST) return null;
  const newest = samples.find(({ handled }) => handled === last.handled) ?? last;
  const apart = (newest.at - first.at) / (last.handled - first.handled);
  if (last.at - newest.at > Math.max(STILL_MS, STILL * apart)) return null;
  return (last.handled - first.handled) / ((last.at - first.at) / 60_000);
}

/** `About 3 min left`; null for what is over in a moment, and where nobody can tell. @param going how many go: what is kept has no time */
export function timeLeft(going: number | null, pace: number | null): string | null {
  if (pace === null || !going) return null;
  const seconds = (going / pace) * 60;
  if (seconds < 10) return null;
  if (seconds < 90) return `About ${Math.ceil(seconds / 10) * 10} s left`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `About ${minutes} min left` : `About ${Math.ceil(minutes / 60)} h left`;
}

/** `12 a minute`; slow senders are told by the hour. */
export function paceInWords(pace: number): string {
  return pace >= 1 ? `${Math.round(pace)} a minute` : `${Math.max(1, Math.round(pace * 60))} an hour`;
}
