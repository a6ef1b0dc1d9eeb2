import { longDate } from "../shown-dates";

/**
 * The name of a new saved table, unique in its branch: `2026-11-20 table 12`, and `2026-11-20 table 12 (2)` for the
 * second party of the evening. It stands in addresses, so it holds no slash.
 */
export function savedTableName(businessDay: string, tableNumber: string, taken: (name: string) => boolean): string {
  const base = `${businessDay} table ${tableNumber.replace(/[\s/\\?#%]+/g, " ").trim() || "-"}`;
  for (let party = 1; ; party++) {
    const name = party === 1 ? base : `${base} (${party})`;
    if (!taken(name)) return name;
  }
}

const TABLE_OF_DAY = /^(\d{4}-\d{2}-\d{2}) table (.+)$/;

/** `table 12 of Fri 20 Nov 2026` of a saved table's name; another name as it is. */
export function tableInWords(table_name: string): string {
  const [, date, table] = TABLE_OF_DAY.exec(table_name) ?? [];
  return date && table ? `table ${table} of ${longDate(date)}` : table_name;
}
