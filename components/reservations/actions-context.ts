import { createContext, useContext } from "react";
import type { May, NextStep } from "@/lib/reservations/shapes";
import type { ShownReservation } from "./kept/with-kept";
import type { Place } from "./queries";

/** What the screen around gives its views: whose reservations these are, what may be done, and the ways to do it. */
export interface ReservationActions {
  place: Place;
  may: May;
  /** The evening that is now, YYYY-MM-DD. */
  today: string;
  /** The whole of it, with its history. */
  open: (reservation: ShownReservation) => void;
  /** Asks for what the step needs, then does it. */
  step: (reservation: ShownReservation, next: NextStep) => void;
  /** Another table, or a time at which there is one. */
  move: (reservation: ShownReservation) => void;
  edit: (reservation: ShownReservation) => void;
  /** The form of the table of a party that sits: filled in, or the saved table itself. */
  openTable: (reservation: ShownReservation) => void;
}

export const ReservationActionsContext = createContext<ReservationActions | null>(null);

export function useReservationActions(): ReservationActions {
  const actions = useContext(ReservationActionsContext);
  if (!actions) throw new Error("useReservationActions needs ReservationActionsContext around it.");
  return actions;
}
