import type Database from "better-sqlite3";
import type { ColumnChoices } from "../contact-files/chosen-columns";
import { type ColumnChoice, columnChoice } from "../contact-files/column-choices";

/** A branch's files have a few dozen headings; of more, those said last are kept. */
const MOST = 500;

/** What was said in the branch's imports that the columns of some headings hold, by the mark of the heading. */
export function rememberedColumns(database: Database.Database): ColumnChoices["remembered"] {
  const rows = database.prepare<[], [string, string]>("SELECT heading, holds FROM import_column").raw().all();
  // What a later version could choose is none of this one's.
  return Object.fromEntries(rows.filter(([, holds]) => columnChoice.safeParse(holds).success)) as Record<string, ColumnChoice>;
}

/** Remembers it for the next file; a heading that is to be read as it stands is forgotten. */
export function rememberColumns(database: Database.Database, said: ColumnChoices["said"], now: string): void {
  const keep = database.prepare("INSERT OR REPLACE INTO import_column (heading, holds, said_at) VALUES (?, ?, ?)");
  const forget = database.prepare("DELETE FROM import_column WHERE heading = ?");
  for (const [heading, holds] of Object.entries(said)) holds === "auto" ? forget.run(heading) : keep.run(heading, holds, now);
  database
    .prepare("DELETE FROM import_column WHERE heading NOT IN (SELECT heading FROM import_column ORDER BY said_at DESC LIMIT ?)")
    .run(MOST);
}
