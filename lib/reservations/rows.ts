import type Database from "better-sqlite3";
import { statement } from "../db/statements";
import type { CANCEL_REASONS, OCCASIONS, ReservationSource } from "./shapes";
import { HOLDING_STATUSES, IN_HOUSE, type ReservationStatus } from "./states";

/** A reservation as the store has it, with its tables. */
export interface ReservationRow {
  id: string;
  code: string;
  version: number;
  status: ReservationStatus;
  was: ReservationStatus | null;
  status_at: string;
  status_day: string;
  business_day: string;
  time: string;
  starts_at: string;
  ends_at: string;
  stay_minutes: number;
  held_from: string;
  held_until: string;
  party: number;
  area: string;
  source: ReservationSource;
  occasion: (typeof OCCASIONS)[number] | null;
  name: string;
  phones: string;
  language: string;
  guest_note: string;
  staff_note: string;
  dietary_note: string;
  deposit: string;
  taker: string;
  created_at: string;
  created_by: string;
  updated_at: string;
  updated_by: string;
  answered: "confirmed" | "cancelled" | "late" | "cancel_asked" | null;
  answered_at: string | null;
  late_minutes: number | null;
  cancel_reason: (typeof CANCEL_REASONS)[number] | null;
  override_reason: string;
  quoted_minutes: number | null;
  waiting_since: string | null;
  called_at: string | null;
  calls: number;
  repeat_times: number;
  repeat_every: number;
  saved_table_id: string | null;
  /** The name of that saved table. */
  table_name: string | null;
  booker_version: number;
  booker_taken: number;
  tables: string[];
}

type Raw = Omit<ReservationRow, "tables"> & { tables: string };

/** What was deleted keeps a row until the guest book has heard of it; nobody sees it. */
export const DELETED = "DELETED";

const READ = `SELECT r.*, s.name AS table_name,
  (SELECT json_group_array(table_number) FROM (SELECT table_number FROM reservation_table t WHERE t.reservation_id = r.id ORDER BY position)) AS tables
  FROM reservation r LEFT JOIN saved_table s ON s.id = r.saved_table_id`;

const rowOf = (raw: Raw): ReservationRow => ({ ...raw, tables: JSON.parse(raw.tables) as string[] }); // as the statement makes it

/** Every reservation of a business day, its waitlist too, by time and then as they were made. */
export function rowsOfDay(sql: Database.Database, day: string): ReservationRow[] {
  const text = `${READ} WHERE r.business_day = ? AND r.status <> '${DELETED}' ORDER BY r.starts_at, r.created_at, r.id`;
  return statement<[string], Raw>(sql, text).all(day).map(rowOf);
}

export function rowById(sql: Database.Database, id: string): ReservationRow | undefined {
  const raw = statement<[string], Raw>(sql, `${READ} WHERE r.id = ? AND r.status <> '${DELETED}'`).get(id);
  return raw && rowOf(raw);
}

/** Several, in the order in which they are asked for. */
export function rowsByIds(sql: Database.Database, ids: readonly string[]): ReservationRow[] {
  const text = `${READ} WHERE r.id IN (SELECT value FROM json_each(?)) AND r.status <> '${DELETED}'`;
  const found = new Map(
    statement<[string], Raw>(sql, text)
      .all(JSON.stringify(ids))
      .map((raw) => [raw.id, rowOf(raw)]),
  );
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** A table that somebody has during a time. */
export interface Held {
  table: string;
  id: string;
  by: string;
  code: string;
  from: string;
  until: string;
}

// A party that sits longer than it booked has its table until now, on its own evening; one that has left had it until then.
const DURING = `r.status IN (SELECT value FROM json_each(@holding)) AND r.id <> @except AND r.held_from < @until
    AND (r.held_until > @from
      OR (r.business_day = @today AND @from <= @now AND r.status IN (SELECT value FROM json_each(@inHouse))))
    AND r.business_day >= @earliest`;
const HELD = `SELECT t.table_number AS "table", r.id, r.name AS by, r.code, r.held_from AS "from", r.held_until AS until
  FROM reservation r JOIN reservation_table t ON t.reservation_id = r.id
  WHERE ${DURING} ORDER BY r.held_from, t.table_number`;
const TABLELESS = `SELECT r.party, r.area, r.held_from AS "from", r.held_until AS until
  FROM reservation r WHERE ${DURING} AND NOT EXISTS (SELECT 1 FROM reservation_table t WHERE t.reservation_id = r.id)
  ORDER BY r.party DESC, r.held_from, r.id`;

const HOLDING = JSON.stringify(HOLDING_STATUSES);
const HELD_BY = JSON.stringify([...HOLDING_STATUSES, "FINISHED"]);
const SEATED = JSON.stringify(IN_HOUSE);

/** When is looked; `earliest` is the business day before the stay's: no stay is longer. */
export interface During {
  from: string;
  until: string;
  /** The reservation itself; empty for a new one. */
  except: string;
  now: string;
  today: string;
  earliest: string;
}

/** Who comes during a stay and has no table yet, the largest party first. */
export interface Tableless {
  party: number;
  area: string;
  from: string;
  until: string;
}

export function tablelessDuring(sql: Database.Database, stay: During): Tableless[] {
  return statement<Record<string, string>[], Tableless>(sql, TABLELESS).all({ ...stay, holding: HOLDING, inHouse: SEATED });
}

/** Who has which table during a stay: of two stays that touch, the one ends as the other begins. */
export function heldDuring(sql: Database.Database, stay: During): Held[] {
  return statement<Record<string, string>[], Held>(sql, HELD).all({ ...stay, holding: HELD_BY, inHouse: SEATED });
}

// Who walks in is there already; what was written down on a day before is a booking, whatever it says.
const ARRIVING = `SELECT time, sum(party) AS covers FROM reservation
  WHERE business_day = ? AND id <> ? AND (source <> 'walk_in' OR substr(created_at, 1, 10) < business_day) AND status IN (SELECT value FROM json_each(?)) GROUP BY time`;

/** How many people come at each time of a day. */
export function arrivingAt(sql: Database.Database, day: string, except: string): Map<string, number> {
  const rows = statement<[string, string, string], { time: string; covers: number }>(sql, ARRIVING).all(day, except, HOLDING);
  return new Map(rows.map(({ time, covers }) => [time, covers]));
}

export function isCodeTaken(sql: Database.Database, code: string): boolean {
  return statement<[string], { code: string }>(sql, "SELECT code FROM reservation WHERE code = ?").get(code) !== undefined;
}
