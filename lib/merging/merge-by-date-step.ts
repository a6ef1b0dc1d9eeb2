import type Database from "better-sqlite3";
import { hasOlder } from "../book/adopt-older-version";
import type { BookBatch } from "../book/open-book";
import { countsOf, publish } from "../book/publishing";
import type { VersionedRecord } from "../book/records";
import {
  goneVersion,
  noteBooked,
  noteSource,
  recordOfRow,
  type SourceOfRows,
  sourceOfRows,
  storeIdOf,
  unbookedRecords,
} from "../book/table-rows";
import type { DayHours } from "../business-day";
import { stepOf, type WriteBy } from "../db/actor";
import { mustBackUp } from "../db/backup-first";
import { bulkRead } from "../db/bulk-read";
import { bulkWrite } from "../db/bulk-write";
import { openReading } from "../db/pragmas";
import { readGuestRows } from "../evening/guest-rows";
import type { Happening, Outcome } from "../events";
import { TEXT_FIELDS } from "../guest-fields";
import { rowsGoneOfUndone } from "../guests/company/company-history";
import type { BranchKey } from "../known-branches";
import type { Incoming } from "../merge-rule";
import type { PhoneNumber } from "../phones";
import { failpoint } from "../test-hooks";
import type { MergeByDateAnswer } from "./contract";
import { newestRowOf, saveMergeProgress, type WaitingDay, waitingBefore } from "./merge-progress";

export interface MergeByDateInput {
  /** Central's contacts store. */
  file: string;
  by: WriteBy;
  date: string;
  hours: DayHours;
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
  records: VersionedRecord[];
  /** Records of rows that were booked since, as central has them. */
  booked: string[];
  /** Rows that central took and that went since, because their table was saved again. */
  gone: NonNullable<BookBatch["gone"]>[number][];
  foreign: number;
  source: SourceOfRows;
  /** Up to where central has the source's days once this merge is done. */
  marks: Parameters<typeof saveMergeProgress>[1][number][];
}

type Ignored = MergeByDateAnswer["sources_ignored"];

/** Takes over what an older version kept, in a step of its own: what central has is looked at before the merge begins. */
function adoptOlderIn({ file, by, hours }: MergeByDateInput): void {
  if (!bulkRead({ file }, (open) => hasOlder(open.file))) return;
  bulkWrite(file, stepOf(by), (central, say) => {
    publish(central, {}, { hours, say, why: "merge" });
    return { answer: undefined, happened: [] };
  });
}

/**
 * One date's guest rows of every source into the central guest book, and those of earlier days that it lacks: one
 * transaction, so that a kill leaves all of it or nothing. All sources are read before it begins: one that cannot be read
 * is ignored with its reason, and so is a row that is no guest.
 */
export function mergeByDate(input: MergeByDateInput, tell: (done: number, total: number) => void = () => {}): MergeByDateAnswer {
  adoptOlderIn(input);
  const { sources, ignored } = readSources(input);
  const used = sources.map(({ branch, file, rows }) => ({ branch, file, rows }));
  const earlier = sources.flatMap(({ branch, earlier }) => earlier.map((day) => ({ branch, ...day, taken: input.includeEarlier })));
  const answer = bulkWrite(input.file, input.by, (central, write): Outcome<MergeByDateAnswer> => {
    let said = 0;
    const say = (happening: Happening) => {
      said++;
      write(happening);
    };
    const merged = publish(central, batchOf(sources), { hours: input.hours, say, why: "merge", tell });
    if (input.isLook && said + merged.report.inserted > 0) throw mustBackUp();
    failpoint("merge-by-date:rows");
    for (const { source, booked } of sources) {
      noteSource(central, source);
      noteBooked(central, booked);
    }
    saveMergeProgress(
      central,
      sources.flatMap((source) => source.marks),
    );
    const { removed, removed_guests, corrected } = merged;
    const answer: MergeByDateAnswer = {
      ...merged.report,
      ...{ removed, removed_guests, corrected },
      earlier_dates: earlier,
      sources_scanned: input.sources.length,
      root: input.root,
      sources_used: used,
      sources_ignored: [...input.ignored, ...ignored],
      backup: input.backup,
    };
    const earlier_dates = input.includeEarlier ? [...new Set(earlier.map(({ date }) => date))].sort() : [];
    const payload = {
      ...countsOf(merged),
      ...{ removed, corrected },
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

const batchOf = (sources: Source[]): BookBatch => ({
  records: sources.flatMap(({ records }) => records),
  gone: sources.flatMap(({ gone }) => gone),
});

function readSources(input: MergeByDateInput): { sources: Source[]; ignored: Ignored } {
  const sources: Source[] = [];
  const ignored: Ignored = [];
  const central = openReading(input.file);
  try {
    for (const { branch, file, path } of input.sources) {
      try {
        const source = readSource(path, branch, input, central);
        sources.push({ file, ...source });
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
  branch: BranchKey,
  { date, includeEarlier }: MergeByDateInput,
  central: Database.Database,
): Omit<Source, "file"> {
  const table = openReading(path);
  try {
    // One moment of the branch: a Merge All in between would otherwise move a row behind the mark unread.
    return table.transaction(() => {
      const earlier = waitingBefore(table, central, date);
      const days = [...(includeEarlier ? earlier.map((earlier) => earlier.date) : []), date];
      const storeId = storeIdOf(table);
      const source = sourceOfRows(central, table, storeId, branch);
      const read: Omit<Source, "file"> = { branch, rows: 0, earlier, records: [], booked: [], gone: [], foreign: 0, source, marks: [] };
      for (const day of days) {
        for (const row of readGuestRows(table, "business_day = ?", day)) {
          if (!isGuest(row)) read.foreign++;
          else {
            read.records.push(recordOfRow(row, source));
            if (day === date) read.rows++;
          }
        }
        const newest = storeId === null ? null : newestRowOf(table, day);
        if (storeId !== null && newest) read.marks.push({ storeId, date: day, ...newest });
      }
      const isKnown = central.prepare("SELECT 1 FROM source_record WHERE id = ?");
      const gone = rowsGoneOfUndone(table, days).map((row) => recordOfRow(row, source));
      read.records.push(...gone.filter(({ id }) => isKnown.get(id) !== undefined));
      if (storeId !== null && source.isContinued) {
        const there = new Set(read.records.map(({ id }) => id));
        const version = goneVersion(table, source.incarnation);
        const unbooked = unbookedRecords(central, storeId);
        const missing = unbooked.filter(({ id, evening }) => days.includes(evening) && !there.has(id));
        const isBookedAs = table.prepare("SELECT 1 FROM guest_row WHERE id = ? AND seq = ? AND booked_by IS NOT NULL");
        read.booked = unbooked.filter(({ id, version }) => isBookedAs.get(id.slice(storeId.length + 1), version)).map(({ id }) => id);
        read.gone = missing.map(({ id }) => ({ id, ...version }));
      }
      return read;
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

function reasonOf(error: unknown): string {
  const words = error instanceof Error ? `${(error as Error & { code?: string }).code ?? ""} ${error.message}` : "";
  if (/NOTADB|not a database/.test(words)) return "its file holds no tables";
  if (/no such table|no such column/.test(words)) return "its file is not one of Daftar's";
  if (/CORRUPT|malformed/.test(words)) return "its file is damaged";
  return "its file cannot be read";
}
