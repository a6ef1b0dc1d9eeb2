import type { Branch } from "../../db/branch";
import { addDays } from "../../local-time";
import type { Moment } from "../booking";
import { availabilityOf } from "../day/availability";
import type { Rules } from "../rules/contract";
import { rulesIn, specialDayIn } from "../rules/stored-rules";

/** What the page may offer of a branch's rules. */
export interface Offer {
  mode: Rules["public_page"];
  cancelHours: number;
  /** The largest party that nobody of the house has to look at. */
  most: number;
  /** The last day that may be booked, YYYY-MM-DD. */
  last: string;
  /** Where guests call; empty where nobody said. */
  telephone: string;
}

/** @param date of which day: a day may have a smaller limit of its own */
export async function offerOf(branch: Branch, { today }: Moment, date = today): Promise<Offer> {
  const { sql } = await branch.table();
  const { rules } = rulesIn(sql);
  const large = specialDayIn(sql, date)?.large_party_from ?? rules.large_party_from;
  const ofShifts = Math.max(1, ...rules.shifts.map(({ party_max }) => party_max));
  const ahead = Math.max(0, ...rules.shifts.map(({ earliest_days }) => earliest_days));
  return {
    mode: rules.public_page,
    cancelHours: rules.guest_cancel_hours,
    most: Math.max(1, Math.min(ofShifts, large === null ? ofShifts : large - 1)),
    last: addDays(today, ahead),
    telephone: rules.telephone,
  };
}

/** The times at which a party may come on a day, by the very rules by which it is then booked. @param except a reservation that moves */
export async function freeTimes(branch: Branch, date: string, party: number, except = ""): Promise<string[]> {
  const { slots } = await availabilityOf(branch, { date, party, except });
  return slots.filter(({ free }) => free).map(({ time }) => time);
}

/** How many days ahead a first look goes. */
const LOOKED_AHEAD = 7;

/** The first day from today on with a free time; today where none of a week has one. */
export async function firstFreeDay(branch: Branch, { today }: Moment, party: number): Promise<string> {
  for (let day = 0; day < LOOKED_AHEAD; day++) {
    const date = addDays(today, day);
    if ((await freeTimes(branch, date, party)).length > 0) return date;
  }
  return today;
}
