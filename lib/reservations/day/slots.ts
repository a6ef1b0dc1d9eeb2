import type { AnswerOf } from "../../api/endpoint";
import type { Moment } from "../booking";
import type { ReservationRow } from "../rows";
import type { SpecialDay } from "../rules/contract";
import { blockedAt, type ShiftOfDay } from "../rules/limits";
import { holdsTables } from "../states";
import { eveningMinutes, instantOf, timeAt } from "../times";
import type { listReservations } from "./contract";

type Slot = AnswerOf<typeof listReservations>["slots"][number];

interface DayFacts {
  date: string;
  moment: Moment;
  special: SpecialDay | null;
  shifts: readonly ShiftOfDay[];
  rows: readonly ReservationRow[];
}

/** The columns of Slots: each shift's steps, and times outside of them at which somebody comes all the same. */
export function slotsOf({ date, moment, special, shifts, rows }: DayFacts): Slot[] {
  const { hours } = moment;
  const coming = rows.filter(({ status }) => holdsTables(status) || status === "FINISHED");
  const steps = new Map<number, ShiftOfDay>();
  for (const shift of shifts) for (let at = shift.from; at < shift.until; at += shift.shift.step_minutes) steps.set(at, shift);
  const starts = [...steps.keys()].sort((a, b) => a - b);
  // A walk-in at 20:07 stands in the column of 20:00; before the first column everybody has one of their own.
  const columnOf = (minutes: number) => starts.findLast((at) => at <= minutes && minutes < (steps.get(at)?.until ?? 0)) ?? minutes;
  const all = [...new Set([...starts, ...coming.map((row) => columnOf(eveningMinutes(row.time, hours)))])].sort((a, b) => a - b);
  return all.map((at, index) => {
    const from = instantOf(date, timeAt(at), hours).toISOString();
    const until = all[index + 1] === undefined ? null : instantOf(date, timeAt(all[index + 1] as number), hours).toISOString();
    const isIn = (instant: string) => instant >= from && (until === null || instant < until);
    const arriving = coming.filter((row) => columnOf(eveningMinutes(row.time, hours)) === at);
    const leaving = coming.filter((row) => isIn(row.ends_at));
    const present = coming.filter((row) => row.held_from < (until ?? "9999") && row.held_until > from);
    return {
      time: timeAt(at),
      arriving: countOf(arriving),
      leaving: countOf(leaving),
      seated_covers: countOf(present).covers,
      covers_limit: steps.get(at)?.shift.covers_per_slot ?? null,
      blocked: blockedAt(special, at, "", hours)[0] ?? "",
    };
  });
}

const countOf = (rows: readonly ReservationRow[]) => ({
  bookings: rows.length,
  covers: rows.reduce((sum, { party }) => sum + party, 0),
});
