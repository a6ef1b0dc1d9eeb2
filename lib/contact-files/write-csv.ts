import { CSV_FIELDS, GUEST_FIELDS } from "../guest-fields";
import type { Person } from "../person";
import { birthdayText } from "./write-vcard";

/** Without it Excel takes UTF-8 for the system's own code page. */
export const BYTE_ORDER_MARK = "\ufeff";

/** The headings of the columns. */
export const CSV_CELLS: readonly string[] = [...CSV_FIELDS.map((field) => GUEST_FIELDS[field].csv.heading), "Added At"];
export const CSV_COLUMNS = CSV_CELLS.join();
export const CSV_HEADER = `${BYTE_ORDER_MARK}${CSV_COLUMNS}\r\n`;

/** A guest in the columns of the header. */
export function csvCellsOf(person: Person): string[] {
  return [...CSV_FIELDS.map((field) => (field === "birthday" ? birthdayText(person) : person[field])), person.added_at];
}

/** The same as a record of a CSV file (RFC 4180). */
export const csvRecordOf = (person: Person): string => csvLine(csvCellsOf(person));

/** A record of a CSV file (RFC 4180) that no spreadsheet takes for a formula. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(",")}\r\n`;
}

/** What a spreadsheet takes for a formula, in the wide letters of East Asia too. */
const FORMULA = /^'*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/** An apostrophe keeps a text a text; our own reader takes it away again. */
function cellOf(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]|^ | $/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
