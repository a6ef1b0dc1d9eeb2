import { setTimeout as pause } from "node:timers/promises";
import { type Answered, PATIENCE } from "./http";
import { percentile, report, reportCount } from "./report";

/** One call that somebody is going to make. */
export interface Planned {
  what: string;
  send: () => Promise<Answered>;
  /** The statuses that are no error; 200 and 304 unless said. */
  good?: (status: number) => boolean;
}

export interface Outcome {
  what: string;
  ms: number;
  /** What went wrong, if anything did. */
  error: string | null;
}

/**
 * Makes so many calls a second whether or not earlier ones were answered, as people do: a server that stands still is
 * not spared. Milliseconds count from the sending, and nobody queues behind anybody in the client.
 * @returns every call's outcome, once all were answered
 */
export async function paced(rate: number, seconds: number, plan: () => Planned): Promise<Outcome[]> {
  const started = performance.now();
  const outcomes: Promise<Outcome>[] = [];
  let waiting = 0;
  for (let count = 0; count < rate * seconds; count++) {
    const early = started + (count * 1_000) / rate - performance.now();
    if (early > 0) await pause(early);
    const planned = plan();
    if (waiting >= MOST_WAITING) outcomes.push(Promise.resolve({ what: planned.what, ms: PATIENCE, error: "not sent: too many wait" }));
    else {
      waiting++;
      outcomes.push(outcomeOf(planned).finally(() => waiting--));
    }
  }
  return Promise.all(outcomes);
}

/** With so many calls unanswered a server is overrun; each further one counts as an error that took as long as anybody waits. */
const MOST_WAITING = 500;

async function outcomeOf({ what, send, good = (status) => status === 200 || status === 304 }: Planned): Promise<Outcome> {
  const started = performance.now();
  try {
    const { status, text } = await send();
    const error = good(status) ? null : `${status} ${text.slice(0, 120)}`;
    return { what, ms: performance.now() - started, error };
  } catch (error) {
    return { what, ms: performance.now() - started, error: String(error) };
  }
}

/** One share of all calls against a limit, each kind's for information, and that none failed. */
export function reportOutcomes(
  figure: string,
  outcomes: readonly Outcome[],
  { share, limit, bare }: { share: number; limit: number; bare: number },
): void {
  const named = `p${share * 100}`;
  report({ figure: `${figure}, ${named}`, value: shareOf(outcomes, share), unit: "ms", limit, bare });
  for (const what of [...new Set(outcomes.map((outcome) => outcome.what))].sort()) {
    const mine = outcomes.filter((outcome) => outcome.what === what);
    report({ figure: `${figure}, ${what} (${mine.length}), ${named}`, value: shareOf(mine, share), unit: "ms", limit: null });
  }
  const errors = outcomes.filter(({ error }) => error !== null);
  for (const text of new Set(errors.slice(0, 200).map(({ what, error }) => `${what}: ${error}`))) console.error(text);
  reportCount(`${figure}: errors of ${outcomes.length} calls`, errors.length, 0);
}

export function shareOf(outcomes: readonly Outcome[], share: number): number {
  return percentile(
    outcomes.map(({ ms }) => ms),
    share,
  );
}
