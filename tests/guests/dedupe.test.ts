import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { beforeEach, describe, expect, it } from "vitest";
import { storeFile } from "@/lib/db/files";
import { openReading, openWriting } from "@/lib/db/pragmas";
import { dedupeTable, deleteContact, undoDedupe, updateTableContact } from "@/lib/guests/contract";
import { clockAt } from "../support/clocks";
import { checkEvents } from "../support/event-invariants";
import { guestRowPutter } from "../support/guest-rows";
import { call, enterHouse } from "../support/house";
import { rows } from "../support/stores";
import { EVENING, seat } from "../support/tables";
import { book, DATE, endDay, eventsOf, guestRows, mergeAll, mergeDate, ofDate, rowId } from "./guests";

beforeEach(() => {
  enterHouse();
  clockAt(EVENING);
});

interface Row {
  name?: string;
  phones?: string;
  company?: string;
  birthday?: string;
  birthYear?: number;
  day?: string;
  isBooked?: boolean;
}

const file = () => storeFile("jounieh", "table");

/** Guest rows as an older version, a late table or a correction left them. The later one is the newer. */
function put(...all: Row[]): string[] {
  const database = openWriting(file(), 5_000);
  const putRow = guestRowPutter(database);
  const ids = all.map(({ birthYear = null, day = DATE, isBooked = true, ...said }) =>
    putRow({ ...said, birth_year: birthYear, business_day: day, booked_by: isBooked ? day : null }),
  );
  database.close();
  return ids;
}

const run = async (date?: string, key?: string) => {
  const { status, answer } = await call("staff", dedupeTable, { query: (date ? { date } : {}) as never, key });
  expect(status, JSON.stringify(answer)).toBe(200);
  return answer;
};
const undo = (undo_id: string | null) => call("staff", undoDedupe, { body: { undo_id: undo_id ?? "" } });

/** What rows say, without their places. */
const said = () =>
  rows(file(), "SELECT id, business_day, name, phones, company, birthday, also, booked_by FROM guest_row ORDER BY id").map((row) => ({
    ...row,
    numbers: rows<{ digits: string }>(file(), `SELECT n.digits FROM guest_row_phone n JOIN guest_row g ON g.seq = n.guest_seq WHERE g.id = '${row.id}' ORDER BY 1`).map((one) => one.digits), // biome-ignore format: one line
  }));

