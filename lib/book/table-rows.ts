import { createHash } from "node:crypto";
import type Database from "better-sqlite3";
import type { BranchKey } from "../known-branches";
import type { Person } from "../person";
import type { PhoneNumber } from "../phones";
import type { Version, VersionedRecord } from "./records";

/** A guest row of a table store. */
export interface TableRow {
  person: Person;
  numbers: PhoneNumber[];
  /** The business day. */
  evening: string;
  row: { id: string; seq: number; isBooked: boolean };
}

/** A table store that rows come from, as a book knows it. */
export interface SourceOfRows {
  /** Null for a file of another program with the same tables: its rows are known by what they say. */
  storeId: string | null;
  branch: BranchKey;
  incarnation: number;
  /** Whether the store has everything that the book has seen of it: then a row that is not there has gone. */
  isContinued: boolean;
  /** Its newest event; null before there were events. */
  newest: StoreMoment | null;
}

/** Up to where a store's events go. */
interface StoreMoment {
  event_seq: number;
  event_id: string;
  /** ISO 8601 in UTC with Z. */
  at: string;
}

/**
 * What a book knows of a table store. One that lacks what the book has seen was set back to a backup, or is an older copy: if it has
 * gone on since, what it says is news, and otherwise its rows are older versions.
 */
export function sourceOfRows(book: Database.Database, table: Database.Database, storeId: string | null, branch: BranchKey): SourceOfRows {
  const none: SourceOfRows = { storeId, branch, incarnation: 1, isContinued: false, newest: null };
  if (storeId === null || !hasTable(table, "event")) return none;
  const newest =
    table.prepare<[], StoreMoment>("SELECT seq AS event_seq, id AS event_id, at FROM event ORDER BY seq DESC LIMIT 1").get() ?? null;
  const seen = book.prepare<[string], StoreMoment & { incarnation: number }>("SELECT * FROM source_store WHERE store_id = ?").get(storeId);
  if (!seen || !newest) return { ...none, newest };
  const idThen = table.prepare<[number], string>("SELECT id FROM event WHERE seq = ?").pluck().get(seen.event_seq);
  if (idThen === seen.event_id) return { ...none, incarnation: seen.incarnation, isContinued: true, newest };
  return newest.at > seen.at
    ? { ...none, incarnation: seen.incarnation + 1, newest }
    : { ...none, incarnation: seen.incarnation, newest: null };
}

const hasTable = (database: Database.Database, name: string) =>
  database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name) !== undefined;

/** The table store's own id; null for a file of another program with the same tables, of which a book keeps no mark. */
export function storeIdOf(table: Database.Database): string | null {
  if (!hasTable(table, "store_info")) return null;
  return table.prepare<[], string>("SELECT value FROM store_info WHERE name = 'id'").pluck().get() ?? null;
}

/** Notes up to where the book has seen a store. */
export function noteSource(book: Database.Database, { storeId, incarnation, newest }: SourceOfRows): void {
  if (storeId === null || !newest) return;
  book
    .prepare(
      `INSERT INTO source_store (store_id, incarnation, event_seq, event_id, at) VALUES (@storeId, @incarnation, @event_seq, @event_id, @at)
       ON CONFLICT DO UPDATE SET incarnation = excluded.incarnation, event_seq = excluded.event_seq, event_id = excluded.event_id, at = excluded.at`,
    )
    .run({ storeId, incarnation, ...newest });
}

/** A guest row as a record: a row that changes gets a new place in its store, which says how new it is. */
export function recordOfRow({ person, numbers, evening, row }: TableRow, { storeId, branch, incarnation }: SourceOfRows): VersionedRecord {
  const known = storeId !== null && row.id !== "";
  const id = `${storeId ?? `file of ${branch}`}/${known ? row.id : contentId(evening, person, numbers)}`;
  const place = { said_at: person.added_at, batch: branch, line: 0, id };
  return { ...place, evening, branch, person, numbers, incarnation, version: known ? row.seq : 1, isBooked: row.isBooked };
}

function contentId(evening: string, person: Person, numbers: readonly PhoneNumber[]): string {
  return createHash("sha256")
    .update(JSON.stringify([evening, person, numbers.map(({ digits }) => digits)]))
    .digest("hex");
}

/** A record of a row that is not booked, as the book has it. */
export interface UnbookedRecord {
  id: string;
  evening: string;
  version: number;
}

/** The records of a store's rows that no End of Day had booked when they came. */
export function unbookedRecords(book: Database.Database, storeId: string): UnbookedRecord[] {
  return book
    .prepare<[string, string], UnbookedRecord>(
      "SELECT id, evening, version FROM source_record WHERE booked = 0 AND id > ? AND id < ? AND coalesce(said, '') <> 'gone'",
    )
    .all(`${storeId}/`, `${storeId}0`);
}

/** Notes that an End of Day has booked some rows as the book has them: from then on their absence says nothing. */
export function noteBooked(book: Database.Database, ids: readonly string[]): void {
  const note = book.prepare<[string]>("UPDATE source_record SET booked = 1 WHERE id = ?");
  for (const id of ids) note.run(id);
}

/** The version by which a store says that a row is no more: after every row that it had, and before the next. */
export function goneVersion(table: Database.Database, incarnation: number): Version {
  return { incarnation, version: afterLastRow(table) };
}

/** Between a store's newest row and the next one. */
export function afterLastRow(table: Database.Database): number {
  return (table.prepare<[], number>("SELECT seq FROM sqlite_sequence WHERE name = 'guest_row'").pluck().get() ?? 0) + 0.5;
}
