import type Database from "better-sqlite3";
import { openReading } from "./pragmas";

/** The files that a reading step works on, by the names it calls them; null for one that a branch has not. */
type Files = Record<string, string | null>;

/** Their connections by the same names. */
type Opened<Some extends Files> = { [Name in keyof Some]: Some[Name] extends string ? Database.Database : Database.Database | null };

/**
 * The twin of a store's `sql` for steps in a thread: connections of its own, which only read, while the work goes on.
 * Whether the files may be used is the caller's to ask, by asking for their stores.
 */
export function bulkRead<Some extends Files, Answer>(files: Some, work: (sql: Opened<Some>) => Answer): Answer {
  const open: Database.Database[] = [];
  try {
    const sql = Object.fromEntries(
      Object.entries(files).map(([name, file]) => {
        if (file === null) return [name, null];
        const database = openReading(file);
        open.push(database);
        return [name, database];
      }),
    );
    return work(sql as Opened<Some>); // by the same names
  } finally {
    for (const database of open) database.close();
  }
}
