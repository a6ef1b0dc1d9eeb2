import type { Person } from "../person";
import { isFax } from "../phone-marks";
import { splitPhones } from "../phones";

/** Bytes of a line, without its end (RFC 2426, 2.6). */
const LONGEST_LINE = 75;

/** A guest as a vCard 3.0 (RFC 2426): each number as it was typed, and a birthday without a year as `--05-14`. */
export function vcardOf(person: Person): string {
  const { name, phones, email, company, title, address } = person;
  const lines = ["BEGIN:VCARD", "VERSION:3.0", `FN:${escaped(name)}`, `N:;${escaped(name)};;;`];
  if (company) lines.push(`ORG:${escaped(company)}`);
  if (title) lines.push(`TITLE:${escaped(title)}`);
  for (const phone of splitPhones(phones)) lines.push(`TEL;TYPE=${isFax(phone) ? "FAX" : "CELL"}:${escaped(phone)}`);
  if (email) lines.push(`EMAIL;TYPE=INTERNET:${escaped(email)}`);
  if (address) lines.push(`ADR;TYPE=HOME:;;${escaped(address)};;;;`);
  if (person.birthday) lines.push(`BDAY:${birthdayText(person)}`);
  lines.push("END:VCARD");
  return `${lines.map(folded).join("\r\n")}\r\n`;
}

/** `1990-05-14`, or `--05-14` where nobody knew the year. */
export function birthdayText({ birthday, birth_year }: Pick<Person, "birthday" | "birth_year">): string {
  return birth_year === null || birthday === "" ? birthday : `${birth_year}${birthday.slice(1)}`;
}

/** RFC 2426, 5: nothing in a value ends the value, the line or the card. */
function escaped(text: string): string {
  return text.replace(/[\\;,]/g, "\\$&").replace(/\r\n?|\n/g, "\\n");
}

/** A long line goes on in the next after a blank. Lines are cut by bytes, and never within a character. */
function folded(line: string): string {
  if (line.length <= LONGEST_LINE / 3 || Buffer.byteLength(line) <= LONGEST_LINE) return line;
  const lines: string[] = [];
  let current = "";
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > LONGEST_LINE) {
      lines.push(current);
      current = " ";
      bytes = 1;
    }
    current += character;
    bytes += size;
  }
  return [...lines, current].join("\r\n");
}
