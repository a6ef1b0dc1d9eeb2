import { describe, expect, it } from "vitest";
import { CSV_HEADER, csvRecordOf } from "@/lib/contact-files/write-csv";
import { vcardOf } from "@/lib/contact-files/write-vcard";
import { NOTHING_SAID } from "@/lib/guest-fields";
import type { Person } from "@/lib/person";
import { readPhones } from "@/lib/phones";
import { nastyGuests } from "./nasty-guests";
import { onlyPerson, people, read } from "./reading";

const ALL = nastyGuests(2_500, 20_261_128);
const numbers = (phones: string) => readPhones(phones).map(({ digits, key }) => `${digits} ${key}`);

describe("guests who go out and come in again are equal", () => {
  it("as a CSV file, to the letter", async () => {
    const file = CSV_HEADER + ALL.map(csvRecordOf).join("");
    expect(await people(file)).toEqual(ALL);
  });

  it("as vCards, but for what stands between two numbers and the day that they were added", async () => {
    const file = ALL.map(vcardOf).join("");
    const comparable = (person: Omit<Person, "added_at">) => ({ ...person, added_at: null, phones: numbers(person.phones) });
    expect((await people(file)).map(comparable)).toEqual(ALL.map(comparable));
  });

  it("twice as well as once", async () => {
    const once = (await people(ALL.map(vcardOf).join(""))).map((person) => ({ ...person, added_at: "2026-01-01T00:00:00.000Z" }));
    expect(await people(CSV_HEADER + once.map(csvRecordOf).join(""))).toEqual(once);
  });
});

describe("what our own files say is kept as it stands", () => {
  const guest: Person = { ...NOTHING_SAID, phones: "03 123456", added_at: "2026-01-01T00:00:00.000Z" };
  const bothWays = (one: Partial<Person>) => [CSV_HEADER + csvRecordOf({ ...guest, ...one }), vcardOf({ ...guest, ...one })];

  it("whoever has a company and no name has none afterwards", async () => {
    for (const file of bothWays({ company: "MEA" })) expect(await onlyPerson(file)).toMatchObject({ name: "", company: "MEA" });
    expect(await onlyPerson("Name,Phones,Company\n,03 123456,MEA\n")).toMatchObject({ name: "MEA" });
  });

  it("a number that could be several comes in as it was, and is told", async () => {
    for (const phones of ["01 234567/8", "03213016 70213017"])
      expect(await read(bothWays({ name: "Maya", phones })[0] ?? "")).toMatchObject([
        { person: { name: "Maya", phones }, notes: [{ line: 2, note: expect.stringContaining("one number or several") }] },
      ]);
  });

  it("a long text may be cut anywhere, before what looks like the end of its card too", async () => {
    for (let length = 60; length < 90; length += 1)
      for (const end of ["END:VCARD", "BEGIN:VCARD", "end : vcard"]) {
        const name = "x".repeat(length) + end;
        expect(await people(vcardOf({ ...guest, name }) + vcardOf(guest))).toMatchObject([{ name, phones: "03 123456" }, { name: "" }]);
      }
  });
});

describe("several values in a cell of Google's", () => {
  it("are told where one is taken", async () => {
    const said: string[] = [];
    const file = "Name,E-mail 1 - Value,Organization 1 - Name,Phone 1 - Value\nMaya,a@x.lb ::: b@x.lb,MEA ::: MEA,03 1 ::: 03 2\n";
    expect(await read(file, { sayLeftOut: (column) => said.push(column) })).toMatchObject([
      { person: { email: "a@x.lb", phones: "03 1, 03 2" } },
    ]);
    expect(said).toEqual(["E-mail 1 - Value"]);
  });
});
