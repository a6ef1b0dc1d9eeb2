import { readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { dataDir, storeFile } from "@/lib/db/files";
import { exportCsv } from "@/lib/guests/contract";
import { importContacts, wrongRows } from "@/lib/import/contract";
import { call, enterHouse } from "../support/house";
import { formOf, importForm } from "../support/import-form";
import { rows } from "../support/stores";

const HEADER = "name,phone,E-mail,D.O.B.,Company";
const FILE = [
  HEADER,
  "Maya,03 111222,maya@example.com,14/5/1990,MEA", // nothing is wrong
  ",,nobody@example.com,,", // 3
  "Rami,9.61E+11,,,Cedar", // 4
  "Tia,03213016 70213017 9,,,", // 5: one or several
  "Hala,n/a 12,,,", // 6
  "Nour,03 222333,nour at home,,", // 7
  'Ziad,03 333444,,32/5/1990,"Cedar, the bank"', // 8
  "Lara,03 444555,lara@,31/2/1990,=1+1", // 9: two things
  "Jad,03 555666,,,,,too much", // 10
  '"Omar,03 666777,,,', // 11: never closed
].join("\n");

const book = () =>
  rows<{ name: string; phones: string; email: string; birthday: string }>(
    storeFile("jounieh", "contacts"),
    "SELECT name, phones, email, birthday FROM contact ORDER BY name",
  );
const names = () => book().map(({ name }) => name);

async function wrongOf(file: string, fields: object = {}, query: object = {}) {
  const { headers, body } = new Response(formOf(file, fields, "friends.csv"));
  const raw = body as BodyInit; // a form has one
  const {
    status,
    answer,
    bytes,
    headers: answered,
  } = await call("staff", wrongRows, {
    raw,
    headers: { "content-type": headers.get("content-type") ?? "" },
    query,
  });
  return { status, answer, text: bytes.toString(), name: answered.get("content-disposition") };
}

describe("what is wrong with the rows of a file", () => {
  it("is counted by kind before anything is brought in, with what is done where nobody says anything", async () => {
    enterHouse();
    const { answer } = await importForm(FILE, {}, { dry_run: "true" });
    expect(answer.wrong).toEqual([
      { what: "nobody", rows: 1, choice: "out" },
      { what: "lost_number", rows: 2, choice: "out" },
      { what: "no_number", rows: 1, choice: "keep" },
      { what: "bad_email", rows: 2, choice: "without" },
      { what: "bad_birthday", rows: 2, choice: "without" },
      { what: "damaged", rows: 2, choice: "out" },
    ]);
    expect(answer.errors.map(({ line }) => line)).toEqual([3, 4, 5, 10, 11]);
    expect(answer.notes.map(({ line, reason }) => `${line} ${reason.split(" ").slice(0, 4).join(" ")}`)).toEqual([
      "7 This is no e-mail",
      "8 The birthday was not",
      "9 The birthday was not",
      "9 This is no e-mail",
    ]);
  });

  it.each([
    ["nothing is chosen", {}, ["Hala", "Lara", "Maya", "Nour", "Ziad"]],
    ["all are left out", { lost_number: "out", no_number: "out", bad_email: "out", bad_birthday: "out" }, ["Maya"]],
    [
      "all come in without that field",
      { lost_number: "without", no_number: "without", bad_email: "without", bad_birthday: "without" },
      ["Hala", "Lara", "Maya", "Nour", "Rami", "Tia", "Ziad"],
    ],
    ["only bad birthdays are left out", { bad_birthday: "out" }, ["Hala", "Maya", "Nour"]],
  ] as const)("comes in as chosen where %s, in a trial run as in the import", async (_, query, came) => {
    enterHouse();
    const trial = await importForm(FILE, {}, { ...query, dry_run: "true" });
    expect(book()).toEqual([]);
    const { answer } = await importForm(FILE, {}, query);
    expect(names()).toEqual(came);
    for (const said of ["inserted", "failed", "errors", "noted", "notes", "wrong", "total"] as const)
      expect(answer[said], said).toEqual(trial.answer[said]);
    expect(answer.inserted + answer.failed).toBe(answer.total);
  });

  it("leaves what is wrong behind, and says so", async () => {
    enterHouse();
    const { answer } = await importForm(FILE, {}, { lost_number: "without", no_number: "without" });
    expect(book()).toMatchObject([
      { name: "Hala", phones: "" },
      { name: "Lara", email: "", birthday: "" },
      { name: "Maya", phones: "03 111222", email: "maya@example.com", birthday: "--05-14" },
      { name: "Nour", email: "" },
      { name: "Rami", phones: "" },
      { name: "Tia", phones: "" },
      { name: "Ziad", birthday: "" },
    ]);
    expect(answer.notes).toContainEqual({ line: 6, reason: "No number of this contact can be called. The guest comes in without it." });
  });

  it("judges a birthday by the whole file also where such rows stay out", async () => {
    enterHouse();
    const file = "name,birthday\nMaya,13/5/1990\nRami,5/6/1990\nTia,5/13/1990\n";
    const { answer } = await importForm(file, {}, { dates: "dmy", bad_birthday: "out" });
    expect(answer).toMatchObject({ inserted: 2, failed: 1, total: 3, wrong: [{ what: "bad_birthday", rows: 1, choice: "out" }] });
    expect(answer.errors).toMatchObject([{ line: 4 }]);
    expect(names()).toEqual(["Maya", "Rami"]);
  });

  it("is told of cards too", async () => {
    enterHouse();
    const card = (...lines: string[]) => ["BEGIN:VCARD", "VERSION:3.0", ...lines, "END:VCARD", ""].join("\r\n");
    const cards = card("FN:Maya", "TEL:03 111222", "EMAIL:maya") + card("EMAIL:x@example.com") + card("FN:Rami", "BDAY:1990-02-31");
    const { answer } = await importForm(cards, {}, { dry_run: "true" });
    expect(answer.wrong).toEqual([
      { what: "nobody", rows: 1, choice: "out" },
      { what: "bad_email", rows: 1, choice: "without" },
      { what: "bad_birthday", rows: 1, choice: "without" },
    ]);
  });

  it("is nothing in what Daftar wrote itself", async () => {
    enterHouse();
    const raw = 'name,phones,email\nMaya,"12",maya at home\n';
    await call("staff", importContacts, { raw, headers: { "content-type": "text/csv" }, query: { bad_email: "without" } });
    const { bytes } = await call("staff", exportCsv, { query: { date: new Date().toISOString().slice(0, 10) } });
    const { answer } = await importForm(bytes.toString().replace(/,12,/, ",12,"), {}, { dry_run: "true" });
    expect(answer.wrong).toEqual([]);
  });
});

describe("the wrong rows as a file", () => {
  it("stand in the file's own columns behind what is wrong, and nothing is brought in or left behind", async () => {
    enterHouse();
    const { status, text, name } = await wrongOf(FILE);
    expect({ status, name }).toEqual({ status: 200, name: expect.stringContaining("friends-wrong-rows.csv") });
    const lines = text.replace("\ufeff", "").split("\r\n");
    expect(lines[0]).toBe(`What is wrong,${HEADER}`);
    expect(lines.slice(1, -1).map((line) => line.replace(/^("[^"]*(?:""[^"]*)*"|[^,]*),/, ""))).toEqual([
      ",,nobody@example.com,,",
      "Rami,9.61E+11,,,Cedar",
      "Tia,03213016 70213017 9,,,",
      "Hala,n/a 12,,,",
      "Nour,03 222333,nour at home,,",
      'Ziad,03 333444,,32/5/1990,"Cedar, the bank"',
      "Lara,03 444555,lara@,31/2/1990,'=1+1", // no formula in a spreadsheet
      "Jad,03 555666,,,,,too much",
      '"""Omar,03 666777,,,"',
    ]);
    expect(lines[7]).toMatch(/The birthday was not understood.+This is no e-mail/);
    expect(book()).toEqual([]);
    expect(readdirSync(path.join(dataDir(), "uploads"))).toEqual([]);
  });

  it("are mended and brought in again, and read right", async () => {
    enterHouse();
    await importForm(FILE, {}, { no_number: "out" });
    const { text } = await wrongOf(FILE);
    const mended = text
      .replace(",,nobody@", "Nobody Special,03 777888,nobody@")
      .replace("9.61E+11", "03 888999")
      .replace("03213016 70213017 9", "03 213016")
      .replace("n/a 12", "03 999111")
      .replace("nour at home", "nour@example.com")
      .replace("32/5/1990", "30/5/1990")
      .replace("lara@,31/2", "lara@example.com,28/2")
      .replace(",,,,,too much", ",,,")
      .replace('"""Omar,03 666777,,,"', "Omar,03 666777,,,");
    const { answer } = await importForm(mended);
    expect({ wrong: answer.wrong, failed: answer.failed, left_out: answer.left_out }).toEqual({ wrong: [], failed: 0, left_out: [] });
    expect(book().map(({ name, email, birthday }) => `${name} ${email} ${birthday}`)).toContain("Lara lara@example.com --02-28");
    expect(rows(storeFile("jounieh", "contacts"), "SELECT company FROM contact WHERE name = 'Lara'")).toEqual([{ company: "=1+1" }]);
    expect(names()).toHaveLength(10);
    expect((await wrongOf(mended)).status).toBe(404);
    // What is still wrong is told once more, behind one such column.
    expect((await wrongOf(text)).text.split("What is wrong")).toHaveLength(2);
  });

  it("are those of the columns as somebody says that they are read", async () => {
    enterHouse();
    const file = "a;b\nMaya;9.61E+11\n";
    expect((await wrongOf(file)).status).toBe(404);
    const columns = [
      { column: "a", as: "name" },
      { column: "b", as: "phone" },
    ];
    expect((await wrongOf(file, { columns })).text).toMatch(/What is wrong,a,b\r\n.+Maya,9\.61E\+11\r\n/);
  });
});
