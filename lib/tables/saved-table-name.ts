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
