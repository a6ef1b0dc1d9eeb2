/** How many backups are kept of each reason, whatever their age. */
export const KEPT_OF_A_REASON = 10;

/** And of the copies of the group's store that are made every hour: those of a day. */
export const KEPT_OF_HOURLY = 24;

/** Of how many days the last backup is kept. Days are counted that have backups: a clock that jumps ahead deletes none. */
export const KEPT_DAYS = 30;
