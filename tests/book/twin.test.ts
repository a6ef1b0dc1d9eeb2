import { describe, expect, it } from "vitest";
import type { About, Decision, FieldsByHand, SourceRecord } from "@/lib/book/record-shapes";
import { NOTHING_SAID } from "@/lib/guest-fields";
import type { Person } from "@/lib/person";
import { readPhones } from "@/lib/phones";
import { guestsByTheBook } from "./twin";

// Each example is one sentence of docs/book.md, and what comes of it was worked out by hand.

/** `line` is the place in the order, and the id is `r` with it. */
function said(line: number, name: string, phones: string, more: Partial<Person> & { evening?: string } = {}): SourceRecord {
  const { evening = "2026-05-14", ...values } = more;
  const person = { ...NOTHING_SAID, added_at: `added ${line}`, name, phones, ...values };
  return {
    id: `r${line}`,
    said_at: "2026-05-14T20:00:00Z",
    batch: "b",
    line,
    evening,
    branch: "jounieh",
    person,
    numbers: readPhones(phones),
  };
}

function whom(records: string[], names: string[] = [], phones = "", evening = "2026-05-14"): About {
  return { records, names, numbers: readPhones(phones), evening };
}

function at(line: number) {
  return { id: `d${line}`, said_at: "2026-05-14T20:00:00Z", batch: "b", line };
}

const fields = (line: number, about: About, values: FieldsByHand): Decision => ({ ...at(line), kind: "fields", about, values });
const leftOut = (line: number, about: About): Decision => ({ ...at(line), kind: "left-out", about });
const notTheirs = (line: number, about: About, digits: string[]): Decision => ({ ...at(line), kind: "not-their-number", about, digits });
const one = (line: number, about: About, other: About): Decision => ({ ...at(line), kind: "one", about, other });
const notOne = (line: number, about: About, other: About): Decision => ({ ...at(line), kind: "not-one", about, other });

/** `name / other names / phones: records`, of each guest. */
function guests(records: SourceRecord[], ...decisions: Decision[]): string[] {
  return guestsByTheBook(records, decisions).map(
    (guest) => `${guest.name} / ${guest.also.replaceAll("\n", "+")} / ${guest.phones}: ${guest.records.join(" ")}`,
  );
}

describe("names", () => {
  it("the fuller of two that agree stands, whichever came first", () => {
    expect(guests([said(1, "Rana", "03 123456"), said(2, "Rana Khoury", "03 123456")])).toEqual(["Rana Khoury /  / 03 123456: r1 r2"]);
    expect(guests([said(1, "Rana Khoury", "03 123456"), said(2, "Rana", "03 123456")])).toEqual(["Rana Khoury /  / 03 123456: r1 r2"]);
  });

  it("of as many words the newer stands", () => {
    expect(guests([said(1, "khoury rana", "03 123456"), said(2, "Rana Khoury", "03 123456")])).toEqual([
      "Rana Khoury /  / 03 123456: r1 r2",
    ]);
  });

  it("one that does not agree is another name, its record is not the guest's own and fills no gap", () => {
    const records = [said(1, "Rana", "03 123456"), said(2, "Elie", "03 123456", { email: "elie@example.com" })];
    expect(guestsByTheBook(records, [])).toMatchObject([{ name: "Rana", also: "Elie", email: "", records: ["r1", "r2"], own: ["r1"] }]);
  });

  it("other names whose words are among a new one's go", () => {
    const records = [said(1, "Rana", "03 123456"), said(2, "Elie", "03 123456"), said(3, "Elie Haddad", "03 123456")];
    expect(guests(records)).toEqual(["Rana / Elie Haddad / 03 123456: r1 r2 r3"]);
  });

  it("one that was written by hand yields to no record, and one that was emptied is filled", () => {
    const records = [said(1, "Rana", "03 123456"), said(3, "Rana Khoury", "03 123456")];
    expect(guests(records, fields(2, whom(["r1"]), { name: "Rana" }))).toEqual(["Rana / Rana Khoury / 03 123456: r1 r3"]);
    expect(guests([...records, said(4, "Rana Maria Khoury", "03 123456")], fields(2, whom(["r1"]), { name: "" }))).toEqual([
      "Rana Maria Khoury /  / 03 123456: r1 r3 r4",
    ]);
  });

  it("one that was written by hand stands against one that was not when two guests become one", () => {
    const records = [said(1, "Rana Khoury", "03 123456"), said(2, "Rana K", "71 234567"), said(4, "Rana", "03 123456, 71 234567")];
    const byHand = fields(3, whom(["r2"]), { name: "Rana" });
    expect(guests([...records, said(5, "Rana Khoury Maria", "71 234567")], byHand)).toEqual([
      "Rana / Rana Khoury Maria / 03 123456, 71 234567: r1 r2 r4 r5",
    ]);
  });

  it("when it changes by hand, other names whose words are among its own go", () => {
    const records = [said(1, "Rana", "03 123456"), said(2, "Elie", "03 123456")];
    expect(guests(records, fields(3, whom(["r1"]), { name: "Elie Haddad" }))).toEqual(["Elie Haddad /  / 03 123456: r1 r2"]);
  });

  it("no more than 50 others are kept", () => {
    const records = Array.from({ length: 60 }, (_, index) => said(index + 1, `Guest${index}`, "03 123456"));
    const [guest] = guestsByTheBook(records, []);
    expect(guest?.also.split("\n")).toEqual(Array.from({ length: 50 }, (_, index) => `Guest${index + 1}`));
  });
});

