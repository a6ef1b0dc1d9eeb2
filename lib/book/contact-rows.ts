import type Database from "better-sqlite3";
import { bulkId } from "../bulk-ids";
import { businessDayOf, type DayHours } from "../business-day";
import { searchTextOf } from "../contacts/bulk";
import type { Change } from "../events";
import { PERSON_FIELDS } from "../guest-columns";
import type { PhoneNumber } from "../phones";
import { type ContactRow, personOf } from "./records";
import type { BookGuest } from "./said";

/** Writes guests into the contacts of a store, in place: what is as it was is not written. */
export function contactWriter(database: Database.Database, hours: DayHours) {
  const columns = [...PERSON_FIELDS, "evening", "branch", "search_text"];
  const insert = database.prepare(
    `INSERT INTO contact (id, ${columns.join(", ")}) VALUES (@id, ${columns.map((name) => `@${name}`).join(", ")})`,
  );
  const update = database.prepare(
    `UPDATE contact SET ${columns.map((name) => `${name} = @${name}`).join(", ")}, version = version + 1 WHERE seq = @seq`,
  );
  const remove = database.prepare<[number]>("DELETE FROM contact WHERE seq = ?");
  const alias = database.prepare<[string, string]>("INSERT OR REPLACE INTO contact_alias (id, contact_id) VALUES (?, ?)");
  const follow = database.prepare<[string, string]>("UPDATE contact_alias SET contact_id = ? WHERE contact_id = ?");
  const numbersOf = database.prepare<[number], string>("SELECT digits FROM contact_phone WHERE contact_seq = ? ORDER BY position").pluck();
  const removeNumbers = database.prepare<[number]>("DELETE FROM contact_phone WHERE contact_seq = ?");
  const insertNumber = database.prepare(
    "INSERT INTO contact_phone (contact_seq, position, digits, key, calling_code) VALUES (?, ?, ?, ?, ?)",
  );
  const rowOf = ({ evening, ...guest }: BookGuest) => {
    const { numbers, records: _, own: __, ...person } = guest;
    const isOther = businessDayOf(new Date(person.added_at), hours) !== evening;
    return { ...person, evening: isOther ? evening : null, search_text: searchTextOf(person, numbers) };
  };
  const putNumbers = (seq: number, numbers: readonly PhoneNumber[]) => {
    for (const [position, { digits, key, calling_code }] of numbers.entries()) insertNumber.run(seq, position, digits, key, calling_code);
  };
  return {
    insert(guest: BookGuest): number {
      const seq = Number(insert.run({ id: bulkId(), ...rowOf(guest) }).lastInsertRowid);
      putNumbers(seq, guest.numbers);
      return seq;
    },
    change(contact: ContactRow, guest: BookGuest, tell: (change: Change) => void): number {
      const row = rowOf(guest);
      const before = { ...personOf(contact), evening: contact.evening, branch: contact.branch };
      const changed = (Object.keys(before) as (keyof typeof before)[]).filter((field) => before[field] !== row[field]);
      const isRenumbered = numbersOf.all(contact.seq).join() !== guest.numbers.map(({ digits }) => digits).join();
      if (changed.length === 0 && !isRenumbered) return contact.seq;
      update.run({ ...row, seq: contact.seq });
      if (isRenumbered) {
        removeNumbers.run(contact.seq);
        putNumbers(contact.seq, guest.numbers);
      }
      const said = (of: Record<string, unknown>) => Object.fromEntries(changed.map((field) => [field, of[field]]));
      tell({ old: said(before), new: said(row) });
      return contact.seq;
    },
    remove(contact: ContactRow, keptId?: string): void {
      removeNumbers.run(contact.seq);
      remove.run(contact.seq);
      if (keptId === undefined) return;
      follow.run(keptId, contact.id);
      alias.run(contact.id, keptId);
    },
  };
}
