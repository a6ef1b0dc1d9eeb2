import { copyFileSync, rmSync } from "node:fs";
import Database from "better-sqlite3";
import { v7 as uuid } from "uuid";
import { fillNameWords } from "../../lib/book/search-indexes";
import { createStoreFile } from "../../lib/db/check-before-open";
import { addTriggerFunctions, openWriting } from "../../lib/db/pragmas";
import { NOTHING_SAID } from "../../lib/guest-fields";
import type { BranchKey } from "../../lib/known-branches";
import type { Incoming } from "../../lib/merge-rule";
import type { Person } from "../../lib/person";
import { readPhones } from "../../lib/phones";
import { searchText } from "../../lib/search-text";
import { guests } from "../../scripts/guests.mjs";

export const MILLION = 1_000_000;
const FIRST_ADDED = Date.UTC(2023, 10, 1);

/** Made-up people in the order in which they were added, one each minute and a half. */
export function* people(count: number, seed: number): Generator<Person> {
  let index = 0;
  for (const { id: _, ...guest } of guests(count, seed)) {
    yield { ...NOTHING_SAID, ...guest, added_at: new Date(FIRST_ADDED + index++ * 90_000).toISOString() };
  }
}

/** The same with every phone of its own: number `first` and up of a range that nobody else has. */
export function* peopleWithNumbers(count: number, seed: number, first: number): Generator<Person> {
  let number = first;
  for (const person of people(count, seed)) yield { ...person, phones: `+1 212 ${number++}` };
}

export function incoming(person: Person): Incoming {
  return { person, numbers: readPhones(person.phones) };
}

/**
 * A contacts store with a million guests of whom no two share a number, in plain SQL: a merge asks about each of them
 * first. The search indexes are filled once at the end, as every large import fills them.
 */
export function makeMillion(file: string, branch: BranchKey): void {
  makeBook(file, branch, MILLION);
}

/** The same of another size. @param first who came before all of them */
export function makeBook(file: string, branch: BranchKey, size: number, first: readonly Person[] = []): void {
  createStoreFile(file, "contacts", branch);
  const database = new Database(file);
  addTriggerFunctions(database);
  // Only to make it sooner: the store is finished, and every promise about power cuts is off, before anything is measured.
  for (const setting of ["journal_mode = OFF", "synchronous = OFF", "foreign_keys = OFF", "cache_size = -262144"]) database.pragma(setting);
  const later = database
    .prepare<[], { type: string; name: string; sql: string }>(
      "SELECT type, name, sql FROM sqlite_schema WHERE type IN ('index', 'trigger') AND sql IS NOT NULL",
    )
    .all();
  for (const { type, name } of later) database.exec(`DROP ${type} "${name}"`);
  database.transaction(() => {
    insertPeople(database, branch, size, first);
    for (const index of ["contact_prefix", "contact_trigram"]) {
      database.exec(`INSERT INTO ${index} (rowid, search_text) SELECT seq, search_text FROM contact ORDER BY seq`);
    }
    for (const { sql } of later) database.exec(sql);
    fillNameWords(database, 0);
  })();
  database.pragma("journal_mode = WAL");
  database.close();
}

function* both<T>(one: Iterable<T>, other: Iterable<T>): Generator<T> {
  yield* one;
  yield* other;
}

function insertPeople(database: Database.Database, branch: BranchKey, size: number, first: readonly Person[]): void {
  const contact = database.prepare(
    `INSERT INTO contact (seq, id, name, phones, email, company, title, birthday, birth_year, address, added_at, branch, search_text)
     VALUES (@seq, @id, @name, @phones, @email, @company, @title, @birthday, @birth_year, @address, @added_at, @branch, @search_text)`,
  );
  const phone = database.prepare("INSERT INTO contact_phone (contact_seq, position, digits, key, calling_code) VALUES (?, ?, ?, ?, ?)");
  const keys = new Set<string>();
  let seq = 0;
  for (const person of both(first, people(size * 1.2, 1))) {
    const numbers = readPhones(person.phones);
    if (numbers.some(({ key }) => keys.has(key))) continue;
    contact.run({ ...person, seq: ++seq, id: uuid(), branch, search_text: searchText(person.name, numbers) });
    for (const [position, { digits, key, calling_code }] of numbers.entries()) {
      keys.add(key);
      phone.run(seq, position, digits, key, calling_code);
    }
    if (seq === size) return;
  }
}

/** A copy of a closed store, in the place of another branch's. */
export function copyStore(from: string, to: string, branch: BranchKey): void {
  for (const suffix of ["-wal", "-shm"]) rmSync(to + suffix, { force: true });
  copyFileSync(from, to);
  const database = openWriting(to);
  database.prepare("UPDATE store_info SET value = ? WHERE name = 'branch'").run(branch);
  database.close();
}
