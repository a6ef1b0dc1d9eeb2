import type { DayHours } from "../../business-day";
import type { Problem, ReservationSource } from "../shapes";
import { daysUntil, eveningMinutes, instantOf, minutesBetween, timeAt, weekday } from "../times";
import type { Rules, Shift, SpecialDay } from "./contract";

/** A shift as it is on one day, on the evening's line: minutes since the business day's midnight. */
export interface ShiftOfDay {
  shift: Shift;
  from: number;
  until: number;
  last: number;
}

/** The shifts of a day: those of its weekday, with the hours of the day where it has other ones; none where it is closed. */
export function shiftsOf(date: string, rules: Pick<Rules, "shifts">, special: SpecialDay | null, hours: DayHours): ShiftOfDay[] {
  if (special?.closed) return [];
  const own = rules.shifts.filter(({ days }) => days.includes(weekday(date)));
  const other = special?.hours;
  // One stretch in place of all shifts: during Ramadan the house opens for iftar alone.
  const main = own.at(-1);
  if (other) return main ? [place({ ...main, ...other }, hours)] : [];
  return own.map((shift) => place(shift, hours)).sort((a, b) => a.from - b.from);
}

function place(shift: Shift, hours: DayHours): ShiftOfDay {
  const from = eveningMinutes(shift.from, hours);
  const until = eveningMinutes(shift.until, hours);
  const last = eveningMinutes(shift.last_booking, hours);
  return { shift, from, until: until < from ? until + 1_440 : until, last: last < from ? last + 1_440 : last };
}

/** The shift in which somebody comes; undefined outside of all. */
export function shiftAt(shifts: readonly ShiftOfDay[], time: string, hours: DayHours): ShiftOfDay | undefined {
  const at = eveningMinutes(time, hours);
  return shifts.find(({ from, until }) => at >= from && at < until);
}

/** How long a party stays (docs/design/open-screens.md 2.1, point 4). */
export function stayMinutes(party: number, shift: Shift | undefined): number {
  const stays = shift?.stays ?? [];
  return (stays.find(({ up_to }) => party <= up_to) ?? stays.at(-1))?.minutes ?? 120;
}

/** What is asked of the limits. */
export interface Asked {
  date: string;
  time: string;
  party: number;
  area: string;
  source: ReservationSource;
}

export interface LimitFacts {
  rules: Rules;
  special: SpecialDay | null;
  hours: DayHours;
  now: Date;
  /** Of this business day. */
  today: string;
  /** People who arrive at each time of the day already, without the reservation itself. */
  arriving: ReadonlyMap<string, number>;
}

const covers = (number: number) => `${number} ${number === 1 ? "guest" : "guests"}`;

/** Every limit of the house that a booking breaks, each in a sentence; none: it may be booked. */
export function brokenLimits(asked: Asked, facts: LimitFacts): Problem[] {
  const shifts = shiftsOf(asked.date, facts.rules, facts.special, facts.hours);
  if (facts.special?.closed) return [problem("closed_day", `The house is closed that day${named(facts.special.name)}.`)];
  const found = shiftAt(shifts, asked.time, facts.hours);
  const partyLimits = [...ofSize(asked.party, found?.shift, facts)];
  if (!found) return [problem("outside_hours", `At ${asked.time} the house takes no guests that day.`), ...partyLimits];
  return [...ofTime(asked, found, facts), ...partyLimits, ...ofBlocked(asked, facts), ...ofSlot(asked, found, facts)];
}

const problem = (rule: Problem["rule"], text: string): Problem => ({ rule, text });
const named = (name: string) => (name === "" ? "" : ` (${name})`);

/** Who walks in or waits at the door comes now; for another evening nobody can. */
const isAtDoor = ({ source, date }: Asked, { today }: LimitFacts) => source === "walk_in" && date === today;

function ofTime(asked: Asked, { shift, from, last }: ShiftOfDay, facts: LimitFacts): Problem[] {
  const { date, time } = asked;
  const { hours, now, today } = facts;
  const at = eveningMinutes(time, hours);
  const found: Problem[] = [];
  // Whatever the steps and the last booking say.
  if (isAtDoor(asked, facts)) return found;
  if (at > last) found.push(problem("outside_hours", `The last booking of ${shift.name} is at ${timeAt(last)}.`));
  if ((at - from) % shift.step_minutes !== 0)
    found.push(problem("off_step", `${shift.name} is booked every ${shift.step_minutes} minutes from ${timeAt(from)}.`));
  if (daysUntil(today, date) > shift.earliest_days)
    found.push(problem("too_early", `Tables are booked at most ${shift.earliest_days} days ahead.`));
  const ahead = minutesBetween(now.toISOString(), instantOf(date, time, hours));
  if (shift.latest_minutes > 0 && ahead < shift.latest_minutes)
    found.push(problem("too_late", `Tables are booked until ${shift.latest_minutes} minutes before.`));
  return found;
}

function ofSize(party: number, shift: Shift | undefined, { rules, special }: LimitFacts): Problem[] {
  const large = special?.large_party_from ?? rules.large_party_from;
  const most = Math.min(shift?.party_max ?? 99, large === null ? 99 : large - 1);
  if (shift && party < shift.party_min)
    return [problem("party_too_small", `${shift.name} takes parties from ${covers(shift.party_min)} on.`)];
  if (party > most)
    return [problem("party_too_large", `Parties of ${most + 1} and more are booked by somebody who may allow them, with a reason.`)];
  return [];
}

function ofBlocked({ time, area }: Asked, { special, hours }: LimitFacts): Problem[] {
  const at = eveningMinutes(time, hours);
  return blockedAt(special, at, area, hours).map((why) => problem("blocked", `Nobody is taken at ${time}: ${why}.`));
}

/** An area in which nobody is taken, and why. */
export interface BlockedArea {
  area: string;
  why: string;
}

/** The areas that are blocked at a place on the evening's line; what is blocked for the whole house is not among them. */
export function blockedAreasAt(special: SpecialDay | null, at: number, hours: DayHours): BlockedArea[] {
  const named = new Set((special?.blocked ?? []).map(({ area }) => area).filter(Boolean));
  return [...named].flatMap((area) => {
    const [why] = blockedAt(special && { ...special, blocked: special.blocked.filter((one) => one.area === area) }, at, area, hours);
    return why === undefined ? [] : [{ area, why }];
  });
}

/** Why nobody is taken at a place on the evening's line, of the whole house or of an area. */
export function blockedAt(special: SpecialDay | null, at: number, area: string, hours: DayHours): string[] {
  return (special?.blocked ?? []).flatMap((one) => {
    const from = eveningMinutes(one.from, hours);
    const until = eveningMinutes(one.until, hours);
    const isThen = at >= from && at < (until <= from ? until + 1_440 : until);
    return isThen && (one.area === "" || one.area === area) ? [one.why] : [];
  });
}

function ofSlot(asked: Asked, { shift }: ShiftOfDay, facts: LimitFacts): Problem[] {
  if (shift.covers_per_slot === null || isAtDoor(asked, facts)) return [];
  const { time, party } = asked;
  const { arriving } = facts;
  const there = arriving.get(time) ?? 0;
  if (there + party <= shift.covers_per_slot) return [];
  return [problem("slot_full", `At ${time} ${covers(there)} come already; ${shift.covers_per_slot} may.`)];
}
