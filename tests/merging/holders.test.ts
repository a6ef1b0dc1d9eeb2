import { beforeEach, describe, expect, it } from "vitest";
import { storeFile } from "@/lib/db/files";
import { deleteContact } from "@/lib/guests/contract";
import { importContacts } from "@/lib/import/contract";
import { waitingDays } from "@/lib/merging/contract";
import { rowId } from "../guests/guests";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { rows } from "../support/stores";
import { END_OF_DAY, EVENING, seat } from "../support/tables";

beforeEach(() => {
  clockAt(EVENING);
});

import { central, csv, DATE, endTheDay, type Guest, guest, guestsOf, kept, mergeAll, mergeByDate, numbers, saveAgain, takenEarly } from "./early"; // biome-ignore format: one line

const NEXT = "2026-11-21";
const MAYA = { name: "Maya", phones: "03 111111" };
const OTHER = { name: "Other", phones: "03 555555" };

const ids = () => rows<{ id: string }>(storeFile("central", "contacts"), "SELECT id FROM contact ORDER BY seq").map(({ id }) => id);
const emails = () => rows<{ email: string }>(storeFile("central", "contacts"), "SELECT email FROM contact ORDER BY seq").map(({ email }) => email); // biome-ignore format: one line

async function known(row: string): Promise<void> {
  expect((await call("admin", importContacts, { ...csv(row), branch: "central" })).status).toBe(200);
}

/** A table says other guests now, and central hears of it. */
async function merged(name: string, contacts: Guest[], branch = "ehden") {
  await saveAgain(name, contacts, branch);
  await mergeAll(branch);
  return mergeByDate();
}

const waiting = async (date: string) => (await call("admin", waitingDays, { query: { date } })).answer.rows;

const TAKEN_BACK = { removed: 0, corrected: 0, inserted: 0, filled: 0 };

describe("whose table is saved again after central took its guests", () => {
  it("a guest without a number who is corrected stays the same one", async () => {
    enterHouse();
    const name = await takenEarly([{ name: "Rmai", phones: "" }]);
    const [rami] = await guestsOf(name);
    const before = ids();
    expect(await merged(name, [{ ...(rami as Guest), name: "Rami" }])).toMatchObject({ ...TAKEN_BACK, corrected: 1 });
    expect([central(), ids()]).toEqual([[guest("Rami", "")], before]);
  });

  it("a guest without a number stays as long as others of that name sit anywhere, with what each of them says", async () => {
    enterHouse();
    const name = await takenEarly([{ name: "Rami", phones: "" }], "ehden");
    await takenEarly([{ name: "Rami", phones: "" }], "batroun");
    await takenEarly([{ name: "Rami", phones: "", email: "r@x.lb" }], "tripoli");
    const before = ids();
    expect(await merged(name, [OTHER])).toMatchObject({ ...TAKEN_BACK, inserted: 1 });
    expect([ids().slice(0, 1), emails()]).toEqual([before, ["r@x.lb", ""]]);
  });

  it("a number is not held by somebody of the same name who gave none", async () => {
    enterHouse();
    const name = await takenEarly([MAYA]);
    await takenEarly([{ name: "Maya", phones: "" }], "batroun");
    expect(await merged(name, [OTHER])).toMatchObject({ removed: 0, corrected: 1 });
    expect(central()).toEqual([guest("Maya", ""), guest("Other", "03 555555")]);
  });

  it("who shares a number that stays holds the other name, and nothing else that went", async () => {
    enterHouse();
    await known("Nadim,76 333333");
    const name = await takenEarly([{ name: "Nadim", phones: "76 333333", email: "n@x.lb" }]);
    await takenEarly([{ name: "Rita", phones: "76 333333", email: "r@x.lb" }], "batroun");
    expect(await merged(name, [OTHER])).toMatchObject({ removed: 0, also: 0 });
    expect([central()[0], emails()[0]]).toEqual([guest("Nadim", "76 333333", "Rita"), ""]);
  });

  it("a stranger who shares a wrong number alone is somebody new", async () => {
    enterHouse();
    const name = await takenEarly([{ name: "Maya", phones: "03 111111 / 70 999999" }]);
    await seat([{ name: "Zeina", phones: "70 999999" }], { branch: "batroun" });
    await mergeAll("batroun");
    expect(await merged(name, [OTHER])).toMatchObject({ removed: 1, removed_guests: [{ name: "Maya" }], corrected: 0, inserted: 2 });
    expect(central()).toEqual([guest("Other", "03 555555"), guest("Zeina", "70 999999")]);
  });

  it("the guest's own table says what stands there now, before another branch's", async () => {
    enterHouse();
    const name = await takenEarly([{ ...MAYA, email: "old@x.lb" }]);
    clockAt("2026-11-20T19:50:00Z");
    await seat([{ ...MAYA, email: "other@x.lb" }], { branch: "batroun" });
    await mergeAll("batroun");
    await merged(name, [{ ...MAYA, email: "new@x.lb" }]);
    expect(emails()).toEqual(["new@x.lb"]);
  });

  it("a guest whom an open table of an earlier day says too stays", async () => {
    enterHouse();
    clockAt("2026-11-19T19:30:00Z");
    await seat([MAYA], { branch: "batroun" });
    await mergeAll("batroun");
    await mergeByDate("2026-11-19");
    const name = await takenEarly([{ name: "Maya", phones: "03 111111 / 70 222222" }]);
    expect(await merged(name, [OTHER])).toMatchObject({ removed: 0, corrected: 1 });
    expect(central()).toEqual([guest("Maya", "03 111111"), guest("Other", "03 555555")]);
  });

  it("a namesake with the number that only the table had said is somebody else, where an import said the rest", async () => {
    enterHouse();
    await known("Maya,03 111111");
    const name = await takenEarly([{ name: "Maya", phones: "03 111111 / 70 222222" }]);
    await seat([{ name: "Maya", phones: "70 222222" }], { branch: "batroun" });
    await mergeAll("batroun");
    await merged(name, [OTHER]);
    expect(central()).toEqual([guest("Maya", "03 111111"), guest("Maya", "70 222222"), guest("Other", "03 555555")]);
  });

  it("what hangs together by the numbers of several tables, in any order, is not taken apart", async () => {
    enterHouse();
    const name = await takenEarly([{ name: "Maya", phones: "03 111111 / 70 222222 / 76 333333" }], "ehden");
    await takenEarly([{ name: "Maya", phones: "70 222222 / 76 333333" }], "batroun");
    await takenEarly([{ name: "Maya", phones: "03 111111 / 70 222222" }], "tripoli");
    expect(await merged(name, [MAYA])).toMatchObject({ ...TAKEN_BACK, corrected: 1 });
    expect(numbers()).toEqual(["9613111111", "96170222222", "96176333333"]);
  });

  it("who says the number that an import says too holds what they filled in", async () => {
    enterHouse();
    await known("Maya,03 111111");
    const name = await takenEarly([{ name: "Maya", phones: "03 111111 / 70 222222" }]);
    await takenEarly([{ ...MAYA, email: "m@x.lb" }], "batroun");
    expect(await merged(name, [{ name: "Maya", phones: "70 222222" }])).toMatchObject({ ...TAKEN_BACK, inserted: 1, corrected: 1 });
    expect(emails()).toEqual(["m@x.lb", ""]);
  });

  it("the other name of a guest goes with the table that said it, though the guest's own row says nothing else new", async () => {
    enterHouse();
    await takenEarly([MAYA], "ehden", "1");
    const second = await takenEarly([{ name: "Omar", phones: "03 111111" }], "ehden", "2");
    expect(central()).toEqual([guest("Maya", "03 111111", "Omar")]);
    expect(await merged(second, [OTHER])).toMatchObject({ removed: 0, corrected: 1 });
    expect(central()).toEqual([guest("Maya", "03 111111"), guest("Other", "03 555555")]);
  });

  it("whoever is called now as they were known beside it is called so once", async () => {
    enterHouse();
    const name = await takenEarly([MAYA]);
    await takenEarly([{ name: "Omar", phones: "03 111111" }], "batroun");
    const [maya] = await guestsOf(name);
    await merged(name, [{ ...(maya as Guest), name: "Omar" }]);
    expect(central()).toEqual([guest("Omar", "03 111111")]);
  });
});

