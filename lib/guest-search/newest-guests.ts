import type Database from "better-sqlite3";
import { knownAllergies } from "../allergies/known";
import type { AnswerOf } from "../api/endpoint";
import { businessDayOf, eveningHours } from "../business-day";
import type { Caller } from "../caller";
import { now } from "../clock";
import type { Branch } from "../db/branch";
import { statement } from "../db/statements";
import { env } from "../env";
import type { BranchKey } from "../known-branches";
import { samePhone, shownNumbers } from "../phones";
import { guestsOfEvening, type SeatedGuest } from "../tables/tonight";
import type { Contact, newestGuests as newestContract } from "./contract";
import { contactsOf, knownNumbers } from "./search";

/** How many are shown. */
const NEWEST = 10;

/** So many are looked up in the book at once: an evening may have thousands, and the first ten of them are wanted. */
const AT_ONCE = 40;

// Walks the index of business days backwards, and stops at the first table that has a guest.
export const LAST_EVENING = `SELECT business_day FROM saved_table t WHERE EXISTS (SELECT 1 FROM table_guest g WHERE g.table_id = t.id)
  ORDER BY business_day DESC LIMIT 1`;

/**
 * The guests of a branch who were seated last, each once, as the search finds them, those of the table that was saved last first: of this
 * evening, or before its first guest of the last evening that had any. Whom the book knows is shown as the book has them. Whoever End of
 * Day has booked and the book does not know by that number was deleted or has another one, and is left out; so is a booked guest
 * without a number, who cannot be told apart.
 */
export async function newestGuests(branch: Branch, caller: Pick<Caller, "requirePermission">): Promise<AnswerOf<typeof newestContract>> {
  if (branch.key === "central") return { business_day: null, contacts: [] };
  const tables = (await branch.table()).sql;
  const book = (await branch.contacts()).sql;
  const day = statement<[], string>(tables, LAST_EVENING).pluck().get();
  if (day === undefined) return { business_day: null, contacts: [] };

  const isTonight = day === businessDayOf(now(), eveningHours(env()));
  const seated = guestsOfEvening(tables, day).guests;
  const contacts: Contact[] = [];
  const seen = new Set<number>();
  for (let from = 0; contacts.length < NEWEST && from < seated.length; from += AT_ONCE) {
    for (const { contact, seq, seat, isBooked } of inBook(book, seated.slice(from, from + AT_ONCE), branch.key)) {
      if (seq === undefined ? isBooked : seen.has(seq)) continue;
      if (seq !== undefined) seen.add(seq);
      contacts.push({ ...contact, ...(isTonight ? { tonight: seat } : {}) });
    }
  }
  const allergies = await knownAllergies(caller);
  return {
    business_day: day,
    contacts: contacts.slice(0, NEWEST).map((contact) => ({ ...contact, allergies: allergies.of(contact) })),
  };
}

/** Each guest as the book has them, with their row of it; as the table has them where it does not know them. */
function inBook(book: Database.Database, seated: readonly SeatedGuest[], branch: BranchKey) {
  const countryCode = env().DEFAULT_COUNTRY_CODE;
  const known = knownNumbers(
    book,
    seated.flatMap(({ numbers }) => numbers.flatMap(({ key }) => key || [])),
  );
  const booked = contactsOf(book, [...new Set(known.map(({ contact_seq }) => contact_seq))]);
  return seated.map(({ id, person, numbers, seat, isBooked }) => {
    const seq = known.find((other) => numbers.some((own) => own.key !== "" && samePhone(own, other)))?.contact_seq;
    const shown: Contact = (seq !== undefined && booked.get(seq)) || { ...person, id, branch, not_in_book: true };
    return { seq, seat, isBooked, contact: { ...shown, numbers: shownNumbers(shown.phones, countryCode) } };
  });
}
