import path from "node:path";
import { v7 as uuid } from "uuid";
import { eventWriter } from "../../lib/db/event-rows";
import { openWriting } from "../../lib/db/pragmas";
import { readPhones } from "../../lib/phones";
import { searchText } from "../../lib/search-text";
import { BY } from "../support/by";
import { guestRowPutter } from "../support/guest-rows";
import type { KillHouse } from "./house";

/** A guest row that an End of Day has booked. */
export interface BookedRow {
  name: string;
  phones: string;
  company?: string;
}

/** Booked guest rows of a closed evening, written beside the running server, with the event that says so. */
export function putBooked(house: KillHouse, branch: string, date: string, all: readonly BookedRow[]): void {
  const database = openWriting(path.join(house.data, branch, "table.db"), 5_000);
  const putRow = guestRowPutter(database);
  database.transaction(() => {
    for (const one of all) putRow({ ...one, business_day: date, booked_by: date });
    const counts = { inserted: all.length, removed: 0, corrected: 0, guests: all.length, tables: 1, taken_for: null, backup: "" };
    eventWriter(database, BY)({ kind: "tables.merged", subjects: [], payload: counts });
  })();
  database.close();
}

/** Business days of their own, long past, one for each round. */
export const dayOfRound = (round: number) => new Date(Date.UTC(2024, 0, 1 + round)).toISOString().slice(0, 10);

/** Guests of the guest book as an import leaves them, written beside the running server. @returns their ids */
export function putInBook(house: KillHouse, branch: string, date: string, guests: readonly BookedRow[]): string[] {
  const database = openWriting(path.join(house.data, branch, "contacts.db"), 5_000);
  const contact = database.prepare("INSERT INTO contact (id, name, phones, added_at, branch, search_text) VALUES (?, ?, ?, ?, ?, ?)");
  const phone = database.prepare("INSERT INTO contact_phone (contact_seq, position, digits, key, calling_code) VALUES (?, ?, ?, ?, ?)");
  const ids = guests.map(() => uuid());
  database.transaction(() => {
    const seqs = guests.map(({ name, phones }, index) => {
      const numbers = readPhones(phones);
      const { lastInsertRowid } = contact.run(ids[index], name, phones, `${date}T18:00:00.000Z`, branch, searchText(name, numbers));
      for (const [at, { digits, key, calling_code }] of numbers.entries()) phone.run(lastInsertRowid, at, digits, key, calling_code);
      return Number(lastInsertRowid);
    });
    const [first_seq = null, last_seq = null] = [seqs.at(0), seqs.at(-1)];
    const counts = { inserted: guests.length, skipped: 0, filled: 0, united: 0, also: 0, may_be_same: 0, first_seq, last_seq, errors: 0 };
    eventWriter(database, BY)({ kind: "contacts.imported", subjects: [], payload: counts });
  })();
  database.close();
  return ids;
}
