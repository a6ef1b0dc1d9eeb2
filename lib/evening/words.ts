import type { AnswerOf } from "../api/endpoint";
import type { MergeNotes } from "../merge-report";
import { longDate } from "../shown-dates";
import type { mergeTables } from "./contract";

/** What merging the open tables did; `folded` guests stand in another's row, or are in the guest book already. */
export interface MergedTables extends MergeNotes {
  tables: number;
  guests: number;
  inserted: number;
  removed: number;
  corrected: number;
  filled: number;
  folded: number;
  also: number;
  may_be_same: number;
  skipped: { table: string; reason: string }[];
  earlier_tables: { table: string; business_day: string; guests: number }[];
}

/** One run of End of Day; a business day has several when tables were saved after the first. */
export interface EndOfDayRun {
  /** The business day. */
  day: string;
  /** 1 for the first. */
  run: number;
}

/** How a table store names a run: `2026-11-20` for the first of a day, `2026-11-20 2` for the second. */
export function runKey({ day, run }: EndOfDayRun): string {
  return run === 1 ? day : `${day} ${run}`;
}

/** The run that a key names. */
export function runOfKey(key: string): EndOfDayRun {
  const [day = "", run = "1"] = key.split(" ");
  return { day, run: Number(run) };
}

/** The answer of Merge All. */
export function mergeAnswer(merged: MergedTables, backup: string | null): AnswerOf<typeof mergeTables> {
  const { tables, guests, inserted, filled, removed, corrected, skipped, also, also_known_as, may_be_same, pairs, earlier_tables } = merged;
  const already_there = guests - inserted;
  const changes = [
    ...(corrected > 0 ? [`corrected ${corrected}`] : []),
    ...(removed > 0 ? [`taken out ${removed}`] : []),
    ...(also > 0 ? [`known by another name ${also}`] : []),
  ];
  const counted = [`Inserted ${inserted}`, `already there ${already_there}`, `filled in ${filled}`, ...changes].join(", ");
  const earlier = earlier_tables.length > 0 ? ` ${earlierText(earlier_tables)}` : "";
  return {
    message: tables === 0 ? "There is no saved table to merge." : `Merged ${tables - skipped.length} of ${tables} saved tables.${earlier}`,
    detail: backup === null ? `${counted}. Nothing was changed, so no backup was made.` : `${counted}. Backup: ${backup}.`,
    inserted,
    filled,
    already_there,
    removed,
    corrected,
    skipped,
    earlier_tables,
    also,
    also_known_as,
    may_be_same,
    pairs,
  };
}

/** The sentence of Merge All about tables whose End of Day was forgotten: they are merged, and still wait for End of Day. */
function earlierText(tables: MergedTables["earlier_tables"]): string {
  const days = [...new Set(tables.map(({ business_day }) => business_day))].sort().map(longDate).join(", ");
  return tables.length === 1
    ? `1 of them is of ${days} and still waits for an End of Day.`
    : `${tables.length} of them are of ${days} and still wait for an End of Day.`;
}

/** The text of End of Day's answer. */
export function endOfDayText(
  { run }: EndOfDayRun,
  taken: { tables: number; guests: number },
  counts: { inserted: number; skipped: number; filled: number; united: number; also: number },
  backup: string,
): string {
  const late = run === 1 ? "" : `${countedAs(taken.tables, "more table")}, ${countedAs(taken.guests, "guest")}. `;
  const rest = [
    ...(counts.united > 0 ? [`made one of two ${counts.united}`] : []),
    ...(counts.also > 0 ? [`known by another name ${counts.also}`] : []),
  ];
  const counted = [`Inserted ${counts.inserted}`, `already there ${counts.skipped}`, `filled in ${counts.filled}`, ...rest].join(", ");
  return `${late}${counted}. Backup: ${backup}.`;
}

function countedAs(count: number, what: string): string {
  return `${count} ${count === 1 ? what : `${what}s`}`;
}

/** What somebody hears when End of Day fails after its first step. */
export function endOfDayHalfDoneText(businessDay: string, what: string): string {
  return `The tables of ${longDate(businessDay)} are merged, but End of Day is not finished. Nothing is lost: run it again to finish it. What failed: ${what}`;
}

/** The sentence of End of Day when no table waits for it. */
export function alreadyRunText(businessDay: string): string {
  return `End of Day was already run for ${longDate(businessDay)}, and nothing waits for it.`;
}
