import * as z from "zod";

const HOW_DATES_ARE_WRITTEN = "Write the date as YYYY-MM-DD, for example 2026-11-20.";

/** `YYYY-MM-DD`, a day that the calendar has; it has no year 0000. */
export const calendarDate = z.iso.date(HOW_DATES_ARE_WRITTEN).refine((date) => !date.startsWith("0000"), HOW_DATES_ARE_WRITTEN);
