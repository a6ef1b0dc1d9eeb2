import type { AnswerOf } from "../api/endpoint";
import { businessDayOf, eveningHours } from "../business-day";
import { now } from "../clock";
import type { Branch } from "../db/branch";
import { statement } from "../db/statements";
import { env } from "../env";
import { columnsOf, PERSON_COLUMNS, personAt } from "../guest-columns";
import { type PhoneNumber, readPhones, samePhone, shownNumbers } from "../phones";
import type { Contact, newestGuests as newestContract } from "./contract";
import { contactsOf, knownNumbers } from "./search";

/** How many are shown. */
const NEWEST = 10;

/** So many are read: some are at two tables, or were deleted from the book since. */
const READ = 60;

// Walks the index of business days backwards, and stops at the first table that has a guest.
export const LAST_EVENING = `SELECT business_day FROM saved_table t WHERE EXISTS (SELECT 1 FROM table_guest g WHERE g.table_id = t.id)
  ORDER BY business_day DESC LIMIT 1`;

export const OF_EVENING = `SELECT g.id, t.name, t.table_number, t.closed_by, ${columnsOf("g", PERSON_COLUMNS)}
  FROM saved_table t JOIN table_guest g ON g.table_id = t.id
  WHERE t.business_day = ? ORDER BY g.added_at DESC, t.saved_at DESC, t.id, g.position LIMIT ${READ}`;

type GuestRow = [id: string, tableName: string, tableNumber: string, closedBy: string | null, ...person: unknown[]];

/**
 * The guests of a branch who were seated last, each once, the newest first: of this evening, or before its first guest of the
 * last evening that had any. Whom the book knows is shown as the book has them. Whoever End of Day has booked and the book
 * does not know any more was deleted, and is left out; so is a booked guest without a number, who cannot be told apart.
 */
export async function newestGuests(branch: Branch): Promise<AnswerOf<typeof newestContract>> {
  if (branch.key === "central") return { business_day: null, contacts: [] };
  const tables = (await branch.table()).sql;
  const book = (await branch.contacts()).sql;
  const day = statement<[], string>(tables, LAST_EVENING).pluck().get();
  if (day === undefined) return { business_day: null, contacts: [] };

  const countryCode = env().DEFAULT_COUNTRY_CODE;
  const isTonight = day === businessDayOf(now(), eveningHours(env()));
  const rows = statement<[string], GuestRow>(tables, OF_EVENING).raw().all(day);
  const guests = rows.map((row) => {
    const [id, table_name, table_number, closedBy] = row;
    const person = personAt(row, 4);
    const numbers = readPhones(person.phones, countryCode).filter(({ key }) => key !== "");
    const tonight = isTonight ? { tonight: { table_name, table_number } } : {};
    return { id, person, numbers, tonight, isBooked: closedBy !== null };
  });
  const known = knownNumbers(
    book,
    guests.flatMap(({ numbers }) => numbers.map(({ key }) => key)),
  );
  const seqOf = (numbers: PhoneNumber[]) => known.find((other) => numbers.some((own) => samePhone(own, other)))?.contact_seq;
  const inBook = contactsOf(book, [...new Set(known.map(({ contact_seq }) => contact_seq))]);

  const contacts: Contact[] = [];
  const seen: PhoneNumber[] = [];
  const seenInBook = new Set<number>();
  for (const { id, person, numbers, tonight, isBooked } of guests) {
    if (contacts.length === NEWEST) break;
    const seq = seqOf(numbers);
    const isSeen = seq === undefined ? numbers.some((own) => seen.some((other) => samePhone(own, other))) : seenInBook.has(seq);
    if (isSeen || (seq === undefined && isBooked)) continue;
    if (seq === undefined) seen.push(...numbers);
    else seenInBook.add(seq);
    const contact = seq === undefined ? undefined : inBook.get(seq);
    const shown: Contact = contact ?? { ...person, id, branch: branch.key, not_in_book: true };
    contacts.push({ ...shown, numbers: shownNumbers(shown.phones, countryCode), ...tonight });
  }
  return { business_day: day, contacts };
}
