import { describe, expect, it } from "vitest";
import { FILLABLE, NOTHING_SAID, pickFields } from "@/lib/guest-fields";
import { mergeInMemory } from "@/lib/merge-in-memory";
import { addReports, emptyReport, type MergeReport } from "@/lib/merge-report";
import { type Fillable, gapsFilledBy, mergeInto } from "@/lib/merge-rule";
import type { Person } from "@/lib/person";
import { readPhones } from "@/lib/phones";
import { EXAMPLES } from "./support/guest-fields";

const NOTHING: Fillable = pickFields(NOTHING_SAID, FILLABLE);
const ALL: Fillable = { ...pickFields(EXAMPLES[0], FILLABLE), birthday: "--05-14", birth_year: 1985 };

describe("what a newer row fills in", () => {
  it.each<[string, Partial<Fillable>, Partial<Fillable>, Partial<Fillable> | null]>([
    ["everything that is empty", {}, ALL, ALL],
    ["nothing that is filled", ALL, { ...ALL, email: "other", company: "other", birthday: "--01-01", birth_year: 1990 }, null],
    ["nothing from a row that says nothing", {}, {}, null],
    ["one field beside filled ones", { company: "c" }, { company: "other", title: "t" }, { title: "t" }],
    ["the year of the same birthday", { birthday: "--05-14" }, { birthday: "--05-14", birth_year: 1985 }, { birth_year: 1985 }],
    ["no year of another birthday", { birthday: "--05-14" }, { birthday: "--05-15", birth_year: 1985 }, null],
    ["the year together with the day", {}, { birthday: "--05-14", birth_year: 1985 }, { birthday: "--05-14", birth_year: 1985 }],
    ["no other year", { birthday: "--05-14", birth_year: 1985 }, { birthday: "--05-14", birth_year: 1986 }, null],
  ])("%s", (_, known, newer, gaps) => {
    expect(gapsFilledBy({ ...NOTHING, ...known }, { ...NOTHING, ...newer })).toEqual(gaps);
  });
});

const row = (name: string, phones: string, more: Partial<Person> = {}): Person => ({
  ...NOTHING_SAID,
  added_at: "2026-11-20T19:30:00.000Z",
  ...{ name, phones, ...more },
});

/** The rows merged one after the other, and who comes of them. */
function merge(...rows: Person[]) {
  const { target, people } = mergeInMemory(true);
  const report = mergeInto(
    target,
    rows.map((person) => ({ person, numbers: readPhones(person.phones) })),
  );
  const guests = people().map(({ name, phones, email, also, numbers }) => {
    return { name, phones, email, also, digits: numbers.map(({ digits }) => digits) };
  });
  return { report, guests };
}

const ONE = "03 111111";
const OTHER = "70 222222";
const BOTH = `${ONE} / ${OTHER}`;
const DIGITS = ["9613111111", "96170222222"];

describe("a row with the numbers of two who are known", () => {
  it("is whose name it says, also when somebody of another name was known before", () => {
    const { guests, report } = merge(row("Rami", ONE), row("Maya Khoury", OTHER), row("Maya", BOTH, { email: "m@x.lb" }));
    expect(guests).toMatchObject([
      { name: "Rami", phones: ONE, email: "" },
      { name: "Maya Khoury", phones: OTHER, email: "m@x.lb" },
    ]);
    expect(report).toMatchObject({ united: 0, also: 0, may_be_same: 1, pairs: [{ name: "Maya Khoury", other: "Rami", phones: BOTH }] });
  });

  it("makes nobody one with somebody whose name does not agree with the row's", () => {
    const { guests, report } = merge(row("Maya", ONE), row("Maya Haddad", OTHER), row("Maya Khoury", BOTH));
    expect(guests).toMatchObject([
      { name: "Maya Khoury", phones: ONE },
      { name: "Maya Haddad", phones: OTHER },
    ]);
    expect(report).toMatchObject({ united: 0, may_be_same: 1, pairs: [{ name: "Maya", other: "Maya Haddad", phones: BOTH }] });
  });

  it("leaves the older of the two, whichever number stands first", () => {
    for (const phones of [BOTH, `${OTHER} / ${ONE}`]) {
      const { guests } = merge(row("Maya", ONE), row("Maya Khoury", OTHER, { email: "m@x.lb" }), row("Maya", phones));
      expect(guests).toEqual([{ name: "Maya Khoury", phones: `${ONE}, ${OTHER}`, email: "m@x.lb", also: "", digits: DIGITS }]);
    }
  });

  it("keeps the other names of both", () => {
    const { guests } = merge(row("Maya Khoury", ONE), row("Maya", OTHER), row("Georges", OTHER), row("Rita", ONE), row("Maya", BOTH));
    expect(guests).toMatchObject([{ name: "Maya Khoury", also: "Rita\nGeorges" }]);
  });

  it("makes them one for whoever comes by either number, or by the younger one's name, afterwards", () => {
    for (const more of [row("Maya", OTHER, { email: "m@x.lb" }), row("Maya", "", { email: "m@x.lb" })]) {
      const { guests, report } = merge(row("Maya Khoury", ONE), row("Maya", OTHER), row("Maya Khoury", BOTH), more);
      expect(guests).toMatchObject([{ name: "Maya Khoury", email: "m@x.lb", digits: DIGITS }]);
      expect(report).toMatchObject({ inserted: 2, skipped: 2, united: 1 });
    }
  });
});

