import type Database from "better-sqlite3";
import { businessDayOf, type DayHours, eveningHours } from "../business-day";
import { type Caller, holds } from "../caller";
import { now } from "../clock";
import { env } from "../env";
import { AppError } from "../errors";
import { inList } from "../in-list";
import { addDays, localTime } from "../local-time";
import { type WalkIn, walkInsAt } from "./open-tables";
import { openInWords } from "./reservation-texts";
import { RESERVATION_RIGHTS } from "./rights";
import { arrivingAt, type Held, heldDuring, tablelessDuring } from "./rows";
import { allChoices, choiceOf, freeChoices, isTable } from "./rules/choose-tables";
import { type Asked, brokenLimits, shiftAt, shiftsOf, stayMinutes } from "./rules/limits";
import { blockedProblems, type OpenChoices, openChoices, type TablesOfDay } from "./rules/open-choices";
import { rulesIn, specialDayIn } from "./rules/stored-rules";
import type { Problem } from "./shapes";
import { stayOf } from "./times";

/** The moment of a call, and the hours by which evenings are told. */
export interface Moment {
  at: Date;
  iso: string;
  /** This business day. */
  today: string;
  hours: DayHours;
}

export function momentNow(): Moment {
  const at = now();
  const hours = eveningHours(env());
  return { at, iso: at.toISOString(), today: businessDayOf(at, hours), hours };
}

/** What somebody wants: with null the smallest free tables are chosen, with an empty list none yet. */
export interface Wish extends Asked {
  stay_minutes: number | null;
  tables: readonly string[] | null;
  /** The reservation that is changed; empty for a new one. */
  id: string;
  /** The tables that it has, which it keeps where they are free and fit, and nobody said others. */
  keeps?: readonly string[];
  /** Its tables are those of the booking: nobody has looked who sits there now. */
  planned?: boolean;
  /** Of a party that is here: its tables are looked at from now on, until then, and no limit of the house asks any more. */
  sits?: { from: string; until: string };
}

/** How a wish is booked. */
export interface Booking {
  stay_minutes: number;
  starts_at: string;
  ends_at: string;
  held_from: string;
  held_until: string;
  tables: string[];
  /** The limits that it breaks: it is booked over them, or not at all. */
  broken: Problem[];
}

/**
 * Chooses and checks the tables of a wish, and the limits of the house. Inside the transaction that books: nobody else writes the
 * store meanwhile, so what is free here is free when it is booked.
 * @throws AppError `conflict` with `taken` for a table that somebody else has: that is never overridden
 */
export function bookingOf(sql: Database.Database, wish: Wish, moment: Moment): Booking {
  const { rules } = rulesIn(sql);
  const special = specialDayIn(sql, wish.date);
  const shift = shiftAt(shiftsOf(wish.date, rules, special, moment.hours), wish.time, moment.hours);
  const minutes = wish.stay_minutes ?? stayMinutes(wish.party, shift?.shift);
  const stay = stayOf(wish.date, wish.time, minutes, moment.hours);
  const { from, until } = wish.sits ?? { from: stay.starts_at, until: stay.ends_at };
  const during = { from, until, except: wish.id, now: moment.iso, today: moment.today, earliest: addDays(wish.date, -1) };
  const held = heldDuring(sql, during);
  const time = wish.sits ? localTime(new Date(from), moment.hours.timeZone) : wish.time;
  const walkIns = walkInsAt(sql, from, moment);
  const looking = { party: wish.party, area: wish.area, time, held, tableless: tablelessDuring(sql, during), walkIns };
  const there = { ...openChoices({ rules, special, hours: moment.hours }, looking), held, walkIns };
  const facts = { rules, special, hours: moment.hours, now: moment.at, today: moment.today };
  const broken = wish.sits ? [] : brokenLimits(wish, { ...facts, arriving: arrivingAt(sql, wish.date, wish.id) });
  const { tables, problems } = tablesFor({ rules, special, hours: moment.hours }, wish, there);
  return { ...stay, stay_minutes: minutes, held_from: from, held_until: until, tables, broken: [...broken, ...problems] };
}

interface There extends OpenChoices {
  held: readonly Held[];
  walkIns: readonly WalkIn[];
}

