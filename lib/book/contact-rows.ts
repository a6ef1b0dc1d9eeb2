import type Database from "better-sqlite3";
import { bulkId } from "../bulk-ids";
import { businessDays, type DayHours } from "../business-day";
import type { Change } from "../events";
import { PERSON_FIELDS } from "../guest-columns";
import type { PhoneNumber } from "../phones";
import { searchTextOf } from "./contacts-merge-target";
import type { BookGuest } from "./record-shapes";
import { type ContactRow, personOf } from "./records";

/** A guest as the row of a contact. */
export function contactRowOf(hours: DayHours) {
  const dayOf = businessDays(hours);
  return ({ evening, ...guest }: BookGuest) => {
    const { numbers, records: _, own: __, ...person } = guest;
    const isOther = dayOf(person.added_at) !== evening;
    return { ...person, evening: isOther ? evening : null, search_text: searchTextOf(person, numbers) };
  };
}

/** Writes guests into the contacts of a store, in place: what is as it was is not written. */
export function contactWriter(database: Database.Database, hours: DayHours) {
  const columns = [...PERSON_FIELDS, "evening", "branch", "search_text"];
  const insert = database.prepare(
    `INSERT INTO contact (id, is_before, ${columns.join(", ")}) VALUES (@id, 0, ${columns.map((name) => `@${name}`).join(", ")})`,
  );
  const update = database.prepare(
    `UPDATE contact SET ${columns.map((name) => `${name} = @${name}`).join(", ")}, version = version + 1 WHERE seq = @seq`,
  );
  const remove = database.prepare<[number]>("DELETE FROM contact WHERE seq = ?");
  const { lead, takeBack } = aliasWriter(database);
  const numbersOf = database.prepare<[number], string>("SELECT digits FROM contact_phone WHERE contact_seq = ? ORDER BY position").pluck();
  const removeNumbers = database.prepare<[number]>("DELETE FROM contact_phone WHERE contact_seq = ?");
  const insertNumber = database.prepare(
    "INSERT INTO contact_phone (contact_seq, position, digits, key, calling_code) VALUES (?, ?, ?, ?, ?)",
  );
  const rowOf = contactRowOf(hours);
  const putNumbers = (seq: number, numbers: readonly PhoneNumber[]) => {
    for (const [position, { digits, key, calling_code }] of numbers.entries()) insertNumber.run(seq, position, digits, key, calling_code);
  };
  const renumber = (seq: number, numbers: readonly PhoneNumber[]) => {
    removeNumbers.run(seq);
    putNumbers(seq, numbers);
  };
  const differenceOf = (contact: ContactRow, guest: BookGuest) => {
    const row = rowOf(guest);
    const before = { ...personOf(contact), evening: contact.evening, branch: contact.branch };
    const changed = (Object.keys(before) as (keyof typeof before)[]).filter((field) => before[field] !== row[field]);
    const isRenumbered = numbersOf.all(contact.seq).join() !== guest.numbers.map(({ digits }) => digits).join();
    return changed.length > 0 || isRenumbered ? { row, before, changed, isRenumbered } : null;
  };
  return {
    /** Who was a contact of their own before they became part of another has its id again. */
    insert(guest: BookGuest): { seq: number; id: string } {
      const id = takeBack(guest.records[0] ?? "") ?? bulkId();
      const seq = Number(insert.run({ id, ...rowOf(guest) }).lastInsertRowid);
      putNumbers(seq, guest.numbers);
      return { seq, id };
    },
    /** Writes all of a guest into a contact, whatever stands there. */
    rewrite(seq: number, guest: BookGuest): void {
      update.run({ ...rowOf(guest), seq });
      renumber(seq, guest.numbers);
    },
    renumber,
    isAsBefore: (contact: ContactRow, guest: BookGuest) => differenceOf(contact, guest) === null,
    /** Null where the guest is as the contact says. */
    change(contact: ContactRow, guest: BookGuest): Change | null {
      const difference = differenceOf(contact, guest);
      if (!difference) return null;
      const { row, before, changed, isRenumbered } = difference;
      update.run({ ...row, seq: contact.seq });
      if (isRenumbered) renumber(contact.seq, guest.numbers);
      const said = (of: Record<string, unknown>) => Object.fromEntries(changed.map((field) => [field, of[field]]));
      return { old: said(before), new: said(row) };
    },
    /** @param kept the id to which the contact's leads from now on, and the oldest record of the contact */
    remove(contact: ContactRow, kept?: { id: string; record: string | undefined }): void {
      removeNumbers.run(contact.seq);
      remove.run(contact.seq);
      if (kept) lead(contact.id, kept.id, kept.record);
    },
    lead,
  };
}

/** The id of a contact that is no more leads to another from now on, until the contact is there again. */
function aliasWriter(database: Database.Database) {
  const alias = database.prepare<[string, string, string | null]>(
    "INSERT OR REPLACE INTO contact_alias (id, contact_id, record_id) VALUES (?, ?, ?)",
  );
  const follow = database.prepare<[string, string]>("UPDATE contact_alias SET contact_id = ? WHERE contact_id = ?");
  const byRecord = database.prepare<[string], string>("SELECT id FROM contact_alias WHERE record_id = ?").pluck();
  const forget = database.prepare<[string]>("DELETE FROM contact_alias WHERE id = ?");
  return {
    lead(id: string, keptId: string, record: string | undefined): void {
      follow.run(keptId, id);
      alias.run(id, keptId, record ?? null);
    },
    takeBack(record: string): string | undefined {
      const id = byRecord.get(record);
      if (id !== undefined) forget.run(id);
      return id;
    },
  };
}

export type ContactWriter = ReturnType<typeof contactWriter>;
