import { execFile } from "node:child_process";
import { mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import type Database from "better-sqlite3";
import { v7 as uuid } from "uuid";
import { contactsMergeTarget } from "../../lib/book/contacts-merge-target";
import type { Publishing } from "../../lib/book/open-book";
import { publish } from "../../lib/book/publishing";
import type { VersionedRecord } from "../../lib/book/records";
import { USUAL_CHOICES } from "../../lib/contact-files/wrong-kinds";
import { bySystem } from "../../lib/db/actor";
import { openWriting } from "../../lib/db/pragmas";
import { type FileContents, readFile } from "../../lib/import/read-file";
import { importRows } from "../../lib/import/rows-step";
import type { Incoming } from "../../lib/merge-rule";
import type { Person } from "../../lib/person";
import { readPhones } from "../../lib/phones";
import { mergeContacts } from "../support/older-book";
import { csvOf } from "./import";
import { report, reportCount, timed } from "./report";
import { copyStore, incoming, MILLION, people, peopleWithNumbers } from "./stores";

const HOURS = { timeZone: "Asia/Beirut", dayEndsAt: "05:00" };
const IMPORTED = 250_000;
const PER_BRANCH = 20_000;
const OF_ONE_NUMBER = 2_000;
/** By how much a book that keeps what was said may take longer than one that is merged into (docs/design/book.md, What must hold 6). */
const BESIDE_MERGED = 1.3;

/** An import and a merge into a book of a million guests from before there were records, beside the same without records. */
export async function benchBook(folder: string, million: string): Promise<void> {
  mkdirSync(path.join(folder, "book"), { recursive: true });
  const contents = csvOf(mixed(IMPORTED, 3, 5));
  await beside(folder, million, `import of ${IMPORTED}, a third known`, {
    plain: (file) => importPlainly(file, contents, folder),
    book: (file) => importCsv(file, contents, folder),
  });
  const rows = [1, 2, 3, 4, 5].map((branch) => [...mixed(PER_BRANCH, 2, 10 + branch)]);
  const guests = rows.flat().map(incoming);
  const records = rows.flatMap(recordsOfBranch);
  await beside(folder, million, `merge by date of 5 x ${PER_BRANCH}, half known`, {
    plain: (file) => inOne(file, (database) => mergeContacts(database, plainTarget(database), guests, guests.length)),
    book: (file) => inOne(file, (database) => publish(database, { records }, PUBLISHING)),
  });
  await oneNumber(folder, million);
  await compareWhole(folder, million);
}

/** A million guests from before there were records, and the same with a quarter more who came by an import: computed anew, and compared. */
async function compareWhole(folder: string, million: string): Promise<void> {
  const { file, close } = copyOf(folder, million);
  report({ figure: "the book, compared whole, a million from before", unit: "s of CPU", limit: null, value: await compareIn(file) });
  const contents = csvOf(peopleWithNumbers(IMPORTED, 5, 3_000_000));
  await importCsv(file, contents, folder);
  report({
    figure: `the book, compared whole, with ${IMPORTED} records of an import`,
    unit: "s of CPU",
    limit: null,
    value: await compareIn(file),
  });
  close();
}

/** In a process of its own, whose memory is its own. @returns seconds of CPU */
async function compareIn(file: string): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", "tests/bench/compared.ts", file]);
  const { seconds, memory, differing } = JSON.parse(stdout) as { seconds: number; memory: number; differing: number };
  reportCount("the book, compared whole: guests who differ", differing, 0);
  report({ figure: "the book, compared whole: memory over the start", unit: "MB", limit: null, value: memory });
  return seconds;
}

const PUBLISHING: Publishing = { hours: HOURS, say: () => {}, why: "merge" };
const plainTarget = (database: Database.Database) =>
  contactsMergeTarget(database, { branch: "jounieh", hours: HOURS, say: () => {}, why: "import" });

function inOne(file: string, work: (database: Database.Database) => unknown): void {
  const database = openWriting(file);
  database.transaction(() => work(database)).immediate();
  database.close();
}

