import type Database from "better-sqlite3";
import type { DayHours } from "../business-day";
import type { TakenFigures } from "../events";
import { localTime } from "../local-time";
import { addCounts, addVisits, countsOf, type Days, type Range, weekdayOf } from "./day-counts";
import { figuresOfGuests, type SeatedGuest } from "./taken-figures";
import { visitsOf } from "./visits";

/** Tables by the weekday of their evening, from Monday on, and the hour at which they were opened. */
export type Heat = number[][];

export const noHeat = (): Heat => Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));

/** What a branch's table store says of some evenings. */
export interface OfTables {
  days: Days;
  /** Of the shown days alone. */
  heat: Heat;
  /** Of these, the evenings with tables that no End of Day has taken, and those that an older version took, which kept no figures. */
  open: string[];
  older: string[];
}

interface TableRow {
  id: string;
  business_day: string;
  party_size: number | null;
  is_closed: 0 | 1;
  opened: string;
}

// Its first event says when a table was opened: of the guests by whom the feed tells it, somebody may have been erased.
const TABLES = `SELECT t.id, t.business_day, t.party_size, t.closed_by IS NOT NULL AS is_closed,
    coalesce((SELECT e.at FROM event_subject s JOIN event e ON e.seq = s.event_seq WHERE s.subject = t.id AND e.kind = 'table.saved'
      ORDER BY s.event_seq LIMIT 1), t.saved_at) AS opened
  FROM saved_table t WHERE t.business_day >= ? AND t.business_day <= ?`;

const GUESTS = `SELECT g.table_id, g.phones, g.birthday FROM saved_table t JOIN table_guest g ON g.table_id = t.id
  WHERE t.business_day >= ? AND t.business_day <= ? AND t.id NOT IN (SELECT value FROM json_each(?))`;

/**
 * @param range of which days are counted @param shown of which the hours are
 */
export function ofTables(table: Database.Database, range: Range, shown: Range, hours: DayHours, countryCode: string): OfTables {
  const taken = takenBefore(table);
  const rows = table.prepare<[string, string], TableRow>(TABLES).all(range.from, range.to);
  const kept = rows.filter(({ id, is_closed }) => is_closed && taken.tables[id]).map(({ id }) => id);
  const standing = table.prepare<[string, string, string], SeatedGuest>(GUESTS);
  const asTheyStand = figuresOfGuests(standing.iterate(range.from, range.to, JSON.stringify(kept)), countryCode);
  const days: Days = new Map();
  const heat = noHeat();
  const [open, older] = [new Set<string>(), new Set<string>()];
  for (const { id, business_day, party_size, is_closed, opened } of rows) {
    const [guests, valid_phone, with_birthday] = (is_closed && taken.tables[id]) || asTheyStand[id] || [0, 0, 0];
    const people = party_size === null ? {} : { covers: party_size, covers_tables: 1, captured: guests };
    addCounts(countsOf(days, business_day), { tables: 1, guests, valid_phone, with_birthday, ...people });
    if (business_day < shown.from || business_day > shown.to) continue;
    const ofWeekday = heat[weekdayOf(business_day)];
    const hour = Number(localTime(new Date(opened), hours.timeZone).slice(0, 2));
    if (ofWeekday) ofWeekday[hour] = (ofWeekday[hour] ?? 0) + 1;
    if (!is_closed) open.add(business_day);
    else if (!taken.tables[id]) older.add(business_day);
  }
  addAllVisits(table, days, range, taken);
  return { days, heat, open: [...open].sort(), older: [...older].sort() };
}

interface Taken extends TakenFigures {
  /** The runs of which figures were kept, as the rows name them. */
  keys: string[];
}

const RUNS = `SELECT payload ->> '$.taken_for' AS key, payload -> '$.figures' AS figures FROM event
  WHERE kind = 'tables.merged' AND payload ->> '$.figures' IS NOT NULL ORDER BY seq`;
// One that was cut off before it closed anything is run again, and kept then.
const CLOSED = `SELECT taken_for FROM saved_table WHERE closed_by IS NOT NULL AND taken_for IS NOT NULL
  UNION SELECT taken_for FROM guest_row WHERE booked_by IS NOT NULL AND taken_for IS NOT NULL`;

/** What each End of Day kept of what it took. */
function takenBefore(table: Database.Database): Taken {
  const closed = new Set(table.prepare<[], string>(CLOSED).pluck().all());
  const last = new Map<string, TakenFigures>();
  for (const { key, figures } of table.prepare<[], { key: string; figures: string }>(RUNS).iterate())
    if (closed.has(key)) last.set(key, JSON.parse(figures) as TakenFigures); // as `takenFigures` wrote it
  const all: Taken = { tables: {}, visits: {}, keys: [...last.keys()] };
  for (const { tables, visits } of last.values()) {
    Object.assign(all.tables, tables);
    for (const [day, more] of Object.entries(visits)) {
      const sum = all.visits[day] ?? { gaps: {}, first: 0, unknown: 0 };
      all.visits[day] = sum;
      addVisits(sum, more);
    }
  }
  return all;
}

const OF_OLDER_RUNS = `r.booked_by IS NOT NULL AND r.business_day >= ? AND r.business_day <= ?
  AND (r.taken_for IS NULL OR r.taken_for NOT IN (SELECT value FROM json_each(?)))`;

/** Visits as each End of Day kept them; of older ones as the rows stand. */
function addAllVisits(table: Database.Database, days: Days, range: Range, taken: Taken): void {
  for (const [day, visits] of Object.entries(taken.visits))
    if (day >= range.from && day <= range.to) addVisits(countsOf(days, day).visits, visits);
  for (const { business_day, gap, first, unknown } of visitsOf(table, OF_OLDER_RUNS, [range.from, range.to, JSON.stringify(taken.keys)]))
    addVisits(countsOf(days, business_day).visits, { gaps: gap === null ? {} : { [gap]: 1 }, first, unknown });
}

const INSERTED = `SELECT business_day, sum(inserted) AS book_new FROM end_of_day_entry WHERE business_day >= ? AND business_day <= ? GROUP BY business_day`;

/** Whom each End of Day brought into the guest book, as its entry says. */
export function addInserted(book: Database.Database, days: Days, { from, to }: Range): void {
  const rows = book.prepare<[string, string], { business_day: string; book_new: number }>(INSERTED);
  for (const { business_day, book_new } of rows.iterate(from, to)) addCounts(countsOf(days, business_day), { book_new });
}
