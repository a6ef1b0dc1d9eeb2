import type Database from "better-sqlite3";
import { DATE_FORMATS, DEFAULT_DATE_FORMAT, knowDateFormat } from "../date-format";
import { processWide } from "../process-wide";
import { statement } from "./statements";

/** Its name among the settings of the group. */
export const DATE_FORMAT = "date_format";

export interface KeptFormat {
  value: string;
  changed_at: string;
  changed_by: string;
}

/** Which open hub it was read from. */
const read = () => processWide("date format row", () => ({ from: null as Database.Database | null }));

/** What somebody has chosen; undefined where nobody has. */
export function keptFormat(sql: Database.Database): KeptFormat | undefined {
  return statement<[string], KeptFormat>(sql, "SELECT value, changed_at, changed_by FROM group_setting WHERE name = ?").get(DATE_FORMAT);
}

/** The format of a kept value; the default for one that a later version has written. */
export function formatOf(kept: KeptFormat | undefined) {
  return DATE_FORMATS.find((format) => format === kept?.value) ?? DEFAULT_DATE_FORMAT;
}

/** The hub's row becomes what this process knows; once for each opening of the hub, which may be another file by then. */
export function learnDateFormat(sql: Database.Database): void {
  if (read().from !== sql) learnDateFormatAgain(sql);
}

/** The same after a change of the row: to be called when it is committed. */
export function learnDateFormatAgain(sql: Database.Database): void {
  knowDateFormat(formatOf(keptFormat(sql)));
  read().from = sql;
}
