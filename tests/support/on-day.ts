import { it } from "vitest";
import { isDayOf, type Turn } from "./today";

const notToday = () => {};

/** `it` for a dear edge in a file that each day runs: one day of seven plays it, as `filesOfOtherDays` does whole files. */
// A test that waits for its day is not declared: one that is skipped counts as failed.
export const itOnDay = (turn: Turn): typeof it => (isDayOf(turn) ? it : (notToday as unknown as typeof it));
