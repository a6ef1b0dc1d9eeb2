import { beforeEach, describe, expect, it } from "vitest";
import { storeFile } from "@/lib/db/files";
import { endOfDay } from "@/lib/evening/contract";
import { deleteContact, updateTableContact } from "@/lib/guests/contract";
import { saveTable } from "@/lib/tables/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { allData, rows } from "../support/stores";
import { EVENING, METADATA, open, seat } from "../support/tables";
import { book, bring, endDay, eventsOf, find, guestRows, mergeAll, mergeDate, ofDate, rowId } from "./guests";

let data = "";
beforeEach(() => {
  data = enterHouse();
  clockAt(EVENING);
});

const remove = (query: { id?: string; store?: "table" | "contacts" }, branch?: string) => call("staff", deleteContact, { query, branch });
const namesOf = async (branch?: string) => (await ofDate(undefined, branch)).map(({ name }) => name).sort();

describe("a guest of an evening", () => {
  it("goes from the row and the open table, and no Merge All and no saved table brings them back", async () => {
    const { answer } = await seat([
      { name: "Maya", phones: "03 111111" },
      { name: "Rami", phones: "03 222222" },
    ]);
    await mergeAll();
    const { status, answer: deleted } = await remove({ id: await rowId("Maya") });
    expect([status, deleted.message]).toEqual([200, "Deleted from table.db"]);
    expect(guestRows()).toEqual(["Rami 03 222222"]);
    const table = (await open(answer.table_name)).answer;
    expect([table.version, table.contacts.map(({ name }) => name)]).toEqual([2, ["Rami"]]);
    const late = { metadata: METADATA, contacts: [{ name: "Maya", phones: "03 111111" }], table_name: answer.table_name, version: 1 };
    expect((await call("staff", saveTable, { body: late })).status).toBe(409);
    await mergeAll();
    expect(await namesOf()).toEqual(["Rami"]);
    await endDay();
    expect(book()).toEqual(["Rami 03 222222"]);
    expect(eventsOf("table").map(({ kind }) => kind)).toContain("guest_row.deleted");
  });

  it("goes from every table of the evening, before any merge too; who shares the number under another name stays", async () => {
    const { answer } = await seat([{ name: "Maya", phones: "03 111111" }], { number: "1" });
    await seat([{ name: "Maya K", phones: "+961 3 111 111" }], { number: "2" });
    await seat([{ name: "Ali", phones: "03 111111" }], { number: "3" });
    const id = (await open(answer.table_name)).answer.contacts[0]?.id;
    expect((await remove({ id })).answer.deleted).toBe(2);
    expect(await namesOf()).toEqual(["Ali"]);
    await mergeAll();
    expect(await namesOf()).toEqual(["Ali"]);
    await endDay();
    expect(book()).toEqual(["Ali 03 111111"]);
  });

  it("who is known by another name in a booked row leaves that other one there", async () => {
    await seat([{ name: "Maya", phones: "03 111111", company: "MEA" }], { number: "1" });
    await seat([{ name: "Ali", phones: "03 111111" }], { number: "2" });
    await endDay();
    const { answer } = await remove({ id: await rowId("Maya") });
    expect(answer.kept_names).toEqual(["Ali"]);
    expect(guestRows()).toEqual(["Ali 03 111111"]);
    expect((await ofDate())[0]).toMatchObject({ name: "Ali", also: "", company: "" });
  });

  it("is corrected and goes on an evening of more guests than the store reads at once", async () => {
    for (const table of [1, 2, 3, 4, 5, 6]) {
      const contacts = Array.from({ length: 180 }, (_, n) => ({ name: `Guest ${n}`, phones: `03 ${table}${String(n).padStart(5, "0")}` }));
      await seat(contacts, { number: String(table) });
    }
    await mergeAll();
    const [one, other] = rows<{ id: string }>(storeFile("jounieh", "table"), "SELECT id FROM guest_row").map(({ id }) => id);
    const corrected = await call("staff", updateTableContact, { body: { id: one, name: "Zeina Testfamily" } });
    expect([corrected.status, corrected.answer.updated], "the row, and the open table").toEqual([200, 2]);
    expect((await remove({ id: other })).answer.deleted).toBe(1);
    expect(guestRows()).toHaveLength(6 * 180 - 1);
  });

  it("leaves central as long as no End of Day has booked the row", async () => {
    await seat([
      { name: "Maya", phones: "03 111111" },
      { name: "Rami", phones: "03 222222" },
    ]);
    await mergeAll();
    await mergeDate();
    await remove({ id: await rowId("Maya") });
    await mergeDate();
    expect(book("central")).toEqual(["Rami 03 222222"]);
  });
});

