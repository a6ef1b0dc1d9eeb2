import { describe, expect, it } from "vitest";
import { storeFile } from "@/lib/db/files";
import { importContacts, wrongRows } from "@/lib/import/contract";
import { call, enterHouse } from "../support/house";
import { formOf, importForm } from "../support/import-form";
import { rows } from "../support/stores";
import { type Cell, workbook, zipOf } from "../support/workbook";

const book = () =>
  rows<{ name: string; phones: string; birthday: string; birth_year: number | null; company: string }>(
    storeFile("jounieh", "contacts"),
    "SELECT name, phones, birthday, birth_year, company FROM contact ORDER BY name",
  );

const bring = (file: Uint8Array<ArrayBuffer>, fields: object = {}, query: object = {}) =>
  importForm(file, fields, query, {}, "guests.xlsx");

/** 14 May 1990. */
const DAY = 33_007;
const GUESTS: Cell[][] = [
  ["Name", "Mobile", "D.O.B.", "Company", null, "Visits"],
  ["Maya & Co", 9613111222, { day: DAY }, "Cedar <Bank>"],
  [],
  ["رامي", { xml: "<c><v>9.61371222333E11</v></c>" }, { day: DAY + 0.75 }, { xml: '<c t="e"><v>#N/A</v></c>' }],
  ["Tia", "+961 3 444555", "14/5", { xml: '<c t="str"><f>A1</f><v>MEA</v></c>' }, "x", { xml: '<c s="3"><v>12</v></c>' }],
];

describe("an Excel workbook", () => {
  it.each([
    ["shared texts", {}],
    ["texts in its cells", { inline: true }],
    ["names of another prefix", { prefix: "x:" }],
  ])("with %s is read as a table: its first shown sheet, days as days and phones in full", async (_, options) => {
    enterHouse();
    const trial = await bring(workbook(GUESTS, options), {}, { dry_run: "true" });
    expect(trial.answer.columns).toMatchObject([
      { column: "Name", read_as: "Name", example: "Maya & Co" },
      { column: "Mobile", read_as: "Phone", example: "9613111222" },
      { column: "D.O.B.", read_as: "Birthday", example: "1990-05-14" },
      { column: "Company", read_as: "Company" },
      { column: "column 5", read_as: null, example: "x" },
      { column: "Visits", read_as: null, example: "12" },
    ]);
    expect(trial.answer.first_rows?.map(({ line }) => line)).toEqual([2, 4, 5]);
    const { answer } = await bring(workbook(GUESTS, options));
    expect(answer).toMatchObject({ inserted: 3, failed: 0, noted: 0 });
    expect(book()).toEqual([
      { name: "Maya & Co", phones: "9613111222", birthday: "--05-14", birth_year: 1990, company: "Cedar <Bank>" },
      { name: "Tia", phones: "+961 3 444555", birthday: "--05-14", birth_year: null, company: "MEA" },
      { name: "رامي", phones: "961371222333", birthday: "--05-14", birth_year: 1990, company: "" },
    ]);
  });

  it("of a Mac, which counts from 1904, has the same days", async () => {
    enterHouse();
    await bring(
      workbook(
        [
          ["Name", "Birthday"],
          ["Maya", { day: DAY - 1_462 }],
        ],
        { counts1904: true },
      ),
    );
    expect(book()).toMatchObject([{ name: "Maya", birthday: "--05-14", birth_year: 1990 }]);
  });

  it("has the days around the one that never was", async () => {
    enterHouse();
    const days = [1, 59, 60, 61].map((day): Cell[] => [`Guest ${day}`, { day }]);
    const { answer } = await bring(workbook([["Name", "Birthday"], ...days]));
    expect(book().map(({ birthday }) => birthday)).toEqual(["--01-01", "--02-28", "", "--03-01"]);
    expect(answer.wrong).toEqual([{ what: "bad_birthday", rows: 1, choice: "without" }]);
  });

  it("goes the way of every table: columns that are said, wrong rows as CSV, mended and brought in", async () => {
    enterHouse();
    const file = workbook([
      ["a", "b"],
      ["Maya", "9.6E+11"],
      ["Rami", 3111222],
    ]);
    const columns = [
      { column: "a", as: "name" },
      { column: "b", as: "phone" },
    ];
    const { headers, body } = new Response(formOf(file, { columns }, "g.xlsx"));
    const raw = body as BodyInit; // a form has one
    const { bytes } = await call("staff", wrongRows, { raw, headers: { "content-type": headers.get("content-type") ?? "" } });
    expect(bytes.toString()).toMatch(/What is wrong,a,b\r\n.+,Maya,9\.6E\+11\r\n$/);
    expect((await bring(file, { columns })).answer).toMatchObject({ inserted: 1, failed: 1 });
    expect((await importForm(bytes.toString().replace("9.6E+11", "03 999888"))).answer).toMatchObject({ inserted: 1, failed: 0 });
    expect(book().map(({ phones }) => phones)).toEqual(["03 999888", "3111222"]);
  });

  it("may be sent as it is, by its type", async () => {
    enterHouse();
    const headers = { "content-type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" };
    expect((await call("staff", importContacts, { raw: workbook(GUESTS), headers })).answer.inserted).toBe(3);
  });
});

