import { GUEST_FIELDS, VCARD_FIELDS } from "../guest-fields";
import type { Person } from "../person";
import { isFax } from "../phone-marks";
import { splitPhones } from "../phones";

/** Bytes of a line, without its end (RFC 2426, 2.6). */
const LONGEST_LINE = 75;

/** Says that Daftar wrote a card, whose texts are then read as they stand. */
export const PRODUCT = "-//Daftar//EN";

/** A guest as a vCard 3.0 (RFC 2426): each number as it was typed, and a birthday without a year as `--05-14`. */
export function vcardOf(person: Person): string {
  const lines = VCARD_FIELDS.flatMap((field) => (LINES_OF[field] ?? linesOf)(person, field));
  return `${["BEGIN:VCARD", "VERSION:3.0", `PRODID:${PRODUCT}`, ...lines, "END:VCARD"].map(folded).join("\r\n")}\r\n`;
}

type VcardField = (typeof VCARD_FIELDS)[number];

/** The line of a field, where it says something. */
function linesOf(person: Person, field: VcardField): string[] {
  const { name, as = ":" }: { name: string; as?: string } = GUEST_FIELDS[field].vcard;
  return person[field] ? [`${name.toUpperCase()}${as}${escaped(person[field])}`] : [];
}

/** What is more than one line, or another text than is kept. */
const LINES_OF: Partial<Record<VcardField, (person: Person) => string[]>> = {
  name: ({ name }) => [`FN:${escaped(name)}`, `N:;${escaped(name)};;;`],
  phones: ({ phones }) => splitPhones(phones).map((phone) => `TEL;TYPE=${isFax(phone) ? "FAX" : "CELL"}:${escaped(phone)}`),
  birthday: (person) => (person.birthday ? [`BDAY:${birthdayText(person)}`] : []),
  address: ({ address }) => (address ? [`ADR;TYPE=HOME:;;${escaped(address)};;;;`] : []),
};

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
  return [...lines, current].reduce((text, next) => {
    // Readers that forgive blanks would end the card here.
    if (!/^ (?:begin|end) ?: ?vcard ?(?:begin ?: ?vcard ?)?$/i.test(next)) return `${text}\r\n${next}`;
    const [last = ""] = /.$/u.exec(text) ?? [];
    return `${text.slice(0, text.length - last.length)}\r\n ${last}${next.slice(1)}`;
  });
}
