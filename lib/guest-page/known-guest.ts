import type Database from "better-sqlite3";
import { keysOf, knownAs } from "../book/known-as";
import { storeIdOf } from "../book/table-rows";
import { statement } from "../db/statements";
import { hasNameOf } from "../names";
import { readPhones, sharesPhone } from "../phones";

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
