import { type Comparison, compareBook, type Difference } from "../book/comparing";
import { rebuildGuests } from "../book/repair-guests";
import type { DayHours } from "../business-day";
import type { WriteBy } from "../db/actor";
import { bulkRead } from "../db/bulk-read";
import { bulkWrite } from "../db/bulk-write";

export interface CompareBookInput {
  /** A contacts store. */
  file: string;
  hours: DayHours;
}

/** Compares a whole book with what was said of its guests; it only reads. */
export function compareBookOf({ file, hours }: CompareBookInput, tell: (done: number, total: number) => void = () => {}): Comparison {
  return bulkRead({ book: file }, ({ book }) => compareBook(book, hours, tell));
}

export interface RebuildBookInput extends CompareBookInput {
  by: WriteBy;
  branch: string;
  differences: Difference[];
  backup: string;
}

/** Writes the guests who differ as they must be, in one transaction. @returns how many */
export function rebuildBookStep({ file, by, branch, differences, hours, backup }: RebuildBookInput): number {
  return bulkWrite<number>(file, by, (database, say) => {
    const rebuilt = rebuildGuests(database, differences, { hours, say, why: "rebuild" });
    const left = differences.filter(({ what }) => what === "unreadable").length;
    return { answer: rebuilt, happened: [{ kind: "book.rebuilt", subjects: [branch], payload: { branch, rebuilt, left, backup } }] };
  });
}
