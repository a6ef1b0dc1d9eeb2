import { expect } from "vitest";
import { compareBook } from "@/lib/book/comparing";
import { decisionStore } from "@/lib/book/decisions";
import type { BookGuest, Decision, SourceRecord } from "@/lib/book/record-shapes";
import { CONTACT_COLUMNS, type ContactRow, recordStore } from "@/lib/book/records";
import { businessDayOf, eveningHours } from "@/lib/business-day";
import { openReading } from "@/lib/db/pragmas";
import { env } from "@/lib/env";
import { typedOf } from "@/lib/merge-rule";
import { alsoNames } from "@/lib/names";
import { guestsByTheBook } from "../book/twin";
import { expectNameWords } from "./name-words";

/**
 * That the guests of a book are those that everything that was said and decided gives, computed anew by the second program
 * (docs/book.md).
 * @param file a contacts store without guests from before there were records that share a number
 */
export function checkRebuilt(file: string): void {
  const database = openReading(file);
  try {
    expectNameWords(database, file);
    const hours = eveningHours(env());
    const store = recordStore(database, hours);
    const contacts = database.prepare<[], ContactRow>(`SELECT ${CONTACT_COLUMNS} FROM contact`).all();
    const ids = database.prepare<[], string>("SELECT id FROM source_record WHERE coalesce(said, '') <> 'gone'").pluck().all();
    const records: SourceRecord[] = ids.flatMap((id) => store.find(id) ?? []);
    for (const { seq } of contacts) records.push(...[store.before(seq)].flatMap((one) => one ?? []));
    for (const record of records)
      record.numbers = record.numbers.map((number) => ({ ...number, typed: typedOf(record.person.phones, [number]) }));
    const decisions: Decision[] = decisionStore(database).all();
    const there = contacts.map(({ seq, id: ____, evening, branch, version: _, also, is_before: ___, ...person }) => ({
      ...person,
      also: alsoNames(also),
      evening: evening ?? businessDayOf(new Date(person.added_at), hours),
      branch,
      digits: store.numbersOfContact(seq).map(({ digits }) => digits),
      records: store
        .ofContact(seq)
        .map((record) => record.id)
        .toSorted(),
    }));
    const wanted = guestsByTheBook(records, decisions).map(({ own: _, numbers, also, records: all, ...guest }: BookGuest) => ({
      ...guest,
      also: alsoNames(also),
      digits: numbers.map(({ digits }) => digits),
      records: all.toSorted(),
    }));
    expect(compareBook(database, hours).differences, file).toEqual([]);
    expect(there.map(inText).toSorted(), file).toEqual(wanted.map(inText).toSorted());
  } finally {
    database.close();
  }
}

const inText = (guest: object) => JSON.stringify(Object.fromEntries(Object.entries(guest).toSorted(([a], [b]) => (a < b ? -1 : 1))));
