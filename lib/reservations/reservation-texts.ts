import type { OpenTable } from "./shapes";
import type { ReservationStatus } from "./states";

/** What people call each status; all of it ours. */
export const STATUS_LABELS: Record<ReservationStatus, string> = {
  REQUESTED: "Requested",
  CONFIRMED: "Confirmed",
  LATE: "Late",
  ARRIVED: "Arrived",
  PARTLY_SEATED: "Partly seated",
  SEATED: "Seated",
  STARTER: "Starter",
  MAIN: "Main course",
  DESSERT: "Dessert",
  BILL: "Bill",
  FINISHED: "Finished",
  DECLINED: "Declined",
  CANCELLED: "Cancelled",
  NO_SHOW: "No-show",
  WAITING: "Waiting",
  CALLED: "Called",
  LEFT: "Left",
};

export const stepInWords = (status: ReservationStatus) => STATUS_LABELS[status];

/** Said where a seating is taken back: a form that was begun from it is not emptied. */
export const TABLE_KEEPS = "A table that was begun from it keeps its guests.";

/** The buttons of steps, where they say another word than the status. */
const BUTTONS: Partial<Record<ReservationStatus, string>> = {
  CONFIRMED: "Confirm",
  LATE: "Running late",
  PARTLY_SEATED: "Partly seated",
  SEATED: "Seat",
  FINISHED: "Finish",
  DECLINED: "Decline",
  CANCELLED: "Cancel",
  CALLED: "Call: table ready",
};

/** @param isUndo the step takes the last one back */
export const stepButton = (to: ReservationStatus, isUndo: boolean) =>
  isUndo ? `Back to ${STATUS_LABELS[to].toLowerCase()}` : (BUTTONS[to] ?? STATUS_LABELS[to]);

/** `Table 5 is open: 2 guests, Rima.` */
export function openInWords({ table, guests, hostess }: OpenTable): string {
  const who = [`${guests} ${guests === 1 ? "guest" : "guests"}`, hostess].filter(Boolean).join(", ");
  return `Table ${table} is open: ${who}.`;
}