describe("what was taken of a day that is not merged now", () => {
  it("and is booked as a part of it is, is not yet held for good", async () => {
    enterHouse();
    clockAt(EVENING);
    await seat([MAYA], { branch: "ehden", number: "1" });
    await endTheDay();
    const { answer } = await seat([{ name: "Stranger", phones: "03 999999" }], { branch: "ehden", number: "2" });
    await mergeAll();
    await mergeByDate();
    clockAt("2026-11-21T21:30:00Z");
    await mergeByDate(NEXT);
    expect(await merged(answer.table_name, [OTHER])).toMatchObject({ removed: 1 });
    expect(central().map(({ name }) => name)).toEqual(["Maya", "Other"]);
  });

  it("and was corrected before it was booked, is corrected when its day is merged", async () => {
    enterHouse();
    const name = await takenEarly([MAYA]);
    const [maya] = await guestsOf(name);
    await saveAgain(name, [{ ...(maya as Guest), phones: "03 111112" }]);
    await endTheDay();
    await mergeByDate(NEXT, { include_earlier: "false" });
    await mergeByDate();
    expect([central(), kept()]).toEqual([[guest("Maya", "03 111112")], []]);
  });

  it("and was deleted by hand, until the day has nobody, waits for the next merge, and for none of an earlier date", async () => {
    enterHouse();
    await takenEarly([MAYA]);
    expect(await waiting(NEXT)).toEqual([]);
    const query = { id: await rowId("Maya", "ehden"), store: "table" as const };
    expect((await call("staff", deleteContact, { query, branch: "ehden" })).status).toBe(200);
    expect([await waiting("2026-11-19"), await waiting(NEXT)]).toEqual([[], [{ branch: "ehden", date: DATE, rows: 0 }]]);
    expect(await mergeByDate(NEXT)).toMatchObject({ removed: 1 });
    expect([central(), await waiting(NEXT)]).toEqual([[], []]);
  });

  it("and went from somebody who stays, waits no more once it is taken back", async () => {
    enterHouse();
    await takenEarly([MAYA], "batroun");
    const name = await takenEarly([{ name: "Maya", phones: "03 111111 / 70 222222" }]);
    clockAt(END_OF_DAY);
    await merged(name, [OTHER]);
    expect(await waiting(NEXT)).toEqual([]);
    expect(numbers()).toEqual(["9613111111", "9613555555"]);
  });
});
