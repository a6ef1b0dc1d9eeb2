import type { InShort } from "@/lib/competitions/shapes";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `2 days 3 h`, `3 h 20 min`, `20 min`; of the last minute "less than a minute". */
export function spanInWords(ms: number): string {
  const days = Math.floor(ms / DAY);
  const hours = Math.floor((ms % DAY) / HOUR);
  const minutes = Math.floor((ms % HOUR) / MINUTE);
  if (days > 0) return `${days} ${days === 1 ? "day" : "days"} ${hours} h`;
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min` : "less than a minute";
}

/** What a competition waits for, and how long: of each state the next thing that happens. */
export function leftInWords({ state, opens_at, closes_at, draws_at }: InShort, now: Date): string {
  const until = (at: string) => Date.parse(at) - now.getTime();
  switch (state) {
    case "DRAFT":
      return "A draft: nobody has opened it.";
    case "OPEN":
      if (until(opens_at) > 0) return `Begins in ${spanInWords(until(opens_at))}.`;
      return until(closes_at) > 0 ? `Closes in ${spanInWords(until(closes_at))}.` : "Its time is over: close it.";
    case "CLOSED":
      return "Bring in the last comments, then lock the list.";
    case "LOCKED":
      if (draws_at !== null && until(draws_at) > 0) return `Can be drawn in ${spanInWords(until(draws_at))}.`;
      return "Can be drawn now.";
    case "DRAWN":
      return "Look at each winner by hand, then verify.";
    case "VERIFIED":
      return "Give the winners their vouchers.";
    case "PRIZE_GIVEN":
      return "Over: the prize is given.";
    case "CANCELLED":
      return "Cancelled.";
  }
}