function tablesFor(
  day: TablesOfDay,
  wish: Wish,
  { held, busy, open, blocked, closed, walkIns }: There,
): { tables: string[]; problems: Problem[] } {
  const { rules, hours } = day;
  if (wish.tables === null || wish.tables.length === 0) {
    if (rules.tables.length === 0) return { tables: wish.tables === null ? stillFree(wish.keeps ?? [], busy) : [], problems: [] };
    // What it has already it keeps: who has none yet was counted beside it.
    const notKept = new Set([...held.map(({ table }) => table), ...(wish.sits ? [] : closed)]);
    const hasNow = freeChoices(rules, { party: wish.party, area: wish.area, busy: notKept });
    const kept = hasNow.find(({ tables }) => isSame(tables, wish.keeps ?? []));
    const best = kept ?? open[0] ?? blocked[0];
    if (!best) return { tables: [], problems: [noTable(wish)] };
    return { tables: wish.tables === null ? best.tables : [], problems: wish.sits ? [] : blockedProblems(day, best.tables, wish) };
  }
  const taken = held.filter(({ table }) => wish.tables?.includes(table));
  if (taken.length > 0) throw tableTaken(taken, open.map(({ tables }) => tables).slice(0, 10), hours);
  const sitting = walkIns.filter(({ table }) => wish.tables?.some((number) => isTable(number)({ table })));
  if (wish.planned && sitting.length > 0) {
    const others = open.filter(({ tables }) => !tables.some((number) => walkIns.some(isTable(number))));
    throw tableOpen(sitting, others.map(({ tables }) => tables).slice(0, 10));
  }
  return {
    tables: [...new Set(wish.tables)],
    problems: [...(wish.sits ? [] : blockedProblems(day, wish.tables, wish)), ...sizeProblems(rules, wish.tables, wish.party)],
  };
}

/** Of a house that has declared no tables: those that somebody typed, as long as nobody else has them. */
const stillFree = (tables: readonly string[], busy: ReadonlySet<string>) => (tables.some((one) => busy.has(one)) ? [] : [...tables]);

const isSame = (a: readonly string[], b: readonly string[]) => [...a].sort().join("\n") === [...b].sort().join("\n");

function noTable({ party, area, time }: Wish): Problem {
  return { rule: "no_table", text: `No table for ${party}${area ? ` in ${area}` : ""} is free at ${time} for the whole stay.` };
}

function sizeProblems(rules: TablesOfDay["rules"], tables: readonly string[], party: number): Problem[] {
  if (rules.tables.length === 0) return [];
  const choice = choiceOf(rules, tables);
  const names = inList([...tables]);
  if (!choice) {
    const known = new Set(allChoices(rules).flatMap((one) => one.tables));
    const unknown = tables.find((number) => !known.has(number));
    const text = unknown === undefined ? `Tables ${names} are not put together here.` : `There is no table ${unknown} in the rules.`;
    return [{ rule: "table_size", text }];
  }
  if (choice.min <= party && party <= choice.max) return [];
  return [{ rule: "table_size", text: `Table ${names} seats ${choice.min} to ${choice.max}, and the party has ${party}.` }];
}

/** Somebody else has a table: whose it is, from when to when, and what is free then. */
function tableTaken(taken: readonly Held[], free: readonly string[][], { timeZone }: DayHours): AppError {
  const [first] = taken;
  const span = first ? ` from ${localTime(new Date(first.from), timeZone)} to ${localTime(new Date(first.until), timeZone)}` : "";
  const what = `Table ${first?.table ?? ""} is taken${span} (reservation ${first?.code ?? ""}).`;
  const next = free.length > 0 ? "Choose another table." : "No other table of that size is free then: choose another time.";
  return new AppError("conflict", `${what} Nothing was booked twice. ${next}`, {
    fields: { taken: taken.map(({ id: _, ...one }) => one), free },
  });
}

/** People sit at the tables of a booking without a reservation, or their table was not closed: which of the two, whoever stands there sees. */
function tableOpen(sitting: readonly WalkIn[], free: readonly string[][]): AppError {
  const said = sitting.map(openInWords).join(" ");
  return new AppError("conflict", `${said} Nobody was seated. Choose another table, or this one if they have left.`, {
    fields: { open: sitting.map(({ name: _, ...one }) => one), free },
  });
}

/**
 * Lets a booking over a limit of the house pass for whoever may, with a reason.
 * @throws AppError `conflict` with `problems` and `may_override`
 */
export function requireWithinLimits({ broken }: Booking, reason: string, caller: Pick<Caller, "requirePermission">): void {
  if (broken.length === 0) return;
  const may_override = holds(caller, RESERVATION_RIGHTS.override);
  if (may_override && reason !== "") return;
  const texts = broken.map(({ text }) => text).join(" ");
  const next = may_override
    ? "Write down why it is booked all the same, or choose otherwise."
    : "Choose otherwise, or ask somebody who may override it.";
  throw new AppError("conflict", `${texts} Nothing was booked. ${next}`, { fields: { problems: broken, may_override } });
}