describe("a number that the known guest did not have", () => {
  it("is added as it was typed, and the guest is known by it from then on", () => {
    const { guests, report } = merge(row("Maya", ONE), row("Maya", "70-222-222 / 03 111 111"), row("", OTHER, { email: "m@x.lb" }));
    expect(guests).toEqual([{ name: "Maya", phones: `${ONE}, 70-222-222`, email: "m@x.lb", also: "", digits: DIGITS }]);
    expect(report).toMatchObject({ inserted: 1, skipped: 2, filled: 2 });
  });
});

describe("of names that agree", () => {
  it("the one with the most words stands, in whatever order they come, and merging them again changes nothing", () => {
    const said = ["Maya", "Maya Rose Khoury", "khoury maya", "MAYA"].map((name) => row(name, ONE));
    for (const rows of [said, said.toReversed()]) {
      const { guests } = merge(...rows, ...rows);
      expect(guests).toMatchObject([{ name: "Maya Rose Khoury", also: "" }]);
      expect(merge(...guests.map(({ name, phones }) => row(name, phones)), ...rows).report).toMatchObject({ filled: 0, also: 0 });
    }
  });

  it("the older of two as full stays, and what agrees with neither is kept beside", () => {
    const { guests, report } = merge(row("Maya Khoury", ONE), row("KHOURY, Maya", ONE), row("Rita", ONE), row("Maya Haddad", ONE));
    expect(guests).toMatchObject([{ name: "Maya Khoury", also: "Rita\nMaya Haddad" }]);
    expect(report).toMatchObject({ filled: 0, also: 2 });
  });

  it("one that another agrees with is no news beside it, until a fuller one comes", () => {
    const { guests } = merge(row("Georges", ONE), row("Rita", ONE), row("Rita Haddad", ONE), row("Rita", ONE), row("Georges Saab", ONE));
    expect(guests).toMatchObject([{ name: "Georges Saab", also: "Rita Haddad" }]);
  });
});

describe("another name under a known number", () => {
  it("is told once, in whatever spelling and however often it comes", () => {
    const { guests, report } = merge(row("Georges", ONE), row("Rita", ONE), row("RITA", ONE), row("Rita Haddad", ONE));
    expect(guests).toMatchObject([{ name: "Georges", also: "Rita Haddad" }]);
    const told = ["Rita", "Rita Haddad"].map((also) => ({ name: "Georges", also, phones: ONE }));
    expect(report).toMatchObject({ also: 2, filled: 0, also_known_as: told });
  });

  it("is told too where the row itself brings it along, of somebody new and of somebody known", () => {
    const couple = row("Georges", ONE, { also: "Rita" });
    for (const { guests, report } of [merge(couple), merge(row("Georges", ONE), couple)]) {
      expect(guests).toMatchObject([{ name: "Georges", also: "Rita" }]);
      expect(report).toMatchObject({ also: 1, also_known_as: [{ name: "Georges", also: "Rita", phones: ONE }] });
    }
  });
});

describe("the report of a merge", () => {
  const many = Array.from({ length: 201 }, (_, at) => String.fromCodePoint(0x4e00 + at));

  it("counts all other names and pairs, and lists the first 200", () => {
    const names = merge(row("Maya", ONE), ...many.map((name) => row(name, ONE))).report;
    expect([names.also, names.also_known_as.length]).toEqual([201, 200]);
    const pairs = merge(row("Maya", ONE), row("Rami", OTHER), ...many.map(() => row("Maya", BOTH))).report;
    expect([pairs.may_be_same, pairs.pairs.length]).toEqual([201, 200]);
  });

  it("of two merges is their sum", () => {
    const one: MergeReport = {
      ...{ inserted: 1, skipped: 2, filled: 3, united: 4, also: 5, may_be_same: 6, stayed_deleted: 7 },
      also_known_as: many.map((also) => ({ name: "Maya", also, phones: ONE })).slice(0, 199),
      pairs: many.map((other) => ({ name: "Maya", other, phones: ONE })).slice(0, 199),
    };
    const other: MergeReport = {
      ...{ inserted: 10, skipped: 20, filled: 30, united: 40, also: 50, may_be_same: 60 },
      also_known_as: [1, 2].map((at) => ({ name: "Rami", also: `${at}`, phones: OTHER })),
      pairs: [1, 2].map((at) => ({ name: "Rami", other: `${at}`, phones: OTHER })),
    };
    const sum = addReports(one, other);
    expect(sum).toMatchObject({ inserted: 11, skipped: 22, filled: 33, united: 44, also: 55, may_be_same: 66, stayed_deleted: 7 });
    expect([sum.also_known_as.length, sum.also_known_as.at(-1)?.also, sum.pairs.length, sum.pairs.at(-1)?.other]).toEqual([
      200,
      "1",
      200,
      "1",
    ]);
    expect(addReports(one, emptyReport())).toEqual(one);
  });
});
