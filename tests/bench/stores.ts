import { copyFileSync, rmSync } from "node:fs";
import type { BranchKey } from "../../lib/branches";
import { contactsTarget, mergeContacts } from "../../lib/contacts/bulk";
import { createStoreFile } from "../../lib/db/gate";
import { openWriting } from "../../lib/db/pragmas";
import type { Incoming } from "../../lib/merge-rule";
import type { Person } from "../../lib/person";
import { readPhones } from "../../lib/phones";
import { guests } from "../../scripts/guests.mjs";
import { mergeInto } from "../support/by";

export const MILLION = 1_000_000;
const FIRST_ADDED = Date.UTC(2023, 10, 1);

/** Made-up people in the order in which they were added, one each minute and a half. */
export function* people(count: number, seed: number): Generator<Person> {
  let index = 0;
  for (const { id: _, ...guest } of guests(count, seed)) {
    yield { ...guest, birth_year: null, added_at: new Date(FIRST_ADDED + index++ * 90_000).toISOString() };
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

/** A contacts store with a million different guests, made through the same merge as every import. */
export function makeMillion(file: string, branch: BranchKey): void {
  createStoreFile(file, "contacts", branch);
  const database = openWriting(file);
  // Only to make it sooner: the store is finished, and every promise about power cuts is off, before anything is measured.
  database.pragma("synchronous = OFF");
  database.pragma("secure_delete = OFF");
  database.pragma("cache_size = -262144");
  database.transaction(() => mergeContacts(database, contactsTarget(database, mergeInto(branch)), firstMillion(database), MILLION))();
  database.pragma("wal_checkpoint(TRUNCATE)");
  database.close();
}

function* firstMillion(database: ReturnType<typeof openWriting>): Generator<Incoming> {
  const count = database.prepare<[], { n: number }>("SELECT coalesce(max(seq), 0) AS n FROM contact");
  for (const person of people(MILLION * 1.2, 1)) {
    yield incoming(person);
    if ((count.get()?.n ?? 0) >= MILLION) return;
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
