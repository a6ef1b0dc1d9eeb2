import { keyHere } from "@/lib/api/backends";
import type { Booking } from "./booking";

/** What was typed and not booked yet, for whoever comes back to it: closing the form or the page must not cost it. */
interface KeptForm {
  user: string;
  booking: Booking;
}

const keyOfForm = () => keyHere("daftar_booking_form");

export function keptForm(user: string): Booking | null {
  try {
    const kept = JSON.parse(window.localStorage.getItem(keyOfForm()) ?? "null") as KeptForm | null; // nobody else writes it
    return kept !== null && kept.user === user ? kept.booking : null;
  } catch {
    return null;
  }
}

export function keepForm(user: string, booking: Booking | null): void {
  try {
    if (booking === null) window.localStorage.removeItem(keyOfForm());
    else window.localStorage.setItem(keyOfForm(), JSON.stringify({ user, booking } satisfies KeptForm));
  } catch {
    // A blocked storage keeps nothing; the form itself goes on.
  }
}
