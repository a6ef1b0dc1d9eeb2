import type { BranchKey } from "../known-branches";
import type { Person } from "../person";
import type { PhoneNumber } from "../phones";

/** The place of a record or decision in the one order of a book (docs/book.md, What goes in). */
export interface Place {
  /** ISO 8601 in UTC with Z: of a table's guest when added, of an import when it ran, of a hand's word then. */
  said_at: string;
  /** The End of Day, the merge, the import, or the call. */
  batch: string;
  line: number;
  id: string;
}

/** What was said of a guest once: a guest row that Merge All wrote, a row of a file, a guest typed by hand. */
export interface SourceRecord extends Place {
  /** The business day, `YYYY-MM-DD`. */
  evening: string;
  branch: BranchKey;
  person: Person;
  /** As they were parsed on arrival. */
  numbers: PhoneNumber[];
}

/** Of the id of the record that a contact from before there were records is. */
export const BEFORE = "before/";

/** With what the id of a booking's record begins: the same as with its batch, as if it were of an import, which it is not. */
export const OF_BOOKING = "booking/";

/** The same of a record of somebody who won a competition (lib/competitions/prize). */
export const OF_PRIZE = "prize/";

/** Whether a record is of an import: its id begins with its batch then. */
export const isOfImport = ({ id, batch }: { id: string; batch: string }) =>
  id.startsWith(`${batch}/`) && !id.startsWith(OF_BOOKING) && !id.startsWith(OF_PRIZE);

/** Whom a decision is about, so that a record which was said before it obeys whenever it arrives. */
export interface About {
  /** Ids of the guest's own records. */
  records: string[];
  /** Those that the guest had, and those that its own records say. */
  numbers: PhoneNumber[];
  /** Those that the guest went by, and gets by the decision. */
  names: string[];
  evening: string;
}

/** The values that somebody wrote by hand; `phones` comes with `numbers`. */
export type FieldsByHand = Partial<Omit<Person, "added_at">> & { numbers?: PhoneNumber[] };

/** What a person decided about a guest. */
export type Decision = Place & {
  /** Id of the user; absent where an older version or the server itself decided. It changes nothing of the guests. */
  by?: string;
} & (
    | { kind: "fields"; about: About; values: FieldsByHand }
    | { kind: "not-their-number"; about: About; digits: string[] }
    | { kind: "left-out"; about: About }
    | { kind: "one" | "not-one"; about: About; other: About }
  );

/** A guest of a book, computed from the records of it. */
export interface BookGuest extends Person {
  numbers: PhoneNumber[];
  /** Of the first record. */
  evening: string;
  branch: BranchKey;
  /** The records that made the guest, in the order in which they were folded. */
  records: string[];
  /** Those of them that speak of this very person, and not of somebody who shares a number. */
  own: string[];
}