describe("a dedupe", () => {
  it("keeps the newest row of each guest of a day, its gaps filled and the numbers united, after a backup", async () => {
    put(
      { name: "Maya", phones: "03 111111", company: "Old", birthday: "--05-14" },
      { name: "Maya Khoury", phones: "+961 3 111 111, 70 222222", company: "MEA" },
      { name: "Maya", phones: "70222222" },
      { name: "Rami", phones: "03 333333" },
    );
    const answer = await run();
    expect(answer).toMatchObject({ message: "2 rows kept, 2 duplicates deleted.", kept_rows: 2, deleted_rows: 2 });
    expect(said()).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ name: "Maya Khoury", company: "MEA", birthday: "--05-14", numbers: ["9613111111", "96170222222"] }),
        expect.objectContaining({ name: "Rami" }),
      ]),
    );
    const backup = path.join(path.dirname(file()), "backups", answer.backup);
    expect(existsSync(backup)).toBe(true);
    const copy = new Database(backup, { readonly: true });
    expect(copy.prepare("SELECT count(*) FROM guest_row").pluck().get()).toBe(4);
    copy.close();
    checkAll(2 + 2);
  });

  it("is of the whole table store or of one date, and never over two evenings", async () => {
    put(
      ...["2026-11-19", DATE].flatMap((day) => [
        { name: "Maya", phones: "03 111111", day },
        { name: "Maya", phones: "03 111111", day },
      ]),
    );
    expect(await run(DATE)).toMatchObject({ kept_rows: 1, deleted_rows: 1 });
    expect(await run()).toMatchObject({ kept_rows: 2, deleted_rows: 1 });
    expect(await run()).toMatchObject({ kept_rows: 2, deleted_rows: 0, undo_id: null, message: "No duplicates were found: 2 rows kept." });
  });

  it("makes nobody one who is not: other countries, placeholders, namesakes with numbers, names without one", async () => {
    put(
      { name: "Pierre", phones: "+33 6 71 12 34 56" },
      { name: "Rami", phones: "71 123 456" },
      { name: "A", phones: "0" },
      { name: "B", phones: "0" },
      { name: "Sam", phones: "03 111111" },
      { name: "Sam", phones: "03 222222" },
      { name: "Guest" },
      { name: "guest " },
      { name: "" },
      { name: "" },
    );
    expect(await run()).toMatchObject({ kept_rows: 10, deleted_rows: 0 });
  });

  it("keeps somebody of another name under the same number as the other name, and fills nothing of theirs in", async () => {
    put({ name: "Ali", phones: "03 111111", company: "Ali's" }, { name: "Maya", phones: "03 111111" });
    await run();
    expect(said()).toMatchObject([{ name: "Maya", also: "Ali", company: "" }]);
  });

  it("leaves two names whose numbers stand in one row, and counts the pair", async () => {
    put({ name: "Ali", phones: "03 111111" }, { name: "Maya", phones: "70 222222" }, { name: "Maya", phones: "03 111111, 70 222222" });
    const answer = await run();
    expect(guestRows().join()).toContain("Maya");
    expect(
      said()
        .flatMap(({ numbers }) => numbers)
        .sort(),
    ).toEqual([...new Set(said().flatMap(({ numbers }) => numbers))].sort());
    expect(answer.kept_rows + answer.deleted_rows).toBe(3);
  });

  it("sends what a late row says on to the guest book, and no Merge All brings a double back", async () => {
    await seat([{ name: "Maya", phones: "03 111111" }], { number: "1" });
    await endDay();
    await seat([{ name: "Maya", phones: "03 111111, 70 222222", company: "MEA" }], { number: "2" });
    await mergeAll();
    expect(guestRows()).toHaveLength(2);
    expect((await run(DATE)).deleted_rows).toBe(1);
    for (let time = 0; time < 2; time++) await mergeAll();
    expect(guestRows()).toHaveLength(1);
    await endDay();
    await mergeDate();
    for (const branch of ["jounieh", "central"]) expect(book(branch)).toEqual(["Maya 03 111111, 70 222222"]);
    expect(guestRows()).toHaveLength(1);
  });

  it("makes two rows of the same two numbers one, and takes a birthday's year from the older one", async () => {
    put(
      { name: "Maya", phones: "03 111111, 70 222222" },
      { name: "Maya", phones: "03 111111, 70 222222" },
      { name: "Rami", phones: "03 333333", birthday: "--05-14", birthYear: 1990 },
      { name: "Rami", phones: "03 333333", birthday: "--05-14" },
    );
    expect((await run()).deleted_rows).toBe(2);
    expect(rows(file(), "SELECT name, birth_year FROM guest_row ORDER BY name")).toEqual([
      { name: "Maya", birth_year: null },
      { name: "Rami", birth_year: 1990 },
    ]);
  });

  it("keeps the booked row of two that are written the same, and gives no place a second time", async () => {
    await seat([{ name: "Maya", phones: "03 111111" }], { number: "1" });
    await endDay();
    const [booked] = rows<{ id: string }>(file(), "SELECT id FROM guest_row");
    await seat([{ name: "Maya", phones: "03 111111", company: "MEA" }], { number: "2" });
    await mergeAll();
    await run();
    expect(said()).toMatchObject([{ id: booked?.id, company: "MEA", booked_by: null }]);
    expect(rows(file(), "SELECT seq FROM sqlite_sequence WHERE name = 'guest_row'")).toEqual(rows(file(), "SELECT seq FROM guest_row"));
  });

  it("is done once for a key, and refused in central", async () => {
    put({ name: "Maya", phones: "03 111111" }, { name: "Maya", phones: "03 111111" });
    expect(await run(undefined, "key-1")).toEqual(await run(undefined, "key-1"));
    expect(eventsOf("table").filter(({ kind }) => kind === "guest_rows.deduped")).toHaveLength(1);
    expect((await call("staff", dedupeTable, { branch: "central" })).status).toBe(400);
  });
});

