import type Database from "better-sqlite3";
import { storeIdOf } from "../book/table-rows";
import { statement } from "../db/statements";
import { alsoNames, hasNameOf } from "../names";
import { type PhoneMatch, readPhones, sharesPhone } from "../phones";

/** By what a guest of a book is known elsewhere: at the tables, and in the group's own store. */
export interface KnownGuest {
  /** In the book. */
  seq: number;
  names: string[];
  numbers: (PhoneMatch & { digits: string })[];
  /** Older guests of the book with a number and a name of theirs, who were told apart: what either may be is the older one's. */
  elders: Pick<KnownGuest, "names" | "numbers">[];
}

const NUMBERS = "SELECT digits, key, calling_code FROM contact_phone WHERE contact_seq = ? ORDER BY position";

/** @param guest a contact of the book */
export function knownAs(book: Database.Database, { seq, name, also }: { seq: number; name: string; also: string }): KnownGuest {
  const guest = { seq, names: [name, ...alsoNames(also)], numbers: numbersOf(book, seq) };
  return { ...guest, elders: eldersAmong(book, guest, statement<[number], Named>(book, ELDERS).all(seq)) };
}

const numbersOf = (book: Database.Database, seq: number) => statement<[number], KnownGuest["numbers"][number]>(book, NUMBERS).all(seq);

type Named = { seq: number; name: string; also: string };
const ELDERS = `SELECT DISTINCT c.seq, c.name, c.also FROM contact_phone p JOIN contact_phone o ON o.key = p.key AND o.contact_seq < p.contact_seq
  JOIN contact c ON c.seq = o.contact_seq WHERE p.contact_seq = ? AND p.key <> ''`;

function eldersAmong(
  book: Database.Database,
  guest: { names: readonly string[]; numbers: readonly PhoneMatch[] },
  those: readonly Named[],
): KnownGuest["elders"] {
  return those.flatMap(({ seq, ...one }) => {
    const elder = { names: [one.name, ...alsoNames(one.also)], numbers: numbersOf(book, seq) };
    return sharesPhone(elder.numbers, guest.numbers) && hasNameOf(guest, one) ? [elder] : [];
  });
}

const WITH_KEYS = `SELECT DISTINCT c.seq, c.name, c.also FROM json_each(?) k CROSS JOIN contact_phone p ON p.key = k.value
  JOIN contact c ON c.seq = p.contact_seq WHERE c.seq < ?`;

/** Whether an older guest of the book is whom a row names that a guest may be too: then it is the older one's alone. */
export function isElders(
  book: Database.Database,
  { seq }: Pick<KnownGuest, "seq">,
  row: { name: string; also: string; numbers: readonly PhoneMatch[] },
): boolean {
  const names = [row.name, ...alsoNames(row.also)];
  const older = statement<[string, number], Named>(book, WITH_KEYS).all(keysOf(row), seq);
  return eldersAmong(book, { names, numbers: row.numbers }, older).length > 0;
}

/** The keys of a guest's numbers, as JSON for a statement. */
export const keysOf = ({ numbers }: { numbers: readonly PhoneMatch[] }) =>
  JSON.stringify([...new Set(numbers.map(({ key }) => key).filter(Boolean))]);

const BY_ID = "SELECT seq FROM contact WHERE id = coalesce((SELECT contact_id FROM contact_alias WHERE id = @id), @id)";
const BY_RECORD = "SELECT contact_seq FROM source_record WHERE id = ? AND contact_seq IS NOT NULL";
const AT_A_TABLE =
  "SELECT name, also, phones FROM table_guest WHERE id = @id UNION ALL SELECT name, also, phones FROM guest_row WHERE id = @id";
const WITH_KEY = `SELECT DISTINCT c.seq, c.name, c.also FROM json_each(?) k CROSS JOIN contact_phone p ON p.key = k.value
  JOIN contact c ON c.seq = p.contact_seq ORDER BY c.seq`;

const OF_A_MESSAGE = "SELECT name, '' AS also, '+' || digits AS phones FROM queue_item WHERE id = @id AND branch = @branch";

type Written = { name: string; also: string; phones: string };

/** The stores of a branch, as far as they say who is meant. */
export interface OfBranch {
  branch: string;
  book: Database.Database;
  hub: Database.Database;
  /** Null where there are none, or they cannot be read. */
  tables: Database.Database | null;
}

/**
 * The guest of a book whom an id means: their own, one that was merged away, that of a guest at one of the branch's tables, or of a message of
 * the branch. Of a guest at a table the book's own records say who it is, and of whom they do not, number and name.
 * @returns the place in the book; undefined where the book has nobody
 */
export function findGuest({ branch, book, hub, tables }: OfBranch, id: string, countryCode: string): number | undefined {
  const own = statement<{ id: string }[], { seq: number }>(book, BY_ID).get({ id });
  if (own) return own.seq;
  const recorded = tables && statement<[string], { contact_seq: number }>(book, BY_RECORD).get(`${storeIdOf(tables)}/${id}`);
  if (recorded) return recorded.contact_seq;
  const named =
    (tables && statement<{ id: string }[], Written>(tables, AT_A_TABLE).get({ id })) ??
    statement<{ id: string; branch: string }[], Written>(hub, OF_A_MESSAGE).get({ id, branch });
  if (!named) return undefined;
  const numbers = readPhones(named.phones, countryCode);
  const found = statement<[string], { seq: number; name: string; also: string }>(book, WITH_KEY).all(keysOf({ numbers }));
  return found.find((one) => {
    const known = knownAs(book, one);
    return sharesPhone(known.numbers, numbers) && hasNameOf(known, named);
  })?.seq;
}

const RECORDED = `SELECT substr(id, length(@store) + 1) AS row FROM source_record
  WHERE contact_seq = @seq AND substr(id, 1, length(@store)) = @store`;

/** The ids of a guest's rows in a table store, as the records of the book say them. */
export function rowsOf(book: Database.Database, seq: number, storeId: string): string[] {
  return statement<{ store: string; seq: number }[], { row: string }>(book, RECORDED)
    .all({ store: `${storeId}/`, seq })
    .map(({ row }) => row);
}
