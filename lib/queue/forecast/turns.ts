import type Database from "better-sqlite3";
import { eveningHours } from "../../business-day";
import { env } from "../../env";
import { addDays, dayRange, localDate } from "../../local-time";
import { WAIT_FOR_SENDER } from "../item-sql";
import type { Limits } from "../limits/contract";
import { limitsIn } from "../limits/stored-limits";
import { isAnyHour } from "../send-policy/too-late";
import { BELATED } from "../tasks";
import type { Able, TemplateGaps } from "../templates/missing";
import { hasRoom, numberTimelines } from "./number-timelines";
import { type Queued, whoSends } from "./simulate";
import { type Span, type WaitingBefore, waitingBefore } from "./waiting";

/** Over the next quiet hours, and the day after: nobody is told an hour that is farther off. */
const AHEAD = 36 * 3_600_000;
/** As of `courseOfToday`. */
const MOST = 2_000;

interface Given {
  sql: Database.Database;
  /** The server's time in milliseconds. */
  at: number;
  able: readonly Able[];
  gaps: TemplateGaps;
}

/**
 * When each of all that waits goes, one after the other, as far as the numbers' caps and the quiet hours let them: about, by the mean of the
 * pace.
 * @returns milliseconds by the message's id; nothing where the numbers have room for all of them at once
 */
export function turnsOf({ sql, at, able, gaps }: Given): Map<string, number> {
  const span: Span = { from: at, until: at + AHEAD };
  const waiting = waitingBefore(sql, BELATED, span.until, MOST);
  const { timelines, queued } = numberTimelines({ sql, at, able, gaps }, waiting);
  if (timelines.every((timeline) => hasRoom(timeline, waiting.length, span))) return new Map();
  const quiet = quietHours(limitsIn(sql), span);
  const quietUntil = (instant: number) => quiet.find(({ from, until }) => from <= instant && instant < until)?.until ?? null;
  const { times } = whoSends(
    timelines,
    waiting.map((one) => ({ ...queued(one), ...hoursOf(one, at) })),
    span.from,
    span.until,
    quietUntil,
  );
  return new Map(waiting.flatMap(({ id }, index): [string, number][] => (times[index] == null ? [] : [[id, times[index]]])));
}

/** What waits for something else than a number goes from a time on, and a greeting until its day is over. */
function hoursOf(waiting: WaitingBefore, at: number): Pick<Queued, "from" | "until" | "anyHour"> {
  const { run_at, not_after, last_code } = waiting;
  const due = Date.parse(run_at);
  const isPutOff = due > at && !["QUIET", ...WAIT_FOR_SENDER].includes(last_code ?? "");
  return {
    anyHour: isAnyHour(waiting),
    ...(isPutOff && { from: due }),
    ...(not_after !== null && { until: Date.parse(not_after) }),
  };
}

function quietHours({ quiet }: Limits, { from, until }: Span): Span[] {
  if (quiet.from === quiet.to) return [];
  const { timeZone } = eveningHours(env());
  const first = addDays(localDate(new Date(from), timeZone), -1);
  const days = Array.from({ length: 4 }, (_, index) => addDays(first, index));
  const instant = (day: string, time: string) => dayRange(day, timeZone, time).from.getTime();
  const spans = days.map((day) => ({
    from: instant(day, quiet.from),
    until: instant(quiet.from < quiet.to ? day : addDays(day, 1), quiet.to),
  }));
  return spans.filter((one) => one.until > from && one.from < until);
}
