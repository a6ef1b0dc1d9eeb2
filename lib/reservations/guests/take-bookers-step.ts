import type Database from "better-sqlite3";
import { countsOf, publish } from "../../book/publishing";
import { OF_BOOKING } from "../../book/record-shapes";
import type { VersionedRecord } from "../../book/records";
import type { DayHours } from "../../business-day";
import type { WriteBy } from "../../db/actor";
import { bulkRead } from "../../db/bulk-read";
import { bulkWrite } from "../../db/bulk-write";
import { NOTHING_SAID } from "../../guest-fields";
import type { BranchKey } from "../../known-branches";
import { ERASED_GUEST } from "../../personal-data/where-stored";
import { readPhones } from "../../phones";
import { failpoint } from "../../test-hooks";
import { DELETED } from "../rows";

export interface TakeBookersInput {
  /** The branch's contacts store, and its table store. */
  file: string;
  tables: string;
  branch: BranchKey;
  by: WriteBy;
  hours: DayHours;
  countryCode: string;
  /** The book is an older one than that which took bookers last: whom it has of deleted bookings leaves it again. */
  anew: boolean;
}

/** Up to which version the book has each booker now. */
export interface TakenBooker {
  id: string;
  version: number;
  isGone: boolean;
}

interface Due {
  id: string;
  booker_version: number;
  status: string;
  source: string;
  created_at: string;
  updated_at: string;
  business_day: string;
  name: string;
  phones: string;
  language: string;
}

// So many at once: each is one guest's cluster, and the next look takes the rest.
const DUE = `SELECT id, booker_version, status, source, created_at, updated_at, business_day, name, phones, language
  FROM reservation WHERE booker_taken < booker_version ORDER BY id LIMIT 200`;

/** Of what was deleted no row is left once the book had heard of it; that it was deleted stays told. */
const DELETED_BEFORE = `SELECT DISTINCT s.value AS id FROM event e CROSS JOIN json_each(e.subjects) s WHERE e.kind = 'reservation.deleted'`;

/** The record that a booking is, in its branch's book (docs/book.md, What each action publishes). */
export const recordOfBooking = (id: string) => `${OF_BOOKING}${id}`;

/**
 * Who booked is a guest of the book, by a source record of the booking: a new guest, or one whom the book knows by number and name.
 * Said again with the same version it changes nothing, so a kill between the two stores leaves nothing out and nothing twice.
 */
export function takeBookers({ file, tables, branch, by, hours, countryCode, anew }: TakeBookersInput): TakenBooker[] {
  const [due, deleted] = bulkRead({ tables }, (sql) => [
    sql.tables.prepare<[], Due>(DUE).all(),
    anew ? sql.tables.prepare<[], { id: string }>(DELETED_BEFORE).all() : [],
  ]);
  const said = due.filter((one) => one.status !== DELETED && isSomebody(one, countryCode));
  const gone = [...due.filter(({ status }) => status === DELETED), ...deleted];
  if (said.length + gone.length > 0) {
    bulkWrite(file, by, (database, say) => {
      const known = versionsOf(database, [...due, ...deleted]);
      const records = said.map((one) => recordOf(one, known.get(one.id) ?? 0, branch, countryCode));
      const goneRecords = gone.map((one) => ({ id: recordOfBooking(one.id), incarnation: 1, version: (known.get(one.id) ?? 0) + 1 }));
      const published = publish(database, { records, gone: goneRecords }, { hours, say, why: "merge" });
      failpoint("take-bookers:written");
      const payload = { ...countsOf(published), bookings: records.length + goneRecords.length };
      return { answer: undefined, happened: [{ kind: "bookers.taken" as const, subjects: [], payload }] };
    });
  }
  failpoint("take-bookers:committed");
  return due.map(({ id, booker_version, status }) => ({ id, version: booker_version, isGone: status === DELETED }));
}

/** Who stands at the door with a first name and no number is nobody whom a book could know again, nor is whoever was erased. */
function isSomebody({ source, name, phones }: Due, countryCode: string): boolean {
  if (name === ERASED_GUEST) return false;
  return source !== "walk_in" || readPhones(phones, countryCode).some(({ key }) => key !== "");
}

/** As the book has them: a table store that came back from a backup counts from a smaller number, and what it says is news all the same. */
function versionsOf(database: Database.Database, due: readonly { id: string }[]): Map<string, number> {
  const find = database.prepare<[string], { version: number }>("SELECT version FROM source_record WHERE id = ?");
  return new Map(due.map(({ id }) => [id, find.get(recordOfBooking(id))?.version ?? 0]));
}

function recordOf(one: Due, known: number, branch: BranchKey, countryCode: string): VersionedRecord {
  const { id, created_at, business_day, name, phones, language } = one;
  return {
    id: recordOfBooking(id),
    said_at: created_at,
    batch: "booking",
    line: 0,
    evening: business_day,
    branch,
    incarnation: 1,
    version: known + 1,
    isBooked: true,
    person: { ...NOTHING_SAID, name, phones, language, added_at: created_at },
    numbers: readPhones(phones, countryCode),
  };
}
