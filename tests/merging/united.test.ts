import { beforeEach, describe, expect, it } from "vitest";
import { storeFile } from "@/lib/db/files";
import { endOfDay } from "@/lib/evening/contract";
import { searchContacts } from "@/lib/guest-search/contract";
import { runMergeByDate } from "@/lib/merging/contract";
import { book, bring } from "../guests/guests";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { rows } from "../support/stores";
import { END_OF_DAY, EVENING, seat } from "../support/tables";

beforeEach(() => {
  clockAt(EVENING);
});

interface Guest {
  name: string;
  phones: string;
  birthday?: string;
  email?: string;
}

async function evening(branch: string, guest: Guest): Promise<void> {
  clockAt(EVENING);
  await seat([guest], { branch });
  clockAt(END_OF_DAY);
  expect((await call("admin", endOfDay, { branch })).status).toBe(200);
}

async function merge() {
  const query = { action: "merge_by_date_all_branches" as const, date: "2026-11-20", backup: "false" as const };
  return (await call("admin", runMergeByDate, { query })).answer;
}

const central = () =>
  rows<{ name: string; phones: string; also: string }>(
    storeFile("central", "contacts"),
    "SELECT name, phones, also FROM contact ORDER BY seq",
  );

async function found(search: string): Promise<string[]> {
  return (await call("staff", searchContacts, { branch: "central", query: { search } })).answer.contacts.map((contact) => contact.name);
}

const X = { name: "Maya Khoury", phones: "03 111111" };
const Y = { name: "Maya", phones: "70 222222", email: "m@x.lb" };
const BOTH = { name: "Khoury Maya", phones: "03 111111 / 70 222222" };

describe("the numbers of one guest", () => {
  it.each([
    ["first", [BOTH, X, Y]],
    ["in the middle", [X, BOTH, Y]],
    ["last", [X, Y, BOTH]],
    ["last, the other way around", [Y, X, BOTH]],
  ])("from three branches make one person, where the row with both comes %s", async (_, guests) => {
    enterHouse();
    for (const [index, branch] of ["batroun", "ehden", "tripoli"].entries()) await evening(branch, guests[index] as Guest);
    const answer = await merge();
    expect(answer.inserted - answer.united).toBe(1);
    expect(answer.inserted + answer.skipped).toBe(3);
    expect(central()).toHaveLength(1);
    const name = central()[0]?.name;
    for (const search of ["03 111111", "70222222", "+961 70 222 222", "70 2222"]) expect(await found(search)).toEqual([name]);
    const numbers = rows<{ digits: string }>(storeFile("central", "contacts"), "SELECT digits FROM contact_phone ORDER BY digits");
    expect(numbers.map(({ digits }) => digits)).toEqual(["9613111111", "96170222222"]);
    expect(rows(storeFile("central", "contacts"), "SELECT email FROM contact")).toEqual([{ email: "m@x.lb" }]);
    expect(await merge()).toMatchObject({ inserted: 0, skipped: 3, filled: 0, united: 0 });
  });

  it("of two who are known and have different names stay apart, and the pair is reported", async () => {
    enterHouse();
    await evening("batroun", { name: "Maya", phones: "03 111111" });
    await evening("ehden", { name: "Rami", phones: "70 222222" });
    await evening("tripoli", { name: "Maya", phones: "03 111111 / 70 222222" });
    expect(await merge()).toMatchObject({
      inserted: 2,
      united: 0,
      may_be_same: 1,
      pairs: [{ name: "Maya", other: "Rami", phones: "03 111111 / 70 222222" }],
    });
    expect(central().map(({ name, phones }) => `${name} ${phones}`)).toEqual(["Maya 03 111111", "Rami 70 222222"]);
  });

  it("that became one leave both as they were in the event, so that it can be undone", async () => {
    enterHouse();
    for (const [branch, guest] of [
      ["batroun", X],
      ["ehden", Y],
      ["tripoli", BOTH],
    ] as const)
      await evening(branch, guest);
    await merge();
    const [event] = rows<{ payload: string; subjects: string }>(
      storeFile("central", "contacts"),
      "SELECT payload, subjects FROM event WHERE kind = 'contacts.united'",
    );
    const { kept, gone } = JSON.parse(event?.payload ?? "{}");
    expect(kept).toMatchObject({ name: "Maya Khoury", phones: "03 111111", email: "", branch: "batroun" });
    expect(gone).toMatchObject({
      name: "Maya",
      phones: "70 222222",
      email: "m@x.lb",
      branch: "ehden",
      numbers: [{ digits: "96170222222" }],
    });
    expect(JSON.parse(event?.subjects ?? "[]")).toEqual([kept.id, gone.id]);
  });
});

