import type Database from "better-sqlite3";
import { daysToNextBirthday } from "../../birthday-dates";
import { type KnownGuest, keysOf, knownAs } from "../../book/known-as";
import { bulkRead } from "../../db/bulk-read";
import { statement } from "../../db/statements";
import { foldText } from "../../fold-text";
import { eveningsIn } from "../../guest-page/visits";
import type { BranchKey } from "../../known-branches";
import { alsoNames, hasNameOf } from "../../names";
import { type PhoneMatch, readPhones, samePhone, sharesPhone } from "../../phones";
import { recordOfBooking } from "./take-bookers-step";

/** Whose booking is asked about. */
export interface AskedBooker {
  id: string;
  name: string;
  phones: string;
  /** The business day of the booking. */
  date: string;
}

export interface KnownBookersInput {
  branch: BranchKey;
  /** Contacts and table stores of the branches that may be read, by their keys; the branch's own among them. */
  books: Record<string, string>;
  tables: Record<string, string>;
  bookers: AskedBooker[];
  countryCode: string;
}

/** What the stores of the branches say of a booker; what hangs on consent and rights is added by whoever asks. */
export interface KnownBooker {
  guest_id: string | null;
  name: string;
  phones: string;
  also: string;
  visits: number;
  last_visit: string | null;
  no_shows: number;
  cancellations: number;
  vip: boolean;
  tags: string;
  likes: string;
  allergies: string;
  birthday: string;
  birthday_in: number | null;
  regular_of: string | null;
}

/** So often somebody was at the tables of another branch, they are its regular. */
const REGULAR = 3;

interface Contact {
  seq: number;
  id: string;
  name: string;
  also: string;
  phones: string;
  tags: string;
  likes: string;
  allergies: string;
  birthday: string;
}

const COLUMNS = "c.seq, c.id, c.name, c.also, c.phones, c.tags, c.likes, c.allergies, c.birthday";
const OF_BOOKING = `SELECT ${COLUMNS} FROM source_record r JOIN contact c ON c.seq = r.contact_seq WHERE r.id = ?`;
const WITH_KEY = `SELECT DISTINCT ${COLUMNS} FROM json_each(?) k CROSS JOIN contact_phone p ON p.key = k.value
  JOIN contact c ON c.seq = p.contact_seq ORDER BY c.seq`;
// By the number alone, and then by name: a family shares one, and each has their own past.
const PAST = `SELECT DISTINCT r.id, r.name, r.status, p.key, p.calling_code FROM json_each(@keys) k
  CROSS JOIN reservation_phone p ON p.key = k.value JOIN reservation r ON r.id = p.reservation_id
  WHERE r.status IN ('NO_SHOW', 'CANCELLED') AND coalesce(r.cancel_reason, '') NOT IN ('house', 'mistake', 'weather') AND r.id <> @id`;

interface Opened {
  branch: string;
  book: Database.Database;
  tables: Database.Database | null;
  evenings: ReturnType<typeof eveningsIn> | null;
}

/** Reads what is known of the bookers of a day: each by indexes, however large the books are. */
export function knownBookers({ books, tables, branch, bookers, countryCode }: KnownBookersInput): Record<string, KnownBooker> {
  return bulkRead(books, (book) =>
    bulkRead(tables, (table) => {
      const opened = Object.entries(book).map(([key, sql]): Opened => {
        const at = table[key] ?? null;
        return { branch: key, book: sql, tables: at, evenings: at && eveningsIn(at, sql, countryCode) };
      });
      const own = opened.find((one) => one.branch === branch);
      const stores = { own, others: opened.filter((one) => one !== own), all: Object.values(table), countryCode };
      return Object.fromEntries(bookers.map((one) => [one.id, knownBooker(one, stores)]));
    }),
  );
}

interface Stores {
  own: Opened | undefined;
  others: readonly Opened[];
  all: readonly Database.Database[];
  countryCode: string;
}

