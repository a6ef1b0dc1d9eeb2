import type Database from "better-sqlite3";
import type { BranchKey } from "../branches";
import { addMerged, contactsTarget, countedOff, mergeContacts, NOTHING_MERGED } from "../contacts/bulk";
import type { WriteBy } from "../db/actor";
import { bulkWrite } from "../db/bulk-write";
import { openReading } from "../db/pragmas";
import { guestRows } from "../evening/bulk";
import type { Happening, MergedRows, Outcome } from "../events";
import type { Incoming } from "../merge-rule";
import type { PhoneNumber } from "../phones";
import { failpoint } from "../test-hooks";
import type { MergeByDateAnswer } from "./contract";

export interface MergeByDateInput {
  /** Central's contacts store. */
  file: string;
  by: WriteBy;
  date: string;
  timeZone: string;
  sources: { branch: BranchKey; file: string; path: string }[];
  ignored: MergeByDateAnswer["sources_ignored"];
  root: string;
  backup: string | null;
}

/** What a source holds of the date, read before anything is written. */
interface Source {
  branch: BranchKey;
  file: string;
  people: Incoming[];
}

type Ignored = MergeByDateAnswer["sources_ignored"];

/**
 * One date's guest rows of every source into the central guest book: one transaction, so that a kill leaves all of it
 * or nothing. All sources are read before it begins: one that cannot be read is ignored with its reason, and so is a row
 * that is no guest.
 */
export function mergeByDate(input: MergeByDateInput, tell: (done: number, total: number) => void = () => {}): MergeByDateAnswer {
  const { sources, ignored } = readSources(input);
  const used = sources.map(({ branch, file, people }) => ({ branch, file, rows: people.length }));
  const answer = bulkWrite(input.file, input.by, (central, say): Outcome<MergeByDateAnswer> => {
    const merged = mergeSources(central, sources, input.timeZone, say, tell);
    failpoint("merge-by-date:rows");
    const { inserted, skipped, filled } = merged;
    const answer: MergeByDateAnswer = {
      inserted,
      skipped,
      filled,
      sources_scanned: input.sources.length + input.ignored.length,
      root: input.root,
      sources_used: used,
      sources_ignored: [...input.ignored, ...ignored],
      backup: input.backup,
    };
    const payload = { ...merged, date: input.date, sources: used.map(({ file }) => file), backup: input.backup };
    return { answer, happened: [{ kind: "date.merged", subjects: [input.date], payload }] };
  });
  failpoint("merge-by-date:committed");
  return answer;
}

function readSources(input: MergeByDateInput): { sources: Source[]; ignored: Ignored } {
  const sources: Source[] = [];
  const ignored: Ignored = [];
  for (const { branch, file, path } of input.sources) {
    try {
      const { people, foreign } = readSource(path, input.date);
      sources.push({ branch, file, people });
      if (foreign > 0)
        ignored.push({ file, reason: foreign === 1 ? "1 row is no guest of Daftar" : `${foreign} rows are no guests of Daftar` });
    } catch (error) {
      ignored.push({ file, reason: reasonOf(error) });
    }
  }
  return { sources, ignored };
}

function readSource(path: string, date: string): { people: Incoming[]; foreign: number } {
  const database = openReading(path);
  try {
    const people: Incoming[] = [];
    let foreign = 0;
    for (const incoming of guestRows(database, "business_day = ?", date)) {
      if (isGuest(incoming)) people.push(incoming);
      else foreign++;
    }
    return { people, foreign };
  } finally {
    database.close();
  }
}

/** Whether the central book can take a row: the file may be somebody else's, and its columns hold anything. */
function isGuest({ person, numbers }: Incoming): boolean {
  // One by one: lists of them take as long as the reading itself.
  return (
    typeof person.name === "string" &&
    typeof person.phones === "string" &&
    typeof person.email === "string" &&
    typeof person.company === "string" &&
    typeof person.title === "string" &&
    typeof person.birthday === "string" &&
    typeof person.address === "string" &&
    (person.birth_year === null || Number.isInteger(person.birth_year)) &&
    typeof person.added_at === "string" &&
    INSTANT.test(person.added_at) &&
    numbers.every(isNumber)
  );
}

const INSTANT = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{3})?Z$/;

function isNumber(number: PhoneNumber): boolean {
  return typeof number.digits === "string" && typeof number.key === "string" && typeof number.calling_code === "string";
}

function mergeSources(
  central: Database.Database,
  sources: Source[],
  timeZone: string,
  say: (happening: Happening) => void,
  tell: (done: number, total: number) => void,
): MergedRows {
  const expected = sources.reduce((sum, source) => sum + source.people.length, 0);
  let merged = NOTHING_MERGED;
  let done = 0;
  for (const { branch, people } of sources) {
    const target = contactsTarget(central, { branch, timeZone, say, why: "merge" });
    merged = addMerged(
      merged,
      mergeContacts(
        central,
        target,
        countedOff(people, () => tell(++done, expected)),
        expected,
      ),
    );
    failpoint("merge-by-date:source");
  }
  return merged;
}

function reasonOf(error: unknown): string {
  const words = error instanceof Error ? `${(error as Error & { code?: string }).code ?? ""} ${error.message}` : "";
  if (/NOTADB|not a database/.test(words)) return "not a SQLite file";
  if (/no such table|no such column/.test(words)) return "not a table store of Daftar";
  if (/CORRUPT|malformed/.test(words)) return "damaged";
  return "unreadable";
}
