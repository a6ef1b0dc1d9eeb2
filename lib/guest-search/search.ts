import type Database from "better-sqlite3";
import { knownAllergies } from "../allergies/known";
import type { AnswerOf, QueryOf } from "../api/endpoint";
import type { Caller } from "../caller";
import type { Branch } from "../db/branch";
import { lastEvent } from "../db/event-rows";
import { statement } from "../db/statements";
import { env } from "../env";
import { PERSON_COLUMNS, personAt } from "../guest-columns";
import { type PhoneMatch, samePhone, shownNumbers } from "../phones";
import { guestsOfTonight, type Seat, type SeatedGuest, seatOf, type Tonight } from "../tables/tonight";
import type { Contact, searchContacts as searchContract } from "./contract";
import { rankPeople } from "./ranking";
import { searchBook } from "./search-book";

/**
 * Finds guests by parts of their name or phone: those with the very phone, then those whose name begins with what was
 * typed, then those in whom a word begins with it, then those who hold it anywhere; within each, the newest first. Last come
 * those whose names are written otherwise, the likest first. Under three characters only beginnings are searched. Guests of
 * this business day's tables say where they sit, and those whom no merge has brought into the book yet are found too, before
 * the book's own of the same kind.
 */
export async function searchContacts(
  branch: Branch,
  query: QueryOf<typeof searchContract>,
  caller: Pick<Caller, "requirePermission">,
): Promise<AnswerOf<typeof searchContract>> {
  const { sql } = await branch.contacts();
  const { search, offset, limit } = query;
  const allergies = await knownAllergies(caller);
  const countryCode = env().DEFAULT_COUNTRY_CODE;
  // A table store that cannot be read hides nobody's name and phone.
  const tonight = branch.key === "central" ? null : await guestsOfTonight(branch).catch(() => null);
  const { besides, seatIn } = tonight ? tonightInBook(sql, tonight) : NOBODY_SEATED;
  const ranks = rankPeople(besides, search, countryCode).map((rank) => rank.map(({ place }) => place));
  const { seqs, similar, total, isMore } = searchBook(sql, search, countryCode, offset + limit, ranks);
  const page = seqs.slice(offset);
  const inBook = contactsOf(sql, page);
  const contacts: Contact[] = [];
  for (const [index, seq] of page.entries()) {
    const guest = besides[-1 - seq];
    const contact = guest ? contactAtTable(guest, branch) : inBook.get(seq);
    if (!contact) continue;
    contact.numbers = shownNumbers(contact.phones, countryCode);
    contact.allergies = allergies.of(contact);
    contact.tonight ??= seatIn.get(seq);
    if (offset + index >= total - similar) contact.written_otherwise = true;
    contacts.push(contact);
  }
  return { contacts, total, ...(isMore && { total_is_at_least: true }), ...(similar > 0 && { similar }) };
}

// Rows as arrays, of which the answer's own objects are made: those of the driver take twice as long.
const CONTACTS = `SELECT seq, id, branch, ${PERSON_COLUMNS}
  FROM contact WHERE seq IN (SELECT value FROM json_each(?))`;

type ContactRow = [seq: number, id: string, branch: string, ...person: unknown[]];

/** The contacts of these row ids. */
export function contactsOf(sql: Database.Database, seqs: number[]): Map<number, Contact> {
  const contacts = new Map<number, Contact>();
  for (const row of statement<[string], ContactRow>(sql, CONTACTS).raw().all(JSON.stringify(seqs))) {
    const [seq, id, branch] = row;
    contacts.set(seq, { ...personAt(row, 3), id, branch });
  }
  return contacts;
}

function contactAtTable({ id, person, seat }: SeatedGuest, branch: Branch): Contact {
  return { ...person, id, branch: branch.key, tonight: seat, not_in_book: true };
}

/** A number of somebody in the book, and whose it is. */
type KnownNumber = PhoneMatch & { contact_seq: number };

const KNOWN_NUMBERS = `SELECT contact_seq, key, calling_code FROM contact_phone WHERE key IN (SELECT value FROM json_each(?))
  ORDER BY contact_seq, position`;

/** Whose numbers in the book have one of these phone keys. */
export function knownNumbers(sql: Database.Database, keys: Iterable<string>): KnownNumber[] {
  return statement<[string], KnownNumber>(sql, KNOWN_NUMBERS).all(JSON.stringify([...keys]));
}

/** Somebody of whom the book knows nothing. Its own row ids begin at 1; `place` is below zero. */
type BesideBook = SeatedGuest & { place: number };

/** Tonight's tables beside a guest book. */
interface TonightInBook {
  /** Tonight's guests who are not in the book yet. */
  besides: BesideBook[];
  /** Where the book's own sit, by their row ids. */
  seatIn: Map<number, Seat>;
}

const NOBODY_SEATED: TonightInBook = { besides: [], seatIn: new Map() };
const lastSeen = new WeakMap<Database.Database, { tonight: Tonight; state: number; seen: TonightInBook }>();

/** Whom of tonight's guests the book knows; looked up anew when either store has been written. */
function tonightInBook(sql: Database.Database, tonight: Tonight): TonightInBook {
  const state = lastEvent(sql);
  const last = lastSeen.get(sql);
  if (last?.tonight === tonight && last.state === state) return last.seen;
  const keys = new Set([
    ...tonight.seats.keys(),
    ...tonight.guests.flatMap(({ numbers }) => numbers.map(({ key }) => key)).filter(Boolean),
  ]);
  const known = new Map<string, PhoneMatch[]>();
  const seatIn = new Map<number, Seat>();
  for (const { contact_seq, ...number } of knownNumbers(sql, keys)) {
    known.set(number.key, [...(known.get(number.key) ?? []), number]);
    const seat = seatIn.has(contact_seq) ? undefined : seatOf(tonight, number);
    if (seat) seatIn.set(contact_seq, seat);
  }
  const unknown = tonight.guests.filter(({ numbers, isBooked }) => {
    if (!numbers.some(({ key }) => key !== "")) return !isBooked;
    return !numbers.some((number) => known.get(number.key)?.some((other) => samePhone(number, other)));
  });
  const besides = unknown.map((guest, index) => ({ ...guest, place: -1 - index }));
  const seen = { besides, seatIn };
  lastSeen.set(sql, { tonight, state, seen });
  return seen;
}
