import type Database from "better-sqlite3";
import { businessDayOf, eveningHours } from "../../business-day";
import { now } from "../../clock";
import type { Branch } from "../../db/branch";
import { lastEvent } from "../../db/event-rows";
import { statement } from "../../db/statements";
import { env } from "../../env";
import { type PhoneMatch, readPhones, samePhone } from "../../phones";

/** Where somebody sits this evening. */
export interface Seat {
  table_name: string;
  table_number: string;
}

type Seats = Map<string, { number: PhoneMatch; seat: Seat }[]>;

// The table that was saved last comes first: who changed tables sits there.
const SEATED = `SELECT t.name AS table_name, t.table_number, g.phones FROM saved_table t JOIN table_guest g ON g.table_id = t.id
  WHERE t.business_day = ? AND g.phones <> '' ORDER BY t.saved_at DESC, t.id, g.position`;

const known = new WeakMap<Database.Database, { state: string; seats: Seats }>();

/** The guests of this business day's saved tables by phone key; read anew when the table store has been written. */
export async function seatsOfTonight(branch: Branch): Promise<Seats> {
  const { sql } = await branch.table();
  const day = businessDayOf(now(), eveningHours(env()));
  const state = `${day}/${lastEvent(sql)}`;
  const last = known.get(sql);
  if (last?.state === state) return last.seats;
  const seats: Seats = new Map();
  for (const { phones, ...seat } of statement<[string], Seat & { phones: string }>(sql, SEATED).all(day)) {
    for (const number of readPhones(phones, env().DEFAULT_COUNTRY_CODE)) {
      if (!number.key) continue;
      const there = seats.get(number.key);
      if (there) there.push({ number, seat });
      else seats.set(number.key, [{ number, seat }]);
    }
  }
  known.set(sql, { state, seats });
  return seats;
}

/** Undefined for somebody who sits nowhere. */
export function seatOf(seats: Seats, number: PhoneMatch): Seat | undefined {
  return seats.get(number.key)?.find((entry) => samePhone(entry.number, number))?.seat;
}
