import type Database from "better-sqlite3";
import { businessDayRange, businessDays, type DayHours } from "../business-day";
import { CAME } from "../came";
import { addDays } from "../local-time";
import type { ReservationSource } from "../reservations/shapes";
import { channelOf } from "./channels";
import { addCounts, countsOf, type Days, type Range } from "./day-counts";
import { daysBetween } from "./days-between";

/** A reservation as it stood when its evening was settled: at the end of the day after, so that what is marked the next morning counts. */
interface Settled {
  date: string;
  party: number;
  source: ReservationSource;
  status: string;
  /** The business day on which it was made. */
  made: string;
  /** It began on the waitlist. */
  waited: boolean;
  /** The saved tables that were opened for it. */
  tables: string[];
}

const KINDS = "'reservation.made', 'reservation.changed', 'reservation.stepped', 'reservation.table_opened', 'reservation.deleted'";
// By what was ever said of their day: of one that was moved, the events before it stood on these days too. The spread of subjects is found by
// the subject alone, so the first pass reads the events themselves.
const EVENTS = `WITH dated (id) AS (
    SELECT e.subjects ->> '$[0]' FROM event e WHERE e.kind = 'reservation.made' AND e.payload ->> '$.date' BETWEEN @from AND @to
    UNION SELECT e.subjects ->> '$[0]' FROM event e WHERE e.kind = 'reservation.changed' AND e.payload ->> '$.new.date' BETWEEN @from AND @to)
  SELECT dated.id, e.kind, e.at, e.payload, e.subjects FROM dated JOIN event_subject s ON s.subject = dated.id JOIN event e ON e.seq = s.event_seq
  WHERE e.kind IN (${KINDS}) ORDER BY e.seq`;

interface EventRow {
  id: string;
  kind: string;
  at: string;
  payload: string;
  subjects: string;
}

/** What an event says, as lib/reservation-events.ts has it. */
interface Said {
  date?: string;
  party?: number;
  source?: ReservationSource;
  status?: string;
  to?: string;
  new?: { date?: string; party?: number; source?: ReservationSource };
}

/** Whether somebody reserved it: neither a walk-in of the evening itself, as it is said by then, nor of the waitlist. */
const isBooking = ({ waited, source, date, made }: Settled) => !waited && !(source === "walk_in" && date === made);

const TABLES = "SELECT id, business_day, party_size FROM saved_table WHERE business_day BETWEEN ? AND ? AND party_size IS NOT NULL";

/** Adds what a branch's reservations came to, each as it stood when its evening was settled: by its events, which nothing changes later. */
export function addReservations(table: Database.Database, days: Days, range: Range, hours: DayHours): void {
  const booked = new Set<string>();
  for (const one of settledIn(table, range, hours)) {
    for (const id of one.tables) booked.add(id);
    if (one.date < range.from || one.date > range.to) continue;
    const counts = countsOf(days, one.date);
    if (CAME.includes(one.status)) addCounts(counts, { [channelOf(one.source)]: one.party });
    if (!isBooking(one) || one.status === "DECLINED") continue;
    addCounts(counts, {
      bookings: 1,
      lead_days: Math.max(0, daysBetween(one.made, one.date)),
      bookings_came: CAME.includes(one.status) ? 1 : 0,
      no_shows: one.status === "NO_SHOW" ? 1 : 0,
      cancelled: one.status === "CANCELLED" ? 1 : 0,
    });
  }
  const tables = table.prepare<[string, string], { id: string; business_day: string; party_size: number }>(TABLES);
  for (const { id, business_day, party_size } of tables.iterate(range.from, range.to))
    if (!booked.has(id)) addCounts(countsOf(days, business_day), { unbooked: party_size });
}

/** Every evening on which a reservation stood. One that nobody came for, and that is moved weeks later, stands on both its days. */
function* settledIn(table: Database.Database, { from, to }: Range, hours: DayHours): Generator<Settled> {
  const dayOf = businessDays(hours);
  const ends = new Map<string, string>();
  const settledAt = (date: string): string => {
    const end = ends.get(date) ?? businessDayRange(addDays(date, 1), hours).to.toISOString();
    ends.set(date, end);
    return end;
  };
  const open = new Map<string, Settled & { isTold: boolean }>();
  for (const { id, kind, at, payload, subjects } of table.prepare<{ from: string; to: string }, EventRow>(EVENTS).iterate({ from, to })) {
    const said = JSON.parse(payload) as Said;
    const stands = open.get(id);
    if (kind === "reservation.made") {
      const { date = "", party = 0, source = "other", status = "" } = said;
      open.set(id, { date, party, source, status, made: dayOf(at), waited: status === "WAITING", tables: [], isTold: false });
      continue;
    }
    if (!stands) continue;
    if (!stands.isTold && at >= settledAt(stands.date)) {
      stands.isTold = true;
      yield { ...stands };
    }
    if (kind === "reservation.deleted") open.delete(id);
    else if (kind === "reservation.stepped") stands.status = said.to ?? stands.status;
    else if (kind === "reservation.table_opened") stands.tables.push(...(JSON.parse(subjects) as string[]).filter((one) => one !== id));
    else move(stands, said.new ?? {});
  }
  for (const stands of open.values()) if (!stands.isTold) yield stands;
}

function move(stands: Settled & { isTold: boolean }, { date, party, source }: NonNullable<Said["new"]>): void {
  if (date !== undefined && date !== stands.date) stands.isTold = false;
  stands.date = date ?? stands.date;
  stands.party = party ?? stands.party;
  stands.source = source ?? stands.source;
}
