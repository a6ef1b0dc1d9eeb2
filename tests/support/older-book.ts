import type Database from "better-sqlite3";
import type { KnownContact } from "../../lib/book/contacts-merge-target";
import { indexedAtEnd } from "../../lib/book/search-indexes";
import type { MergeReport } from "../../lib/merge-report";
import { type Incoming, type MergeTarget, mergeInto } from "../../lib/merge-rule";

/** Brings guests into a contacts store without a record of who said them, as before there were records. */
export function mergeContacts(
  database: Database.Database,
  target: MergeTarget<KnownContact>,
  people: Iterable<Incoming>,
  expected: number,
): MergeReport {
  return indexedAtEnd(database, expected, () => mergeInto(target, people));
}
