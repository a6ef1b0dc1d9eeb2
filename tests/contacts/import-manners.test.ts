import { expect, it } from "vitest";
import { storeFile } from "@/lib/db/files";
import { importContacts } from "@/lib/import/contract";
import { call, enterHouse } from "../support/house";
import { rows } from "../support/stores";

const FILES: Record<string, { raw: string | Uint8Array<ArrayBuffer>; type?: string; told: object; book: object[] }> = {
  "several numbers in a cell": {
    raw: "Name,Phone\nMaya,03213016 70213017\nRami,01 234567/8\n",
    told: { inserted: 1, failed: 1, errors: [{ line: 3, reason: expect.stringContaining("one number or several") }] },
    book: [{ name: "Maya", phones: "03213016, 70213017", birthday: "" }],
  },
  "dial codes and a year of another calendar": {
    raw: "Name,dial_code,Phone,Birthday\nMaya,971,501234567,1405-08-20\nRami,nowhere,03213016,14-05-1985\n",
    told: {
      inserted: 2,
      noted: 1,
      notes: [{ line: 2, reason: expect.stringContaining("Islamic") }],
      left_out: [{ column: "dial_code", rows: 1, phones: 0 }],
      dates: { order: "dmy", proven: true },
    },
    book: [
      { name: "Maya", phones: "+971501234567", birthday: "" },
      { name: "Rami", phones: "03213016", birthday: "--05-14" },
    ],
  },
  "birthdays between dashes, month first": {
    raw: "Name,Phone,Birthday\nMaya,03213016,05-14-1985\nRami,70213017,04-05-1985\n",
    told: { inserted: 2, noted: 2, dates: { order: "mdy", proven: true, message: expect.stringContaining("dates=mdy") } },
    book: [
      { name: "Maya", phones: "03213016", birthday: "" },
      { name: "Rami", phones: "70213017", birthday: "" },
    ],
  },
  "a rounded number": {
    raw: "Name,Phone\nMaya,9.6171212301E10\n",
    told: { inserted: 0, failed: 1, errors: [{ line: 2, reason: expect.stringContaining("shortened") }] },
    book: [],
  },
  "a Mac's letters": {
    raw: Uint8Array.from(Buffer.from("Name;Phone\rRen\x8e;03213016\r", "latin1")),
    told: { inserted: 1 },
    book: [{ name: "René", phones: "03213016", birthday: "" }],
  },
  "letters that could not be told": {
    raw: Uint8Array.from(Buffer.from("Name,Phone\nRen\x8e,03213016\nH\xe9l\xe8ne,70213017\n", "latin1")),
    told: { inserted: 0, failed: 1, errors: [{ line: 1, reason: expect.stringContaining("nothing was brought in") }] },
    book: [],
  },
  "a second name of a card": {
    raw: "BEGIN:VCARD\nVERSION:3.0\nFN:Mimi\nN:Khoury;Maya;;;\nTEL:03213016\nEND:VCARD\n",
    type: "text/vcard",
    told: { inserted: 1, left_out: [{ column: "N", rows: 1, phones: 0 }] },
    book: [{ name: "Mimi", phones: "03213016", birthday: "" }],
  },
};

it.each(Object.entries(FILES))("a trial of %s tells what the import then does", async (_, { raw, type = "text/csv", told, book }) => {
  enterHouse();
  const bring = async (dry_run: "true" | "false") => {
    const { status, answer } = await call("staff", importContacts, {
      raw: raw as never,
      headers: { "content-type": type },
      query: { dry_run },
    });
    expect(status).toBe(200);
    const { import_id: _id, columns: _columns, first_rows: _rows, ...rest } = answer;
    return rest;
  };
  const kept = () => rows(storeFile("jounieh", "contacts"), "SELECT name, phones, birthday FROM contact ORDER BY seq");
  const trial = await bring("true");
  expect(trial).toMatchObject(told);
  expect(kept()).toEqual([]);
  expect(await bring("false")).toEqual(trial);
  expect(kept()).toEqual(book);
});
