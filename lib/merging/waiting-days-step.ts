import type Database from "better-sqlite3";
import { storeIdOf } from "../book/table-rows";
import { openReading } from "../db/pragmas";
import { foldText } from "../fold-text";
import { readPhones } from "../phones";
import type { WaitingDays } from "./contract";
import { type MergeProgress, mergeProgressOf, waitingBefore } from "./merge-progress";
import type { SourceFile } from "./sources";

export interface WaitingDaysInput {
  /** Central's contacts store. */
  file: string;
  date: string;
  countryCode: string;
  sources: SourceFile[];
}

/** What waits in every source that can be read; the others are named. */
export function findWaitingDays({ file, date, countryCode, sources }: WaitingDaysInput): WaitingDays {
  const waiting: WaitingDays = { rows: [], open_tables: [], unknown: [] };
  const central = openReading(file);
  try {
    for (const { branch, path, isOwn } of sources) {
      const found = waitingIn(path, central, date, countryCode);
      if (!found) waiting.unknown.push({ branch, reason: "its tables could not be read" });
      waiting.rows.push(...(found?.rows ?? []).map((day) => ({ branch, ...day })));
      waiting.open_tables.push(...(found?.open ?? []).map((day) => ({ branch, ...day, here: isOwn })));
    }
  } finally {
    central.close();
  }
  return waiting;
}

/** Null for a file that cannot be read. */
function waitingIn(path: string, central: Database.Database, date: string, countryCode: string) {
  let table: Database.Database | null = null;
  try {
    table = openReading(path);
    return { rows: waitingBefore(table, central, date), open: openTables(table, central, date, countryCode) };
  } catch {
    return null;
  } finally {
    table?.close();
  }
}

type OpenDay = Omit<WaitingDays["open_tables"][number], "branch" | "here">;

interface SeatedGuest {
  table_id: string;
  date: string;
  /** Null for a table that nobody sits at. */
  id: string | null;
  name: string;
  phones: string;
}

/**
 * The saved tables up to a date that no End of Day has taken, by day, and what of them central has not taken: a guest is
 * there once a guest row of the evening that central has stands for them. That may be another table's, by their number.
 */
function openTables(table: Database.Database, central: Database.Database, date: string, countryCode: string): OpenDay[] {
  const seated = table
    .prepare<[string], SeatedGuest>(
      `SELECT t.id AS table_id, t.business_day AS date, g.id, g.name, g.phones FROM saved_table t LEFT JOIN table_guest g ON g.table_id = t.id
       WHERE t.closed_by IS NULL AND t.business_day <= ? ORDER BY t.business_day`,
    )
    .all(date);
  const storeId = storeIdOf(table);
  const marks = storeId === null ? new Map<string, MergeProgress>() : mergeProgressOf(central, storeId);
  return [...new Set(seated.map((guest) => guest.date))].map((day) => {
    const guests = seated.filter((guest) => guest.date === day);
    const isTaken = takenBy(table, day, marks.get(day), countryCode);
    const missing = guests.filter((guest) => guest.id !== null && !isTaken(guest));
    return {
      date: day,
      tables: tablesOf(guests),
      guests: guests.filter(({ id }) => id !== null).length,
      missing_tables: tablesOf(missing),
      missing_guests: missing.length,
    };
  });
}

const tablesOf = (guests: SeatedGuest[]) => new Set(guests.map(({ table_id }) => table_id)).size;

/** Whether central has a row of the day for a guest: by a number, by the name where there is none. */
function takenBy(
  table: Database.Database,
  day: string,
  mark: MergeProgress | undefined,
  countryCode: string,
): (guest: SeatedGuest) => boolean {
  const idAt = table.prepare<[number], string>("SELECT id FROM guest_row WHERE seq = ?").pluck();
  // Where the place that central saw is another row by now, nobody can say what it has.
  if (!mark || idAt.get(mark.last_seq) !== mark.last_id) return () => false;
  const place = [day, mark.last_seq] as const;
  const rows = table.prepare<[string, number], { name: string }>("SELECT name FROM guest_row WHERE business_day = ? AND seq <= ?");
  const names = new Set(rows.all(...place).map(({ name }) => foldText(name)));
  const numbers = table
    .prepare<[string, number], string>(
      "SELECT p.key FROM guest_row_phone p JOIN guest_row r ON r.seq = p.guest_seq WHERE r.business_day = ? AND r.seq <= ?",
    )
    .pluck();
  const keys = new Set(numbers.all(...place));
  return ({ name, phones }) => {
    const keyed = readPhones(phones, countryCode).filter(({ key }) => key !== "");
    return keyed.length > 0 ? keyed.some(({ key }) => keys.has(key)) : names.has(foldText(name));
  };
}
