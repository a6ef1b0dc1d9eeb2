import type Database from "better-sqlite3";
import type { BranchKey } from "../branches";
import { contactsTarget, mergeContacts } from "../contacts/bulk";
import { openReading, openWriting } from "../db/pragmas";
import { keepReceiptSql, type ReceiptKey } from "../db/receipts";
import { guestRows } from "../evening/bulk";
import { failpoint } from "../test-hooks";
import type { MergeByDateAnswer } from "./contract";
import { addCounts, type Incoming, type MergeCounts } from "./rules";

export interface MergeByDateInput {
  centralFile: string;
  date: string;
  timeZone: string;
  sources: { branch: BranchKey; file: string; path: string }[];
  ignored: MergeByDateAnswer["sources_ignored"];
  root: string;
  backup: string | null;
  receipt: ReceiptKey | null;
}

interface Source {
  branch: BranchKey;
  file: string;
  rows: number;
  people: () => Iterable<Incoming>;
  close: () => void;
}

/**
 * One date's guest rows of every source into the central guest book: one transaction, so that a kill leaves all of it
 * or nothing. A source that cannot be read is ignored with its reason, before anything is written.
 */
export function mergeByDate(input: MergeByDateInput): MergeByDateAnswer {
  const central = openWriting(input.centralFile, 5_000);
  const { sources, ignored } = openSources(input);
  try {
    const answer = central
      .transaction(() => {
        const counts = mergeSources(central, sources, input.timeZone);
        const said: MergeByDateAnswer = {
          ...counts,
          sources_scanned: input.sources.length + input.ignored.length,
          root: input.root,
          sources_used: sources.map(({ branch, file, rows }) => ({ branch, file, rows })),
          sources_ignored: [...input.ignored, ...ignored],
          backup: input.backup,
        };
        failpoint("merge-by-date:rows");
        if (input.receipt) keepReceiptSql(central, { ...input.receipt, status: 200, answer: said });
        return said;
      })
      .immediate();
    failpoint("merge-by-date:committed");
    return answer;
  } finally {
    for (const source of sources) source.close();
    central.close();
  }
}

function openSources(input: MergeByDateInput) {
  const sources: Source[] = [];
  const ignored: MergeByDateAnswer["sources_ignored"] = [];
  for (const { branch, file, path } of input.sources) {
    let database: Database.Database | undefined;
    try {
      const opened = openReading(path);
      database = opened;
      const row = opened.prepare<[string], { n: number }>("SELECT count(*) AS n FROM guest_row WHERE business_day = ?").get(input.date);
      // Every column is asked for now: an older file must be ignored, not fail in the middle of the transaction.
      for (const _ of guestRows(opened, "business_day = ?", input.date)) break;
      sources.push({
        branch,
        file,
        rows: row?.n ?? 0,
        people: () => guestRows(opened, "business_day = ?", input.date),
        close: () => opened.close(),
      });
    } catch (error) {
      database?.close();
      ignored.push({ file, reason: reasonOf(error) });
    }
  }
  return { sources, ignored };
}

function mergeSources(central: Database.Database, sources: Source[], timeZone: string): MergeCounts {
  const expected = sources.reduce((sum, source) => sum + source.rows, 0);
  let counts: MergeCounts = { inserted: 0, skipped: 0, filled: 0 };
  for (const source of sources) {
    counts = addCounts(counts, mergeContacts(central, contactsTarget(central, source.branch, timeZone), source.people(), expected));
    failpoint("merge-by-date:source");
  }
  return counts;
}

function reasonOf(error: unknown): string {
  const words = error instanceof Error ? `${(error as Error & { code?: string }).code ?? ""} ${error.message}` : "";
  if (/NOTADB|not a database/.test(words)) return "not a SQLite file";
  if (/no such table|no such column/.test(words)) return "not a table store of Daftar";
  if (/CORRUPT|malformed/.test(words)) return "damaged";
  return "unreadable";
}
