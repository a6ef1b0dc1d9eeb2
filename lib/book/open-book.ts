import type Database from "better-sqlite3";
import type { DayHours } from "../business-day";
import type { EventPayloads, Happening } from "../events";
import type { MergeReport } from "../merge-report";
import { adoptOlder } from "./adopt-older-version";
import { type ContactWriter, contactWriter } from "./contact-rows";
import { newestSaid } from "./decision-target";
import { type DecisionStore, decisionStore } from "./decisions";
import type { LargeEvenings } from "./large-evenings";
import type { Decision, Place } from "./record-shapes";
import { type RecordStore, recordStore, type Version, type VersionedRecord } from "./records";

/** What comes into a book at once: an End of Day, a merge, an import, a person's word, or the undo of one. */
export interface BookBatch {
  records?: readonly VersionedRecord[];
  /** Records of which their store says that they are no more. */
  gone?: readonly ({ id: string } & Version)[];
  decisions?: readonly Decision[];
  /** The batch that is undone: what came with it is gone as if it had never come, but for the records to keep. */
  undone?: Undone;
}

export interface Undone {
  batch: string;
  keep?: ReadonlySet<string>;
  /** Of a batch that goes in parts: the records of this one. */
  only?: readonly string[];
  /** Of a batch of decisions: these alone. */
  decisions?: readonly string[];
}

export interface Publishing {
  hours: DayHours;
  say: (happening: Happening) => void;
  why: EventPayloads["contact.changed"]["why"];
  /** Of the event of each guest that changes, beside the guest's id. */
  subjects?: readonly string[];
  /** Hears what became of each record of the batch that made no guest of its own. */
  met?: (record: VersionedRecord, guest: Met) => void;
  /** Hears how far it is, in records. */
  tell?: (done: number, total: number) => void;
  /** About how many records come in all; it decides how the search indexes are kept. */
  expected?: number;
  /** Of a batch that comes in parts, each in a transaction of its own: the highest row id that a guest had before its first. */
  begun?: number;
  /** The newest of all that was said and decided, where the caller knows it: else whatever was said in that instant counts as newer. */
  newest?: Place;
  large?: LargeEvenings;
}

/** The guest whom a record joined, as they were then. */
interface Met {
  name: string;
  /** Whether the guest was made by records of the same batch alone. */
  isFresh: boolean;
  /** Whether the guest gained a value or a number by it. */
  isFilled: boolean;
}

/** What became of a batch. */
export interface Published {
  /** Of its own records: inserted + skipped are all of them. */
  report: MergeReport;
  /** Guests who left the book, because what made them is gone: all are counted, the first told. */
  removed: number;
  removed_guests: { name: string; phones: string }[];
  /** How often these had been changed: their versions less one. */
  removed_changes: number;
  /** Guests whose values change because a record of theirs is gone or has a newer version. */
  corrected: number;
  /** Row ids of the guests who came. */
  first_seq: number | null;
  last_seq: number | null;
}

/** What a part of a batch did; which rows are new is known of all parts together. */
export type Done = Omit<Published, "first_seq" | "last_seq">;

export const nothingDone = (report: MergeReport): Done => ({ report, removed: 0, removed_guests: [], removed_changes: 0, corrected: 0 });

/** A book while a batch comes in. */
export interface OpenBook {
  database: Database.Database;
  store: RecordStore;
  decided: DecisionStore;
  writer: ContactWriter;
  publishing: Publishing;
  /** The newest of all that was said and decided. */
  newest: Place;
  /** The strands of all about whom this batch has something that is not the newest. */
  unsettled: Set<string>;
  /** Ids of records that an older version had not kept, until their guests are folded. */
  adopted: string[];
}

export function openBook(database: Database.Database, publishing: Publishing): OpenBook {
  const store = recordStore(database, publishing.hours);
  const decided = decisionStore(database);
  const adopted = adoptOlder({ database, store, decided, hours: publishing.hours });
  const writer = contactWriter(database, publishing.hours);
  return {
    database,
    store,
    decided,
    writer,
    publishing,
    newest: publishing.newest ?? newestPlace(database),
    unsettled: new Set<string>(),
    adopted,
  };
}

/** What is said in the instant of the newest is not known to be newer. */
const newestPlace = (database: Database.Database): Place => ({
  said_at: newestSaid(database),
  batch: LAST,
  line: Number.MAX_SAFE_INTEGER,
  id: "",
});

const LAST = "\u{10ffff}";
