import type Database from "better-sqlite3";
import { type PhoneNumber, readPhones } from "../../phones";

/**
 * The numbers that guest rows of some business days had before somebody corrected them by hand, by the row's id. A row that an
 * End of Day has booked is in central already: it is found there by what it said then, and is no second guest.
 * @param table a branch's table store; one of an older version has no events, and corrected nobody
 */
export function numbersBefore(table: Database.Database, days: readonly string[], countryCode: string): Map<string, PhoneNumber[]> {
  const before = new Map<string, PhoneNumber[]>();
  if (!table.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'event'").get()) return before;
  const corrections = table.prepare<[string], { id: string; phones: string }>(
    `SELECT subjects ->> '$[0]' AS id, payload ->> '$.old.phones' AS phones FROM event
     WHERE kind = 'guest_row.changed' AND payload ->> '$.why' = 'correction' AND payload ->> '$.old.phones' IS NOT NULL
       AND payload ->> '$.business_day' IN (SELECT value FROM json_each(?)) ORDER BY seq`,
  );
  for (const { id, phones } of corrections.all(JSON.stringify(days))) {
    before.set(id, [...(before.get(id) ?? []), ...readPhones(phones, countryCode).filter(({ key }) => key !== "")]);
  }
  return before;
}
