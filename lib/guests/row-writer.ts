import type Database from "better-sqlite3";
import { PERSON_COLUMNS, parametersOf } from "../guest-columns";
import type { Person } from "../person";
import type { PhoneNumber } from "../phones";

/** A guest row as it is stored. */
export interface StoredRow extends Person {
  seq: number;
  id: string;
  business_day: string;
  table_name: string;
  hostess: string;
  waiter: string;
  booked_by: string | null;
  taken_for: string | null;
}

export const ROW_COLUMNS = `id, business_day, table_name, hostess, waiter, ${PERSON_COLUMNS}, booked_by, taken_for`;

/** Writes guest rows with their numbers; each gets a new place, by which central knows that it is news. */
export function rowWriter(database: Database.Database) {
  const insertRow = database.prepare(`INSERT INTO guest_row (${ROW_COLUMNS}) VALUES (${parametersOf(ROW_COLUMNS)})`);
  const insertPhone = database.prepare(
    "INSERT INTO guest_row_phone (guest_seq, position, digits, key, calling_code) VALUES (?, ?, ?, ?, ?)",
  );
  const removeRow = database.prepare<[number]>("DELETE FROM guest_row WHERE seq = ?");
  return {
    insert(row: Omit<StoredRow, "seq">, numbers: readonly Omit<PhoneNumber, "typed">[]): number | bigint {
      const { lastInsertRowid } = insertRow.run(row);
      for (const [position, { digits, key, calling_code }] of numbers.entries())
        insertPhone.run(lastInsertRowid, position, digits, key, calling_code);
      return lastInsertRowid;
    },
    remove: (seq: number) => void removeRow.run(seq),
  };
}

/** The highest place that any guest row has had: whatever comes, or moves, gets one above it. */
export function lastPlace(database: Database.Database): number {
  return database.prepare<[], number>("SELECT seq FROM sqlite_sequence WHERE name = 'guest_row'").pluck().get() ?? 0;
}