describe("a record", () => {
  it("has its place whenever it arrives: line 9 comes before line 10", () => {
    const records = [said(10, "Elie", "03 123456"), said(9, "Rana", "03 123456")];
    expect(guests(records)).toEqual(["Rana / Elie / 03 123456: r9 r10"]);
  });

  it("brings its numbers, and fills the gaps of its namesake; the year only beside the same birthday", () => {
    const first = said(1, "Rana", "03 123456", { birthday: "--05-14", company: "Cedar" });
    const second = said(2, "Rana", "03 123456, 71 234567", { birthday: "--06-01", birth_year: 1990, company: "Fig", title: "Chef" });
    expect(guestsByTheBook([first, second], [])).toMatchObject([
      { phones: "03 123456, 71 234567", birthday: "--05-14", birth_year: null, company: "Cedar", title: "Chef", added_at: "added 1" },
    ]);
  });

  it("makes namesakes one, and leaves who goes by another name", () => {
    const [rana, elie, again] = [said(1, "Rana", "03 123456"), said(2, "Elie", "71 234567"), said(3, "Rana Khoury", "70 111222")];
    const both = said(4, "Rana", "03 123456, 70 111222, 71 234567, 76 555666");
    expect(guests([rana, elie, again, both])).toEqual([
      "Rana Khoury /  / 03 123456, 70 111222, 76 555666: r1 r3 r4",
      "Elie /  / 71 234567: r2",
    ]);
  });

  it("that nobody is a namesake of goes to the oldest, and makes those one whose names agree", () => {
    const records = [said(1, "Rana", "03 123456"), said(2, "Rana Khoury", "71 234567"), said(3, "Elie", "71 234567, 03 123456")];
    expect(guests(records)).toEqual(["Rana Khoury / Elie / 03 123456, 71 234567: r1 r2 r3"]);
  });

  it("whose numbers make the phones too long is a new guest with these alone", () => {
    const long = Array.from({ length: 30 }, (_, index) => `+961 3 1234${index + 10}`).join(", ");
    const [first, second] = guestsByTheBook([said(1, "Rana", `${long}, 71 234567`), said(2, "Rana", "71 234567, 70 111222")], []);
    expect(long.length + ", 71 234567".length).toBe(459);
    expect(first).toMatchObject({ records: ["r1"], phones: `${long}, 71 234567` });
    expect(second).toMatchObject({ records: ["r2"], phones: "70 111222", numbers: [{ key: "70111222" }] });
  });

  it("makes no two one whose phones joined are too long", () => {
    const numbers = (from: number) => Array.from({ length: 15 }, (_, index) => `+961 3 123${from + index}`).join(", ");
    const records = [said(1, "Rana", numbers(100)), said(2, "Rana", numbers(200)), said(3, "Rana", "03 123100, 03 123200")];
    expect(guests(records)).toEqual([`Rana /  / ${numbers(100)}: r1 r3`, `Rana /  / ${numbers(200)}: r2`]);
  });

  it("without a number stands beside the first of its evening with the same name, numbered or not", () => {
    const records = [
      said(1, "Rana", "03 123456"),
      said(2, "RANA", ""),
      said(3, "Rana", "", { evening: "2026-05-15" }),
      said(4, "Rana Khoury", ""),
    ];
    expect(guests(records)).toEqual(["RANA /  / 03 123456: r1 r2", "Rana /  / : r3", "Rana Khoury /  / : r4"]);
  });
});

