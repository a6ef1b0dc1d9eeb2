import { stepButton } from "@/lib/reservations/reservation-texts";
import type { NextStep } from "@/lib/reservations/shapes";
import { groupOf } from "@/lib/reservations/states";
import type { ShownReservation } from "./kept/with-kept";

/** What the button of a step says. */
export const wordsOf = (one: NextStep) => one.label || stepButton(one.to, one.is_undo);

/** Steps that take something away: they stand last and in red. */
export const isHard = ({ to }: NextStep) => to === "CANCELLED" || to === "DECLINED" || to === "NO_SHOW" || to === "LEFT";

/** Whether another table or another time may be given to it. */
export function isChangeable({ status, isNew }: ShownReservation): boolean {
  const group = groupOf(status);
  return !isNew && group !== "removed" && group !== "finished";
}

export interface MenuOf {
  reservation: ShownReservation;
  /** Those that have no button of their own. */
  steps: readonly NextStep[];
}

/** Whether there is anything behind "More". */
export function hasMenu({ reservation, steps }: MenuOf, mayEdit: boolean): boolean {
  return steps.length > 0 || (mayEdit && isChangeable(reservation)) || phoneOf(reservation) !== undefined;
}

/** The number that somebody calls. */
export function phoneOf({ numbers }: Pick<ShownReservation, "numbers">) {
  return numbers?.find(({ digits }) => digits !== "");
}
