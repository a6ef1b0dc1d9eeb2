import type { Person } from "../person";
import { birthdayText } from "./write-vcard";

/** With a byte order mark, without which Excel takes UTF-8 for the system's own code page. */
export const CSV_HEADER = "\ufeffName,Phones,Email,Company,Title,Birthday,Address,Added At\r\n";

/** A guest as a record of a CSV file (RFC 4180), in the columns of the header. */
export function csvRecordOf(person: Person): string {
  const { name, phones, email, company, title, address, added_at } = person;
  return `${[name, phones, email, company, title, birthdayText(person), address, added_at].map(cellOf).join(",")}\r\n`;
}

/** What a spreadsheet takes for a formula, in the wide letters of East Asia too. */
const FORMULA = /^'*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/** An apostrophe keeps a text a text; our own reader takes it away again. */
function cellOf(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]|^ | $/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
