import { beforeEach, describe, expect, it, vi } from "vitest";
import { storeFile } from "@/lib/db/files";
import { endOfDay, mergeTables } from "@/lib/evening/contract";
import { dedupeTable, deleteContact, updateTableContact } from "@/lib/guests/contract";
import { saveTable } from "@/lib/tables/contract";
import { book, guestRows, ofDate, rowId } from "../guests/guests";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { alter, rows } from "../support/stores";
import { END_OF_DAY, EVENING, METADATA, open, openTables, seat } from "../support/tables";

const MAYA = { name: "Maya", phones: "03 111111" };
const RAMI = { name: "Rami", phones: "03 222222" };
const TIA = { name: "Tia", phones: "03 333333" };
const LATE = { name: "Late", phones: "03 999999" };

/** Each with a trigger that makes End of Day stop right there, as a full disk or a kill would. */
const STOPS = {
  "before it books": { file: () => storeFile("jounieh", "contacts"), when: "BEFORE INSERT ON end_of_day_entry" },
  "before it closes": { file: () => storeFile("jounieh", "table"), when: "BEFORE UPDATE OF closed_by ON saved_table" },
} as const;
type Stop = keyof typeof STOPS;

let names: Record<"one" | "two", string>;

beforeEach(async () => {
  enterHouse();
  clockAt(EVENING);
  const one = (await seat([MAYA, RAMI], { number: "1" })).answer.table_name;
  const two = (await seat([TIA], { number: "2" })).answer.table_name;
  names = { one, two };
  clockAt(END_OF_DAY);
});

/** End of Day as far as the stop, and the way on. @param count the open tables */
async function stopped(stop: Stop, count = 2): Promise<() => void> {
  const { file, when } = STOPS[stop];
  alter(file(), `CREATE TRIGGER stop ${when} BEGIN SELECT RAISE(ABORT, 'stopped here'); END`);
  expect((await call("admin", endOfDay)).status).not.toBe(200);
  expect(await openTables()).toHaveLength(count);
  return () => alter(file(), "DROP TRIGGER stop");
}

/** Everything is done then: nothing is open, and nothing waits. */
async function end() {
  const { status, answer } = await call("admin", endOfDay);
  expect(status, JSON.stringify(answer)).toBe(200);
  expect([await openTables(), answer.waiting]).toEqual([[], 0]);
  expect(rows(storeFile("jounieh", "table"), "SELECT name FROM guest_row WHERE booked_by IS NULL")).toEqual([]);
  expect((await call("admin", endOfDay)).answer).toMatchObject({ already_done: true });
  return answer;
}

interface Guest {
  name: string;
  phones: string;
  email?: string;
}

async function saveAgain(contacts: Guest[], table_name = names.one, number = "1") {
  const body = { metadata: { ...METADATA, table_number: number }, contacts, table_name };
  expect((await call("staff", saveTable, { body })).status).toBe(200);
}

const said = (guests: Guest[]) => guests.map(({ name, phones }) => `${name} ${phones}`).sort();
const emails = () =>
  Object.fromEntries(
    rows<{ name: string; email: string }>(storeFile("jounieh", "contacts"), "SELECT name, email FROM contact").map((one) => [one.name, one.email]), // biome-ignore format: one line
  );

const BOTH: Stop[] = ["before it books", "before it closes"];

