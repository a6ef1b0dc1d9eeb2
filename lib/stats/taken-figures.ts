import type Database from "better-sqlite3";
import type { TakenFigures, Visits } from "../events";
import { shownNumbers } from "../phones";
import { NO_VISITS, visitsOf } from "./visits";

/**
 * What an End of Day takes, in numbers: read in its own transaction, behind the mark of what it takes.
 * @param key the run, as `runKey` names it
 */
export function takenFigures(database: Database.Database, key: string, countryCode: string): TakenFigures {
  const guests = database.prepare<[string], SeatedGuest>(
    "SELECT t.id AS table_id, g.phones, g.birthday FROM saved_table t JOIN table_guest g ON g.table_id = t.id WHERE t.taken_for = ? AND t.closed_by IS NULL",
  );
  const visits: Record<string, Visits> = {};
  for (const { business_day, gap, first, unknown } of visitsOf(database, "r.taken_for = ? AND r.booked_by IS NULL", [key])) {
    const day = visits[business_day] ?? structuredClone(NO_VISITS);
    visits[business_day] = day;
    if (gap !== null) day.gaps[gap] = (day.gaps[gap] ?? 0) + 1;
    day.first += first;
    day.unknown += unknown;
  }
  return { tables: figuresOfGuests(guests.iterate(key), countryCode), visits };
}

export interface SeatedGuest {
  table_id: string;
  phones: string;
  birthday: string;
}

/** How many guests sit at each table, with a number that can be called, and with a birthday. */
export function figuresOfGuests(guests: Iterable<SeatedGuest>, countryCode: string): TakenFigures["tables"] {
  const tables: TakenFigures["tables"] = {};
  // The same guests come again and again, and what a number is worth takes longer to find than all else.
  const valid = new Map<string, boolean>();
  const isValid = (phones: string): boolean => {
    const known = valid.get(phones);
    if (known !== undefined) return known;
    const found = shownNumbers(phones, countryCode).some(({ digits, doubtful }) => digits !== "" && !doubtful);
    valid.set(phones, found);
    return found;
  };
  for (const { table_id, phones, birthday } of guests) {
    const figures = tables[table_id] ?? [0, 0, 0];
    tables[table_id] = figures;
    figures[0]++;
    if (isValid(phones)) figures[1]++;
    if (birthday !== "") figures[2]++;
  }
  return tables;
}
