import type { AnswerOf, QueryOf } from "../../api/endpoint";
import type { Caller } from "../../caller";
import type { Branch } from "../../db/branch";
import { digitsOf } from "../../digits";
import { foldText } from "../../fold-text";
import { momentNow } from "../booking";
import { type ReservationRow, rowsOfDay } from "../rows";
import { shiftAt, shiftsOf } from "../rules/limits";
import { rulesIn, specialDayIn } from "../rules/stored-rules";
import { SOURCES } from "../shapes";
import { mayOf, showAll } from "../show";
import { groupOf, holdsTables, IN_HOUSE } from "../states";
import { timeAt } from "../times";
import type { listReservations } from "./contract";
import { floorOf } from "./floor";
import { slotsOf } from "./slots";

type Asked = QueryOf<typeof listReservations>;

/** A day of a branch's reservations, as everything on the screen shows it: one read of the store, so that no two views contradict. */
export async function dayOf(branch: Branch, asked: Asked, caller: Caller): Promise<AnswerOf<typeof listReservations>> {
  const { sql } = await branch.table();
  const moment = momentNow();
  const date = asked?.date ?? moment.today;
  const { rules } = rulesIn(sql);
  const special = specialDayIn(sql, date);
  const shifts = shiftsOf(date, rules, special, moment.hours);
  const rows = rowsOfDay(sql, date);
  const isWaitlist = (row: ReservationRow) => row.waiting_since !== null && ["waitlist", "removed"].includes(groupOf(row.status));
  const wanted = rows
    .filter((row) => isWanted(row, asked ?? {}, mayOf(caller).phones))
    .filter((row) => {
      if (!asked?.shift) return true;
      return shiftAt(shifts, row.time, moment.hours)?.shift.id === asked.shift;
    });
  const shown = new Map((await showAll(branch, wanted, caller)).map((one) => [one.id, one]));
  const of = (some: readonly ReservationRow[]) => some.flatMap(({ id }) => shown.get(id) ?? []);
  const facts = { sql, date, moment, rules, special, shifts, rows };
  return {
    date,
    today: moment.today,
    at: moment.iso,
    may: mayOf(caller),
    shifts: shifts.map(({ shift, from, until }) => ({ id: shift.id, name: shift.name, from: timeAt(from), until: timeAt(until) })),
    day: special && {
      name: special.name,
      closed: special.closed,
      from: special.hours?.from ?? null,
      until: special.hours?.until ?? null,
    },
    reservations: of(wanted.filter((row) => !isWaitlist(row))),
    waitlist: of(wanted.filter(isWaitlist)),
    slots: slotsOf(facts),
    floor: floorOf(facts),
    areas: [...new Set(rules.tables.map(({ area }) => area).filter(Boolean))].sort(),
    totals: totalsOf(rows),
    to_decide: rows.filter(isToDecide).map(({ id }) => id),
  };
}

/** The guest asked for something that a person decides; who waits at the door may ask to leave the list. */
export const isToDecide = (row: ReservationRow) =>
  row.answered === "cancel_asked" && (groupOf(row.status) === "waitlist" || holdsTables(row.status)) && !IN_HOUSE.includes(row.status);

/** Whether a row is searched for. Whoever may not see phones does not find by them: each digit would be told. */
export function isWanted(
  row: ReservationRow,
  { status, source, search }: Pick<NonNullable<Asked>, "status" | "source" | "search">,
  phones: boolean,
): boolean {
  if (status && row.status !== status) return false;
  if (source && row.source !== source) return false;
  if (!search) return true;
  const words = foldText(search);
  const digits = digitsOf(search).replace(/^0+/, "");
  const isNamed = words !== "" && foldText(row.name).includes(words);
  const isCalled = phones && digits.length >= 3 && digitsOf(row.phones).includes(digits);
  return isNamed || isCalled || row.code === search.trim().toUpperCase();
}

const sumOf = (rows: readonly ReservationRow[]) => rows.reduce((sum, { party }) => sum + party, 0);

function totalsOf(rows: readonly ReservationRow[]): AnswerOf<typeof listReservations>["totals"] {
  const coming = rows.filter(({ status }) => holdsTables(status) || status === "FINISHED");
  const count = (status: ReservationRow["status"]) => rows.filter((row) => row.status === status).length;
  return {
    bookings: coming.length,
    covers: sumOf(coming),
    seated_covers: sumOf(rows.filter(({ status }) => IN_HOUSE.includes(status))),
    waiting: rows.filter(({ status }) => groupOf(status) === "waitlist").length,
    requested: count("REQUESTED"),
    no_shows: count("NO_SHOW"),
    cancelled: count("CANCELLED"),
    by_source: SOURCES.flatMap((source) => {
      const of = coming.filter((row) => row.source === source);
      return of.length === 0 ? [] : [{ source, bookings: of.length, covers: sumOf(of) }];
    }),
  };
}
