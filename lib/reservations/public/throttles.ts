import type Database from "better-sqlite3";
import { statement } from "../../db/statements";
import { AppError } from "../../errors";
import type { PhoneNumber } from "../../phones";
import { processWide } from "../../process-wide";
import { RecentTimes } from "../../recent-times";
import type { Moment } from "../booking";
import { HOLDING_STATUSES } from "../states";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** How often one address may do what, within how many milliseconds. A household, and half a quarter behind one carrier, share an address. */
const ADDRESS_MAY = {
  look: { times: 120, within: MINUTE },
  send: { times: 40, within: MINUTE },
  book: { times: 20, within: 60 * MINUTE },
  /** Links that lead nowhere: whoever tries them is heard no more for a while. */
  miss: { times: 20, within: 10 * MINUTE },
} as const;
type Act = keyof typeof ADDRESS_MAY;

const timesOf = (act: Act) => processWide(`guests' pages: ${act}`, () => new RecentTimes(ADDRESS_MAY[act].within));

/** Whether an address has done it too often lately. */
export function isTooOften(act: Act, address: string): boolean {
  return timesOf(act).waitFor(address, ADDRESS_MAY[act].times) > 0;
}

/** Counts it. @returns whether it may be done */
export function mayDo(act: Act, address: string): boolean {
  if (isTooOften(act, address)) return false;
  timesOf(act).add(address);
  return true;
}

/** Reservations to come by one number, and reservations made by it within a day, also those that were cancelled. */
const OPEN_OF_NUMBER = 3;
const MADE_OF_NUMBER = 5;

const OF_NUMBER = `SELECT
    count(*) FILTER (WHERE r.ends_at > @now AND r.status IN (SELECT value FROM json_each(@holding))) AS open,
    count(*) FILTER (WHERE r.created_at > @since) AS made
  FROM reservation_phone p JOIN reservation r ON r.id = p.reservation_id
  WHERE p.key = @key AND r.source = 'web'`;

/** Inside the transaction that books. @throws AppError `rate_limited` where a number has booked enough by the page */
export function requireFewOf(sql: Database.Database, numbers: readonly PhoneNumber[], { at, iso }: Moment): void {
  const since = new Date(at.getTime() - DAY).toISOString();
  for (const { key } of numbers) {
    const asked = { key, now: iso, since, holding: JSON.stringify(HOLDING_STATUSES) };
    const found = statement<Record<string, string>[], { open: number; made: number }>(sql, OF_NUMBER).get(asked);
    if (found && (found.open >= OPEN_OF_NUMBER || found.made >= MADE_OF_NUMBER))
      throw new AppError("rate_limited", "This number has booked enough by the guests' page. Nothing was booked.");
  }
}
