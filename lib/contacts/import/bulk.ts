import type Database from "better-sqlite3";
import type { BranchKey } from "../../branches";
import type { WriteBy } from "../../db/actor";
import { bulkWrite } from "../../db/bulk-write";
import type { Outcome } from "../../events";
import type { Incoming } from "../../merge-rule";
import type { Person } from "../../person";
import { readPhones } from "../../phones";
import { failpoint } from "../../test-hooks";
import { contactsTarget, countedOff, mergeContacts } from "../bulk";
import type { ImportAnswer } from "../contract";
import type { FileContents } from "./reads";

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
  const { rows, question, asked: _asked, ...contents } = input.contents;
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
        const { first_seq: _first, last_seq: _last, ...report } = merged;
        counted = { ...report, ...contents, ...(question ? { question } : {}) };
        failpoint("import:rows");
        if (input.dryRun) throw new TrialRun();
        const payload = { ...merged, errors: contents.failed };
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
