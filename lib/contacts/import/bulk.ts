import { createReadStream } from "node:fs";
import Database from "better-sqlite3";
import type { BranchKey } from "../../branches";
import { timestamp } from "../../clock";
import { readContactFile } from "../../contact-files/read";
import type { WriteBy } from "../../db/actor";
import { bulkWrite } from "../../db/bulk-write";
import type { Outcome } from "../../events";
import type { Incoming } from "../../merge-rule";
import type { Person } from "../../person";
import { readPhones } from "../../phones";
import { failpoint } from "../../test-hooks";
import { contactsTarget, countedOff, mergeContacts } from "../bulk";
import type { ImportAnswer } from "../contract";

export interface ReadFileInput {
  path: string;
  fileName: string;
  format: "vcard" | "csv" | null;
  /** A file that is made for the people who were read; the caller takes it away. */
  rowsFile: string;
}

/** What a contact file holds; its people lie in `rowsFile`. */
export interface FileContents {
  rows: number;
  errors: ImportAnswer["errors"];
  /** Rows and errors, those that are only counted included. */
  total: number;
}

/** A guest book has never had so many; a file of a few bytes for each could otherwise hold the server up for minutes. */
const MOST_GUESTS = 250_000;
const TOO_MANY = `A file brings in ${MOST_GUESTS.toLocaleString("en")} guests at most. This row and all after it were left out: send them as a file of their own.`;

/** How many rows that stay out are told one by one: more of them nobody reads, and the answer is kept as a receipt. */
const ERRORS_TOLD = 1_000;

/**
 * Reads a contact file into a file of rows, without touching any store: a file of any length costs little memory and
 * holds nobody up.
 */
export async function readFile(input: ReadFileInput): Promise<FileContents> {
  const database = new Database(input.rowsFile);
  try {
    database.exec("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF"); // lost with the process anyway; OFF is refused
    database.exec("BEGIN; CREATE TABLE incoming (added_at TEXT NOT NULL, person TEXT NOT NULL)");
    const keep = database.prepare("INSERT INTO incoming (added_at, person) VALUES (?, ?)");
    const errors: ImportAnswer["errors"] = [];
    const importedAt = timestamp();
    let rows = 0;
    let untold = 0;
    let firstUntold = 0;
    const options = { fileName: input.fileName, ...(input.format ? { format: input.format } : {}) };
    for await (const row of readContactFile(createReadStream(input.path), options)) {
      if (rows === MOST_GUESTS) {
        errors.push({ line: row.line, reason: TOO_MANY });
        break;
      }
      if ("person" in row) {
        const person: Person = { ...row.person, added_at: row.person.added_at ?? importedAt };
        keep.run(person.added_at, JSON.stringify(person));
        rows++;
      } else if (errors.length < ERRORS_TOLD) errors.push(row);
      else if (untold++ === 0) firstUntold = row.line;
    }
    database.exec("COMMIT");
    const total = rows + errors.length + untold;
    if (untold > 0) errors.push({ line: firstUntold, reason: untoldText(untold) });
    return { rows, errors, total };
  } finally {
    database.close();
  }
}

function untoldText(count: number): string {
  return count === 1 ? "1 more row was left out as well." : `${count.toLocaleString("en")} more rows were left out as well.`;
}

export interface ImportInput {
  file: string;
  by: WriteBy;
  /** What `readFile` made and said. */
  rowsFile: string;
  contents: FileContents;
  branch: BranchKey;
  timeZone: string;
  countryCode: string;
  dryRun: boolean;
}

/** Undoes a trial run: thrown inside the transaction when everything has been counted. */
class TrialRun extends Error {}

/**
 * Brings the people of a file that was read into a contacts store, in one transaction: each is inserted, filled in or
 * skipped by phone key. They are sorted by added_at on the way, in a temporary table.
 */
export function importRows(input: ImportInput, tell: (done: number, total: number) => void = () => {}): ImportAnswer {
  const { rows, errors, total } = input.contents;
  let counted: ImportAnswer | null = null;
  let done = 0;
  try {
    return bulkWrite(
      input.file,
      input.by,
      (database, say): Outcome<ImportAnswer> => {
        const target = contactsTarget(database, { ...input, say, why: "import" });
        const people = countedOff(sortedPeople(database, input.countryCode), () => tell(++done, rows));
        const merged = mergeContacts(database, target, people, rows);
        const { inserted, filled, skipped } = merged;
        counted = { inserted, filled, skipped, errors, total };
        failpoint("import:rows");
        if (input.dryRun) throw new TrialRun();
        const payload = { ...merged, errors: total - rows };
        return { answer: counted, happened: [{ kind: "contacts.imported", subjects: [], payload }] };
      },
      (database) => {
        database.prepare("ATTACH ? AS file").run(input.rowsFile);
        database.exec("CREATE TEMP TABLE sorted AS SELECT person FROM file.incoming ORDER BY added_at, rowid; DETACH file");
      },
    );
  } catch (error) {
    if (!(error instanceof TrialRun) || !counted) throw error;
    return counted;
  }
}

function* sortedPeople(database: Database.Database, countryCode: string): Generator<Incoming> {
  // Page by page, because a connection that is in the middle of one statement's rows runs no other.
  const page = database.prepare<[number, number], { person: string }>(
    "SELECT person FROM temp.sorted WHERE rowid > ? AND rowid <= ? ORDER BY rowid",
  );
  for (let last = 0; ; last += PAGE) {
    const rows = page.all(last, last + PAGE);
    for (const row of rows) {
      const person = JSON.parse(row.person) as Person; // written by readFile
      yield { person, numbers: readPhones(person.phones, countryCode) };
    }
    if (rows.length < PAGE) return;
  }
}

const PAGE = 1_000;
