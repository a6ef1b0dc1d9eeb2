import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { searchByDate } from "@/lib/date-search/contract";
import { storeFile } from "@/lib/db/files";
import { endOfDay, mergeTables } from "@/lib/evening/contract";
import { saveTable } from "@/lib/tables/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { allData, alter, rows } from "../support/stores";
import { EVENING, METADATA, openTables, seat } from "../support/tables";

const mergeAll = async (key?: string) => (await call("admin", mergeTables, { key })).answer;

/** The guest rows of an evening, as Search by Date shows them. */
async function guestRows(date = "2026-11-20") {
  const { answer } = await call("staff", searchByDate, { query: { date } });
  return answer.contacts
    .filter((row) => row.store === "table")
    .map(({ name, phones, company, email, birthday }) => ({ name, phones, company, email, birthday }));
}

const names = async (date?: string) => (await guestRows(date)).map((row) => row.name).sort();

describe("Merge All", () => {
  it("writes every saved table's guests once per phone and evening, and says what it did", async () => {
    enterHouse();
    clockAt(EVENING);
    await seat(
      [
        { name: "Maya", phones: "70 111222" },
        { name: "Rami", phones: "03 123456" },
      ],
      { number: "1" },
    );
    clockAt("2026-11-20T20:00:00Z");
    await seat(
      [
        { name: "Rami K", phones: "+961 3 123 456", company: "MEA" },
        { name: "Tia", phones: "03 999999" },
      ],
      { number: "2" },
    );
    const answer = await mergeAll();
    expect(answer).toMatchObject({ message: "Merged 2 of 2 saved tables.", inserted: 3, already_there: 1, filled: 1, skipped: [] });
    expect(answer.detail).toContain("Inserted 3, already there 1, filled in 1.");
    expect(await names()).toEqual(["Maya", "Rami K", "Tia"]);
    expect((await guestRows()).find((row) => row.name === "Rami K")).toMatchObject({ phones: "03 123456", company: "MEA" });
    expect(await openTables()).toHaveLength(2);
  });

  it("inserts nobody when it is run again", async () => {
    enterHouse();
    clockAt(EVENING);
    await seat([{ name: "Maya", phones: "70 111222" }, { name: "Guest" }]);
    await mergeAll();
    const before = rows(storeFile("jounieh", "table"), "SELECT * FROM guest_row");
    expect(await mergeAll()).toMatchObject({ inserted: 0, already_there: 2, filled: 0 });
    expect(rows(storeFile("jounieh", "table"), "SELECT * FROM guest_row")).toEqual(before);
  });

  it("counts another name under the same number as another name, and not as filled in", async () => {
    enterHouse();
    clockAt(EVENING);
    await seat([{ name: "Maya", phones: "03 123456", company: "MEA" }], { number: "1" });
    await seat([{ name: "Ali", phones: "03 123456", company: "Murex" }], { number: "2" });
    expect(await mergeAll()).toMatchObject({ inserted: 1, already_there: 1, filled: 0, also: 1 });
  });

  it("never overwrites what is filled, and fills what is empty from the newer row", async () => {
    enterHouse();
    clockAt(EVENING);
    await seat([{ name: "Maya", phones: "70 111222", company: "MEA" }], { number: "1" });
    clockAt("2026-11-20T20:00:00Z");
    await seat(
      [
        {
          name: "Maya Khoury",
          phones: "70 111222",
          company: "Touch",
          email: "m@x.lb",
          birthday: "14/5/1985",
          title: "Pilot",
          address: "Jounieh",
        },
      ],
      { number: "2" },
    );
    await mergeAll();
    expect(rows(storeFile("jounieh", "table"), "SELECT name, company, email, birthday, birth_year, title, address FROM guest_row")).toEqual(
      [{ name: "Maya Khoury", company: "MEA", email: "m@x.lb", birthday: "--05-14", birth_year: 1985, title: "Pilot", address: "Jounieh" }],
    );
  });

  it("fills nothing of a second person of one phone into the first, and lists them", async () => {
    enterHouse();
    clockAt(EVENING);
    await seat([{ name: "Maya", phones: "70 111222" }], { number: "1" });
    await seat([{ name: "Georges", phones: "70 111222 / 03 123456", birthday: "14/5", email: "g@x.lb" }], { number: "2" });
    expect(await mergeAll()).toMatchObject({
      inserted: 1,
      already_there: 1,
      also: 1,
      also_known_as: [{ name: "Maya", also: "Georges", phones: "70 111222 / 03 123456" }],
      may_be_same: 0,
    });
    expect(rows(storeFile("jounieh", "table"), "SELECT name, also, phones, birthday, email FROM guest_row")).toEqual([
      { name: "Maya", also: "Georges", phones: "70 111222, 03 123456", birthday: "", email: "" },
    ]);
  });

  it("of a table that was saved again takes the corrections and removals along", async () => {
    enterHouse();
    clockAt(EVENING);
    const { answer } = await seat([
      { name: "Mya", phones: "70 111222" },
      { name: "Rami", phones: "03 123456" },
      { name: "Stranger", phones: "03 777777" },
    ]);
    await seat([{ name: "Untouched", phones: "03 555555" }], { number: "2" });
    await mergeAll();
    const places = () => rows<{ name: string; seq: number }>(storeFile("jounieh", "table"), "SELECT name, seq FROM guest_row ORDER BY seq");
    const untouched = places().find(({ name }) => name === "Untouched");
    const contacts = [
      { name: "Maya", phones: "70 111222" },
      { name: "Rami", phones: "03 123457" },
    ];
    await call("staff", saveTable, { body: { metadata: METADATA, contacts, table_name: answer.table_name } });
    expect(await mergeAll()).toMatchObject({ inserted: 0, already_there: 3, corrected: 2, removed: 1 });
    expect((await guestRows()).map(({ name, phones }) => `${name} ${phones}`).sort()).toEqual([
      "Maya 70 111222",
      "Rami 03 123457",
      "Untouched 03 555555",
    ]);
    expect(places().find(({ name }) => name === "Untouched")).toEqual(untouched);
  });

  it("takes guests whose only phone is a placeholder for as many as they have names", async () => {
    enterHouse();
    clockAt(EVENING);
    await seat(["Maya", "Rami", "Tia"].map((name) => ({ name, phones: "11111111" })));
    await seat([{ name: "Maya", phones: "0" }], { number: "2" });
    expect(await mergeAll()).toMatchObject({ inserted: 3, already_there: 1 });
    expect(await mergeAll()).toMatchObject({ inserted: 0, already_there: 4 });
    expect(await names()).toEqual(["Maya", "Rami", "Tia"]);
  });

  it("takes a guest without a phone for the first of two of that name", async () => {
    enterHouse();
    clockAt(EVENING);
    await seat([{ name: "Maya", phones: "70 111222" }, { name: "Maya", phones: "03 123456" }], { number: "1" }); // biome-ignore format: one line
    await seat([{ name: "Maya", email: "m@x.lb" }], { number: "2" });
    expect(await mergeAll()).toMatchObject({ inserted: 2, already_there: 1, filled: 1 });
    expect(rows(storeFile("jounieh", "table"), "SELECT phones FROM guest_row WHERE email <> ''")).toEqual([{ phones: "70 111222" }]);
  });

  it("takes a guest without a phone for the one of that name also where that one became another one's", async () => {
    enterHouse();
    clockAt(EVENING);
    await seat([{ name: "Maya Khoury", phones: "70 111222" }, { name: "Maya", phones: "03 123456" }], { number: "1" }); // biome-ignore format: one line
    await seat([{ name: "Maya", phones: "70 111222 / 03 123456" }], { number: "2" });
    await seat([{ name: "Maya", email: "m@x.lb" }], { number: "3" });
    await mergeAll();
    expect(rows(storeFile("jounieh", "table"), "SELECT name, email FROM guest_row")).toEqual([{ name: "Maya Khoury", email: "m@x.lb" }]);
    const numbers = rows(storeFile("jounieh", "table"), "SELECT digits FROM guest_row_phone ORDER BY position");
    expect(numbers).toEqual([{ digits: "96170111222" }, { digits: "9613123456" }]);
  });

  it("takes a guest without a phone once per name and evening", async () => {
    enterHouse();
    clockAt("2026-11-19T19:30:00Z");
    await seat([{ name: "Guest" }]);
    clockAt(EVENING);
    await seat([{ name: "Guest" }], { number: "1" });
    await seat([{ name: "Guest" }, { name: "Other" }], { number: "2" });
    expect(await mergeAll()).toMatchObject({ inserted: 3, already_there: 1 });
    expect(await names()).toEqual(["Guest", "Other"]);
    expect(await names("2026-11-19")).toEqual(["Guest"]);
  });

  it("takes the same guest once more on another evening", async () => {
    enterHouse();
    for (const instant of ["2026-11-19T19:30:00Z", EVENING]) {
      clockAt(instant);
      await seat([{ name: "Maya", phones: "70 111222" }]);
    }
    expect(await mergeAll()).toMatchObject({ inserted: 2, already_there: 0 });
  });

  it("keeps two people of one key and two countries", async () => {
    enterHouse();
    clockAt(EVENING);
    await seat([{ name: "Rami", phones: "71 123 456" }], { number: "1" });
    await seat([{ name: "Pierre", phones: "+33 6 71 12 34 56" }], { number: "2" });
    expect(await mergeAll()).toMatchObject({ inserted: 2, already_there: 0 });
    expect(await mergeAll()).toMatchObject({ inserted: 0, already_there: 2 });
  });

  it("lists the tables that it left out, with the reason", async () => {
    enterHouse();
    clockAt(EVENING);
    await seat([{ name: "Maya" }], { number: "1" });
    await seat([{ name: "Rami" }], { number: "2" });
    alter(storeFile("jounieh", "table"), "DELETE FROM table_guest WHERE name = 'Maya'");
    expect(await mergeAll()).toMatchObject({
      message: "Merged 1 of 2 saved tables.",
      inserted: 1,
      skipped: [{ table: "2026-11-20 table 1", reason: "no guests" }],
    });
  });

  it("says so when there is no table, and pushes no backup of the evening out", async () => {
    enterHouse();
    const answer = await mergeAll();
    expect(answer).toMatchObject({ message: "There is no saved table to merge.", inserted: 0, skipped: [] });
    expect(answer.detail).toContain("no backup was made");
    const folder = path.join(path.dirname(storeFile("jounieh", "table")), "backups");
    expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
  });

  it("takes a guest who was added to a merged table", async () => {
    enterHouse();
    clockAt(EVENING);
    const { answer } = await seat([{ name: "Maya", phones: "70 111222" }]);
    await mergeAll();
    const contacts = [
      { name: "Maya", phones: "70 111222", email: "m@x.lb" },
      { name: "Late", phones: "03 999999" },
    ];
    await call("staff", saveTable, { body: { metadata: METADATA, contacts, table_name: answer.table_name } });
    expect(await mergeAll()).toMatchObject({ inserted: 1, already_there: 1, corrected: 1 });
    expect(await names()).toEqual(["Late", "Maya"]);
  });

  it("leaves a readable backup of how it was, and names it", async () => {
    enterHouse();
    clockAt(EVENING);
    await seat([{ name: "Maya", phones: "70 111222" }]);
    const { detail } = await mergeAll();
    const name = /Backup: (.+)\.$/.exec(detail)?.[1] ?? "";
    expect(name).toMatch(/^table-.*-before-merge-all\.db$/);
    const copy = path.join(path.dirname(storeFile("jounieh", "table")), "backups", name);
    expect(rows(copy, "SELECT name FROM table_guest")).toEqual([{ name: "Maya" }]);
    expect(rows(copy, "SELECT * FROM guest_row")).toEqual([]);
    expect(rows(copy, "PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
  });

  it("with a key is done once, and answers the same", async () => {
    enterHouse();
    await seat([{ name: "Maya" }]);
    const first = await mergeAll("one");
    expect(await mergeAll("one")).toEqual(first);
  });

  it("is refused while it runs, and changes nothing of other branches", async () => {
    const data = enterHouse();
    await seat([{ name: "Maya" }]);
    await seat([{ name: "Rami" }], { branch: "batroun" });
    // As long as somebody else writes the branch's tables, the first one runs.
    const other = new Database(storeFile("jounieh", "table"));
    other.exec("BEGIN IMMEDIATE");
    let answered = 0;
    const merges = [1, 2, 3].map(() => call("admin", mergeTables).finally(() => answered++));
    await expect.poll(() => answered, { interval: 5, timeout: 4_000 }).toBe(2);
    other.exec("COMMIT");
    other.close();
    const answers = await Promise.all(merges);
    expect(answers.map((one) => one.status).sort()).toEqual([200, 409, 409]);
    expect(answers.find((one) => one.status === 409)?.answer.code).toBe("already_running");
    expect(allData(data)["batroun/table.db guest_row"]).toEqual([]);
    expect((await call("admin", mergeTables)).status).toBe(200);
  });

  it("loses no table that is saved while it runs", async () => {
    enterHouse();
    for (let number = 0; number < 10; number++) await seat([{ name: `Guest ${number}` }], { number: String(number) });
    const [merged, ...saved] = await Promise.all([
      mergeAll(),
      ...Array.from({ length: 20 }, (_, number) => seat([{ name: `Late ${number}` }], { number: `late ${number}` })),
    ]);
    expect(saved.map((one) => one.status)).toEqual(Array(20).fill(200));
    const again = await mergeAll();
    expect(merged.inserted + again.inserted).toBe(30);
    expect(again.inserted + again.already_there).toBe(30);
  });

  it("names the tables of earlier days that came along, and says that they wait for an End of Day", async () => {
    enterHouse();
    clockAt("2026-11-18T19:30:00Z");
    await seat([{ name: "Forgotten", phones: "03 111111" }], { number: "7" });
    clockAt(EVENING);
    await seat([{ name: "Tonight", phones: "03 222222" }], { number: "1" });
    const answer = await mergeAll();
    const table = { table: "2026-11-18 table 7", business_day: "2026-11-18", guests: 1 };
    expect(answer.earlier_tables).toEqual([table]);
    expect(answer.message).toBe("Merged 2 of 2 saved tables. 1 of them is of Wed 18 Nov 2026 and still waits for an End of Day.");
    clockAt("2026-11-20T21:15:00Z");
    expect((await call("admin", endOfDay)).answer.earlier_tables).toEqual([table]);
    expect((await mergeAll()).earlier_tables).toEqual([]);
  });
});
