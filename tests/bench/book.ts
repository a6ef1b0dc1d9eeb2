import { mkdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import type Database from "better-sqlite3";
import { contactsTarget } from "../../lib/book/contacts-target";
import { publish } from "../../lib/book/publishing";
import type { VersionedRecord } from "../../lib/book/records";
import { openWriting } from "../../lib/db/pragmas";
import type { Person } from "../../lib/person";
import { readPhones } from "../../lib/phones";
import { mergeContacts } from "../support/older-book";
import { report, reportCount, timed } from "./report";
import { copyStore, incoming, MILLION, people, peopleWithNumbers } from "./stores";

const HOURS = { timeZone: "Asia/Beirut", dayEndsAt: "05:00" };
const IMPORTED = 250_000;
const PER_BRANCH = 20_000;
const OF_ONE_NUMBER = 2_000;
/** By how much a book that keeps what was said may take longer than one that is merged into (docs/design/book.md, What must hold 6). */
const BESIDE_MERGED = 1.3;

/** Batches into a book of a million guests from before there were records, beside today's merge of the same people. */
export async function benchBook(folder: string, million: string): Promise<void> {
  mkdirSync(path.join(folder, "book"), { recursive: true });
  await beside(folder, million, `import of ${IMPORTED}, a third known`, [[...mixed(IMPORTED, 3, 5)]]);
  const branches = [1, 2, 3, 4, 5].map((branch) => [...mixed(PER_BRANCH, 2, 10 + branch)]);
  await beside(folder, million, `5 merges of ${PER_BRANCH}, half known`, branches);
  await oneNumber(folder, million);
}

/** Every `nth` has a number of the million, the others one of their own. */
function* mixed(count: number, nth: number, seed: number): Generator<Person> {
  const known = people(MILLION, 1);
  const own = peopleWithNumbers(count, seed, 3_000_000 + seed * count);
  for (let index = 0; index < count; index++) yield (index % nth === 0 ? known : own).next().value as Person;
}

async function beside(folder: string, million: string, what: string, batches: Person[][]): Promise<void> {
  const merged = copyOf(folder, million);
  const plain = await timed(() => {
    for (const batch of batches) {
      const target = contactsTarget(merged.database, { branch: "jounieh", hours: HOURS, say: () => {}, why: "import" });
      merged.database.transaction(() => mergeContacts(merged.database, target, batch.map(incoming), batch.length)).immediate();
    }
  });
  const before = sizeOf(merged);
  const contacts = count(merged.database);
  merged.close();
  const book = copyOf(folder, million);
  const said = await timed(() => {
    for (const [index, batch] of batches.entries()) {
      const records = batch.map((person, line) => recordOf(person, `2026-11-2${index}T19:30:00.000Z`, `batch ${index}`, line));
      book.database.transaction(() => publish(book.database, { records }, { hours: HOURS, say: () => {}, why: "import" })).immediate();
    }
  });
  reportCount(`the book, ${what}: guests`, count(book.database), contacts);
  report({ figure: `the book, ${what}`, value: said.ms / 1000, unit: "s", limit: null, raw: plain.ms / 1000, maxRatio: BESIDE_MERGED });
  report({
    figure: `the book, ${what}: the file`,
    value: sizeOf(book) / 2 ** 20,
    unit: "MB",
    limit: null,
    raw: before / 2 ** 20,
    maxRatio: 2,
  });
  book.close();
}

/** The newest first: each is older than the whole cluster. */
async function oneNumber(folder: string, million: string): Promise<void> {
  const book = copyOf(folder, million);
  const names = [...people(OF_ONE_NUMBER, 7)];
  const records = names.map((person, line) =>
    recordOf({ ...person, phones: "+1 212 9999999" }, new Date(Date.UTC(2026, 10, 20) - line * 60_000).toISOString(), "old", line),
  );
  book.database.transaction(() =>
    publish(book.database, { records: records.slice(0, 1) }, { hours: HOURS, say: () => {}, why: "import" }),
  )();
  const { ms } = await timed(() => {
    book.database.transaction(() => publish(book.database, { records }, { hours: HOURS, say: () => {}, why: "import" }))();
  });
  report({ figure: `the book, ${OF_ONE_NUMBER} records of one number, the newest first`, value: ms / 1000, unit: "s", limit: 1 });
  book.close();
}

function recordOf(person: Person, said_at: string, batch: string, line: number): VersionedRecord {
  const place = { said_at, batch, line, id: `${batch}/${line}` };
  const evening = said_at.slice(0, 10);
  return { ...place, incarnation: 0, version: 1, evening, branch: "jounieh", person, numbers: readPhones(person.phones) };
}

interface Copy {
  file: string;
  database: Database.Database;
  close: () => void;
}

function copyOf(folder: string, million: string): Copy {
  const file = path.join(folder, "book", "contacts.db");
  copyStore(million, file, "jounieh");
  const database = openWriting(file);
  const close = () => {
    database.close();
    for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
  };
  return { file, database, close };
}

const count = (database: Database.Database) => database.prepare<[], number>("SELECT count(*) FROM contact").pluck().get() ?? 0;

function sizeOf({ file, database }: Copy): number {
  database.pragma("wal_checkpoint(TRUNCATE)");
  return statSync(file).size;
}