describe("what is no such workbook", () => {
  const good = workbook(GUESTS);
  it.each([
    ["is cut short", good.slice(0, good.length - 100), "damaged"],
    ["holds no sheet", zipOf([{ name: "word/document.xml", bytes: Buffer.from("<a/>") }]), "damaged"],
    ["has a damaged sheet", workbook(GUESTS, { parts: { "xl/worksheets/sheet2.xml": "<worksheet><sheetData><row><c" } }), "damaged"],
    ["is an old one", new Uint8Array(Buffer.from("d0cf11e0a1b11ae1".padEnd(2_000, "0"), "hex")), "old Excel workbook"],
    [
      "has elements a thousand deep",
      workbook(GUESTS, { parts: { "xl/worksheets/sheet2.xml": "<a>".repeat(1_000) + "</a>".repeat(1_000) } }),
      "damaged",
    ],
    ["lies about its length", zipOf([{ name: "xl/workbook.xml", bytes: Buffer.alloc(50_000, " "), said: 10 }]), "damaged"],
    [
      "unpacks to a thousand times its length",
      workbook(GUESTS, { parts: { "xl/sharedStrings.xml": `<sst>${" ".repeat(20_000_000)}</sst>` } }),
      "far more",
    ],
    [
      "has a million empty texts",
      workbook(GUESTS, { parts: { "xl/sharedStrings.xml": `<sst>${"<si/>".repeat(1_000_100)}</sst>` } }),
      "far more",
    ],
    [
      "has too many parts",
      workbook(GUESTS, { parts: Object.fromEntries(Array.from({ length: 2_001 }, (_, at) => [`xl/media/${at}.png`, ""])) }),
      "damaged",
    ],
  ])("is said where it %s, and brings nobody", async (_, file, reason) => {
    enterHouse();
    const { status, answer } = await bring(file);
    expect({ status, inserted: answer.inserted, errors: answer.errors }).toEqual({
      status: 200,
      inserted: 0,
      errors: [{ line: 1, reason: expect.stringContaining(reason) }],
    });
  });

  it("is told with its row where only what follows is damaged", async () => {
    enterHouse();
    const sheet = `<worksheet><sheetData>${'<row><c t="str"><v>name</v></c></row>'}${'<row><c t="str"><v>Maya</v></c></row>'.repeat(3_000)}<row>`;
    const { answer } = await bring(workbook(GUESTS, { parts: { "xl/worksheets/sheet2.xml": sheet } }), {}, { dry_run: "true" });
    expect(answer.errors).toEqual([{ line: 3_002, reason: expect.stringContaining("damaged") }]);
  });

  it("has no rows of thousands of cells: one far beside all headings keeps its row out, as in a CSV file", async () => {
    enterHouse();
    const row = (at: number) => `<row r="${at}"><c r="A${at}" t="str"><v>Guest ${at}</v></c><c r="XFD${at}" t="str"><v>x</v></c></row>`;
    const sheet = `<worksheet><dimension ref="A1:XFD1048576"/><sheetData><row r="1"><c r="A1" t="str"><v>name</v></c></row>${Array.from({ length: 300 }, (_, at) => row(at + 2)).join("")}</sheetData></worksheet>`;
    const { answer } = await bring(workbook(GUESTS, { parts: { "xl/worksheets/sheet2.xml": sheet } }));
    expect(answer).toMatchObject({ inserted: 0, failed: 300, wrong: [{ what: "damaged", rows: 300 }] });
  });
});
