import { describe, expect, it } from "vitest";
import { storeFile } from "@/lib/db/files";
import { importContacts } from "@/lib/import/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { rows } from "../support/stores";

const file = (...birthdays: string[]) =>
  ["name,phones,birthday", ...birthdays.map((birthday, at) => `Guest ${at},70 ${100_000 + at},${birthday}`)].join("\n");

async function bring(raw: string, dates?: "dmy" | "mdy") {
  const options = { raw, headers: { "content-type": "text/csv" }, query: dates ? { dates } : {} };
  return (await call("staff", importContacts, options)).answer;
}

/** The birthdays of the guest book by the line that they came from. */
const book = () =>
  Object.fromEntries(
    rows<{ name: string; birthday: string; birth_year: number | null }>(
      storeFile("jounieh", "contacts"),
      "SELECT name, birthday, birth_year FROM contact",
    ).map(({ name, birthday, birth_year }) => [Number(name.slice(6)) + 2, birthday + (birth_year ? ` ${birth_year}` : "")]),
  );
const lines = ({ notes }: { notes: { line: number }[] }) => notes.map(({ line }) => line);

describe("the order of day and month in a file", () => {
  it("is day first where nothing proves another, and the answer says so", async () => {
    enterHouse();
    const answer = await bring(file("4/5/1990", "", "5/5", "1985-05-14", "3/4"));
    expect(answer.dates).toEqual({
      order: "dmy",
      proven: false,
      message:
        "No birthday in this file proves whether the day or the month stands first. All such birthdays were read day first. " +
        "If that is wrong: Bring the file in again with dates=mdy (the command: --dates mdy).",
    });
    expect(answer).toMatchObject({ inserted: 5, errors: [], total: 5 });
    expect(book()).toEqual({ 2: "--05-04 1990", 3: "", 4: "--05-05", 5: "--05-14 1985", 6: "--04-03" });
  });

  it("is no matter of a file in which nothing hangs on it, and the answer says so", async () => {
    enterHouse();
    const message = "No birthday in this file hangs on the order of day and month.";
    expect((await bring(file("", "5/5/1990", "14 May", "31/31"))).dates).toEqual({ order: "dmy", proven: false, message });
  });

  it("is proven day first by any row, and the first that proves it is named", async () => {
    enterHouse();
    const answer = await bring(file("4/5/1990", "31/12/1990", "30/12/1990"));
    expect(answer.dates).toEqual({
      order: "dmy",
      proven: true,
      message: "The birthday in line 3 can only be day/month. All such birthdays were read day first.",
    });
    expect(book()).toEqual({ 2: "--05-04 1990", 3: "--12-31 1990", 4: "--12-30 1990" });
  });

  it("is never taken month first unasked: those birthdays are left out, with their lines, and the answer says what to add", async () => {
    enterHouse();
    const raw = file("4/5/1990", "5/5/1990", "14 May", "", "5/14/1990");
    const answer = await bring(raw);
    expect(answer).toMatchObject({ inserted: 5, errors: [], noted: 2, total: 5 });
    expect(answer.dates).toEqual({
      order: "mdy",
      proven: true,
      message:
        "The birthday in line 6 can only be month/day. So this file is written month first, and such birthdays were left out: their guests came in without them. " +
        "Bring the file in again with dates=mdy (the command: --dates mdy).",
    });
    expect(lines(answer)).toEqual([2, 6]);
    expect(answer.notes[0]?.reason).toMatch(/written month first.*dates=mdy/);
    expect(book()).toEqual({ 2: "", 6: "", 3: "--05-05 1990", 4: "--05-14", 5: "" });
    const asked = await bring(raw, "mdy");
    expect(asked).toMatchObject({ inserted: 0, filled: 2, skipped: 5, notes: [], dates: { order: "mdy", proven: true } });
    expect(book()).toMatchObject({ 2: "--04-05 1990", 6: "--05-14 1990" });
  });

  it("is asked for of days with a time behind them, and in Arabic digits, too", async () => {
    enterHouse();
    const answer = await bring(file("4/5/1990 00:00", "٤/٥/١٩٩٠", "5/14/1990"));
    expect(lines(answer)).toEqual([2, 3, 4]);
    expect(book()).toEqual({ 2: "", 3: "", 4: "" });
  });

  it("that is proven both ways is no order: only what proves itself day first is read", async () => {
    enterHouse();
    const raw = file("4/5/1990", "14/5/1990", "5/14/1990");
    const answer = await bring(raw);
    expect(answer.dates).toMatchObject({ order: "dmy", proven: false, message: expect.stringContaining("nothing was guessed") });
    expect(lines(answer)).toEqual([2, 4]);
    expect(book()).toEqual({ 2: "", 3: "--05-14 1990", 4: "" });
    expect(lines(await bring(raw, "dmy"))).toEqual([4]);
    expect(book()).toEqual({ 2: "--05-04 1990", 3: "--05-14 1990", 4: "" });
  });

  it("is the one that was asked for, and what does not fit is left out", async () => {
    enterHouse();
    const answer = await bring(file("4/5/1990", "14/5/1990", "5/14/1990", "4.5.1990"), "mdy");
    expect(answer.dates).toMatchObject({
      order: "mdy",
      proven: false,
      message: expect.stringContaining("Birthdays that do not fit were left out."),
    });
    expect(lines(answer)).toEqual([3]);
    expect(answer.notes[0]?.reason).toMatch(/written day first.*dates=dmy/);
    expect(book()).toEqual({ 2: "--04-05 1990", 3: "", 4: "--05-14 1990", 5: "--05-04 1990" });
    const { status, answer: refused } = await call("staff", importContacts, { raw: file("4/5"), query: { dates: "ymd" as never } });
    expect({ status, path: refused.issues?.[0]?.path }).toEqual({ status: 400, path: "dates" });
  });

  it("is the same for a hundred cards as for rows, and reads no day that has not come", async () => {
    enterHouse();
    clockAt("2026-11-20T21:59:00Z");
    const card = (at: number, birthday: string) =>
      `BEGIN:VCARD\nVERSION:3.0\nFN:Guest ${at}\nTEL:70${100_000 + at}\nBDAY:${birthday}\nEND:VCARD\n`;
    const raw = Array.from({ length: 100 }, (_, at) => card(at, at === 99 ? "5/14/1990" : "4/5/1990")).join("");
    const { answer } = await call("staff", importContacts, { raw, headers: { "content-type": "text/vcard" } });
    expect(answer).toMatchObject({ inserted: 100, noted: 100, total: 100, dates: { order: "mdy", proven: true } });
    expect(answer.notes).toHaveLength(100);
    const ahead = await bring(file("21/11/2026", "20/11/2026", "2099-01-01", "12/11/26"));
    expect(ahead.notes).toEqual([2, 4].map((line) => ({ line, reason: expect.stringContaining("lies in the future") })));
    expect(book()).toMatchObject({ 2: "", 3: "--11-20 2026", 4: "", 5: "--11-12 2026" });
  });

  it("leaves out a year that has not come, of a column of its own", async () => {
    enterHouse();
    clockAt("2026-11-20T21:59:00Z");
    const raw =
      "name,phones,birthday,year of birth\nGuest 0,70 100000,21/11,2026\nGuest 1,70 100001,20/11,2026\nGuest 2,70 100002,14 May,2099";
    await bring(raw);
    expect(book()).toEqual({ 2: "--11-21", 3: "--11-20 2026", 4: "--05-14" });
  });

  it("leaves the notes in the order of the file, the first 1,000 told and all counted", async () => {
    enterHouse();
    const birthdays = Array.from({ length: 3_000 }, (_, at) => (at % 2 ? "31/2" : "5/14"));
    const answer = await bring(file(...birthdays, ""), "dmy");
    expect(answer).toMatchObject({ inserted: 3_001, errors: [], noted: 3_000, total: 3_001 });
    expect(lines(answer).slice(0, 1_000)).toEqual(Array.from({ length: 1_000 }, (_, at) => at + 2));
    expect(answer.notes.at(-1)).toEqual({ line: 1_002, reason: "2,000 more things were left out as well." });
  });

  it("leaves a fax out of who is who, and an extension out of the number", async () => {
    enterHouse();
    const raw = ["Maya", "Rami"].map((name) => `BEGIN:VCARD\nVERSION:4.0\nFN:${name}\nTEL;TYPE="work,fax":01 234567\nEND:VCARD\n`).join("");
    const tel = "BEGIN:VCARD\nVERSION:4.0\nFN:Tia\nTEL;VALUE=uri:tel:+961-3-123456;ext=5\nEND:VCARD\n";
    const { answer } = await call("staff", importContacts, { raw: raw + tel, headers: { "content-type": "text/vcard" } });
    expect(answer).toMatchObject({ inserted: 3, skipped: 0, errors: [] });
    expect(
      rows(storeFile("jounieh", "contacts"), "SELECT phones, digits, key FROM contact JOIN contact_phone ON contact_seq = seq"),
    ).toEqual([
      { phones: "fax 01 234567", digits: "9611234567", key: "" },
      { phones: "fax 01 234567", digits: "9611234567", key: "" },
      { phones: "+961-3-123456 ext 5", digits: "9613123456", key: "13123456" },
    ]);
  });
});
