import { readdirSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { searchByDate } from "@/lib/date-search/contract";
import { storeFile } from "@/lib/db/files";
import { endOfDay, mergeTables } from "@/lib/evening/contract";
import { searchContacts } from "@/lib/guest-search/contract";
import { saveTable } from "@/lib/tables/contract";
import { bring, guestRows } from "../guests/guests";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { alter, rows } from "../support/stores";
import { END_OF_DAY, EVENING, METADATA, open, openTables, seat } from "../support/tables";

const run = async () => (await call("admin", endOfDay)).answer;

async function found(search: string, branch?: string): Promise<string[]> {
  return (await call("staff", searchContacts, { query: { search }, branch })).answer.contacts.map((contact) => contact.name);
}

describe("End of Day", () => {
  it.each([
    ["2026-11-20T21:14:59Z", 409, "23:14:59"],
    ["2026-11-20T21:15:00Z", 200, "23:15"],
    ["2026-11-21T02:59:59Z", 200, "04:59:59"],
    ["2026-11-21T03:00:00Z", 409, "05:00"],
  ])("at %s answers %i (%s)", async (instant, expected) => {
    enterHouse();
    clockAt(EVENING);
    await seat([{ name: "Maya", phones: "70 111222" }]);
    clockAt(instant);
    const { status, answer } = await call("admin", endOfDay);
    expect(status).toBe(expected);
    expect(await openTables()).toHaveLength(expected === 200 ? 0 : 1);
    if (expected === 409) expect(answer).toMatchObject({ code: "too_early", error: "End of Day is available after 23:15" });
    else expect(answer.business_day).toBe("2026-11-20");
  });

  it("that fails after its first step says what is done, and that running it again finishes it", async () => {
    const data = enterHouse();
    clockAt(EVENING);
    await seat([{ name: "Maya", phones: "70 111222" }]);
    clockAt(END_OF_DAY);
    const book = new Database(path.join(data, "jounieh", "contacts.db"));
    book.exec("BEGIN IMMEDIATE"); // as a long import of another program would hold it
    const failed = await call("admin", endOfDay, { key: "first" });
    expect(failed).toMatchObject({ status: 503, answer: { code: "busy" } });
    expect(failed.answer.error).toMatch(
      /^The tables of Fri 20 Nov 2026 are merged, but End of Day is not finished\. .*run it again to finish it/,
    );
    book.exec("COMMIT");
    book.close();
    expect((await call("admin", endOfDay, { key: "second" })).answer).toMatchObject({ inserted: 1, already_done: false });
    expect(await openTables()).toEqual([]);
    expect(await found("Maya")).toEqual(["Maya"]);
  });

  it("brings the evening's guests into the guest book, and closes its tables", async () => {
    enterHouse();
    clockAt(EVENING);
    await seat(
      [
        { name: "Maya", phones: "70 111222", birthday: "14/5" },
        { name: "Rami", phones: "03 123456" },
      ],
      { number: "1" },
    );
    clockAt("2026-11-20T19:45:00Z");
    await seat([{ name: "Rami", phones: "03/123456" }, { name: "Guest" }], { number: "2" });
    clockAt(END_OF_DAY);
    const answer = await run();
    expect(answer).toMatchObject({ inserted: 3, skipped: 1, filled: 0, business_day: "2026-11-20", already_done: false });
    expect(answer).toMatchObject({ tables: 2, guests: 4 }); // Rami at both tables: whoever sat there is counted
    expect(answer.detail).toContain("Inserted 3, already there 1");
    expect(await openTables()).toEqual([]);
    expect(rows(storeFile("jounieh", "contacts"), "SELECT name, phones, birthday, added_at, branch FROM contact ORDER BY name")).toEqual([
      { name: "Guest", phones: "", birthday: "", added_at: "2026-11-20T19:45:00.000Z", branch: "jounieh" },
      { name: "Maya", phones: "70 111222", birthday: "--05-14", added_at: "2026-11-20T19:30:00.000Z", branch: "jounieh" },
      { name: "Rami", phones: "03 123456", birthday: "", added_at: "2026-11-20T19:30:00.000Z", branch: "jounieh" },
    ]);
  });

  it("deletes nothing: the evening is found by its date, and each table opens", async () => {
    enterHouse();
    clockAt(EVENING);
    const { answer: table } = await seat([{ name: "Maya", phones: "70 111222" }]);
    clockAt(END_OF_DAY);
    await run();
    const { answer } = await call("staff", searchByDate, { query: { date: "2026-11-20" } });
    expect(answer.contacts.map(({ name, stores }) => `${name} ${stores.join(" ")}`)).toEqual(["Maya table contacts"]);
    expect(answer.total).toBe(1);
    expect((await open(table.table_name)).answer).toMatchObject({ metadata: { closed: true }, contacts: [{ name: "Maya" }] });
  });

  it("a second time answers with the first counts and does nothing", async () => {
    enterHouse();
    clockAt(EVENING);
    await seat([{ name: "Maya", phones: "70 111222" }]);
    clockAt(END_OF_DAY);
    const first = await run();
    clockAt("2026-11-21T01:00:00Z");
    const second = await run();
    expect(second).toMatchObject({
      inserted: 1,
      skipped: 0,
      filled: 0,
      backup: first.backup,
      business_day: "2026-11-20",
      already_done: true,
    });
    expect(await found("Maya")).toEqual(["Maya"]);
  });

  it("runs once on the night that has two 23:15s", async () => {
    enterHouse();
    clockAt("2026-10-24T18:00:00Z");
    await seat([{ name: "Maya", phones: "70 111222" }]);
    clockAt("2026-10-24T20:15:00Z");
    expect(await run()).toMatchObject({ inserted: 1, business_day: "2026-10-24", already_done: false });
    clockAt("2026-10-24T21:15:00Z");
    expect(await run()).toMatchObject({ inserted: 1, business_day: "2026-10-24", already_done: true });
  });

  it("run again takes the tables that were saved since, and says how many; then nothing waits", async () => {
    enterHouse();
    clockAt(EVENING);
    await seat([{ name: "Maya", phones: "70 111222" }], { number: "1" });
    clockAt(END_OF_DAY);
    expect(await run()).toMatchObject({ inserted: 1, tables: 1, guests: 1, already_done: false });
    clockAt("2026-11-20T21:40:00Z");
    const late = ["03 999999", "03 999998", "03 999997", "03 999996"].map((phones, index) => ({ name: `Late ${index}`, phones }));
    await seat([...late, { name: "Maya", phones: "70 111222", email: "m@x.lb" }], { number: "2" });
    const second = await run();
    expect(second).toMatchObject({ inserted: 4, skipped: 1, filled: 1, tables: 1, guests: 5, already_done: false, waiting: 0 });
    expect(second.detail).toMatch(/^1 more table, 5 guests\. Inserted 4, already there 1, filled in 1\./);
    expect(await openTables()).toEqual([]);
    expect((await found("Late")).sort()).toEqual(["Late 0", "Late 1", "Late 2", "Late 3"]);
    await seat([{ name: "Last", phones: "03 888888" }], { number: "3" });
    expect(await run()).toMatchObject({ inserted: 1, skipped: 0, filled: 0, tables: 1, guests: 1, already_done: false });
    clockAt("2026-11-21T01:00:00Z");
    expect(await run()).toMatchObject({ inserted: 6, skipped: 1, filled: 1, tables: 3, guests: 7, already_done: true, waiting: 0 });
  });

  it("takes a table that was saved after the business day's last End of Day with the next day's", async () => {
    enterHouse();
    clockAt(END_OF_DAY);
    expect(await run()).toMatchObject({ inserted: 0, already_done: false });
    clockAt("2026-11-20T21:40:00Z");
    await seat([{ name: "Late", phones: "03 999999" }]);
    clockAt("2026-11-21T21:15:00Z");
    expect(await run()).toMatchObject({ inserted: 1, business_day: "2026-11-21" });
    expect(await openTables()).toEqual([]);
    expect(await found("Late")).toEqual(["Late"]);
  });

  it("leaves what a wrong clock wrote down under a later day, and is done all the same", async () => {
    enterHouse();
    clockAt("2026-11-22T19:30:00Z");
    await seat([{ name: "Later", phones: "03 888888" }], { number: "2" });
    await call("admin", mergeTables);
    clockAt(END_OF_DAY);
    await seat([{ name: "Maya", phones: "70 111222" }], { number: "1" });
    expect(await run()).toMatchObject({ inserted: 1, tables: 1, waiting: 1, already_done: false });
    expect(await run()).toMatchObject({ tables: 1, waiting: 1, already_done: true });
    clockAt("2026-11-22T21:15:00Z");
    expect(await run()).toMatchObject({ inserted: 1, tables: 1, waiting: 0 });
  });

  it("takes the tables of evenings that were forgotten", async () => {
    enterHouse();
    clockAt("2026-11-17T19:30:00Z");
    await seat([{ name: "Forgotten", phones: "03 888888" }]);
    await call("admin", mergeTables);
    clockAt("2026-11-19T19:30:00Z");
    await seat([{ name: "Also forgotten", phones: "03 777777" }]);
    clockAt(END_OF_DAY);
    expect(await run()).toMatchObject({ inserted: 2, business_day: "2026-11-20" });
    expect(await openTables()).toEqual([]);
    expect((await found("forgotten")).sort()).toEqual(["Also forgotten", "Forgotten"]);
  });

  it("skips who is in the guest book, fills their gaps and overwrites nothing", async () => {
    enterHouse();
    clockAt("2026-11-19T19:30:00Z");
    await seat([{ name: "Maya", phones: "70 111222", company: "MEA" }]);
    clockAt("2026-11-19T21:15:00Z");
    await run();
    clockAt(EVENING);
    await seat([
      { name: "Maya Khoury", phones: "+961 70 111 222", company: "Touch", email: "m@x.lb" },
      { name: "Rami", phones: "03 123456" },
    ]);
    clockAt(END_OF_DAY);
    expect(await run()).toMatchObject({ inserted: 1, skipped: 1, filled: 1 });
    expect(rows(storeFile("jounieh", "contacts"), "SELECT name, company, email FROM contact WHERE phones LIKE '70%'")).toEqual([
      { name: "Maya Khoury", company: "MEA", email: "m@x.lb" },
    ]);
  });

  it("keeps two people of one key and two countries", async () => {
    enterHouse();
    clockAt(EVENING);
    await seat([
      { name: "Rami", phones: "71 123 456" },
      { name: "Pierre", phones: "+33 6 71 12 34 56" },
    ]);
    clockAt(END_OF_DAY);
    expect(await run()).toMatchObject({ inserted: 2, skipped: 0 });
    expect(await found("71123456")).toEqual(expect.arrayContaining(["Rami", "Pierre"]));
  });

  it("makes a backup of both stores before its first write, and names the guest book's", async () => {
    enterHouse();
    clockAt(EVENING);
    await seat([{ name: "Maya", phones: "70 111222" }]);
    clockAt(END_OF_DAY);
    const { backup } = await run();
    const folder = path.join(path.dirname(storeFile("jounieh", "contacts")), "backups");
    const backups = readdirSync(folder);
    expect(backups).toEqual([backup, expect.stringMatching(/^table-.*-before-end-of-day\.db$/)]);
    expect(rows(path.join(folder, backup), "SELECT count(*) AS n FROM contact")).toEqual([{ n: 0 }]);
    for (const name of backups) expect(rows(path.join(folder, name), "PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
  });

  it("of more than 500 guests leaves a search index that finds each of them", async () => {
    enterHouse();
    clockAt(EVENING);
    const looked = [100, 101, 299, 500, 599];
    for (let table = 0; table < 6; table++) {
      const guests = Array.from({ length: 100 }, (_, seatNumber) => {
        const number = table * 100 + seatNumber;
        // Points are given to whoever has a phone, each by itself: of 600 that would be all of this test's time.
        return { name: `Guest ${number} ضيف`, phones: looked.includes(number) ? `03 ${200_000 + number}` : "" };
      });
      await seat(guests, { number: String(table) });
    }
    clockAt(END_OF_DAY);
    expect(await run()).toMatchObject({ inserted: 600 });
    for (const number of looked) {
      expect(await found(`03 ${200_000 + number}`)).toEqual([`Guest ${number} ضيف`]);
      expect(await found(`est ${number} ضيف`)).toContain(`Guest ${number} ضيف`);
    }
    clockAt("2026-11-21T19:30:00Z");
    await seat([{ name: "After the merge", phones: "03 999999" }]);
    clockAt("2026-11-21T21:15:00Z");
    await run();
    expect(await found("After the")).toEqual(["After the merge"]);
  });

  it("is run once when it is asked for five times at once", async () => {
    enterHouse();
    clockAt(EVENING);
    await seat([{ name: "Maya", phones: "70 111222" }]);
    clockAt(END_OF_DAY);
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => call("admin", endOfDay)));
    expect(answers.filter((one) => one.status === 200)).toHaveLength(1);
    expect(answers.filter((one) => one.status === 409).map((one) => one.answer.code)).toEqual(Array(4).fill("already_running"));
    expect(await found("Maya")).toEqual(["Maya"]);
  });

  it("leaves open what was changed before it could close it, and the next one brings the change", async () => {
    enterHouse();
    clockAt(EVENING);
    const { answer } = await seat([{ name: "Maya", phones: "70 111222" }], { number: "1" });
    await seat([{ name: "Rami", phones: "03 123456" }], { number: "2" });
    clockAt(END_OF_DAY);
    await run();
    // As a server leaves it that is killed when the guests are booked and the tables are not yet closed.
    alter(storeFile("jounieh", "table"), "UPDATE saved_table SET closed_by = NULL; UPDATE guest_row SET booked_by = NULL");
    const contacts = [
      { name: "Maya", phones: "70 111222", email: "m@x.lb" },
      { name: "Late", phones: "03 999999" },
    ];
    expect((await call("staff", saveTable, { body: { metadata: METADATA, contacts, table_name: answer.table_name } })).status).toBe(200);
    // The other table is closed by what the first run booked; this one is a late table now.
    expect(await run()).toMatchObject({ already_done: false, tables: 1, guests: 2, inserted: 1, skipped: 1, filled: 1 });
    expect(await found("Late")).toEqual(["Late"]);
    expect(rows(storeFile("jounieh", "contacts"), "SELECT email FROM contact WHERE name = 'Maya'")).toEqual([{ email: "m@x.lb" }]);
    expect(await openTables()).toEqual([]);
  });

  it("run again after a Merge All brings what a late table says more of somebody who is booked", async () => {
    enterHouse();
    clockAt(EVENING);
    await seat([{ name: "Maya", phones: "70 111222" }], { number: "1" });
    clockAt(END_OF_DAY);
    await run();
    await seat([{ name: "Maya", phones: "70 111222", email: "m@x.lb" }], { number: "2" });
    expect((await call("admin", mergeTables)).answer).toMatchObject({ inserted: 1 });
    expect(await run()).toMatchObject({ already_done: false, inserted: 0, skipped: 1, filled: 1, waiting: 0 });
    expect(rows(storeFile("jounieh", "contacts"), "SELECT email FROM contact")).toEqual([{ email: "m@x.lb" }]);
  });

  it("run again makes one guest of two who are booked, when a late table says that both numbers are one guest's", async () => {
    enterHouse();
    clockAt(EVENING);
    await seat([{ name: "Maya", phones: "70 111222" }], { number: "1" });
    await seat([{ name: "Maya Khoury", phones: "03 123456" }], { number: "2" });
    clockAt(END_OF_DAY);
    expect(await run()).toMatchObject({ inserted: 2 });
    await seat([{ name: "Maya", phones: "70 111222 / 03 123456" }], { number: "3" });
    expect(await run()).toMatchObject({ inserted: 0, skipped: 1, united: 1 });
    expect(await found("maya")).toHaveLength(1);
    await seat([{ name: "Rami", phones: "03 999999" }], { number: "4" });
    expect(await run()).toMatchObject({ inserted: 1, united: 0 });
    expect(await run()).toMatchObject({ inserted: 3, united: 1, already_done: true });
  });

  it("run again takes of a late table what its very guests say more, and who is called otherwise", async () => {
    enterHouse();
    const late = async (number: string, ...guests: { name: string; phones?: string; email?: string }[]) => {
      await seat([...guests, { name: "Guest" }], { number });
      return [await run(), guestRows().length] as const;
    };
    clockAt(END_OF_DAY);
    expect(await late("1", { name: "Georges", phones: "03 111111" })).toMatchObject([{ inserted: 2 }, 2]);
    expect(await late("2", { name: "Rita", phones: "03 111111", email: "r@x.lb" })).toMatchObject([{ inserted: 0, also: 1 }, 3]);
    expect(await late("3", { name: "Rita", phones: "03 111111", email: "r@y.lb" })).toMatchObject([{ inserted: 0, also: 0 }, 3]);
    expect(await late("4", { name: "Georges", phones: "03 111111", email: "g@x.lb" })).toMatchObject([{ filled: 1 }, 4]);
    expect(await late("5", { name: "Omar", phones: "03 222222" }, { name: "Tia", phones: "03 222222" })).toMatchObject([{ also: 1 }, 5]);
    expect(await late("6", { name: "Tia", phones: "03 222222", email: "t@x.lb" })).toMatchObject([{ filled: 0, also: 0 }, 5]);
    expect(rows(storeFile("jounieh", "contacts"), "SELECT name, also, email FROM contact WHERE name <> 'Guest'")).toEqual([
      { name: "Georges", also: "Rita", email: "g@x.lb" },
      { name: "Omar", also: "Tia", email: "" },
    ]);
  });

  it("of one branch is no other's", async () => {
    enterHouse();
    clockAt(EVENING);
    await seat([{ name: "Maya" }], { branch: "batroun" });
    clockAt(END_OF_DAY);
    expect(await run()).toMatchObject({ inserted: 0 });
    expect(await openTables("batroun")).toHaveLength(1);
    expect((await call("admin", endOfDay, { branch: "batroun" })).answer).toMatchObject({ inserted: 1, already_done: false });
    expect(await found("Maya")).toEqual([]);
    expect(await found("Maya", "batroun")).toEqual(["Maya"]);
  });

  it("follows the hours of the settings", async () => {
    enterHouse({ END_OF_DAY_AT: "22:00", TIME_ZONE: "Europe/Paris" });
    clockAt("2026-11-20T20:59:00Z");
    expect(await run()).toMatchObject({ code: "too_early", error: "End of Day is available after 22:00" });
    clockAt("2026-11-20T21:00:00Z");
    expect(await run()).toMatchObject({ already_done: false });
  });
});

describe("other names", () => {
  it("are counted as they are listed: by the run that met them, and not by one that had nothing to do", async () => {
    enterHouse();
    clockAt(EVENING);
    await seat([
      { name: "Maya Khoury", phones: "03 111111" },
      { name: "Omar Haddad", phones: "03 111111" },
      { name: "Tia Saad", phones: "03 111111" },
    ]);
    clockAt(END_OF_DAY);
    const first = (await call("admin", endOfDay)).answer;
    expect([first.also, first.also_known_as.map(({ also }) => also)]).toEqual([2, ["Omar Haddad", "Tia Saad"]]);
    const again = (await call("admin", endOfDay)).answer;
    expect(again).toMatchObject({ already_done: true, also: 0, also_known_as: [], may_be_same: 0, pairs: [] });
  });

  it("that two evenings say are counted as they are listed, once", async () => {
    enterHouse();
    for (const instant of ["2026-11-19T19:30:00Z", EVENING]) {
      clockAt(instant);
      await seat([{ name: "Georges", phones: "03 111111" }], { number: "1" });
      await seat([{ name: "Rita", phones: "03 111111" }], { number: "2" });
    }
    clockAt(END_OF_DAY);
    const { answer } = await call("admin", endOfDay);
    expect([answer.also, answer.also_known_as.map(({ also }) => also)]).toEqual([1, ["Rita"]]);
  });

  it("of more than are listed are counted all, each once", { timeout: 120_000 }, async () => {
    enterHouse();
    const all = Array.from({ length: 205 }, (_, at) => ({ letter: String.fromCodePoint(0x4e00 + at), phones: `70 ${100_000 + at}` }));
    await bring(all.map(({ letter, phones }) => `Book ${letter},${phones}`), { header: "name,phones" }); // biome-ignore format: one line
    clockAt(EVENING);
    const guests = all.map(({ letter, phones }) => ({ name: `Table ${letter}`, phones }));
    await seat(guests.slice(0, 100), { number: "1" });
    await seat(guests.slice(100), { number: "2" });
    await seat([{ name: "Georges", phones: "03 111111" }, { name: "Rita", phones: "03 111111" }], { number: "3" }); // biome-ignore format: one line
    clockAt(END_OF_DAY);
    const { answer } = await call("admin", endOfDay);
    expect([answer.also, answer.also_known_as.length]).toEqual([206, 200]);
    expect(answer.detail).toContain("known by another name 206");
  });
});
