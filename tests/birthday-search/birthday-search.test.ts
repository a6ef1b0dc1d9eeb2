import { describe, expect, it } from "vitest";
import { birthdayStats, searchBirthdays } from "@/lib/birthdays/contract";
import { branchStore } from "@/lib/db/find-store";
import { bringIn } from "../support/guests";
import { call, enterHouse } from "../support/house";

const search = (date: string, branch = "jounieh") => call("staff", searchBirthdays, { query: { date }, branch });
const namesOn = async (date: string, branch?: string) => (await search(date, branch)).answer.contacts.map(({ name }) => name);

describe("the birthday search", () => {
  it("finds the branch's guests of a day, with and without a year, and says which number reaches them", async () => {
    enterHouse();
    await bringIn(["Maya,03 111111 / 01 222222,1985-11-20", "Rami,71222333,20/11", "Nour,03 444444,21/11", "Nobody,,20/11"]);
    await bringIn(["Karim,03 555555,20/11"], "batroun");
    const { status, answer } = await search("2026-11-20");
    expect(status).toBe(200);
    expect(answer).toMatchObject({ total: 3, nearest: [] });
    expect(answer.contacts.find(({ name }) => name === "Maya")).toMatchObject({
      phone: "9613111111",
      phones: "03 111111 / 01 222222",
      birthday: "1985-11-20",
      birth_year: 1985,
      branch: "jounieh",
    });
    expect(answer.contacts.find(({ name }) => name === "Rami")).toMatchObject({
      phone: "96171222333",
      birthday: "2026-11-20",
      birth_year: null,
    });
    expect(answer.contacts.find(({ name }) => name === "Nobody")).toMatchObject({ phone: "" });
    expect(await namesOn("2026-11-20", "batroun")).toEqual(["Karim"]);
  });

  it("keeps 29 February on the 28th of a year that has none", async () => {
    enterHouse();
    await bringIn(["Leap,03 111111,29/2", "Eve,03 222222,28/2"]);
    expect((await namesOn("2026-02-28")).sort()).toEqual(["Eve", "Leap"]);
    expect(await namesOn("2028-02-28")).toEqual(["Eve"]);
    expect(await namesOn("2028-02-29")).toEqual(["Leap"]);
  });

  it("names the nearest days when nobody celebrates, across New Year too", async () => {
    enterHouse();
    await bringIn(["A,03 111111,30/12", "B,03 222222,2/1", "C,03 333333,2/1", "D,03 444444,5/3"]);
    const { answer } = await search("2026-12-31");
    expect(answer).toMatchObject({ contacts: [], total: 0 });
    expect(answer.nearest).toEqual([
      { date: "2026-03-05", total: 1 },
      { date: "2026-12-30", total: 1 },
      { date: "2027-01-02", total: 2 },
      { date: "2027-03-05", total: 1 },
    ]);
    expect((await search("2026-12-31", "batroun")).answer.nearest).toEqual([]);
  });

  it("names no day beyond the first and last year that can be asked for", async () => {
    enterHouse();
    await bringIn(["Maya,03 111111,15/6"]);
    const nearest = async (date: string) => {
      const { status, answer } = await search(date);
      expect({ date, status }).toEqual({ date, status: 200 });
      return answer.nearest.map((near) => near.date);
    };
    expect(await nearest("2199-12-31")).toEqual(["2199-06-15"]);
    expect(await nearest("2199-06-01")).toEqual(["2198-06-15", "2199-06-15"]);
    expect(await nearest("1900-01-01")).toEqual(["1900-06-15"]);
  });

  it("says who may, and which date it wants", async () => {
    enterHouse();
    expect((await call("keyless", searchBirthdays, { query: { date: "2026-11-20" } })).status).toBe(403);
    expect((await call("staff", searchBirthdays, { query: { date: "20/11/2026" } })).answer.error).toContain("YYYY-MM-DD");
  });

  it("reads the index alone and never the whole book", async () => {
    enterHouse();
    const { sql } = await branchStore("jounieh", "contacts");
    const texts: string[] = [];
    const prepare = sql.prepare.bind(sql);
    sql.prepare = ((text: string) => {
      texts.push(text);
      return prepare(text);
    }) as typeof sql.prepare;
    await search("2026-11-20");
    const asked = texts.filter((text) => text.includes("birthday"));
    expect(asked.length).toBe(5);
    for (const text of asked) {
      const plan = prepare(`EXPLAIN QUERY PLAN ${text}`).all(...Array.from({ length: text.split("?").length - 1 }, () => 1)) as {
        detail: string;
      }[];
      const steps = plan.map(({ detail }) => detail).join("; ");
      expect(steps).toMatch(/SEARCH contact USING (COVERING )?INDEX contact_birthday_idx/);
      expect(steps).not.toMatch(/SCAN contact/);
    }
  });
});

describe("the figures of birthdays", () => {
  it("count the book, who told a birthday, the date and its month", async () => {
    enterHouse();
    await bringIn(["A,03 111111,20/11", "B,03 222222,3/11", "C,03 333333,4/5", "D,03 444444,"]);
    const { answer } = await call("staff", birthdayStats, { query: { date: "2026-11-20" } });
    expect(answer).toMatchObject({ total: 4, withBirthday: 3, onDate: 1, inMonth: 2 });
    expect(answer.days).toHaveLength(30);
    expect(answer.days[2]).toEqual({ date: "2026-11-03", total: 1 });
    await bringIn(["E,03 666666,20/11"]);
    expect((await call("staff", birthdayStats, { query: { date: "2026-11-20" } })).answer).toMatchObject({ total: 5, onDate: 2 });
  });
});