describe("a guest of the book", () => {
  it("goes, and neither a merge nor an End of Day of what was recorded before brings them back", async () => {
    await seat([{ name: "Maya", phones: "03 111111, 70 111111" }, { name: "Rami", phones: "03 222222" }, { name: "Nameless" }]);
    await mergeDate();
    await endDay();
    await mergeDate();
    for (const branch of ["jounieh", "central"])
      for (const name of ["Maya", "Nameless"]) {
        const [{ id = "" } = {}] = await find(name, branch);
        const { answer } = await remove({ id, store: "contacts" }, branch);
        expect(answer.message).toBe("Deleted from contacts.db");
      }
    const again = await mergeDate();
    expect([again.inserted, again.stayed_deleted]).toEqual([0, 2]);
    await endDay();
    for (const branch of ["jounieh", "central"]) expect(book(branch)).toEqual(["Rami 03 222222"]);
    for (const text of ["Maya", "70111111", "Nameless"]) expect(await find(text, "central")).toEqual([]);
  });

  it("stays out when the End of Day comes of an evening that had them before, and that is said", async () => {
    await bring(["Maya,03 111111,2026-01-01T10:00:00Z"]);
    await seat([
      { name: "Maya", phones: "03 111111" },
      { name: "Rami", phones: "03 222222" },
    ]);
    clockAt("2026-11-20T20:00:00Z");
    const [{ id = "" } = {}] = await find("Maya");
    await remove({ id, store: "contacts" });
    expect(await endDay()).toMatchObject({ inserted: 1, skipped: 1, stayed_deleted: 1 });
    expect(book()).toEqual(["Rami 03 222222"]);
  });

  it("comes back by what is recorded later, and by a file that somebody brings in", async () => {
    await bring(["Maya,03 111111,2026-01-01T10:00:00Z"]);
    const first = (await find("Maya"))[0]?.id;
    await remove({ id: first });
    clockAt("2026-11-20T20:00:00Z");
    await seat([{ name: "Maya", phones: "03 111111" }]);
    await endDay();
    expect(book()).toEqual(["Maya 03 111111"]);
    await remove({ id: (await find("Maya"))[0]?.id });
    await bring(["Maya,03 111111,2026-01-01T10:00:00Z"]);
    expect(book()).toEqual(["Maya 03 111111"]);
  });

  it("comes back when they are seated again the same evening, from the branch's book and from central", async () => {
    await seat([{ name: "Maya", phones: "03 111111" }, { name: "Nameless" }]);
    await endDay();
    await mergeDate();
    clockAt("2026-11-20T21:31:00Z");
    for (const branch of ["jounieh", "central"])
      for (const name of ["Maya", "Nameless"]) await remove({ id: (await find(name, branch))[0]?.id, store: "contacts" }, branch);
    clockAt("2026-11-20T21:32:00Z");
    await seat([{ name: "Maya", phones: "03 111111" }, { name: "Nameless" }]);
    await mergeAll();
    await mergeAll();
    const again = (await call("admin", endOfDay)).answer;
    expect([again.inserted, again.stayed_deleted ?? 0]).toEqual([2, 0]);
    await mergeDate();
    for (const branch of ["jounieh", "central"]) expect(book(branch)).toEqual(["Maya 03 111111", "Nameless"]);
  });

  it("comes back when they were at one open table before, and at another one after they were deleted", async () => {
    await bring(["Maya,03 111111,2026-01-01T10:00:00Z"]);
    await seat([{ name: "Maya", phones: "03 111111" }]);
    clockAt("2026-11-20T19:50:00Z");
    await remove({ id: (await find("Maya"))[0]?.id });
    clockAt("2026-11-20T20:00:00Z");
    await seat([{ name: "Maya", phones: "03 111111" }]);
    await endDay();
    expect(book()).toEqual(["Maya 03 111111"]);
  });

  it("who shares the number under another name stays, with the number and nothing of the one who went", async () => {
    await bring(["Maya,03 111111,MEA,2026-01-01T10:00:00Z", "Ali,03 111111,,2026-01-01T11:00:00Z"], {
      header: "name,phones,company,added_at",
    });
    const { answer } = await remove({ id: (await find("Maya"))[0]?.id });
    expect(answer.kept_names).toEqual(["Ali"]);
    expect((await find("03111111"))[0]).toMatchObject({ name: "Ali", also: "", company: "" });
    expect(await find("Maya")).toEqual([]);
  });

  it("is undone by what the event keeps", async () => {
    await bring(["Maya,03 111111,2026-01-01T10:00:00Z"]);
    const [{ id = "" } = {}] = await find("Maya");
    await remove({ id });
    expect(eventsOf("contacts").at(-1)).toMatchObject({
      kind: "contact.deleted",
      subjects: [id],
      payload: { gone: { id, name: "Maya", phones: "03 111111", numbers: [{ digits: "9613111111" }] } },
    });
  });
});

