import type Database from "better-sqlite3";
import type { AnswerOf } from "../api/endpoint";
import { OF_BOOKING, OF_PRIZE } from "../book/record-shapes";
import { bulkRead } from "../db/bulk-read";
import { type PhoneMatch, samePhone } from "../phones";
import type { undoImport } from "./contract";
import { keptBecause, type Reason } from "./kept-because";

/** What one guest was given since an import. */
export interface GivenSince {
  reason: Extract<Reason, "voucher" | "points">;
  /** The contact's id in some book; null where only numbers are known. */
  guest_id: string | null;
  numbers: PhoneMatch[];
}

export interface GivenSinceInput {
  /** The hub's file. */
  hub: string;
  /** ISO 8601 in UTC with Z. */
  since: string;
}

const NUMBERS = "json_group_array(json_object('key', n.key, 'calling_code', n.calling_code))";
const GIVEN = `SELECT 'voucher' AS reason, v.guest_id, (SELECT ${NUMBERS} FROM voucher_number n WHERE n.voucher_id = v.id) AS numbers
  FROM voucher v WHERE v.issued_at > @since
  UNION ALL
  SELECT 'points', NULL, (SELECT ${NUMBERS} FROM loyalty_customer_phone n WHERE n.customer_id = c.id)
  FROM loyalty_customer c WHERE c.id IN (SELECT customer_id FROM loyalty_visit WHERE created_at > @since)`;

/** The vouchers and the points of all branches that were given since an instant: a guest is the same in each of them. */
export function givenSince({ hub, since }: GivenSinceInput): GivenSince[] {
  return bulkRead({ hub }, (open) => {
    const rows = open.hub.prepare<{ since: string }, Omit<GivenSince, "numbers"> & { numbers: string }>(GIVEN).all({ since });
    return rows.map(({ numbers, ...row }) => ({ ...row, numbers: JSON.parse(numbers) as PhoneMatch[] })); // as the statement makes them
  });
}

/**
 * The records of an import to whose guests something happened since, with what it was: somebody said something about them, they sat at a
 * table, they booked one, they won a prize, they got a voucher or points. What a later import brings keeps nobody.
 * @param records an import's id for all of them, or the ids of some
 */
export function sinceRecords(
  database: Database.Database,
  records: string | readonly string[],
  given: readonly GivenSince[],
): Map<string, Set<Reason>> {
  const isAll = typeof records === "string";
  const ids = isAll ? null : new Set(records);
  const isMeant = (id: string) => (ids ? ids.has(id) : id > `${records}/` && id < `${records}0`);
  const since = new Map<string, Set<Reason>>();
  const add = (ids: readonly string[], reason: Reason) => {
    for (const id of ids) since.set(id, (since.get(id) ?? new Set<Reason>()).add(reason));
  };
  const changed = isAll
    ? database.prepare<[], string>(ABOUT).pluck().all().filter(isMeant)
    : database.prepare<[string], string>(ABOUT_THESE).pluck().all(JSON.stringify(records));
  add(changed, "changed");
  for (const [reason, of] of OTHER_RECORDS) {
    const found = isAll
      ? database.prepare<[string, string], string>(spokenOf(of, "r.id > ? AND r.id < ?")).pluck().all(`${records}/`, `${records}0`)
      : database.prepare<[string], string>(spokenOf(of, "r.id IN (SELECT value FROM json_each(?))")).pluck().all(JSON.stringify(records));
    add(found, reason);
  }
  const ofContact = database.prepare<[number], string>("SELECT id FROM source_record WHERE contact_seq = ?");
  const contacts = contactFinder(database);
  for (const { reason, guest_id, numbers } of given)
    for (const seq of contacts(guest_id, numbers)) add(ofContact.pluck().all(seq).filter(isMeant), reason);
  return since;
}

const ABOUT = `SELECT r.value FROM book_decision d, json_each(json_array(json_extract(d.decision, '$.about.records'), json_extract(d.decision, '$.other.records'))) a,
  json_each(a.value) r WHERE a.type = 'array'`;

/** SQL: the same of some records, a step's: all decisions are not read for each step. */
const ABOUT_THESE = "SELECT DISTINCT r.value FROM json_each(?) r JOIN decision_strand d ON d.strand = 'record ' || r.value";

/** By which later records a guest stays, in SQL of such a record `v`: those of a table, of a booking, and of a prize. */
const OTHER_RECORDS = [
  ["visited", `substr(v.id, 1, length(v.batch) + 1) <> v.batch || '/'`],
  ["booked", `substr(v.id, 1, ${OF_BOOKING.length}) = '${OF_BOOKING}'`],
  ["won", `substr(v.id, 1, ${OF_PRIZE.length}) = '${OF_PRIZE}'`],
] as const;

/** SQL: records of an import, of whose guests another record speaks that was said later. @param of which other ones */
const spokenOf = (
  of: string,
  which: string,
) => `SELECT DISTINCT r.id FROM source_record r JOIN source_record v ON v.contact_seq = r.contact_seq
  WHERE ${which} AND v.said_at > r.said_at AND coalesce(v.said, '') <> 'gone'
    AND ${of}`;

/** Finds the contacts of somebody by the id that they had, and by their numbers. */
function contactFinder(database: Database.Database): (id: string | null, numbers: readonly PhoneMatch[]) => Set<number> {
  const byId = database
    .prepare<{ id: string }, number>(
      "SELECT seq FROM contact WHERE id = coalesce((SELECT contact_id FROM contact_alias WHERE id = @id), @id)",
    )
    .pluck();
  const byKey = database.prepare<[string], PhoneMatch & { contact_seq: number }>(
    "SELECT contact_seq, key, calling_code FROM contact_phone WHERE key = ?",
  );
  return (id, numbers) => {
    const own = id === null ? undefined : byId.get({ id });
    const shared = numbers.flatMap((number) => (number.key === "" ? [] : byKey.all(number.key).filter((one) => samePhone(one, number))));
    return new Set([...(own === undefined ? [] : [own]), ...shared.map(({ contact_seq }) => contact_seq)]);
  };
}

type Kept = AnswerOf<typeof undoImport>["kept_guests"][number];

/** The guests who stay by some records of an import, and why. */
export function keptGuests(database: Database.Database, since: ReadonlyMap<string, ReadonlySet<Reason>>): Kept[] {
  const guest = database.prepare<[string], { seq: number; name: string; phones: string; isKnown: 0 | 1 }>(
    `SELECT c.seq, c.name, c.phones, c.is_before = 1 OR EXISTS (SELECT 1 FROM source_record o
       WHERE o.contact_seq = c.seq AND o.said_at < r.said_at AND o.batch <> r.batch) AS isKnown
     FROM source_record r JOIN contact c ON c.seq = r.contact_seq WHERE r.id = ?`,
  );
  const kept = new Map<number, { name: string; phones: string; isKnown: boolean; reasons: Set<Reason> }>();
  for (const [id, reasons] of since) {
    const found = guest.get(id);
    if (!found) continue; // deleted by hand since
    const { seq, name, phones, isKnown } = found;
    const before = kept.get(seq)?.reasons ?? [];
    kept.set(seq, { name, phones, isKnown: isKnown === 1, reasons: new Set([...before, ...reasons]) });
  }
  return [...kept.values()].map(({ name, phones, isKnown, reasons }) => ({ name, phones, reason: keptBecause(isKnown, reasons) }));
}
