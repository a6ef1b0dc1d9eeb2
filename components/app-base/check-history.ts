/** As long as the past of the server's health is kept, in milliseconds. */
export const HISTORY_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Checks come far closer while the page is in sight. */
const UNSEEN_MS = MINUTE_MS;

/** The checks of the last hour; all times in milliseconds by this device's clock. */
export interface CheckHistory {
  /** One for each minute with a check, the oldest first. `slowest`: of its answers in milliseconds; null where none came. */
  minutes: { at: number; slowest: number | null; wasAway: boolean }[];
  /**
   * From the first check without an answer to the next answer, or to the last one without (`seen`) where nothing was asked for a while;
   * `to` is null while there is none.
   */
  away: { from: number; seen: number; to: number | null }[];
}

export const NO_CHECKS: CheckHistory = { minutes: [], away: [] };

/** The history with one more check, without what is older than an hour. @param latency null when no answer came */
export function withCheck({ minutes, away }: CheckHistory = NO_CHECKS, at: number, latency: number | null): CheckHistory {
  const minute = Math.floor(at / MINUTE_MS) * MINUTE_MS;
  const begun = minutes.at(-1);
  const same = begun?.at === minute ? begun : { at: minute, slowest: null, wasAway: false };
  const now = {
    at: minute,
    slowest: latency === null ? same.slowest : Math.max(same.slowest ?? 0, latency),
    wasAway: same.wasAway || latency === null,
  };
  const last = away.at(-1);
  // A device that slept, or a page out of sight, asked nothing: of that time nothing is known.
  const isAway = last?.to === null && at - last.seen <= UNSEEN_MS;
  let spans = away.map((span) => (span.to === null && !isAway ? { ...span, to: span.seen } : span));
  if (latency === null) spans = isAway ? [...away.slice(0, -1), { ...last, seen: at }] : [...spans, { from: at, seen: at, to: null }];
  else if (isAway) spans = [...away.slice(0, -1), { ...last, to: at }];
  return {
    minutes: [...minutes.filter((one) => one.at !== minute && one.at > minute - HISTORY_MS), now],
    away: spans.filter(({ to }) => to === null || to > at - HISTORY_MS),
  };
}