describe("a decision", () => {
  it("that leaves a guest out knows older records by number and name, and seats who comes later", () => {
    const gone = leftOut(4, whom(["r1"], ["Rana"], "03 123456"));
    const records = [
      said(1, "Rana", "03 123456"),
      said(2, "Elie", "03 123456"),
      said(3, "Rana Khoury", "03 123456"),
      said(5, "Rana", "70 111222"),
    ];
    expect(guests(records, gone)).toEqual(["Elie /  / 03 123456: r2", "Rana /  / 70 111222: r5"]);
    expect(guests([...records, said(6, "Rana", "03 123456, 70 111222")], gone)).toEqual([
      "Elie /  / 03 123456: r2",
      "Rana /  / 70 111222: r5 r6",
    ]);
  });

  it("that leaves out knows a guest without a number by the same name and the same evening alone", () => {
    const records = [said(1, "Rana", ""), said(2, "Rana Khoury", ""), said(3, "Rana", "", { evening: "2026-05-15" })];
    expect(guests(records, leftOut(4, whom([], ["rana"])))).toEqual(["Rana Khoury /  / : r2", "Rana /  / : r3"]);
  });

  it("takes a number from the records that were said before, and what was typed of it", () => {
    const records = [said(1, "Rana", "03 123456; 71 234567; 70 111222"), said(3, "Elie", "71 234567")];
    expect(guests(records, notTheirs(2, whom(["r1"]), ["96171234567"]))).toEqual([
      "Rana /  / 03 123456, 70 111222: r1",
      "Elie /  / 71 234567: r3",
    ]);
  });

  it("that two are one holds without a number in common, and fills and joins", () => {
    const records = [said(1, "Rana", "03 123456"), said(2, "Mme Khoury", "71 234567", { email: "rana@example.com" })];
    const [guest, ...more] = guestsByTheBook(records, [one(3, whom(["r1"]), whom(["r2"]))]);
    expect(more).toEqual([]);
    expect(guest).toMatchObject({ name: "Rana", also: "Mme Khoury", phones: "03 123456, 71 234567", email: "rana@example.com" });
    expect(guest?.own).toEqual(["r1", "r2"]);
  });

  it("parts who shares a number; a later record goes to its namesake", () => {
    const records = [said(1, "Rana", "03 123456"), said(2, "Elie", "03 123456"), said(4, "Elie Haddad", "03 123456")];
    expect(guests(records, notOne(3, whom(["r1"]), whom(["r2"])))).toEqual([
      "Rana /  / 03 123456: r1",
      "Elie Haddad /  / 03 123456: r2 r4",
    ]);
  });

  it("links the records that it names, so that two namesakes are one, and nobody else who has their number", () => {
    const linked = fields(4, whom(["r1", "r3"]), { email: "rana@example.com" });
    const [rana, elie, both] = [said(1, "Rana", "03 123456"), said(2, "Elie", "71 234567"), said(3, "Rana", "03 123456, 71 234567")];
    expect(guests([rana, elie, both], linked)).toEqual(["Rana /  / 03 123456: r1 r3", "Elie /  / 71 234567: r2"]);
    expect(guests([said(1, "Mme Khoury", "03 123456"), said(2, "Rana", "71 234567"), said(3, "Rana", "71 234567")], linked)).toEqual([
      "Mme Khoury / Rana / 03 123456, 71 234567: r1 r2 r3",
    ]);
  });

  it("that contradicts a newer one is not applied, to nobody whom it names", () => {
    const records = [said(1, "Rana", "03 123456"), said(2, "Elie", "71 234567"), said(3, "Mimi", "70 111222")];
    const link = one(4, whom(["r1"]), whom(["r2", "r3"]));
    expect(guests(records, link)).toEqual(["Rana / Elie+Mimi / 03 123456, 71 234567, 70 111222: r1 r2 r3"]);
    expect(guests(records, link, notOne(5, whom(["r1"]), whom(["r2"])))).toHaveLength(3);
  });

  it("that two are one is dropped by a newer that parts them, and the other way round", () => {
    const records = [said(1, "Rana", "03 123456"), said(2, "Rana", "71 234567")];
    const [link, parting] = [one(3, whom(["r1"]), whom(["r2"])), notOne(4, whom(["r1"]), whom(["r2"]))];
    expect(guests(records, link, parting)).toEqual(["Rana /  / 03 123456: r1", "Rana /  / 71 234567: r2"]);
    expect(guests(records, parting, { ...link, line: 5 })).toEqual(["Rana /  / 03 123456, 71 234567: r1 r2"]);
  });

  it("of two sides that both name a record, takes it to the side that has its id, and else to none", () => {
    const rana = whom(["r1"], ["Rana"], "03 123456");
    const records = [said(1, "Rana", "03 123456"), said(2, "Rana Khoury", "03 123456"), said(3, "Rana", "03 123456")];
    const parted = notOne(4, rana, whom(["r2"], ["Rana Khoury"], "03 123456"));
    expect(guests(records, parted)).toEqual(["Rana /  / 03 123456: r1 r3", "Rana Khoury /  / 03 123456: r2"]);
  });

  it("a later word about one of two parted namesakes is none about the other, nor about whoever may be either", () => {
    const [rana, other] = [whom(["r1"], ["Rana"], "03 123456"), whom(["r2"], ["Rana Khoury"], "03 123456")];
    const records = [said(1, "Rana", "03 123456"), said(2, "Rana Khoury", "03 123456")];
    const parted = notOne(3, rana, other);
    const moved = { phones: "70 111222", numbers: readPhones("70 111222") };
    expect(guests(records, parted, fields(5, rana, moved))).toEqual(["Rana /  / 70 111222: r1", "Rana Khoury /  / 03 123456: r2"]);
    expect(guests(records, parted, fields(5, other, moved))).toEqual(["Rana /  / 03 123456: r1", "Rana Khoury /  / 70 111222: r2"]);
    const later = [...records, said(4, "Rana", "03 123456")]; // it goes to the older
    expect(guests(later, parted, fields(5, other, moved))).toEqual(["Rana /  / 03 123456: r1 r4", "Rana Khoury /  / 70 111222: r2"]);
    expect(guests(later, parted, leftOut(5, other))).toEqual(["Rana /  / 03 123456: r1 r4"]);
    expect(guests(records, parted, one(4, rana, other), leftOut(5, whom(["r1", "r2"], ["Rana"], "03 123456")))).toEqual([]);
  });

  it("writes values though its link is dropped, the number exactly, and its other names", () => {
    const written = fields(3, whom(["r1", "r2"]), { phones: "70 111222", numbers: readPhones("70 111222"), also: "Mimi\nMimi K" });
    const records = [said(1, "Rana", "03 123456"), said(2, "Elie", "71 234567"), said(5, "Rana", "03 123456")];
    expect(guests(records, written, notOne(4, whom(["r1"]), whom(["r2"])))).toEqual([
      "Rana / Mimi K / 70 111222: r1",
      "Elie / Mimi K / 70 111222: r2",
      "Rana /  / 03 123456: r5",
    ]);
  });
});