describe("undoing a dedupe", () => {
  it("brings every row back as it was, once", async () => {
    put(
      { name: "Maya", phones: "03 111111", company: "MEA" },
      { name: "Maya", phones: "03 111111, 70 222222" },
      { name: "Ali", phones: "70 222222", isBooked: false },
      { name: "Guest" },
      { name: "Guest" },
    );
    const before = said();
    const { undo_id } = await run();
    expect(said()).not.toEqual(before);
    const { status, answer } = await undo(undo_id);
    expect([status, answer.left_rows]).toEqual([200, 0]);
    expect(said()).toEqual(before);
    expect((await undo(undo_id)).status).toBe(409);
    expect(said()).toEqual(before);
    checkAll(5);
  });

  it("is possible until the next dedupe that deletes something", async () => {
    put({ name: "Maya", phones: "03 111111" }, { name: "Maya", phones: "03 111111" });
    const first = await run();
    await run();
    put({ name: "Rami", phones: "03 222222" }, { name: "Rami", phones: "03 222222" });
    const second = await run();
    expect((await undo(first.undo_id)).status).toBe(409);
    expect((await undo(second.undo_id)).answer.restored_rows).toBe(1);
    expect((await undo("nobody's")).status).toBe(409);
  });

  it("leaves the row the newest that was kept, also when it was corrected since", async () => {
    put({ name: "Maya", phones: "03 111111", birthday: "--05-14" }, { name: "Rami", phones: "03 222222", birthday: "--05-16" });
    put({ name: "Maya", phones: "03 111111", birthday: "--05-15" }, { name: "Rami K", phones: "03 222222", birthday: "--05-17" });
    const { undo_id } = await run();
    const shown = async () => (await ofDate()).map(({ name, birthday }) => `${name} ${birthday}`).sort();
    const body = { id: await rowId("Rami K"), birthday: "18/5" };
    expect((await call("staff", updateTableContact, { body })).status).toBe(200);
    expect(await shown()).toEqual(["Maya --05-15", "Rami K --05-18"]);
    expect((await undo(undo_id)).answer.restored_rows).toBe(2);
    expect(await shown()).toEqual(["Maya --05-15", "Rami K --05-18"]);
    expect(rows(file(), "SELECT n.key FROM guest_row g JOIN guest_row_phone n ON n.guest_seq = g.seq")).toHaveLength(4);
  });

  it("does not bring back whom somebody deleted since, nor undo what somebody corrected since", async () => {
    const [, maya = ""] = put({ name: "Maya", phones: "03 111111", company: "MEA" }, { name: "Maya", phones: "03 111111" });
    const [, rami = ""] = put({ name: "Rami", phones: "03 222222", company: "MEA" }, { name: "Rami", phones: "03 222222" });
    const { undo_id } = await run();
    expect((await call("staff", deleteContact, { query: { id: maya } })).status).toBe(200);
    expect((await call("staff", updateTableContact, { body: { id: rami, name: "Rami Haddad" } })).status).toBe(200);
    expect((await undo(undo_id)).answer).toMatchObject({ restored_rows: 1, left_rows: 1 });
    expect(guestRows()).toEqual(["Rami 03 222222", "Rami Haddad 03 222222"]);
  });

  it("and central, that merged in between, has everybody once", async () => {
    put({ name: "Maya", phones: "03 111111" }, { name: "Maya", phones: "03 111111, 70 222222" });
    const { undo_id } = await run();
    await mergeDate();
    await undo(undo_id);
    await mergeDate();
    expect(book("central")).toEqual(["Maya 03 111111, 70 222222"]);
  });
});

/** Events and rows say the same, with the rows that a test put there itself. */
function checkAll(putHere: number): void {
  const database = openWriting(file(), 5_000);
  const payload = JSON.stringify({ inserted: putHere, removed: 0 });
  database.exec(`INSERT INTO event (id, at, kind, actor_kind, actor_id, request_id, subjects, payload)
    VALUES ('put', '', 'tables.merged', 'system', 'test', '', '[]', '${payload}')`);
  database.close();
  const reading = openReading(file());
  checkEvents(reading, "jounieh/table.db");
  reading.close();
  expect(readdirSync(path.dirname(file())).filter((name) => name.endsWith(".tmp"))).toEqual([]);
}
