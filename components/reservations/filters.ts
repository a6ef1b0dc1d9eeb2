import { digitsOf } from "@/lib/digits";
import { foldText } from "@/lib/fold-text";
import type { ReservationSource } from "@/lib/reservations/shapes";
import { groupOf, type ReservationStatus, type StatusGroup } from "@/lib/reservations/states";
import { eveningMinutes } from "@/lib/reservations/times";
import type { ShownDay, ShownReservation } from "./kept/with-kept";

/** What of a day is shown. Empty is everything; it is looked through on the device, so that it works without network too. */
export interface Filters {
  text: string;
  shift: string;
  status: ReservationStatus | StatusGroup | "";
  source: ReservationSource | "";
}

export const NO_FILTERS: Filters = { text: "", shift: "", status: "", source: "" };

export const isFiltered = ({ text, ...rest }: Filters) => text.trim() !== "" || Object.values(rest).some((one) => one !== "");

/** How many are set beside the text. */
export const filterCount = ({ text: _, ...rest }: Filters) => Object.values(rest).filter((one) => one !== "").length;

export function filtered(
  list: readonly ShownReservation[],
  filters: Filters,
  day: Pick<ShownDay, "shifts">,
  dayEndsAt: string,
): ShownReservation[] {
  const shift = day.shifts.find(({ id }) => id === filters.shift);
  return list.filter(
    (one) =>
      isFound(one, filters.text) &&
      (filters.source === "" || one.source === filters.source) &&
      (filters.status === "" || one.status === filters.status || groupOf(one.status) === filters.status) &&
      (shift === undefined || isIn(one.time, shift, { dayEndsAt })),
  );
}

function isIn(time: string, { from, until }: { from: string; until: string }, hours: { dayEndsAt: string }): boolean {
  if (time === "") return false;
  const [at, begins, ends] = [time, from, until].map((one) => eveningMinutes(one, hours)) as [number, number, number];
  return at >= begins && at < (ends <= begins ? ends + 1_440 : ends);
}

/** By a part of the name, each word of it, of the number, or by the code. */
export function isFound({ name, phones, code, known }: ShownReservation, text: string): boolean {
  const asked = foldText(text);
  if (asked === "") return true;
  const digits = digitsOf(text);
  if (digits.length >= 2 && digits.length >= asked.replace(/\s/g, "").length - 1 && digitsOf(phones).includes(digits.replace(/^0+/, "")))
    return true;
  if (code !== "" && code.toLowerCase().startsWith(text.trim().toLowerCase())) return true;
  const names = foldText(`${name} ${known?.name ?? ""}`);
  return asked.split(" ").every((word) => names.includes(word));
}
