import { describe, expect, it } from "vitest";
import { storeFile } from "@/lib/db/files";
import { importContacts } from "@/lib/import/contract";
import { type CallOptions, call, enterHouse } from "../support/house";
import { importForm } from "../support/import-form";
import { rows } from "../support/stores";

const csv = (header: string, ...lines: string[]) => [header, ...lines].join("\n");

function bring(raw: string, query: CallOptions<typeof importContacts>["query"] = {}) {
  return call("staff", importContacts, { raw, headers: { "content-type": "text/csv" }, query });
}

const without = (raw: string, ...headings: string[]) => importForm(raw, { columns: headings.map((column) => ({ column, as: "out" })) });

const book = () =>
  rows<{ name: string; phones: string }>(storeFile("jounieh", "contacts"), "SELECT name, phones FROM contact ORDER BY seq");

const SPOUSES = csv("name,phones,Spouse No,Notes", "Maya,03 111111,71 222333,tea", "Rami,03 222222,,", "Tia,03 333333,+33 6 71 12 34 56,");

describe("an unread column that holds phones", () => {
  it("is asked about before anything is brought in, by its name", async () => {
    enterHouse();
    const { status, answer } = await bring(SPOUSES);
    expect({ status, code: answer.code }).toEqual({ status: 409, code: "unread_phones" });
    expect(answer.error).toBe(
      'The column "Spouse No" was not read, and it holds what looks like phone numbers. Nothing was brought in. Say what it holds, ' +
        'Phone for the guests\' own, or leave it out (the command: --ignore "Spouse No").',
    );
    expect(answer).toMatchObject({ columns: [{ column: "Spouse No", rows: 2, phones: 2 }] });
    expect(book()).toEqual([]);
  });

  it("is named by a trial run beside all that was not read, with the question", async () => {
    enterHouse();
    const { status, answer } = await bring(SPOUSES, { dry_run: "true" });
    expect(status).toBe(200);
    expect(answer).toMatchObject({
      inserted: 3,
      left_out: [
        { column: "Spouse No", rows: 2, phones: 2 },
        { column: "Notes", rows: 1, phones: 0 },
      ],
      question: expect.stringContaining('The column "Spouse No" was not read'),
      columns: [
        { column: "name", read_as: "Name", usual: "Name", chosen: "auto", remembered: false, example: "Maya" },
        { column: "phones", read_as: "Phone", example: "03 111111" },
        { column: "Spouse No", read_as: null, usual: null, chosen: "auto", example: "71 222333" },
        { column: "Notes", read_as: null, example: "tea" },
      ],
      first_rows: [
        { line: 2, name: "Maya", phones: "03 111111" },
        { line: 3, name: "Rami", phones: "03 222222" },
        { line: 4, name: "Tia", phones: "03 333333" },
      ],
    });
    expect((await bring("name,phones,Notes\nMaya,03 1,tea\n", { dry_run: "true" })).answer.question).toBeUndefined();
  });

  it("is left out once somebody said so, and still named", async () => {
    enterHouse();
    const { status, answer } = await without(SPOUSES, " spouse NO ");
    expect({ status, inserted: answer.inserted, left_out: answer.left_out[0] }).toEqual({
      status: 200,
      inserted: 3,
      left_out: { column: "Spouse No", rows: 2, phones: 2 },
    });
    expect(answer.question).toBeUndefined();
    expect(book()[0]).toEqual({ name: "Maya", phones: "03 111111" });
  });

  it("may be one of several, have a comma in its name, or none", async () => {
    enterHouse();
    const file = csv('name,"Spouse, No",Assistant,,x', "Maya,71 111222,71 222333,71 333444,", "Rami,,,,");
    const { answer } = await bring(file);
    expect(answer.error).toContain(
      'The columns "Spouse, No", "Assistant" and "column 4" were not read, and they hold what looks like phone numbers.',
    );
    expect((await without(file, "Assistant", "Spouse, No")).answer.error).toContain('The column "column 4" was not read');
    expect((await without(file, "column 4", "Assistant", "Spouse, No")).answer.inserted).toBe(2);
  });

  it("that was read before may be ignored too", async () => {
    enterHouse();
    expect((await without("name,phones,mobile\nMaya,03 111111,71 222333\n", "mobile")).answer).toMatchObject({
      inserted: 1,
      left_out: [{ column: "mobile", rows: 1, phones: 1 }],
    });
    expect(book()).toEqual([{ name: "Maya", phones: "03 111111" }]);
  });

  it.each([
    ["amounts", "1250000.50"],
    ["days", "2026-06-15"],
    ["short numbers", "10023"],
    ["sentences", "call 71 222333 first"],
    ["dots", "14.05.1985"],
  ])("is not what holds %s", async (_, text) => {
    enterHouse();
    expect((await bring(csv("name,phones,Other", `Maya,03 111111,${text}`))).answer).toMatchObject({
      inserted: 1,
      left_out: [{ column: "Other", rows: 1, phones: 0 }],
    });
  });

  it("asks nothing where a single cell of many is a number", async () => {
    enterHouse();
    const notes = Array.from({ length: 9 }, (_, at) => `Guest ${at},03 11111${at},${at ? "tea" : "71 222333"}`);
    expect((await bring(csv("name,phones,Notes", ...notes))).answer).toMatchObject({ inserted: 9, left_out: [{ rows: 9, phones: 1 }] });
  });
});
