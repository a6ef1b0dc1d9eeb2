import path from "node:path";
import { describe, expect, it } from "vitest";
import { searchByDate } from "@/lib/date-search/contract";
import { mergeTables } from "@/lib/evening/contract";
import { importContacts } from "@/lib/import/contract";
import { runMergeByDate } from "@/lib/merging/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { alter, rows } from "../support/stores";
import { EVENING, seat } from "../support/tables";

const ENDS = ["1900-01-01", "1900-01-02", "1999-12-31", "2000-02-29", "2198-12-31", "2199-12-30", "2199-12-31"];
const ZONES = ["Asia/Beirut", "UTC", "Pacific/Apia", "America/New_York"];

const byDate = (date: string) => call("admin", searchByDate, { query: { date } });

const mergeDate = (date: string) =>
  call("admin", runMergeByDate, { query: { action: "merge_by_date_all_branches", date, force: "true", backup: "false" } });

describe.each(ZONES)("in the zone %s", (zone) => {
  it("every date of the years 1900 to 2199 can be searched", async () => {
    enterHouse({ TIME_ZONE: zone });
    for (const date of ENDS) {
      const { status, answer } = await byDate(date);
      expect({ date, status, answer }).toEqual({ date, status: 200, answer: { contacts: [], total: 0 } });
    }
  });
});

describe("a date at the ends of those years", () => {
  it("finds the guests who were added on it", async () => {
    enterHouse();
    const file = "name,phones,added_at\nFirst,03 111111,1900-01-01T12:00:00Z\nLast,03 222222,2199-12-31T12:00:00Z\n";
    const imported = await call("admin", importContacts, { raw: file, headers: { "content-type": "text/csv" } });
    expect(imported.answer).toMatchObject({ inserted: 2, errors: [] });
    expect((await byDate("1900-01-01")).answer.contacts.map(({ name }) => name)).toEqual(["First"]);
    expect((await byDate("2199-12-31")).answer.contacts.map(({ name }) => name)).toEqual(["Last"]);
  });

  it("of any other year is no date", async () => {
    enterHouse();
    for (const date of ["0000-12-31", "1899-12-31", "2200-01-01", "9999-12-31", "10000-01-01", "-0001-01-01"]) {
      expect(await byDate(date)).toMatchObject({ status: 400, answer: { issues: [{ path: "date" }] } });
      expect((await mergeDate(date)).status).toBe(400);
    }
  });

  it("of a file, which lies outside them or which a zone puts there, is no moment", async () => {
    enterHouse();
    const moments = ["1900-01-01T00:30:00+02:00", "2199-12-31T23:30:00-02:00", "0001-06-01", "9999-12-31T12:00:00.000Z"];
    const file = `name,phones,added_at\n${moments.map((moment, index) => `Guest,03 11111${index},${moment}`).join("\n")}\n`;
    const { status, answer } = await call("admin", importContacts, { raw: file, headers: { "content-type": "text/csv" } });
    expect({ status, inserted: answer.inserted, noted: answer.noted }).toEqual({ status: 200, inserted: 4, noted: 4 });
  });

  it("can be merged, and the guests of that day come in once", async () => {
    const data = enterHouse();
    clockAt(EVENING);
    await seat([
      { name: "Maya", phones: "" },
      { name: "Rami", phones: "03 123456" },
    ]);
    expect((await call("admin", mergeTables)).status).toBe(200);
    const day = path.join(data, "jounieh", "table.db");
    for (const [date, added] of [
      ["1900-01-01", "1899-12-31T22:00:00.000Z"],
      ["1900-01-01", "1900-01-01T12:00:00.000Z"],
      ["2199-12-31", "2199-12-31T12:00:00.000Z"],
      ["2199-12-31", "2199-12-31T23:30:00.000Z"],
    ] as const) {
      alter(day, `UPDATE guest_row SET business_day = '${date}', added_at = '${added}'`);
      expect(await mergeDate(date)).toMatchObject({
        status: 200,
        answer: { sources_used: expect.arrayContaining([expect.objectContaining({ rows: 2 })]) },
      });
      expect((await mergeDate(date)).answer).toMatchObject({ inserted: 0, skipped: 2 });
    }
    expect(rows(path.join(data, "central", "contacts.db"), "SELECT name FROM contact WHERE phones <> ''")).toEqual([{ name: "Rami" }]);
  });

  it("can be merged although nothing is of it", async () => {
    enterHouse();
    for (const date of ENDS) expect(await mergeDate(date)).toMatchObject({ status: 200, answer: { inserted: 0 } });
  });
});
