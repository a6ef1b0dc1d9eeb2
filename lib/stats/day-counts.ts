import type { Visits } from "../events";
import { addDays } from "../local-time";
import { type Channel, ofChannels } from "./channels";
import { daysBetween } from "./days-between";
import { type Bucket, type HistoryValues, RETURN_WITHIN } from "./history-measures";
import { NO_VISITS } from "./visits";

/** What is added up of one evening: of the people who came by each way, and */
export interface DayCounts extends Record<Channel, number> {
  tables: number;
  guests: number;
  covers: number;
  /** Tables with a party size, and the guests recorded at them. */
  covers_tables: number;
  captured: number;
  valid_phone: number;
  with_birthday: number;
  book_new: number;
  sent: number;
  arrived: number;
  read: number;
  failed: number;
  vouchers_made: number;
  greetings_arrived: number;
  vouchers_redeemed: number;
  points: number;
  /** Reservations that somebody made, the days from making them to their evening, and what became of them. */
  bookings: number;
  lead_days: number;
  bookings_came: number;
  no_shows: number;
  cancelled: number;
  visits: Visits;
}

/** By business day, YYYY-MM-DD. */
export type Days = Map<string, DayCounts>;

export interface Range {
  from: string;
  to: string;
}

const NO_COUNTS: DayCounts = {
  ...{ tables: 0, guests: 0, covers: 0, covers_tables: 0, captured: 0, valid_phone: 0, with_birthday: 0, book_new: 0 },
  ...{ sent: 0, arrived: 0, read: 0, failed: 0, vouchers_made: 0, greetings_arrived: 0, vouchers_redeemed: 0, points: 0 },
  ...{ bookings: 0, lead_days: 0, bookings_came: 0, no_shows: 0, cancelled: 0 },
  ...ofChannels(() => 0),
  visits: NO_VISITS,
};

/** The counts of a day, to be added to. */
export function countsOf(days: Days, day: string): DayCounts {
  const counts = days.get(day) ?? structuredClone(NO_COUNTS);
  days.set(day, counts);
  return counts;
}

/** Adds counts of the same day; those of another branch too, because no guest is followed from one to the other. */
export function addCounts(to: DayCounts, { visits, ...more }: Partial<DayCounts>): void {
  for (const [name, value] of Object.entries(more) as [Exclude<keyof DayCounts, "visits">, number][]) to[name] += value;
  if (visits) addVisits(to.visits, visits);
}

export function addVisits(to: Visits, { gaps, first, unknown }: Visits): void {
  for (const [gap, count] of Object.entries(gaps)) to.gaps[gap] = (to.gaps[gap] ?? 0) + count;
  to.first += first;
  to.unknown += unknown;
}

const inRange = (day: string, { from, to }: Range) => day >= from && day <= to;
const share = (part: number, whole: number) => (whole === 0 ? null : part / whole);

/** The figures of some days, from what was counted of each. @param today the evening that is now: what is not over is not judged */
export function valuesOf(days: Days, range: Range, today: string): HistoryValues {
  const sum = structuredClone(NO_COUNTS);
  let unique = 0;
  for (const [day, counts] of days) {
    if (!inRange(day, range)) continue;
    addCounts(sum, counts);
    unique += firstWithin(counts.visits, daysBetween(range.from, day));
  }
  const visits = allVisits(sum.visits);
  const { covers_tables, captured, bookings_came, visits: seen, ...plain } = sum;
  return {
    ...plain,
    average_party: share(sum.covers, covers_tables),
    capture_rate: share(captured, sum.covers),
    no_show_rate: share(sum.no_shows, sum.no_shows + bookings_came),
    cancel_rate: share(sum.cancelled, sum.bookings),
    lead_days: share(sum.lead_days, sum.bookings),
    valid_phone: share(sum.valid_phone, sum.guests),
    with_birthday: share(sum.with_birthday, sum.guests),
    visits,
    unique_guests: unique,
    visits_per_guest: share(visits, unique),
    first_visits: seen.first,
    ...returnRates(days, range, today),
  };
}

const allVisits = ({ gaps, first, unknown }: Visits) => first + unknown + Object.values(gaps).reduce((sum, count) => sum + count, 0);

/** Who was not there in the days of the range that were before: their last visit is longer ago than these. */
function firstWithin({ gaps, first, unknown }: Visits, before: number): number {
  return first + unknown + Object.entries(gaps).reduce((sum, [gap, count]) => sum + (Number(gap) > before ? count : 0), 0);
}

/** A visit that says how long ago the last one was is the return of that one. */
function returnRates(days: Days, { from, to }: Range, today: string): Pick<HistoryValues, "return_30" | "return_60" | "return_90"> {
  const [a, b, c] = RETURN_WITHIN.map((within) => {
    const last = addDays(today, -within - 1);
    const judged = { from, to: last < to ? last : to };
    let visits = 0;
    let returned = 0;
    for (const [day, { visits: seen }] of days) {
      if (inRange(day, judged)) visits += allVisits(seen) - seen.unknown;
      for (const [gap, count] of Object.entries(seen.gaps))
        if (Number(gap) <= within && inRange(addDays(day, -Number(gap)), judged)) returned += count;
    }
    return share(returned, visits);
  });
  return { return_30: a ?? null, return_60: b ?? null, return_90: c ?? null };
}

/** The parts of a range: its days, its weeks from Monday on, or its months; the first and the last may be cut. */
export function partsOf({ from, to }: Range, by: Bucket): Range[] {
  const parts: Range[] = [];
  for (let day = from; day <= to; ) {
    const end = lastOf(day, by);
    parts.push({ from: day, to: end < to ? end : to });
    day = addDays(end, 1);
  }
  return parts;
}

/** @returns 0 for Monday up to 6 for Sunday */
export const weekdayOf = (day: string) => (new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7;

function lastOf(day: string, by: Bucket): string {
  if (by === "day") return day;
  if (by === "week") return addDays(day, 6 - weekdayOf(day));
  const [year = 0, month = 1] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

/** The period that a range is compared with: as many days right before it, or the same dates of the year before. */
export function comparedWith({ from, to }: Range, how: "period" | "year"): Range {
  if (how === "year") return { from: yearBefore(from), to: yearBefore(to) };
  const days = daysBetween(from, to) + 1;
  return { from: addDays(from, -days), to: addDays(from, -1) };
}

function yearBefore(date: string): string {
  const before = `${String(Number(date.slice(0, 4)) - 1).padStart(4, "0")}${date.slice(4)}`;
  return before.endsWith("-02-29") ? `${before.slice(0, 8)}28` : before;
}
