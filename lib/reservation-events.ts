/** What an event keeps of a reservation. */
export interface ReservationInEvent {
  code: string;
  date: string;
  time: string;
  party: number;
  tables: string[];
  source: string;
}

/** What can happen to a reservation, in its branch's table store; part of `EventPayloads` (lib/events.ts). */
export interface ReservationEvents {
  /** Reservations. Subject: the reservation's id. No name, number or note of a guest stands in any of them. */
  "reservation.made": ReservationInEvent & { status: string; by_guest: boolean; override: string; broke: string[] };
  /** What was said of it otherwise; of names, numbers and notes only which (`also`). */
  "reservation.changed": { old: Record<string, unknown>; new: Record<string, unknown> } & {
    code: string;
    also: string[];
    override: string;
    broke: string[];
  };
  "reservation.stepped": {
    code: string;
    from: string;
    to: string;
    /** It took the last step back. */
    undone: boolean;
    reason: string;
    late_minutes: number | null;
    tables: string[];
    override: string;
    by_guest: boolean;
  };
  /** Subjects: the reservation, the saved table. */
  "reservation.table_opened": { code: string; table_name: string };
  "reservation.deleted": ReservationInEvent & { status: string };
  /** Somebody had the guest told again. */
  "reservation.told_again": { code: string; message: string };
  /** `state`: `queued`, `call` where nobody could write to the guest, or `taken_back` before it went out: it was no longer true. */
  "reservation.told": { code: string; message: string; state: string };
  /** A guest answered a message; `cancel_asked`: a person decides. */
  "reservation.answered": { code: string; answer: string };
  "reservation_rules.changed": { version: number; changed: string[] };
  "reservation_day.changed": { date: string; until: string; closed: boolean; name: string };
  "reservation_day.cleared": { date: string };
  /** In a contacts store: who booked came into the book, by so many bookings; the rest as of every merge (`MergedRows`). */
  "bookers.taken": {
    bookings: number;
    inserted: number;
    skipped: number;
    filled: number;
    united: number;
    also: number;
    may_be_same: number;
    first_seq: number | null;
    last_seq: number | null;
  };
}
