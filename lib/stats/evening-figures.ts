import type Database from "better-sqlite3";
import { businessDayRange, eveningHours } from "../business-day";
import type { Branch } from "../db/branch";
import { statement } from "../db/statements";
import { env } from "../env";
import { addDays } from "../local-time";
import { type PhoneMatch, readPhones, samePhone } from "../phones";
import type { TableLogEntry } from "../tables/contract";
import type { BranchNow, LiveFigures } from "./contract";

/** A guest of the feed: the very rows that For Data Group shows. */
export type FeedGuest = TableLogEntry["contacts"][number];

/** What the evening's tables alone say of it. */
type OfTables = Pick<LiveFigures, "tables" | "guests" | "covers" | "covers_tables" | "captured" | "valid_phone" | "with_birthday">;

/** Whether one of a guest's numbers can be called. */
export const hasValidPhone = ({ numbers = [] }: FeedGuest) => numbers.some(({ digits, doubtful }) => digits !== "" && !doubtful);

export function figuresOfTables(entries: readonly TableLogEntry[]): OfTables {
  const guests = entries.flatMap(({ contacts }) => contacts);
  const sizes = entries.flatMap(({ party_size }) => party_size ?? []);
  return {
    tables: entries.length,
    guests: guests.length,
    covers: sizes.reduce((sum, size) => sum + size, 0),
    covers_tables: sizes.length,
    captured: entries.reduce((sum, { party_size, contacts }) => sum + (party_size ? contacts.length : 0), 0),
    valid_phone: guests.filter(hasValidPhone).length,
    with_birthday: guests.filter(({ birthday }) => birthday !== "").length,
  };
}

// By the keys of the evening's guests alone, however large the book is.
const KNOWN_BEFORE = `SELECT p.key, p.calling_code FROM json_each(?) k CROSS JOIN contact_phone p ON p.key = k.value
  CROSS JOIN contact c ON c.seq = p.contact_seq WHERE c.added_at < ? AND (c.evening IS NULL OR c.evening < ?)`;

/** Says of the evening's guests who was in the branch's guest book before it: true, false, and null for somebody without a number. */
export function knownBefore(book: Database.Database, guests: readonly FeedGuest[], day: string): (guest: FeedGuest) => boolean | null {
  const { from } = businessDayRange(day, eveningHours(env()));
  const keyed = new Map(guests.map((guest) => [guest, numbersOf(guest)]));
  const keys = [...new Set([...keyed.values()].flat().map(({ key }) => key))];
  const found = statement<[string, string, string], PhoneMatch>(book, KNOWN_BEFORE).all(JSON.stringify(keys), from.toISOString(), day);
  const byKey = new Map<string, PhoneMatch[]>();
  for (const number of found) byKey.set(number.key, [...(byKey.get(number.key) ?? []), number]);
  return (guest) => {
    const numbers = keyed.get(guest) ?? numbersOf(guest);
    if (numbers.length === 0) return null;
    return numbers.some((number) => byKey.get(number.key)?.some((one) => samePhone(one, number)) ?? false);
  };
}

const numbersOf = ({ phones }: FeedGuest) => readPhones(phones, env().DEFAULT_COUNTRY_CODE).filter(({ key }) => key !== "");

/** Who of the evening's guests is new and who returns; null where the guest book cannot be read. */
export async function newAndReturning(
  branch: Branch,
  entries: readonly TableLogEntry[],
  day: string,
): Promise<Pick<LiveFigures, "new_guests" | "returning">> {
  const book = await bookOf(branch);
  if (!book) return { new_guests: null, returning: null };
  const guests = entries.flatMap(({ contacts }) => contacts);
  const isKnown = knownBefore(book, guests, day);
  const said = guests.map(isKnown);
  return { new_guests: said.filter((known) => known === false).length, returning: said.filter((known) => known === true).length };
}

/** A branch's guest book as far as it can be read now: health says what is wrong with one that cannot. */
export async function bookOf(branch: Branch): Promise<Database.Database | null> {
  try {
    return (await branch.contacts()).sql;
  } catch {
    return null;
  }
}

const ENDED = "SELECT max(done_at) AS at FROM end_of_day_entry WHERE business_day = ?";

/** When a business day's End of Day ran last; undefined where the guest book cannot be read. */
export async function endOfDayOf(branch: Branch, day: string): Promise<string | null | undefined> {
  const book = await bookOf(branch);
  return book ? (statement<[string], { at: string | null }>(book, ENDED).get(day)?.at ?? null) : undefined;
}

/** How many evenings of the same weekday make the average. */
const EVENINGS = 4;

// A table is there since its first guest was recorded, as in the feed.
const MOMENTS = `SELECT min(t.saved_at, coalesce(min(g.added_at), t.saved_at)) AS since, t.closed_by IS NOT NULL AS is_closed,
    json_group_array(g.added_at) FILTER (WHERE g.id IS NOT NULL) AS added
  FROM saved_table t LEFT JOIN table_guest g ON g.table_id = t.id WHERE t.business_day = ? GROUP BY t.id`;
const ERASED = "SELECT coalesce(max(seq), 0) FROM event WHERE kind = 'rows.erased'";

/** When tables were opened on an evening, and when their guests were recorded, ISO 8601. */
interface Moments {
  /** Erasures so far: nothing else changes an evening that is closed. */
  erased: number;
  tables: string[];
  guests: string[];
}

const closedEvenings = new WeakMap<Database.Database, Map<string, Moments>>();

/** Read once for all who ask while the evening goes on: their minute moves, and past evenings do not. */
function momentsOf(table: Database.Database, date: string): Moments {
  const known = closedEvenings.get(table) ?? new Map<string, Moments>();
  closedEvenings.set(table, known);
  const erased = Number(statement<[], number>(table, ERASED).pluck().get());
  const last = known.get(date);
  if (last?.erased === erased) return last;
  const rows = statement<[string], { since: string; is_closed: 0 | 1; added: string }>(table, MOMENTS).all(date);
  const found = { erased, tables: rows.map(({ since }) => since), guests: rows.flatMap(({ added }) => JSON.parse(added) as string[]) };
  if (known.size > 2 * EVENINGS) known.clear(); // of an earlier day
  if (rows.length > 0 && rows.every(({ is_closed }) => is_closed)) known.set(date, found);
  return found;
}

/** The same minute of the four evenings of the same weekday before. @param elapsed milliseconds since the evening's day began */
export function otherEvenings(table: Database.Database, day: string, elapsed: number): Pick<BranchNow, "week_before" | "average"> {
  const evenings = Array.from({ length: EVENINGS }, (_, weeks) => addDays(day, -7 * (weeks + 1))).map((date) => {
    const { tables, guests } = momentsOf(table, date);
    if (tables.length === 0) return null;
    const { from, to } = businessDayRange(date, eveningHours(env()));
    const until = new Date(Math.min(from.getTime() + elapsed, to.getTime())).toISOString();
    const upTo = (moments: string[]) => moments.reduce((count, at) => (at <= until ? count + 1 : count), 0);
    return { date, tables: upTo(tables), guests: upTo(guests) };
  });
  const known = evenings.filter((one) => one !== null);
  const mean = (of: "tables" | "guests") => known.reduce((sum, one) => sum + one[of], 0) / known.length;
  return {
    week_before: evenings[0] ?? null,
    average: known.length > 0 ? { evenings: known.length, tables: mean("tables"), guests: mean("guests") } : null,
  };
}