it("a guest without a number is the one of that name and day, also of two who became one in the same file", async () => {
  enterHouse();
  await bring(["Zeina,", "Maya Khoury,03 111111", "Maya,70 222222", "Maya Khoury,03 111111 / 70 222222", "Maya,"], {
    header: "name,phones",
  });
  expect(book()).toEqual(["Maya Khoury 03 111111, 70 222222", "Zeina"]);
});

it("what nobody can be reached by, and both of two have who become one, is kept once", async () => {
  enterHouse();
  await bring(['Maya Khoury,"03 111111, 0"', 'Maya,"70 222222, 0"', "Maya Khoury,03 111111 / 70 222222"], { header: "name,phones" });
  const numbers = rows<{ digits: string }>(storeFile("jounieh", "contacts"), "SELECT digits FROM contact_phone ORDER BY position");
  expect(numbers.map(({ digits }) => digits)).toEqual(["9613111111", "0", "96170222222"]);
});

describe("two people of one number", () => {
  it("are one guest with both names: nothing of the second is filled in, and she is found, counted and listed", async () => {
    enterHouse();
    await evening("batroun", { name: "Georges Haddad", phones: "03 111111" });
    await evening("ehden", { name: "Rita Haddad", phones: "03 111111", birthday: "14/5", email: "r@x.lb" });
    expect(await merge()).toMatchObject({
      inserted: 1,
      skipped: 1,
      filled: 0,
      also: 1,
      also_known_as: [{ name: "Georges Haddad", also: "Rita Haddad", phones: "03 111111" }],
    });
    expect(rows(storeFile("central", "contacts"), "SELECT name, also, birthday, email FROM contact")).toEqual([
      { name: "Georges Haddad", also: "Rita Haddad", birthday: "", email: "" },
    ]);
    expect(await found("rita")).toEqual(["Georges Haddad"]);
    expect(await merge()).toMatchObject({ inserted: 0, skipped: 2, also: 0, also_known_as: [] });
  });

  it("are told by End of Day as Merge All met them, with the pairs, beside whom the guest book meets", async () => {
    enterHouse();
    await bring(["Nadim,76 333333"], { header: "name,phones" });
    clockAt(EVENING);
    await seat([{ name: "Maya", phones: "03 111111" }, { name: "Rami", phones: "70 222222" }], { number: "1" }); // biome-ignore format: one line
    await seat([{ name: "Maya", phones: "03 111111 / 70 222222" }], { number: "2" });
    await seat([{ name: "Tia", phones: "76 333333" }, { name: "Rita", phones: "03 111111" }], { number: "3" }); // biome-ignore format: one line
    await seat([{ name: "Maya", phones: "03 111111", email: "m@x.lb" }], { number: "4" });
    clockAt(END_OF_DAY);
    const { answer } = await call("admin", endOfDay);
    expect(answer).toMatchObject({ guests: 6, inserted: 2, skipped: 4, filled: 1, also: 2, may_be_same: 1 });
    expect(answer.pairs).toEqual([{ name: "Maya", other: "Rami", phones: "03 111111 / 70 222222" }]);
    expect(answer.also_known_as.map(({ name, also }) => `${name}: ${also}`).sort()).toEqual(["Maya: Rita", "Nadim: Tia"]);
  });

  it("are told by End of Day as a pair, where the guest book alone knows both", async () => {
    enterHouse();
    await bring(["Nadim,76 333333", "Tony,71 444444"], { header: "name,phones" });
    clockAt(EVENING);
    await seat([{ name: "Nadim", phones: "76 333333 / 71 444444" }]);
    clockAt(END_OF_DAY);
    const { answer } = await call("admin", endOfDay);
    expect([answer.may_be_same, answer.pairs]).toEqual([1, [{ name: "Nadim", other: "Tony", phones: "76 333333 / 71 444444" }]]);
  });

  it("are told by End of Day too, whichever step has met them", async () => {
    enterHouse();
    clockAt(EVENING);
    await seat([{ name: "Georges", phones: "03 111111" }], { number: "1" });
    await seat([{ name: "Rita", phones: "03 111111" }], { number: "2" });
    clockAt(END_OF_DAY);
    const { answer } = await call("admin", endOfDay);
    expect(answer).toMatchObject({ inserted: 1, skipped: 1, also: 1, also_known_as: [{ name: "Georges", also: "Rita" }] });
    expect(answer.detail).toContain("known by another name 1");
    clockAt("2026-11-21T19:30:00Z");
    await seat([{ name: "Georges", phones: "03 111111" }], { number: "1" });
    await seat([{ name: "Rita", phones: "03 111111" }], { number: "2" });
    clockAt("2026-11-21T21:15:00Z");
    const next = (await call("admin", endOfDay)).answer; // the book knows both names by now
    expect(next).toMatchObject({ inserted: 0, skipped: 2, also: 1, also_known_as: [{ name: "Georges", also: "Rita" }] });
  });
});
