import { expect, it } from "vitest";
import { fold } from "@/lib/book/fold";
import type { About, Decision, FieldsByHand, SourceRecord } from "@/lib/book/record-shapes";
import { NOTHING_SAID } from "@/lib/guest-fields";
import type { Person } from "@/lib/person";
import { readPhones } from "@/lib/phones";
import { guestsByTheBook } from "./twin";

// What docs/book.md decides where two ways were thinkable, one example each, by both programs.

const PLACE = { said_at: "2026-05-14T20:00:00Z", batch: "b" };

function said(line: number, name: string, phones: string, more: Partial<Person> & { branch?: "jounieh" | "batroun" } = {}): SourceRecord {
  const { branch = "jounieh", ...values } = more;
  const person = { ...NOTHING_SAID, added_at: `added ${line}`, name, phones, ...values };
  return { ...PLACE, id: `r${line}`, line, evening: "2026-05-14", branch, person, numbers: readPhones(phones) };
}

const whom = (records: string[], names: string[] = [], phones = ""): About => ({
  records,
  names,
  numbers: readPhones(phones),
  evening: "2026-05-14",
});
const at = (line: number) => ({ ...PLACE, id: `d${line}`, line });
const fields = (line: number, about: About, values: FieldsByHand): Decision => ({ ...at(line), kind: "fields", about, values });
const leftOut = (line: number, about: About): Decision => ({ ...at(line), kind: "left-out", about });
const one = (line: number, about: About, other: About): Decision => ({ ...at(line), kind: "one", about, other });
const notOne = (line: number, about: About, other: About): Decision => ({ ...at(line), kind: "not-one", about, other });

/** `name / other names / company: records`, of each guest. */
function guests(records: SourceRecord[], ...decisions: Decision[]): string[] {
  const inText = (all: ReturnType<typeof guestsByTheBook>) =>
    all.map((guest) => `${guest.name} / ${guest.also.replaceAll("\n", "+")} / ${guest.company}: ${guest.records.join(" ")}`);
  const folded = inText(fold(records, decisions).guests);
  expect(folded).toEqual(inText(guestsByTheBook(records, decisions)));
  return folded;
}

it("whoever leaves out a guest without a name leaves out nobody of the family who share the number", () => {
  const nameless = whom(["r1"], [""], "03 123456");
  const records = [said(1, "", "03 123456"), said(2, "Rana", "03 123456"), said(3, "", "03 123456")];
  // r2 came late: when the guest was left out, nobody knew of it.
  expect(guests(records, leftOut(4, nameless))).toEqual(["Rana /  / : r2"]);
  expect(guests(records, leftOut(4, whom(["r2"], ["Rana"], "03 123456")))).toEqual([]);
});

it("a guest without a number stands beside one of the same name and evening of another branch", () => {
  const records = [
    said(1, "Rana", ""),
    said(2, "Rana", "", { branch: "batroun" }),
    said(3, "", ""),
    said(4, "", "", { branch: "batroun" }),
  ];
  expect(guests(records)).toEqual(["Rana /  / : r1 r2", " /  / : r3 r4"]);
});

it("a record that is left out still links those who were said to be one with it", () => {
  const records = [said(1, "Rana", "03 123456"), said(2, "Mimi", "71 234567"), said(3, "Mme Khoury", "70 111222")];
  const links = [one(4, whom(["r1"]), whom(["r2"])), one(5, whom(["r2"]), whom(["r3"]))];
  expect(guests(records, ...links, leftOut(6, whom(["r2"])))).toEqual(["Rana / Mme Khoury / : r1 r3"]);
});

it("a link fails where a parting keeps the guests apart that it would bring together: the record goes to the older one", () => {
  const records = [said(1, "Rana", "03 123456"), said(2, "Elie", "71 234567"), said(3, "Rana", "03 123456, 71 234567")];
  const parted = notOne(5, whom(["r1"]), whom(["r2"]));
  expect(guests(records, one(4, whom(["r2"]), whom(["r3"])), parted)).toEqual(["Rana /  / : r1 r3", "Elie /  / : r2"]);
  expect(guests(records, one(4, whom(["r1"]), whom(["r2"])), parted)).toHaveLength(2);
});

it("a name that was replaced by hand is another name when it comes again, and fills nothing", () => {
  const records = [said(1, "Rana", "03 123456"), said(3, "Rana", "03 123456", { company: "MEA" })];
  expect(guests(records, fields(2, whom(["r1"]), { name: "Elie" }))).toEqual(["Elie / Rana / : r1 r3"]);
});

it("a value that was emptied by hand is filled by the next record that says one", () => {
  const records = [said(1, "Rana", "03 123456", { company: "MEA" }), said(3, "Rana", "03 123456", { company: "Touch" })];
  expect(guests(records, fields(2, whom(["r1"]), { company: "" }))).toEqual(["Rana /  / Touch: r1 r3"]);
});
