import { beforeEach, describe, expect, it } from "vitest";
import { storeFile } from "@/lib/db/files";
import { updateContact } from "@/lib/guests/contract";
import { saveTable } from "@/lib/tables/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { allData, alter, rows } from "../support/stores";
import { EVENING, METADATA, seat } from "../support/tables";
import { book, bring, endDay, eventsOf, find, mergeAll, mergeDate } from "./guests";

let data = "";
beforeEach(() => {
  data = enterHouse();
  clockAt(EVENING);
});

const correct = (identifier: { name?: string; phones?: string; id?: string }, changes: object, branch?: string) =>
  call("staff", updateContact, { body: { identifier, ...changes } as never, branch });

describe("a guest of the book", () => {
  it("is corrected by name and phones, and found by what they are called now", async () => {
    await bring(["Maya Khury,03 111111,2026-01-01T10:00:00Z"]);
    const { status, answer } = await correct(
      { name: "Maya Khury", phones: "03 111111" },
      { name: "Maya Khoury", phones: "03 111111, 70 222222", birthday: "1990-05-14", company: "MEA" },
    );
    expect([status, answer.message]).toEqual([200, "Contact updated in contacts.db"]);
    expect(answer.contact).toMatchObject({ name: "Maya Khoury", birthday: "--05-14", birth_year: 1990, company: "MEA" });
    expect(await find("Khury")).toMatchObject([{ name: "Maya Khoury", written_otherwise: true }]);
    for (const text of ["Khoury", "70222222", "03 111 111"]) expect((await find(text)).map(({ name }) => name)).toEqual(["Maya Khoury"]);
    const [event] = eventsOf("contacts").filter(({ kind }) => kind === "contact.changed");
    expect(event).toMatchObject({
      subjects: [answer.contact.id],
      payload: {
        why: "correction",
        old: { name: "Maya Khury", phones: "03 111111", company: "" },
        new: { name: "Maya Khoury", company: "MEA" },
      },
    });
  });

  it("is meant however name and numbers are written", async () => {
    await bring(["Zoé Haddad,03 111111,2026-01-01T10:00:00Z"]);
    expect((await correct({ name: "zoe haddad", phones: "+961 3 111 111" }, { company: "MEA" })).status).toBe(200);
    expect((await correct({ name: "Zoé Haddad", phones: "03 999999" }, { company: "X" })).status).toBe(404);
    expect((await correct({ name: "Zoé", phones: "03 111111" }, { company: "X" })).status).toBe(404);
  });

  it("is told apart by nothing when two are meant: 409, and nothing is changed; the id says which", async () => {
    await bring(["Maya,,2026-01-01T10:00:00Z", "Maya,,2026-01-02T10:00:00Z"]);
    const before = allData(data);
    const refused = await correct({ name: "Maya", phones: "" }, { company: "MEA" });
    expect(refused.status).toBe(409);
    const ids = (await find("Maya")).map(({ id }) => id);
    expect(refused.answer).toMatchObject({ matches: expect.arrayContaining(ids.map((id) => expect.objectContaining({ id }))) });
    expect(ids).toHaveLength(2);
    expect(allData(data)).toEqual(before);
    expect((await correct({ name: "Maya", phones: "", id: ids[0] }, { company: "MEA" })).status).toBe(200);
    expect(rows(storeFile("jounieh", "contacts"), "SELECT 1 FROM contact WHERE company = 'MEA'")).toHaveLength(1);
    expect((await correct({ name: "", phones: "", id: ids[1] }, { company: "Murex" })).status).toBe(200);
  });

  it("whom somebody else changed since is 409 with the guest as they are", async () => {
    await bring(["Maya,03 111111,2026-01-01T10:00:00Z"]);
    const [{ id = "" } = {}] = await find("Maya");
    await correct({ name: "Maya", phones: "03 111111", id }, { phones: "70 222222" });
    const late = await correct({ name: "Maya", phones: "03 111111", id }, { name: "Mia" });
    expect(late).toMatchObject({ status: 409, answer: { current: { phones: "70 222222" } } });
  });

  it("of another branch, or of nobody, is 404", async () => {
    await bring(["Maya,03 111111,2026-01-01T10:00:00Z"], { branch: "batroun" });
    const [{ id = "" } = {}] = await find("Maya", "batroun");
    expect((await correct({ name: "Maya", phones: "03 111111" }, { company: "X" })).status).toBe(404);
    expect((await correct({ name: "Maya", phones: "03 111111", id }, { company: "X" })).status).toBe(404);
    expect((await correct({ name: "Maya", phones: "03 111111", id }, { company: "X" }, "batroun")).status).toBe(200);
  });

  it("keeps a known year, and the code of a number that an import read with another country's", async () => {
    await bring(["Maya,03 111111,14/5/1990"], { header: "name,phones,birthday" });
    await correct({ name: "Maya", phones: "03 111111" }, { birthday: "15/5" });
    expect((await find("Maya"))[0]).toMatchObject({ birthday: "--05-15", birth_year: 1990 });
    await correct({ name: "Maya", phones: "03 111111" }, { birthday: "" });
    expect((await find("Maya"))[0]).toMatchObject({ birthday: "", birth_year: null });
    alter(storeFile("jounieh", "contacts"), "UPDATE contact_phone SET digits = '333111111', key = '33111111', calling_code = '33'");
    await correct({ name: "Maya", phones: "03 111111" }, { phones: "03 111111, 70 222222" });
    expect(rows(storeFile("jounieh", "contacts"), "SELECT digits FROM contact_phone ORDER BY position")).toEqual([
      { digits: "333111111" },
      { digits: "96170222222" },
    ]);
  });

  it("who says nothing new is no change, and who shares a number by now is told", async () => {
    await bring(["Maya,03 111111,2026-01-01T10:00:00Z", "Rami,70 222222,2026-01-01T10:00:00Z"]);
    const before = allData(data);
    expect((await correct({ name: "Maya", phones: "03 111111" }, { name: "Maya", company: "" })).status).toBe(200);
    expect(allData(data)).toEqual(before);
    const { answer } = await correct({ name: "Maya", phones: "03 111111" }, { phones: "70222222" });
    expect(answer.may_be_same.map(({ name }) => name)).toEqual(["Rami"]);
    expect(book()).toEqual(["Maya 70222222", "Rami 70 222222"]);
  });

  it.each([
    [{ birthday: "31/2" }],
    [{ birthday: "2099-01-01" }],
    [{ birthday: "soon" }],
    [{ name: "", phones: "" }],
    [{ name: "x".repeat(201) }],
    [{ id: "x" }],
    [{ branch: "batroun" }],
    [{ added_at: "2020-01-01T00:00:00Z" }],
    [{ version: 9 }],
    [{ name: { contains: "" } }],
    [{ identifier: { name: { contains: "" }, phones: { contains: "" } } }],
    [{ identifier: { name: "", phones: "" } }],
  ])("is not changed by %j", async (changes) => {
    await bring(["Maya,03 111111,2026-01-01T10:00:00Z"]);
    const before = allData(data);
    const { status, answer } = await correct({ name: "Maya", phones: "03 111111" }, changes);
    expect([status, answer.code]).toEqual([400, "invalid_request"]);
    expect(allData(data)).toEqual(before);
  });

  it.each([
    ['O\'Brien "Bob"; DROP TABLE contact;--', 'O\'Brien "Bob"; DROP TABLE contact;--'],
    ["a/b\\c..%_*", "a/b\\c..%_*"],
    ["<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"],
    ["Zeina 👩🏽‍🍳 مايا", "Zeina 👩🏽‍🍳 مايا"],
    ["Ali\u202e gnp.exe\u0007", "Ali gnp.exe"],
  ])("may be called %s", async (typed, kept) => {
    await bring(["Maya,03 111111,2026-01-01T10:00:00Z"]);
    expect((await correct({ name: "Maya", phones: "03 111111" }, { name: typed })).answer.contact?.name).toBe(kept);
    expect((await correct({ name: kept, phones: "03 111111" }, { company: "MEA" })).status).toBe(200);
    expect((await find("03111111")).map(({ name, company }) => [name, company])).toEqual([[kept, "MEA"]]);
  });
});

