import type Database from "better-sqlite3";
import type { BranchKey } from "../branches";
import type { DayHours } from "../business-day";
import { addMerged, contactsTarget, countedOff, countsAndRows, type MergedPeople, mergeContacts, NOTHING_MERGED } from "../contacts/bulk";
import { decisionsOf, withStayedAway } from "../contacts/decisions/bulk";
import type { WriteBy } from "../db/actor";
import { mustBackUp } from "../db/backup-first";
import { bulkWrite } from "../db/bulk-write";
import { openReading } from "../db/pragmas";
import { readGuestRows } from "../evening/guest-rows/bulk";
import type { Happening, Outcome } from "../events";
import { TEXT_FIELDS } from "../guest-fields";
import { rowsUndone, takeBackCompanies, type UndoneRow } from "../guests/company/taken-over/bulk";
import type { Incoming } from "../merge-rule";
import type { PhoneNumber } from "../phones";
import { failpoint } from "../test-hooks";
import type { MergeByDateAnswer } from "./contract";
import { numbersBefore } from "./corrected/bulk";
import { type RowsTakenEarly, rowsTakenEarly, settleBooked, takeBack } from "./saved-again/bulk";
import { markTaken, newestEventOf, newestOf, storeIdOf, type WaitingDay, waitingBefore } from "./waiting/bulk";

export interface MergeByDateInput {
  /** Central's contacts store. */
  file: string;
  by: WriteBy;
  date: string;
  hours: DayHours;
  countryCode: string;
  sources: { branch: BranchKey; file: string; path: string }[];
  ignored: MergeByDateAnswer["sources_ignored"];
  root: string;
  backup: string | null;
  /** Nothing may change yet: a backup comes first (`backupFirst`). */
  isLook: boolean;
  /** Whether earlier days that central lacks rows of come too. */
  includeEarlier: boolean;
}

/** What a source holds of the date, and of earlier ones that central lacks, read before anything is written. */
interface Source {
  branch: BranchKey;
  file: string;
  /** Rows of the date itself. */
  rows: number;
  earlier: WaitingDay[];
  people: Incoming[];
  foreign: number;
  /** What central took of its rows before they were booked. */
  early: RowsTakenEarly;
  /** Rows whose company was set and undone: central may have taken it in between. */
  undone: UndoneRow[];
  /** Up to where central has the source's days once this merge is done. */
  marks: Parameters<typeof markTaken>[1][number][];
}

type Ignored = MergeByDateAnswer["sources_ignored"];

/**
 * One date's guest rows of every source into the central guest book, and those of earlier days that it lacks: one
 * transaction, so that a kill leaves all of it or nothing. All sources are read before it begins: one that cannot be read
 * is ignored with its reason, and so is a row that is no guest.
 */
export function mergeByDate(input: MergeByDateInput, tell: (done: number, total: number) => void = () => {}): MergeByDateAnswer {
  const { sources, ignored } = readSources(input);
  const used = sources.map(({ branch, file, rows }) => ({ branch, file, rows }));
  const earlier = sources.flatMap(({ branch, earlier }) => earlier.map((day) => ({ branch, ...day, taken: input.includeEarlier })));
  const answer = bulkWrite(input.file, input.by, (central, write): Outcome<MergeByDateAnswer> => {
    let said = 0;
    const say = (happening: Happening) => {
      said++;
      write(happening);
    };
    const people = sources.flatMap((source) => source.people);
    const takenBack = takeBack(
      central,
      sources.flatMap(({ early }) => early.stale),
      people,
      say,
    );
    takenBack.corrected += takeBackCompanies(
      central,
      sources.flatMap(({ undone }) => undone),
      say,
    );
    failpoint("merge-by-date:taken-back");
    const merged = mergeSources(central, sources, input.hours, say, tell);
    if (input.isLook && said + merged.inserted > 0) throw mustBackUp();
    failpoint("merge-by-date:rows");
    settleBooked(
      central,
      sources.flatMap(({ early }) => early.booked),
    );
    markTaken(
      central,
      sources.flatMap((source) => source.marks),
    );
    const { first_seq: _, last_seq: __, ...report } = merged;
    const answer: MergeByDateAnswer = {
      ...report,
      ...takenBack,
      earlier_dates: earlier,
      sources_scanned: input.sources.length,
      root: input.root,
      sources_used: used,
      sources_ignored: [...input.ignored, ...ignored],
      backup: input.backup,
    };
    const earlier_dates = input.includeEarlier ? [...new Set(earlier.map(({ date }) => date))].sort() : [];
    const payload = {
      ...countsAndRows(merged),
      ...{ removed: takenBack.removed, corrected: takenBack.corrected },
      date: input.date,
      earlier_dates,
      sources: used.map(({ file }) => file),
      backup: input.backup,
    };
    return { answer, happened: [{ kind: "date.merged", subjects: [input.date, ...earlier_dates], payload }] };
  });
  failpoint("merge-by-date:committed");
  return answer;
}

