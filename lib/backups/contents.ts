import type { StoreKind } from "../db/files";
import { openWriting } from "../db/pragmas";

/** What people count in each kind of store, by its table. */
const COUNTED: Record<StoreKind, Record<string, string>> = {
  hub: { user: "users", loyalty_customer: "loyalty customers", loyalty_visit: "loyalty visits" },
  contacts: { contact: "guests", end_of_day_entry: "days closed by End of Day" },
  table: { saved_table: "tables", table_guest: "guests at them", guest_row: "guest rows" },
};

/** `1,204 guests, 12 days closed by End of Day`: how much a store's file holds. */
export function contentsOf({ file, kind }: { file: string; kind: StoreKind }): string {
  const database = openWriting(file); // and, as the last one to close it, leaves no file beside it
  try {
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all();
    return Object.entries(COUNTED[kind])
      .filter(([table]) => tables.includes(table)) // a backup of an older version may lack one
      .map(([table, words]) => {
        const row = database.prepare<[], { n: number }>(`SELECT count(*) AS n FROM "${table}"`).get();
        return `${(row?.n ?? 0).toLocaleString("en")} ${words}`;
      })
      .join(", ");
  } finally {
    database.close();
  }
}
