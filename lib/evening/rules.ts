import type { AnswerOf } from "../api/endpoint";
import type { MergeCounts } from "../merge-rule";
import type { mergeTables } from "./contract";

/** What Merge All says of itself. */
export function mergeAnswer(
  tables: number,
  counts: MergeCounts,
  skipped: { table: string; reason: string }[],
  backup: string,
): AnswerOf<typeof mergeTables> {
  const detail = `Inserted ${counts.inserted}, already there ${counts.skipped}, filled in ${counts.filled}. Backup: ${backup}.`;
  return {
    message: tables === 0 ? "There is no saved table to merge." : `Merged ${tables - skipped.length} of ${tables} saved tables.`,
    detail,
    inserted: counts.inserted,
    filled: counts.filled,
    already_there: counts.skipped,
    skipped,
  };
}

/** What somebody hears when End of Day fails after its first step. */
export function endOfDayHalfDoneText(businessDay: string, what: string): string {
  return `The tables of ${businessDay} are merged, but End of Day is not finished. Nothing is lost: run it again to finish it. What failed: ${what}`;
}

/** What a second End of Day of one business day says. */
export function alreadyRunText(businessDay: string, waiting: number): string {
  const already = `End of Day was already run for ${businessDay}.`;
  if (waiting === 0) return already;
  return `${already} ${waiting} saved ${waiting === 1 ? "table waits" : "tables wait"} for the next one.`;
}