function knownBooker(asked: AskedBooker, { own, others, all, countryCode }: Stores): KnownBooker {
  const numbers = readPhones(asked.phones, countryCode);
  const named = { name: asked.name, also: "" };
  const contact =
    own && (statement<[string], Contact>(own.book, OF_BOOKING).get(recordOfBooking(asked.id)) ?? inBook(own.book, numbers, named));
  const evenings = own && contact ? eveningsBefore(own, contact, asked.date) : [];
  const past = pastOf(asked, contact ? { ...contact, numbers } : { ...named, numbers }, all);
  const birthday = contact?.birthday ?? "";
  const birthday_in = birthday === "" ? null : daysToNextBirthday(birthday, asked.date);
  const { tags = "", likes = "", allergies = "", also = "" } = contact ?? {};
  return {
    guest_id: contact?.id ?? null,
    name: contact?.name ?? asked.name,
    phones: contact?.phones ?? asked.phones,
    also,
    visits: evenings.length,
    last_visit: evenings.reduce<string | null>((last, day) => (last === null || day > last ? day : last), null),
    ...past,
    vip: tags.split(/[,،;؛\n]/).some((tag) => foldText(tag) === "vip"),
    tags,
    likes,
    allergies,
    birthday,
    birthday_in: birthday_in !== null && birthday_in <= 7 ? birthday_in : null,
    regular_of: regularOf(others, numbers, named, { date: asked.date, here: evenings.length }),
  };
}

function inBook(book: Database.Database, numbers: readonly PhoneMatch[], named: { name: string; also: string }): Contact | undefined {
  const keys = JSON.stringify([...new Set(numbers.map(({ key }) => key).filter(Boolean))]);
  if (keys === "[]") return undefined;
  return statement<[string], Contact>(book, WITH_KEY)
    .all(keys)
    .find((one) => {
      const known = knownAs(book, one);
      return sharesPhone(known.numbers, numbers) && hasNameOf(known, named);
    });
}

function eveningsBefore({ book, evenings }: Opened, contact: Contact, date: string): string[] {
  if (!evenings) return [];
  return evenings(knownAs(book, contact))
    .map(({ business_day }) => business_day)
    .filter((day) => day < date);
}

type Guest = { name: string; also: string; numbers: readonly PhoneMatch[] };

function pastOf({ id }: AskedBooker, guest: Guest, all: readonly Database.Database[]): { no_shows: number; cancellations: number } {
  const known: Pick<KnownGuest, "names"> = { names: [guest.name, ...alsoNames(guest.also)] };
  const keys = keysOf({ numbers: guest.numbers as KnownGuest["numbers"] }); // the keys alone are read
  if (keys === "[]") return { no_shows: 0, cancellations: 0 };
  const found = new Map<string, string>();
  for (const sql of all) {
    const rows = statement<Record<string, string>[], PhoneMatch & { id: string; name: string; status: string }>(sql, PAST).all({
      keys,
      id,
    });
    for (const row of rows) {
      const isTheirs = guest.numbers.some((number) => samePhone(number, row)) && hasNameOf(known, { name: row.name, also: "" });
      if (isTheirs) found.set(row.id, row.status);
    }
  }
  const count = (status: string) => [...found.values()].filter((one) => one === status).length;
  return { no_shows: count("NO_SHOW"), cancellations: count("CANCELLED") };
}

function regularOf(
  others: readonly Opened[],
  numbers: readonly PhoneMatch[],
  named: { name: string; also: string },
  { date, here }: { date: string; here: number },
): string | null {
  let best: { branch: string; visits: number } | null = null;
  for (const other of others) {
    const contact = inBook(other.book, numbers, named);
    const visits = contact ? eveningsBefore(other, contact, date).length : 0;
    if (visits >= REGULAR && visits > Math.max(here, best?.visits ?? 0)) best = { branch: other.branch, visits };
  }
  return best?.branch ?? null;
}