describe("what was corrected by hand", () => {
  it("is not undone by a merge of what was recorded before: not in the branch, not in central, not twice", async () => {
    await seat([{ name: "Myaa", phones: "03 111111", company: "MEA" }]);
    await mergeAll();
    await mergeDate();
    await endDay();
    for (const branch of ["jounieh", "central"]) {
      const { status } = await correct({ name: "Myaa", phones: "03 111111" }, { name: "Maya", phones: "70 222222" }, branch);
      expect(status).toBe(200);
    }
    for (let time = 0; time < 2; time++) await mergeDate();
    await endDay();
    for (const branch of ["jounieh", "central"]) {
      expect(book(branch)).toEqual(["Maya 70 222222"]);
      expect((await find("Maya", branch))[0]).toMatchObject({ also: "", company: "MEA" });
    }
  });

  it("in central stays when the table is saved again, and the table's own news arrives", async () => {
    const { answer } = await seat([{ name: "Maya", phones: "03 111111", company: "MEA" }]);
    await mergeAll();
    await mergeDate();
    await correct({ name: "Maya", phones: "03 111111" }, { company: "Murex" }, "central");
    const contacts = [{ name: "Maya", phones: "03 111111, 70 222222", company: "Air" }];
    await call("staff", saveTable, { body: { metadata: METADATA, contacts, table_name: answer.table_name } });
    await mergeAll();
    await mergeDate();
    expect((await find("Maya", "central"))[0]).toMatchObject({ company: "Murex", phones: "03 111111, 70 222222" });
  });

  it("in central stays with name and numbers when no table says the guest any more", async () => {
    const { answer } = await seat([
      { name: "Maya", phones: "03 111111, 70 222222" },
      { name: "Rami", phones: "03 333333" },
    ]);
    await mergeAll();
    await mergeDate();
    await correct({ name: "Maya", phones: "03 111111, 70 222222" }, { birthday: "14/5" }, "central");
    const contacts = [{ name: "Tia", phones: "03 444444" }];
    await call("staff", saveTable, { body: { metadata: METADATA, contacts, table_name: answer.table_name } });
    await mergeAll();
    await mergeDate();
    expect(book("central")).toEqual(["Maya 03 111111, 70 222222", "Tia 03 444444"]);
    expect((await find("Maya", "central"))[0]).toMatchObject({ birthday: "--05-14" });
  });

  it("of a name stands against a fuller one that comes later, which is kept beside it", async () => {
    await bring(["Maya Khoury Wrong,03 111111,"]);
    expect((await correct({ name: "Maya Khoury Wrong", phones: "03 111111" }, { name: "Maya Khoury" })).status).toBe(200);
    await bring(["Maya Khoury Haddad,03 111111,"]);
    expect(await find("haddad")).toMatchObject([{ name: "Maya Khoury", also: "Maya Khoury Haddad" }]);
  });

  it("does not stand in the way of what is recorded later", async () => {
    await bring(["Maya,03 111111,2026-01-01T10:00:00Z"]);
    await correct({ name: "Maya", phones: "03 111111" }, { phones: "70 222222" });
    clockAt("2026-11-20T20:00:00Z");
    await seat([{ name: "Maya", phones: "03 111111" }]);
    await endDay();
    expect(book()).toEqual(["Maya 03 111111", "Maya 70 222222"]);
  });
});

describe("a guest who was corrected, and became one with another since", () => {
  it("does not come back with the old number by what was recorded before", async () => {
    await bring(["Maya Khoury,03 111111,2026-01-01T10:00:00Z", "Maya,70 222222,2026-01-02T10:00:00Z"]);
    await seat([{ name: "Maya", phones: "70 222222" }]);
    clockAt("2026-11-20T19:40:00Z");
    expect((await correct({ name: "Maya", phones: "70 222222" }, { phones: "70 333333" })).status).toBe(200);
    await bring(["Maya Khoury,03 111111 / 70 333333,2026-01-03T10:00:00Z"]);
    expect(book()).toEqual(["Maya Khoury 03 111111, 70 333333"]);
    expect(await endDay()).toMatchObject({ inserted: 0, skipped: 1 });
    expect(book()).toEqual(["Maya Khoury 03 111111, 70 333333"]);
  });
});
