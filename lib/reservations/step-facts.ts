import type { Moment } from "./booking";
import type { ReservationRow } from "./rows";
import type { StepFacts } from "./states";

/** What a step is decided by, of a reservation as it stands. */
export function factsOf(row: ReservationRow, moment: Moment): StepFacts {
  return {
    status: row.status,
    was: row.was,
    isSameDay: row.status_day === moment.today,
    isToday: row.business_day === moment.today,
    hasBegun: row.starts_at <= moment.iso,
    hasTable: row.saved_table_id !== null,
  };
}
