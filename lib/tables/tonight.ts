import type Database from "better-sqlite3";
import { businessDayOf, eveningHours } from "../business-day";
import { now } from "../clock";
import { gatherPeople, withOlder } from "../date-search/people";
import type { Branch } from "../db/branch";
import { lastEvent } from "../db/event-rows";
import { statement } from "../db/statements";
import { env } from "../env";
import { columnsOf, PERSON_COLUMNS } from "../guest-columns";
import type { Person } from "../person";
import { type PhoneMatch, type PhoneNumber, readPhones, samePhone } from "../phones";
import { searchText } from "../search-text";

/** Where somebody sits this evening. */
export interface Seat {
  table_name: string;
  table_number: string;
}

/** Somebody at tonight's tables, as the search finds people. */
export interface SeatedGuest {
  id: string;
  person: Person;
  numbers: PhoneNumber[];
  seat: Seat;
  /** The same text by which the guest book finds its own. */
  search_text: string;
  /** End of Day has taken the table: a guest without a phone stands in the book by now, and cannot be told apart. */
  isBooked: boolean;
}

/** This business day's saved tables of a branch, as far as the search asks for them. */
export interface Tonight {
  /** Changes with every write of the table store. */
  state: string;
  seats: Map<string, { number: PhoneMatch; seat: Seat }[]>;
  /** Each person once, at the table that was saved last. */
  guests: SeatedGuest[];
}

// The table that was saved last comes first: a guest who changed tables sits there now.
export const SEATED = `SELECT t.name AS table_name, t.table_number, t.closed_by, g.id, ${columnsOf("g", PERSON_COLUMNS)}
  FROM saved_table t JOIN table_guest g ON g.table_id = t.id
  WHERE t.business_day = ? ORDER BY t.saved_at DESC, t.id, g.position`;

type SeatedRow = Seat & Person & { id: string; closed_by: string | null };

const known = new WeakMap<Database.Database, Map<string, Tonight>>();

/** The guests of this business day's saved tables. */
export async function guestsOfTonight(branch: Branch): Promise<Tonight> {
  const { sql } = await branch.table();
  return guestsOfEvening(sql, businessDayOf(now(), eveningHours(env())));
}

/** The guests of a business day's saved tables; read anew when the table store has been written. @param day YYYY-MM-DD */
export function guestsOfEvening(sql: Database.Database, day: string): Tonight {
  const state = `${lastEvent(sql)}`;
  const evenings = [...(known.get(sql) ?? [])].filter(([, evening]) => evening.state === state);
  const last = evenings.find(([of]) => of === day)?.[1];
  if (last) return last;
  const evening = readEvening(sql, day, state);
  known.set(sql, new Map([...evenings.slice(-1), [day, evening]])); // this evening's, and the last one's
  return evening;
}

function readEvening(sql: Database.Database, day: string, state: string): Tonight {
  const seats: Tonight["seats"] = new Map();
  const people = gatherPeople();
  const rows = new Map<string, { seat: Seat; isBooked: boolean }>();
  for (const { id, table_name, table_number, closed_by, ...person } of statement<[string], SeatedRow>(sql, SEATED).all(day)) {
    const seat = { table_name, table_number };
    const numbers = readPhones(person.phones, env().DEFAULT_COUNTRY_CODE).filter(({ key }) => key !== "");
    for (const number of numbers) {
      const there = seats.get(number.key);
      if (there) there.push({ number, seat });
      else seats.set(number.key, [{ number, seat }]);
    }
    rows.set(id, { seat, isBooked: closed_by !== null });
    people.add({ id, person, numbers });
  }
  const guests = people.people().flatMap(({ id, person: newest, older }): SeatedGuest[] => {
    const row = rows.get(id);
    const person = withOlder(newest, older);
    const numbers = readPhones(person.phones, env().DEFAULT_COUNTRY_CODE);
    return row ? [{ id, person, numbers, ...row, search_text: searchText(person.name, numbers) }] : [];
  });
  return { state, seats, guests };
}

/** Undefined for somebody who sits nowhere. */
export function seatOf({ seats }: Tonight, number: PhoneMatch): Seat | undefined {
  return seats.get(number.key)?.find((entry) => samePhone(entry.number, number))?.seat;
}