function readSources(input: MergeByDateInput): { sources: Source[]; ignored: Ignored } {
  const sources: Source[] = [];
  const ignored: Ignored = [];
  const central = openReading(input.file);
  try {
    for (const { branch, file, path } of input.sources) {
      try {
        const source = readSource(path, input, central);
        sources.push({ branch, file, ...source });
        if (source.foreign > 0) ignored.push({ branch, file, reason: foreignText(source.foreign) });
      } catch (error) {
        ignored.push({ branch, file, reason: reasonOf(error) });
      }
    }
  } finally {
    central.close();
  }
  return { sources, ignored };
}

const foreignText = (rows: number) => (rows === 1 ? "1 row is no guest of Daftar" : `${rows} rows are no guests of Daftar`);

function readSource(
  path: string,
  { date, includeEarlier, countryCode }: MergeByDateInput,
  central: Database.Database,
): Omit<Source, "branch" | "file"> {
  const table = openReading(path);
  try {
    // One moment of the branch: a Merge All in between would otherwise move a row behind the mark unread.
    return table.transaction(() => {
      const earlier = waitingBefore(table, central, date);
      const days = [...(includeEarlier ? earlier.map((earlier) => earlier.date) : []), date];
      const source: Omit<Source, "branch" | "file"> = {
        rows: 0,
        earlier,
        people: [],
        foreign: 0,
        early: { stale: [], booked: [] },
        undone: rowsUndone(table, days),
        marks: [],
      };
      const before = numbersBefore(table, days, countryCode);
      const storeId = storeIdOf(table);
      const newestEvent = storeId === null ? null : newestEventOf(table);
      for (const day of days) {
        for (const { row, ...incoming } of readGuestRows(table, "business_day = ?", day)) {
          if (!isGuest(incoming)) source.foreign++;
          else {
            const formerly = row.isBooked ? before.get(row.id) : undefined;
            const place = newestEvent && { store_id: storeId as string, row_id: row.id, business_day: day, ...newestEvent };
            source.people.push(place ? { ...incoming, formerly, from: { ...place, isBooked: row.isBooked } } : incoming);
            if (day === date) source.rows++;
          }
        }
        const newest = storeId === null ? null : newestOf(table, day);
        if (storeId !== null && newest) source.marks.push({ storeId, date: day, ...newest });
      }
      if (storeId !== null) source.early = rowsTakenEarly(table, central, storeId, days);
      return source;
    })();
  } finally {
    table.close();
  }
}

/** Whether the central book can take a row: the file may be somebody else's, and its columns hold anything. */
function isGuest({ person, numbers }: Incoming): boolean {
  for (const field of TEXT_FIELDS) if (typeof person[field] !== "string") return false;
  return (
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
  hours: DayHours,
  say: (happening: Happening) => void,
  tell: (done: number, total: number) => void,
): MergedPeople {
  const expected = sources.reduce((sum, source) => sum + source.people.length, 0);
  let merged = NOTHING_MERGED;
  let done = 0;
  for (const { branch, people } of sources) {
    const target = contactsTarget(central, { branch, hours, say, why: "merge" });
    const decisions = decisionsOf(central, hours);
    const heeded = decisions.heeded(countedOff(people, () => tell(++done, expected)));
    merged = addMerged(merged, withStayedAway(mergeContacts(central, target, heeded, expected), decisions.leftOut()));
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
