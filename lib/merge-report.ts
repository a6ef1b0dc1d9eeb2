import type { Person } from "./person";

/** What a merge counts; inserted + skipped = all rows. */
interface MergeCounts {
  inserted: number;
  skipped: number;
  /** Those of `skipped` who gained a field or a number. */
  filled: number;
  /** Known guests who turned out to be another known guest, and became one with that one. */
  united: number;
  /** Other names: of those whose number is a guest's of another name, who is known by theirs too from now on; at one table, from the save on. */
  also: number;
  /** Pairs of known guests of different names whose numbers stood in one row. */
  may_be_same: number;
}

/** Who a merge does not show as a guest of their own, and who needs somebody's eye: nobody vanishes unseen. */
export interface MergeNotes {
  also_known_as: { name: string; also: string; phones: string }[];
  pairs: { name: string; other: string; phones: string }[];
}

export type MergeReport = MergeCounts & MergeNotes & { stayed_deleted?: number; names_not_kept?: number };

/** So many of each are told by name; the counts are of all. */
export const TOLD = 200;

/** Counts and lists two known guests of different names. */
export function tellPair(report: MergeReport, name: string, other: string, phones: string): void {
  report.may_be_same++;
  if (report.pairs.length < TOLD) report.pairs.push({ name, other, phones });
}

export function emptyReport(): MergeReport {
  return { inserted: 0, skipped: 0, filled: 0, united: 0, also: 0, may_be_same: 0, also_known_as: [], pairs: [] };
}

/** Counts and lists a guest's other names. */
export function tellNames(report: MergeReport, { name }: Pick<Person, "name">, others: readonly string[], phones: string): void {
  if (others.length === 0) return;
  report.also += others.length;
  report.also_known_as.push(...others.slice(0, TOLD - report.also_known_as.length).map((also) => ({ name, also, phones })));
}

/** Adds the counts and notes of two merges. */
export function addReports(a: MergeReport, b: MergeReport): MergeReport {
  return {
    inserted: a.inserted + b.inserted,
    skipped: a.skipped + b.skipped,
    filled: a.filled + b.filled,
    united: a.united + b.united,
    also: a.also + b.also,
    may_be_same: a.may_be_same + b.may_be_same,
    ...addNotes(a, b),
    ...(a.stayed_deleted || b.stayed_deleted ? { stayed_deleted: (a.stayed_deleted ?? 0) + (b.stayed_deleted ?? 0) } : {}),
    ...(a.names_not_kept || b.names_not_kept ? { names_not_kept: (a.names_not_kept ?? 0) + (b.names_not_kept ?? 0) } : {}),
  };
}

/** Adds the notes of two merges. */
export function addNotes(a: MergeNotes, b: MergeNotes): MergeNotes {
  return {
    also_known_as: [...a.also_known_as, ...b.also_known_as].slice(0, TOLD),
    pairs: [...a.pairs, ...b.pairs].slice(0, TOLD),
  };
}
