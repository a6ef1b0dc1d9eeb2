import { describe, expect, it } from "vitest";
import { CSV_HEADER, csvRecordOf } from "@/lib/contact-files/write-csv";
import { vcardOf } from "@/lib/contact-files/write-vcard";
import { cleanField, NOTHING_SAID, TEXT_LIMITS } from "@/lib/guest-fields";
import type { Person } from "@/lib/person";
import { readPhones } from "@/lib/phones";
import { onlyPerson, people, read } from "./reading";

const GUESTS = 2_500;

/** Numbers between 0 and 1, the same for each run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** What breaks lines, cards, records and spreadsheets. */
const NASTY = [
  ..."\\|,|;|:|\"|'|\n|\r\n|\r|\t|\\n|\\,|\\;|\\\\|\\:|\"\"|,,|;;| , | ; |=|+|-|@|=HYPERLINK(\"x\")|'=1|''|:::|^n|^'|^^|%2C|=0D=0A|=C3=A9|=".split(
    "|",
  ),
  ..."BEGIN:VCARD|END:VCARD|\nEND:VCARD\n|VERSION:2.1|TEL:03 999999|FN:x|N:;;;;|item1.|QUOTED-PRINTABLE|CHARSET=UTF-8|sep=;|fax |<br>|&amp;|{}|$1".split(
    "|",
  ),
  ..."مايا|خوري|Élie|Noël|Žižek|Łukasz|👩🏽‍🍳|é|한국|ｗｉｄｅ|\u200fعنوان|\u00a0|\u2028|\ufeff|\u200d|\u0000|\u0085|O’Brien|Maya|Khoury|Rue 12|Main St, Bldg 4|Jounieh".split(
    "|",
  ),
  ..." |  |a|Z|0|x".split("|"),
];
const NUMBERS = [
  "03 123456",
  "+961 70 123 456",
  "01/234567 ext 5",
  "+33 6 71 12 34 56",
  "fax 01 234568",
  "71-234-567",
  "home: 03 765432",
  "12",
  "٠٣١٢٣٤٥٦",
];

function nastyGuest(random: () => number, at: number): Person {
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const text = (longest: number) => {
    let made = "";
    for (let pieces = Math.floor(random() * 8); pieces > 0; pieces -= 1) made += pick(NASTY);
    return random() < 0.05 ? made.repeat(20).slice(0, longest) : made.slice(0, longest);
  };
  // As the book keeps it.
  const kept = (field: keyof typeof TEXT_LIMITS) =>
    cleanField(field, cleanField(field, text(TEXT_LIMITS[field])).slice(0, TEXT_LIMITS[field]));
  const phones = [`03 ${200_000 + at}`, ...Array.from({ length: Math.floor(random() * 3) }, () => pick(NUMBERS))].join(
    pick([", ", " / ", ", "]),
  );
  const month = 1 + Math.floor(random() * 12);
  const birthday = random() < 0.5 ? "" : `--${String(month).padStart(2, "0")}-${String(1 + Math.floor(random() * 28)).padStart(2, "0")}`;
  return {
    ...NOTHING_SAID,
    name: kept("name"),
    phones,
    email: kept("email"),
    company: kept("company"),
    title: kept("title"),
    address: kept("address"),
    birthday,
    birth_year: birthday && random() < 0.5 ? 1930 + Math.floor(random() * 80) : null,
    language: pick(["", "ar", "fr", "en", "hy"]),
    added_at: new Date(Date.UTC(2026, 0, 1) + Math.floor(random() * 300) * 86_400_000 + Math.floor(random() * 86_400_000)).toISOString(),
  };
}

const random = seeded(20_261_128);
const ALL = Array.from({ length: GUESTS }, (_, at) => nastyGuest(random, at));
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
