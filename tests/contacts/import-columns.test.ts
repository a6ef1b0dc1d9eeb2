import { describe, expect, it } from "vitest";
import { storeFile } from "@/lib/db/files";
import { importContacts, undoImport } from "@/lib/import/contract";
import { call, enterHouse } from "../support/house";
import { importForm } from "../support/import-form";
import { rows } from "../support/stores";

const book = (branch: "jounieh" | "batroun" = "jounieh") =>
  rows<{ name: string; phones: string; company: string; address: string }>(
    storeFile(branch, "contacts"),
    "SELECT name, phones, company, address FROM contact ORDER BY seq",
  );

const TURKISH = "Ad;Soyad;Numara;Firma;Sehir\nAyse;Demir;03 111222;Cedar Bank;Jounieh\n";
const SAID = [
  { column: "Ad", as: "first" },
  { column: "soyad ", as: "last" },
  { column: "Numara", as: "phone" },
  { column: "Firma", as: "out" },
] as const;

describe("what somebody says that a column holds", () => {
  it("goes before what its heading says, and a trial run shows the first five as they come in", async () => {
    enterHouse();
    const asRead = await importForm(TURKISH, {}, { dry_run: "true" });
    expect(asRead.answer).toMatchObject({
      inserted: 0,
      errors: [{ line: 1, reason: expect.stringContaining("Say what its columns hold") }],
      columns: [
        { column: "Ad", read_as: null, usual: null, chosen: "auto", remembered: false, example: "Ayse" },
        { column: "Soyad", read_as: null, example: "Demir" },
        { column: "Numara", read_as: null },
        { column: "Firma", read_as: "Company", usual: "Company" },
        { column: "Sehir", read_as: null },
      ],
    });
    const file = TURKISH + Array.from({ length: 6 }, (_, at) => `Guest;${at};03 22233${at};;\n`).join("");
    const trial = await importForm(file, { columns: SAID }, { dry_run: "true" });
    expect(trial.answer).toMatchObject({
      inserted: 7,
      columns: [
        { read_as: "First name", usual: null, chosen: "first" },
        { read_as: "Last name", chosen: "last" },
        { read_as: "Phone", chosen: "phone" },
        { read_as: null, usual: "Company", chosen: "out" },
        { read_as: null, chosen: "auto" },
      ],
      left_out: [
        { column: "Firma", rows: 1 },
        { column: "Sehir", rows: 1 },
      ],
    });
    expect(trial.answer.first_rows).toHaveLength(5);
    expect(book()).toEqual([]);
    const { answer } = await importForm(file, { columns: SAID });
    expect({ inserted: answer.inserted, left_out: answer.left_out }).toEqual({ inserted: 7, left_out: trial.answer.left_out });
    expect(book()).toContainEqual({ name: "Ayse Demir", phones: "03 111222", company: "", address: "" });
  });

  it("is remembered for that heading with the import, in its branch, until it is said otherwise", async () => {
    enterHouse();
    const chosen = async (branch = "jounieh", columns: object = []) => {
      const { answer } = await importForm(TURKISH, { columns }, { dry_run: "true" }, { branch });
      return answer.columns?.map((column) => `${column.chosen}${column.remembered ? "!" : ""}`).join(" ");
    };
    await importForm(TURKISH, { columns: SAID }, { dry_run: "true" });
    expect(await chosen()).toBe("auto auto auto auto auto"); // a trial run keeps nothing
    await importForm(TURKISH, { columns: SAID });
    expect(await chosen()).toBe("first! last! phone! out! auto");
    expect(await chosen("batroun")).toBe("auto auto auto auto auto");
    // By whichever way the next file comes.
    const raw = "SOYAD,Numara\nKaya,03 444555\n";
    const { answer } = await call("staff", importContacts, { raw, headers: { "content-type": "text/csv" } });
    expect({ inserted: answer.inserted, name: book().at(-1)?.name }).toEqual({ inserted: 1, name: "Kaya" });
    await importForm(TURKISH, { columns: [{ column: "Firma", as: "auto" }] });
    expect(await chosen()).toBe("first! last! phone! auto auto");
    expect(await chosen("jounieh", [{ column: "Ad", as: "out" }])).toBe("out last! phone! auto auto");
    const kept = rows<{ heading: string }>(storeFile("jounieh", "contacts"), "SELECT heading FROM import_column");
    // No text: the first row of a file may be a guest.
    expect(kept).toEqual(Array.from({ length: 3 }, () => ({ heading: expect.stringMatching(/^[0-9a-f]{32}$/) })));
  });

  it("stays remembered when the import is undone, and is not when it fails", async () => {
    enterHouse();
    const columns = [{ column: "x", as: "name" }];
    const unread = await importForm("x,Spouse\nMaya,71 222333\n", { columns });
    expect(unread.answer.code).toBe("unread_phones");
    expect(rows(storeFile("jounieh", "contacts"), "SELECT * FROM import_column")).toEqual([]);
    const { answer } = await importForm("x,Spouse\nMaya,71 222333\n", { columns: [...columns, { column: "Spouse", as: "out" }] });
    await call("staff", undoImport, { body: { import_id: answer.import_id ?? "" } });
    expect(rows(storeFile("jounieh", "contacts"), "SELECT * FROM import_column")).toHaveLength(2);
  });

  it("answers the question about phones in an unread column either way", async () => {
    enterHouse();
    const file = "name,Second one\nMaya,71 222333\n";
    expect((await importForm(file)).status).toBe(409);
    expect((await importForm(file, { columns: [{ column: "Second one", as: "phone" }] })).answer.inserted).toBe(1);
    expect(book()[0]?.phones).toBe("71 222333");
  });

  it("makes one address of several columns, and leaves a name that is said whole", async () => {
    enterHouse();
    const file = "Guest,Last name,a,b,City\nMaya Khoury,Khoury,Rue Gouraud,Floor 2,Beirut\n";
    const columns = [
      { column: "Guest", as: "name" },
      { column: "a", as: "address" },
      { column: "b", as: "address" },
    ];
    await importForm(file, { columns });
    expect(book()).toEqual([{ name: "Maya Khoury", phones: "", company: "", address: "Rue Gouraud, Floor 2" }]);
  });

  it.each([
    ["no JSON", "{", "The field columns is no JSON. Nothing was brought in."],
    ["no list", '"name"', "The columns is missing or is not a list."],
    ["no field", [{ column: "a", as: "iban" }], "The as must be one of these: auto, out, name"],
    ["nothing more than a heading", [{ column: "a", as: "name", x: 1 }], "is not a field of this call"],
    ["too long", [{ column: "a".repeat(101), as: "name" }], "The column is longer than 100 characters."],
    ["far too long", "x".repeat(200_000), "The field columns is too long, or there twice. Nothing was brought in."],
  ])("is refused where it is %s, and nothing comes in", async (_, columns, sentence) => {
    enterHouse();
    const { status, answer } = await importForm("name\nMaya\n", { columns });
    expect({ status, error: answer.error }).toEqual({ status: 400, error: expect.stringContaining(sentence) });
    expect(book()).toEqual([]);
  });
});
