import type Database from "better-sqlite3";
import { bulkId } from "../bulk-ids";
import { businessDayRange, type DayHours } from "../business-day";
import type { Happening } from "../events";
import { columnsOf, GUEST_COLUMNS, PERSON_COLUMNS, parametersOf, rowAt, settingsOf } from "../guest-columns";
import { FIELD_NAMES, SEARCHED_NAMES } from "../guest-fields";
import type { BranchKey } from "../known-branches";
import { type Incoming, type Known, type MergeTarget, ownersAmong } from "../merge-rule";
import { alsoNames } from "../names";
import type { PhoneNumber } from "../phones";
import { searchText } from "../search-text";

export interface KnownContact extends Known {
  seq: number;
}

const KNOWN = ["seq", ...FIELD_NAMES] as const;

/** What a merge into a contacts store needs to know besides the people. */
export interface ContactsMerge {
  /** Where new guests were recorded. */
  branch: BranchKey;
  /** Which evening says "the same date" for guests without a phone. */
  hours: DayHours;
  /** Takes each guest that changed, and each that became one with another, as an event. */
  say: (happening: Happening) => void;
  why: "merge" | "import";
}

export type ContactsMergeTarget = Omit<MergeTarget<KnownContact>, "insert"> & {
  /** @returns the new row id */
  insert(incoming: Incoming): number;
};

/** A contacts store as the target of a merge. */
export function contactsMergeTarget(database: Database.Database, { branch, hours, say, why }: ContactsMerge): ContactsMergeTarget {
  // Rows as arrays: objects made by the driver cost a fifth of a merge that finds everybody there.
  const byPhone = database
    .prepare<[string], KnownRow>(
      `SELECT p.calling_code, c.seq, ${columnsOf("c", GUEST_COLUMNS)}
       FROM contact_phone p JOIN contact c ON c.seq = p.contact_seq WHERE p.key = ?`,
    )
    .raw();
  const insertContact = database.prepare(`INSERT INTO contact (${INSERTED}, is_before) VALUES (${parametersOf(INSERTED)}, 0)`);
  const insertPhone = database.prepare(
    "INSERT INTO contact_phone (contact_seq, position, digits, key, calling_code) VALUES (?, ?, ?, ?, ?)",
  );
  const { change, unite } = contactChanges(database, { say, why }, (seq, numbers, from) => {
    for (const [index, number] of numbers.entries()) insertPhone.run(seq, from + index, number.digits, number.key, number.calling_code);
  });

  const otherEvening = eveningIfOther(hours);
  return {
    ownersOf: (numbers) => ownersAmong(numbers, (key) => byPhone.all(key).map((row) => knownContact(key, row))),
    findByName: () => null,
    insert(incoming) {
      const { person, numbers } = incoming;
      const search_text = searchTextOf(person, numbers);
      const { lastInsertRowid } = insertContact.run({
        ...person,
        id: bulkId(),
        branch: incoming.branch ?? branch,
        search_text,
        evening: otherEvening(incoming),
      });
      for (const [position, number] of numbers.entries()) {
        insertPhone.run(lastInsertRowid, position, number.digits, number.key, number.calling_code);
      }
      return Number(lastInsertRowid);
    },
    change,
    unite,
  };
}

/** The evening of a table, where its guest was recorded on another: at a table that nobody closed the day before. */
function eveningIfOther(hours: DayHours): (incoming: Incoming) => string | null {
  const ranges = new Map<string, { from: string; to: string }>();
  const rangeOf = (evening: string) => {
    const known = ranges.get(evening);
    if (known) return known;
    const { from, to } = businessDayRange(evening, hours);
    const range = { from: from.toISOString(), to: to.toISOString() };
    ranges.set(evening, range);
    return range;
  };
  return ({ evening, person: { added_at } }) => {
    if (evening === undefined) return null;
    const { from, to } = rangeOf(evening);
    return added_at >= from && added_at < to ? null : evening;
  };
}

/** Everything by which a contact is found: the other names too. */
export function searchTextOf(guest: Pick<Known, (typeof SEARCHED_NAMES)[number]>, numbers: readonly PhoneNumber[]): string {
  return searchText(SEARCHED_NAMES.flatMap((field) => alsoNames(guest[field])).join(" "), numbers);
}

const INSERTED = `id, ${PERSON_COLUMNS}, evening, branch, search_text`;

type KnownRow = [calling_code: string, seq: number, ...guest: unknown[]];

function knownContact(key: string, row: KnownRow): { key: string; calling_code: string; row: KnownContact } {
  return { key, calling_code: row[0], row: rowAt<KnownContact>(row, 1, KNOWN) };
}

/** The changes to a guest who is in the book already. */
function contactChanges(
  database: Database.Database,
  { say, why }: Pick<ContactsMerge, "say" | "why">,
  addNumbers: (seq: number, numbers: readonly PhoneNumber[], from: number) => void,
): Pick<MergeTarget<KnownContact>, "change" | "unite"> {
  const update = database.prepare(
    `UPDATE contact SET ${settingsOf(GUEST_COLUMNS)}, search_text = coalesce(@search_text, search_text), version = version + 1
     WHERE seq = @seq`,
  );
  const rowOf = database.prepare<[number], Record<string, unknown> & { id: string }>(
    `SELECT id, ${PERSON_COLUMNS}, branch, version FROM contact WHERE seq = ?`,
  );
  const numbersOf = database.prepare<[number], PhoneNumber>(
    "SELECT '' AS typed, digits, key, calling_code FROM contact_phone WHERE contact_seq = ? ORDER BY position",
  );
  const removeNumbers = database.prepare("DELETE FROM contact_phone WHERE contact_seq = ?");
  const remove = database.prepare("DELETE FROM contact WHERE seq = ?");
  const idOf = database.prepare<[number], string>("SELECT id FROM contact WHERE seq = ?").pluck();

  return {
    change(row, changes, numbers) {
      const before = numbers.length > 0 || "phones" in changes || "name" in changes || "also" in changes ? numbersOf.all(row.seq) : null;
      if (before) addNumbers(row.seq, numbers, before.length);
      const now = { ...row, ...changes };
      update.run({ ...now, search_text: before && searchTextOf(now, [...before, ...numbers]) });
      const old = Object.fromEntries(Object.keys(changes).map((field) => [field, row[field as keyof Known]]));
      say({ kind: "contact.changed", subjects: [idOf.get(row.seq) ?? ""], payload: { why, old, new: changes } });
    },
    unite(kept, gone) {
      const [one, other] = [rowOf.get(kept.seq), rowOf.get(gone.seq)];
      const numbers = numbersOf.all(gone.seq);
      const own = numbersOf.all(kept.seq);
      removeNumbers.run(gone.seq);
      remove.run(gone.seq);
      const known = new Set(own.map((number) => number.digits));
      addNumbers(
        kept.seq,
        numbers.filter((number) => !known.has(number.digits)),
        own.length,
      );
      const payload = { why, kept: { seq: kept.seq, ...one }, gone: { seq: gone.seq, ...other, numbers } };
      say({ kind: "contacts.united", subjects: [one?.id ?? "", other?.id ?? ""], payload });
    },
  };
}
