import ICAL from "ical.js";
import { parseVCards } from "vcard4-ts";
import { describe, expect, it } from "vitest";
import { vcardOf } from "@/lib/contact-files/write-vcard";
import type { Person } from "@/lib/person";
import { splitPhones } from "@/lib/phones";
import { nastyGuests } from "./nasty-guests";

const GUESTS = nastyGuests(2_000, 20_261_129);

/** RFC 2426, 4: a name, parameters, and a value in which no sign ends it that is not meant to. */
const TEXT = String.raw`(?:[^\\,;\p{Cc}]|\\[\\,;nN])*`;
const LINES = new RegExp(
  [
    "BEGIN:VCARD",
    "VERSION:3\\.0",
    "PRODID:[^\\p{Cc}]+",
    `(?:FN|ORG|TITLE|LANG):${TEXT}`,
    `N:(?:${TEXT};){4}${TEXT}`,
    `(?:TEL;TYPE=(?:CELL|FAX)|EMAIL;TYPE=INTERNET):${TEXT}`,
    "BDAY:(?:\\d{4}-|--)\\d\\d-\\d\\d",
    `ADR;TYPE=HOME:(?:${TEXT};){6}${TEXT}`,
    "END:VCARD",
  ]
    .map((line) => `^${line}$`)
    .join("|"),
  "u",
);

const unfolded = (card: string) =>
  card
    .replaceAll(/\r\n[ \t]/g, "")
    .split("\r\n")
    .slice(0, -1);

describe("a vCard that goes out", () => {
  it("keeps to the grammar of RFC 2426, in lines of at most 75 bytes", () => {
    for (const guest of GUESTS) {
      const card = vcardOf(guest);
      expect(unfolded(card).filter((line) => !LINES.test(line))).toEqual([]);
      expect(card.split("\r\n").filter((line) => Buffer.byteLength(line) > 75 || /[\r\n]/.test(line))).toEqual([]);
    }
  });

  it("says the same to vcard4-ts, which finds nothing wrong but that it is no 4.0", () => {
    for (const guest of GUESTS) {
      const { vCards, nags } = parseVCards(vcardOf(guest));
      const [card] = vCards ?? [];
      expect(nags ?? []).toEqual([]);
      expect(vCards).toHaveLength(1);
      const wrong = (card?.nags ?? []).filter(({ attributes }) => !["VERSION", "BDAY"].includes(attributes?.property ?? ""));
      expect(wrong).toEqual([]);
      const first = (values: { value: unknown }[] | undefined) => values?.[0]?.value;
      expect({
        name: first(card?.FN),
        given: card?.N?.value.givenNames?.join(),
        phones: card?.TEL?.map(({ value }) => value),
        email: first(card?.EMAIL) ?? "",
        company: [first(card?.ORG) ?? ""].flat().join(),
        title: first(card?.TITLE) ?? "",
        address: card?.ADR?.[0]?.value.streetAddress?.join() ?? "",
      }).toEqual(said(guest));
    }
  });

  it("says the same to ical.js, but for a backslash that ends a part, which it takes for an escape", () => {
    for (const guest of GUESTS.filter(({ name, address, company }) => ![name, address, company].some((text) => text.includes("\\")))) {
      const card = new ICAL.Component(ICAL.parse(vcardOf(guest)));
      const value = (name: string) => card.getFirstPropertyValue(name) ?? "";
      const part = (name: string, at: number) => ([value(name)].flat() as unknown[])[at] ?? "";
      const { phones, company, title, name, ...rest } = said(guest);
      expect(card.getAllProperties("tel").map((property) => String(property.getFirstValue()).replaceAll("\\;", ";"))).toEqual(phones);
      const plain = (text: unknown) => String(text).replaceAll("\\;", ";"); // it unescapes `;` in structured values alone
      expect({ name: plain(value("fn")), given: part("n", 1), email: plain(value("email")), address: part("adr", 2) }).toEqual({
        ...rest,
        name,
      });
      expect([part("org", 0), plain(value("title"))]).toEqual([company, title]);
    }
  });
});

function said({ name, phones, email, company, title, address }: Person) {
  return { name, given: name, phones: splitPhones(phones), email, company, title, address };
}