/** What its branch wrote down on one evening. */
const recordsOfBranch = (people: Person[], branch: number): VersionedRecord[] =>
  people.map((person, line) => {
    const said_at = new Date(Date.UTC(2026, 10, 20, 17) + line * 1_000).toISOString();
    return recordOf({ ...person, added_at: said_at }, said_at, `store ${branch}`, line);
  });

async function importCsv(file: string, contents: Buffer, folder: string): Promise<void> {
  const input = await readCsv(contents, folder);
  importRows({
    ...input,
    file,
    by: bySystem("bench"),
    branch: "jounieh",
    hours: HOURS,
    countryCode: "961",
    dryRun: false,
    said: {},
    importId: uuid(),
    now: NOW,
  });
}

/** The same rows from the same file, in the same order, merged without a record of who said them. */
async function importPlainly(file: string, contents: Buffer, folder: string): Promise<void> {
  const { rowsFile } = await readCsv(contents, folder);
  const database = openWriting(file);
  database.prepare("ATTACH ? AS file").run(rowsFile);
  database.exec("CREATE TEMP TABLE sorted AS SELECT person FROM file.incoming ORDER BY added_at, rowid; DETACH file");
  const page = database
    .prepare<[number, number], string>("SELECT person FROM temp.sorted WHERE rowid > ? AND rowid <= ? ORDER BY rowid")
    .pluck();
  function* sorted(): Generator<Incoming> {
    for (let last = 0; last < IMPORTED; last += 1_000) {
      for (const text of page.all(last, last + 1_000)) {
        const person = JSON.parse(text) as Person;
        yield { person, numbers: readPhones(person.phones, "961") };
      }
    }
  }
  database.transaction(() => mergeContacts(database, plainTarget(database), sorted(), IMPORTED)).immediate();
  database.close();
}

async function readCsv(contents: Buffer, folder: string): Promise<{ rowsFile: string; contents: FileContents }> {
  const [csv, rowsFile] = [path.join(folder, "book", "file.csv"), path.join(folder, "book", "rows.db")];
  rmSync(rowsFile, { force: true });
  writeFileSync(csv, contents);
  const input = {
    path: csv,
    fileName: "file.csv",
    format: "csv" as const,
    charset: "",
    dates: null,
    columns: { said: {}, remembered: {} },
    wrong: USUAL_CHOICES,
    countryCode: "961",
  };
  return { rowsFile, contents: await readFile({ ...input, today: NOW.slice(0, 10), now: NOW, rowsFile }) };
}

const NOW = "2026-11-21T12:00:00.000Z";

/** Every `nth` has a number of the million, the others one of their own. */
function* mixed(count: number, nth: number, seed: number): Generator<Person> {
  const known = people(MILLION, 1);
  const own = peopleWithNumbers(count, seed, 3_000_000 + seed * count);
  for (let index = 0; index < count; index++) yield (index % nth === 0 ? known : own).next().value as Person;
}

/** The median of so many is told. */
const ROUNDS = 3;

interface Brought {
  seconds: number;
  guests: number;
  size: number;
}

type Bringing = (file: string) => void | Promise<void>;

async function beside(folder: string, million: string, what: string, { plain, book }: { plain: Bringing; book: Bringing }): Promise<void> {
  const bring = async (bringing: Bringing): Promise<Brought> => {
    const copy = copyOf(folder, million);
    const { ms } = await timed(() => bringing(copy.file));
    const told = { seconds: ms / 1000, guests: count(copy.database), size: sizeOf(copy) };
    copy.close();
    return told;
  };
  const rounds: { merged: Brought; said: Brought }[] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push({ merged: await bring(plain), said: await bring(book) });
  const byRatio = rounds.toSorted((a, b) => a.said.seconds / a.merged.seconds - b.said.seconds / b.merged.seconds);
  const { merged, said } = byRatio[Math.floor(ROUNDS / 2)] as (typeof rounds)[number];
  reportCount(`the book, ${what}: guests`, said.guests, merged.guests);
  report({ figure: `the book, ${what}`, value: said.seconds, unit: "s", limit: null, raw: merged.seconds, maxRatio: BESIDE_MERGED });
  const sizes = { value: said.size / 2 ** 20, raw: merged.size / 2 ** 20 };
  report({ figure: `the book, ${what}: the file`, unit: "MB", limit: null, maxRatio: 2, ...sizes });
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
