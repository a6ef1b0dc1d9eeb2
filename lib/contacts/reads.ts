import type Database from "better-sqlite3";
import type { AnswerOf, QueryOf } from "../api/endpoint";
import type { Branch } from "../db/branch";
import { lastEvent } from "../db/event-rows";
import { statement } from "../db/statements";
import { env } from "../env";
import { type PhoneMatch, samePhone, shownNumbers } from "../phones";
import { guestsOfTonight, type SeatedGuest, seatOf, type Tonight } from "../tables/tonight/reads";
import type { Contact, searchContacts as searchContract } from "./contract";
import { searchBook } from "./search/reads";
import { rankPeople } from "./search/rules";

/**
 * Finds guests by parts of their name or phone: those with the very phone, then those whose name begins with what was
 * typed, then those in whom a word begins with it, then those who hold it anywhere; within each, the newest first. Under
 * three characters only beginnings are searched. Guests of this business day's tables say where they sit, and those whom
 * no merge has brought into the book yet are found too, before the book's own of the same kind.
 */
export async function searchContacts(branch: Branch, query: QueryOf<typeof searchContract>): Promise<AnswerOf<typeof searchContract>> {
  const { sql } = await branch.contacts();
  const { search, offset, limit } = query;
  const countryCode = env().DEFAULT_COUNTRY_CODE;
  // A table store that cannot be read hides nobody's name and phone.
  const tonight = branch.key === "central" ? null : await guestsOfTonight(branch).catch(() => null);
  const besides = tonight ? guestsBesideBook(sql, tonight) : [];
  const ranks = rankPeople(besides, search, countryCode).map((rank) => rank.map(({ place }) => place));
  const { seqs, total, isMore } = searchBook(sql, search, countryCode, offset + limit, ranks);
  const page = seqs.slice(offset);
  const inBook = contactsOf(sql, page);
  if (tonight) markSeats(sql, inBook, tonight);
  const contacts = page.flatMap((seq): Contact[] => {
    const guest = besides[-1 - seq];
    const contact = guest ? contactAtTable(guest, branch) : inBook.get(seq);
    return contact ? [{ ...contact, numbers: shownNumbers(contact.phones, countryCode) }] : [];
  });
  return isMore ? { contacts, total, total_is_at_least: true } : { contacts, total };
}

function contactsOf(sql: Database.Database, seqs: number[]): Map<number, Contact> {
  const rows = statement<[string], Contact & { seq: number }>(
    sql,
    `SELECT seq, id, name, phones, email, company, title, birthday, birth_year, address, also, added_at, branch
     FROM contact WHERE seq IN (SELECT value FROM json_each(?))`,
  ).all(JSON.stringify(seqs));
  return new Map(rows.map((row) => [row.seq, row]));
}

function contactAtTable({ id, person, seat }: SeatedGuest, branch: Branch): Contact {
  return { ...person, id, branch: branch.key, tonight: seat, not_in_book: true };
}

const NUMBERS = "SELECT contact_seq, key, calling_code FROM contact_phone WHERE contact_seq IN (SELECT value FROM json_each(?))";

/** Says where the guests of tonight's tables sit. */
function markSeats(sql: Database.Database, contacts: Map<number, Contact>, tonight: Tonight): void {
  if (tonight.seats.size === 0 || contacts.size === 0) return;
  const numbers = statement<[string], { contact_seq: number; key: string; calling_code: string }>(sql, NUMBERS);
  for (const { contact_seq, ...number } of numbers.all(JSON.stringify([...contacts.keys()]))) {
    const row = contacts.get(contact_seq);
    if (row && !row.tonight) row.tonight = seatOf(tonight, number);
  }
}

/** Somebody of whom the book knows nothing. Its own row ids begin at 1; `place` is below zero. */
type BesideBook = SeatedGuest & { place: number };

const beside = new WeakMap<Tonight, { state: number; guests: BesideBook[] }>();
const KNOWN_KEYS = "SELECT key, calling_code FROM contact_phone WHERE key IN (SELECT value FROM json_each(?))";

/** Tonight's guests who do not stand in the book; looked up anew when either store has been written. */
function guestsBesideBook(sql: Database.Database, tonight: Tonight): BesideBook[] {
  const state = lastEvent(sql);
  const last = beside.get(tonight);
  if (last?.state === state) return last.guests;
  const keys = tonight.guests.flatMap(({ numbers }) => numbers.map(({ key }) => key).filter(Boolean));
  const known = new Map<string, PhoneMatch[]>();
  for (const number of statement<[string], PhoneMatch>(sql, KNOWN_KEYS).all(JSON.stringify(keys)))
    known.set(number.key, [...(known.get(number.key) ?? []), number]);
  const unknown = tonight.guests.filter(({ numbers, isBooked }) => {
    if (!numbers.some(({ key }) => key !== "")) return !isBooked;
    return !numbers.some((number) => known.get(number.key)?.some((other) => samePhone(number, other)));
  });
  const guests = unknown.map((guest, index) => ({ ...guest, place: -1 - index }));
  beside.set(tonight, { state, guests });
  return guests;
}