describe("a delete", () => {
  it("without an id says that the search must return row ids", async () => {
    const { status, answer } = await remove({});
    expect([status, answer.error]).toEqual([400, expect.stringMatching(/the search must return row ids/)]);
  });

  it("of another branch's row, or of one that is gone, is 404 and changes nothing", async () => {
    await seat([{ name: "Maya", phones: "03 111111" }], { branch: "batroun" });
    const id = await rowId("Maya", "batroun");
    const before = allData(data);
    expect((await remove({ id })).status).toBe(404);
    expect((await remove({ id, store: "contacts" }, "batroun")).status).toBe(404);
    expect(allData(data)).toEqual(before);
    expect((await remove({ id }, "batroun")).status).toBe(200);
    expect((await remove({ id }, "batroun")).status).toBe(404);
  });
});

describe("a guest row", () => {
  const correct = (body: object, branch?: string) => call("staff", updateTableContact, { body: body as never, branch });

  it("is corrected with the open tables, and no Merge All undoes it", async () => {
    const first = (await seat([{ name: "Myaa", phones: "03 111111", company: "MEA" }], { number: "1" })).answer;
    await seat([{ name: "Myaa", phones: "03 111111, 70 555555" }], { number: "2" });
    await mergeAll();
    const { status, answer } = await correct({
      id: await rowId("Myaa"),
      name: "Maya",
      phones: "03 222222, 70 555555",
      birthday: "14/5/1990",
    });
    expect([status, answer.message]).toEqual([200, "Contact updated in table.db"]);
    await mergeAll();
    const rows = await ofDate();
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ name: "Maya", also: "", company: "MEA", birthday: "--05-14", birth_year: 1990 });
    expect(rows[0]?.numbers?.map(({ digits }) => digits).sort()).toEqual(["9613222222", "96170555555"]);
    expect((await open(first.table_name)).answer).toMatchObject({
      version: 2,
      contacts: [{ name: "Maya", phones: expect.stringContaining("03 222222") }],
    });
    await endDay();
    expect(book()).toHaveLength(1);
  });

  it("of a closed evening is corrected alone, at a new place", async () => {
    await seat([{ name: "Myaa", phones: "03 111111" }]);
    await endDay();
    const before = eventsOf("table").length;
    expect((await correct({ id: await rowId("Myaa"), name: "Maya" })).status).toBe(200);
    expect(eventsOf("table").slice(before)).toMatchObject([
      { kind: "guest_row.changed", payload: { old: { name: "Myaa" }, new: { name: "Maya" } } },
    ]);
    expect(guestRows()).toEqual(["Maya 03 111111"]);
    expect(book()).toEqual(["Myaa 03 111111"]);
  });

  it("without an id, of another branch, changed since, or with what is no guest is refused", async () => {
    await seat([{ name: "Maya", phones: "03 111111" }], { branch: "batroun" });
    const id = await rowId("Maya", "batroun");
    const before = allData(data);
    for (const body of [{ name: "X" }, { id: "", name: "X" }]) {
      const { status, answer } = await correct(body);
      expect([status, answer.error]).toEqual([400, "Missing id on row for table.db update."]);
    }
    expect((await correct({ id, name: "X" })).status).toBe(404);
    expect((await correct({ id, name: "", phones: "" }, "batroun")).status).toBe(400);
    expect((await correct({ id, name: "X" }, "central")).status).toBe(400);
    expect((await correct({ id, name: "X", identifier: { name: "Old", phones: "03 111111" } }, "batroun")).status).toBe(409);
    expect(allData(data)).toEqual(before);
  });
});