describe.each(BOTH)("an End of Day that stops %s", (stop) => {
  it("is finished by the next one, with everybody once", async () => {
    const goOn = await stopped(stop);
    goOn();
    await end();
    expect(book()).toEqual(said([MAYA, RAMI, TIA]));
    expect(guestRows()).toEqual(said([MAYA, RAMI, TIA]));
  });

  it("takes with the next one who is saved meanwhile, at a table that it took and at a new one", async () => {
    const goOn = await stopped(stop);
    await saveAgain([MAYA, RAMI, LATE]);
    await seat([{ name: "Later", phones: "03 888888" }], { number: "3" });
    goOn();
    await end();
    expect(book()).toEqual(said([MAYA, RAMI, TIA, LATE, { name: "Later", phones: "03 888888" }]));
    expect(guestRows()).toEqual(book());
  });

  it("brings what a guest's table says more meanwhile, and a second number", async () => {
    const goOn = await stopped(stop);
    await saveAgain([
      { ...MAYA, email: "m@x.lb" },
      { ...RAMI, phones: "03 222222 / 70 222222" },
    ]);
    goOn();
    await end();
    expect(emails()).toMatchObject({ Maya: "m@x.lb" });
    const both = stop === "before it closes" ? "03 222222, 70 222222" : "03 222222 / 70 222222"; // added to Rami, or typed so
    expect(book()).toEqual(said([MAYA, { ...RAMI, phones: both }, TIA]));
  });

  it("leaves a guest who is moved to another table meanwhile as one", async () => {
    const goOn = await stopped(stop);
    await saveAgain([TIA, RAMI], names.two, "2");
    await saveAgain([MAYA]);
    goOn();
    await end();
    expect(book()).toEqual(said([MAYA, RAMI, TIA]));
    expect(await ofDate()).toHaveLength(3);
  });

  it("keeps a table that is saved again meanwhile open for a Merge All, and for the next one", async () => {
    const goOn = await stopped(stop);
    await saveAgain([MAYA, RAMI, LATE]);
    goOn();
    expect((await call("admin", mergeTables)).status).toBe(200);
    expect(await openTables()).toEqual(stop === "before it closes" ? [names.one] : expect.arrayContaining([names.one, names.two]));
    expect((await open(names.one)).answer.contacts).toHaveLength(3);
    await end();
    expect(book()).toEqual(said([MAYA, RAMI, TIA, LATE]));
  });

  it("loses no correction by hand of meanwhile in the evening; the book has it unless it has taken the guest before", async () => {
    const goOn = await stopped(stop);
    const id = await rowId("Maya");
    expect((await call("staff", updateTableContact, { body: { id, email: "m@x.lb" } as never })).status).toBe(200);
    goOn();
    expect((await call("admin", mergeTables)).status).toBe(200);
    expect(await openTables(), "a correction is a save of the table").toContain(names.one);
    await end();
    expect((await ofDate()).find(({ name }) => name === "Maya")?.email).toBe("m@x.lb");
    expect(emails().Maya).toBe(stop === "before it books" ? "m@x.lb" : "");
    expect(book()).toEqual(said([MAYA, RAMI, TIA]));
  });
});

it("puts what a table says later after what it said, also where the server's clock was set back in between", async () => {
  const real = Date.now.bind(Date);
  const clock = vi.spyOn(Date, "now").mockImplementation(() => real() + 60_000);
  const three = (await seat([LATE], { number: "3" })).answer.table_name;
  clock.mockRestore();
  const goOn = await stopped("before it closes", 3);
  await saveAgain([{ ...LATE, phones: "03 999999 / 70 999999" }], three, "3");
  goOn();
  await end();
  expect(book()).toEqual(said([MAYA, RAMI, TIA, { ...LATE, phones: "03 999999, 70 999999" }]));
});

describe("a guest who is taken away", () => {
  it("before the booking is in no book", async () => {
    const goOn = await stopped("before it books");
    await saveAgain([MAYA]);
    goOn();
    await end();
    expect(book()).toEqual(said([MAYA, TIA]));
    expect(guestRows()).toEqual(book());
  });

  it("between the booking and the closing stays booked, once, also when every table is saved again", async () => {
    const goOn = await stopped("before it closes");
    await saveAgain([MAYA]);
    await saveAgain([TIA], names.two, "2");
    goOn();
    await end();
    expect(book()).toEqual(said([MAYA, RAMI, TIA]));
    expect(guestRows()).toEqual(book());
  });

  it.each(BOTH)("by hand, where End of Day stops %s, is out of the evening, and in the book only when booked before", async (stop) => {
    const goOn = await stopped(stop);
    expect((await call("staff", deleteContact, { query: { id: await rowId("Rami"), store: "table" } })).status).toBe(200);
    goOn();
    await end();
    expect(guestRows()).toEqual(said([MAYA, TIA]));
    expect(book()).toEqual(stop === "before it books" ? guestRows() : said([MAYA, RAMI, TIA]));
  });
});

it("takes the guest whom a dedupe made wait, once what it took itself is closed", async () => {
  await end();
  await seat([{ ...MAYA, email: "m@x.lb" }], { number: "3" });
  await seat([LATE], { number: "4" });
  const goOn = await stopped("before it closes");
  expect((await call("admin", dedupeTable)).answer).toMatchObject({ deleted_rows: 1 });
  goOn();
  await seat([{ name: "Later", phones: "03 888888" }], { number: "5" });
  expect(await end()).toMatchObject({ tables: 1, inserted: 1, skipped: 1 });
  expect(guestRows()).toEqual(said([MAYA, RAMI, TIA, LATE, { name: "Later", phones: "03 888888" }]));
});

it("closes tables that brought nobody new, and takes them once", async () => {
  await end();
  for (const number of ["3", "4"]) await seat([MAYA], { number });
  const goOn = await stopped("before it closes");
  goOn();
  expect(await end()).toMatchObject({ already_done: true, tables: 4, guests: 5 });
});
