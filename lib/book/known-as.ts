import type Database from "better-sqlite3";
import { statement } from "../db/statements";
import { alsoNames, hasNameOf } from "../names";
import { type PhoneMatch, sharesPhone } from "../phones";

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
