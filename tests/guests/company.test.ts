import { beforeEach, describe, expect, it } from "vitest";
import { storeFile } from "@/lib/db/files";
import { openReading } from "@/lib/db/pragmas";
import {
  dedupeTable,
  deleteContact,
  undoCompany,
  undoDedupe,
  updateCompanyByDate,
  updateContact,
  updateTableContact,
} from "@/lib/guests/contract";
import { saveTable } from "@/lib/tables/contract";
import { clockAt } from "../support/clocks";
import { checkEvents } from "../support/event-invariants";
import { call, enterHouse } from "../support/house";
import { allData, rows } from "../support/stores";
import { EVENING, METADATA, open, seat } from "../support/tables";
import { bring, DATE, endDay, eventsOf, find, mergeAll, mergeDate, ofDate, rowId } from "./guests";

let data = "";
beforeEach(() => {
  data = enterHouse();
  clockAt(EVENING);
});

const set = (company: string, more: { key?: string; branch?: string; date?: string } = {}) =>
  call("staff", updateCompanyByDate, { body: { date: more.date ?? DATE, company }, ...more });
const undo = (undo_id: string | null, branch?: string) => call("staff", undoCompany, { body: { undo_id: undo_id ?? "" }, branch });
const companyIn = async (name: string, branch?: string) => (await find(name, branch))[0]?.company;
const companies = async () => (await ofDate()).map(({ name, company }) => `${name} ${company}`.trim()).sort();

describe("Set Company for All Contacts on This Date", () => {
  it("sets it for everybody whom the search of that date shows, and for nobody else", async () => {
    const first = (await seat([{ name: "Maya", phones: "03 111111", company: "Old" }, { name: "Guest" }], { number: "1" })).answer;
    await mergeAll();
    await seat([{ name: "Rami", phones: "03 222222" }], { number: "2" });
    await bring(["Tia,03 333333,2026-11-20T18:00:00Z", "Other,03 444444,2026-11-19T18:00:00Z"]);
    const { status, answer } = await set("MEA");
    expect([status, answer.message, answer.backups.length]).toEqual([200, "Updated successfully.", 2]);
    expect(await companies()).toEqual(["Guest MEA", "Maya MEA", "Rami MEA", "Tia MEA"]);
    expect((await find("Other"))[0]?.company).toBe("");
    expect((await open(first.table_name)).answer.contacts.map(({ company }) => company)).toEqual(["MEA", "MEA"]);
    const late = { metadata: METADATA, contacts: [{ name: "Maya", company: "Old" }], table_name: first.table_name, version: 1 };
    expect((await call("staff", saveTable, { body: late })).status).toBe(409);
    await mergeAll();
    expect(await companies()).toEqual(["Guest MEA", "Maya MEA", "Rami MEA", "Tia MEA"]);
    await endDay();
    expect((await find("Maya"))[0]?.company).toBe("MEA");
    for (const kind of ["contacts", "table"] as const) {
      const database = openReading(storeFile("jounieh", kind));
      checkEvents(database, `jounieh/${kind}.db`);
      database.close();
    }
  });

  it("keeps the old values in the events, and is undone but for what was changed since", async () => {
    await seat([
      { name: "Maya", phones: "03 111111", company: "Old" },
      { name: "Rami", phones: "03 222222" },
    ]);
    await mergeAll();
    await bring(["Tia,03 333333,Tia & Co,2026-11-20T18:00:00Z"], { header: "name,phones,company,added_at" });
    const before = await companies();
    const { undo_id } = (await set("MEA")).answer;
    expect(eventsOf("contacts").at(-1)).toMatchObject({
      kind: "contact.changed",
      payload: { why: "company", old: { company: "Tia & Co" }, new: { company: "MEA" } },
    });
    const second = (await set("Murex")).answer;
    const early = await undo(undo_id);
    expect(early.status).toBe(409);
    expect((await undo(second.undo_id)).answer.left).toBe(0);
    expect(await companies()).toEqual(["Maya MEA", "Rami MEA", "Tia MEA"]);
    expect((await undo(second.undo_id)).status).toBe(409);
    // The one that came too early was not used up.
    expect((await undo(undo_id)).answer).toMatchObject({ restored: 5, left: 0 });
    expect(await companies()).toEqual(before);
  });

  it("undone gives everybody back the very company they had", async () => {
    await seat([{ name: "Maya", phones: "03 111111", company: "Old" }, { name: "Guest" }]);
    await mergeAll();
    await bring(["Tia,03 333333,Tia & Co,2026-11-20T18:00:00Z"], { header: "name,phones,company,added_at" });
    const before = await companies();
    const { undo_id } = (await set("MEA")).answer;
    expect((await undo(undo_id)).status).toBe(200);
    expect(await companies()).toEqual(before);
    await mergeAll();
    expect(await companies()).toEqual(before);
  });

  it("undone after an End of Day gives the guest book back what was typed too, and leaves who had that company before", async () => {
    await bring(["Old MEA,03 444444,MEA,2026-01-01T10:00:00Z", "Rami,03 222222,,2026-01-01T10:00:00Z"], {
      header: "name,phones,company,added_at",
    });
    await seat([
      { name: "Maya", phones: "03 111111", company: "Own" },
      { name: "Rami", phones: "03 222222" },
      { name: "Old MEA", phones: "03 444444" },
      { name: "Guest" },
    ]);
    const { undo_id } = (await set("MEA")).answer;
    await endDay();
    const companyOf = async (name: string) => (await find(name))[0]?.company;
    expect(await Promise.all(["Maya", "Rami", "Guest"].map(companyOf))).toEqual(["MEA", "MEA", "MEA"]);
    expect((await undo(undo_id)).answer.left).toBe(0);
    expect(await Promise.all(["Maya", "Rami", "Old MEA", "Guest"].map(companyOf))).toEqual(["Own", "", "MEA", ""]);
    expect((await undo(undo_id)).status).toBe(409);
  });

  it("undone after central took it from booked rows is gone there by the next Merge by Date, and what was typed is back", async () => {
    await bring(["Known,03 555555,Wrote it,2026-01-01T10:00:00Z"], { header: "name,phones,company,added_at", branch: "central" });
    await seat([
      { name: "Maya", phones: "03 111111", company: "Own" },
      { name: "Rami", phones: "03 222222" },
      { name: "Tia", phones: "03 333333" },
      { name: "Guest" },
      { name: "Typed", phones: "03 444444", company: "MEA" },
      { name: "Known", phones: "03 555555" },
    ]);
    const { undo_id } = (await set("MEA")).answer;
    await endDay();
    await mergeDate();
    const inCentral = async () => Promise.all(["Maya", "Rami", "Tia", "Guest", "Typed", "Known"].map((name) => companyIn(name, "central")));
    expect(await inCentral()).toEqual(["MEA", "MEA", "MEA", "MEA", "MEA", "Wrote it"]);
    const [tia] = await find("Tia", "central");
    const identifier = { name: "Tia", phones: tia?.phones ?? "" };
    // Somebody says by hand what the merge said: then it is theirs.
    for (const company of ["", "MEA"])
      expect((await call("staff", updateContact, { body: { identifier, company }, branch: "central" })).status).toBe(200);
    // A row that went since cannot say it any more, and neither may the books.
    expect((await call("staff", deleteContact, { query: { id: await rowId("Rami"), store: "table" } })).status).toBe(200);
    expect((await undo(undo_id)).status).toBe(200);
    expect(await companyIn("Rami")).toBe("");
    expect((await mergeDate()).corrected).toBe(3);
    expect(await inCentral()).toEqual(["Own", "", "MEA", "", "MEA", "Wrote it"]);
    expect((await mergeDate()).corrected).toBe(0);
    const database = openReading(storeFile("central", "contacts"));
    checkEvents(database, "central/contacts.db");
    database.close();
  });

  it("undone in the wrong order gives nobody a company that was undone before", async () => {
    await bring(["Maya,03 111111,2026-01-01T10:00:00Z"]);
    await seat([{ name: "Maya", phones: "03 111111" }], { number: "1" });
    const first = (await set("MEA")).answer;
    await endDay();
    const second = (await set("Murex")).answer;
    expect((await undo(first.undo_id)).status).toBe(409);
    await seat([{ name: "Rami", phones: "03 222222" }], { number: "2" });
    const row = { id: await rowId("Maya"), company: "Own" };
    expect((await call("staff", updateTableContact, { body: row })).status).toBe(200);
    // Maya was corrected by hand, so the first one holds nobody any more but in the guest book, which takes her row as it is now.
    expect((await undo(first.undo_id)).answer).toMatchObject({ restored: 1 });
    expect((await undo(second.undo_id)).status).toBe(200);
    await mergeAll();
    expect([await companies(), await companyIn("Maya")]).toEqual([["Maya Own", "Rami"], "Own"]);
  });

  it("undone under a later one does not come back when that one is undone", async () => {
    await seat([
      { name: "Maya", phones: "03 111111" },
      { name: "Rami", phones: "03 222222" },
    ]);
    await mergeAll();
    const [first, second] = [(await set("MEA")).answer, (await set("Murex")).answer];
    const body = { id: await rowId("Rami"), company: "Own" };
    expect((await call("staff", updateTableContact, { body })).status).toBe(200);
    expect((await undo(first.undo_id)).status).toBe(200);
    expect((await undo(second.undo_id)).status).toBe(200);
    expect(await companies()).toEqual(["Maya", "Rami Own"]);
  });

  it("undone comes back by no undo of a dedupe that came in between", async () => {
    await seat([{ name: "Maya", phones: "03 111111", company: "Own" }], { number: "1" });
    await endDay();
    await seat([{ name: "Maya", phones: "03 111111, 70 222222" }], { number: "2" });
    await mergeAll();
    const { undo_id } = (await set("ACME")).answer;
    const deduped = (await call("staff", dedupeTable)).answer;
    expect(deduped.deleted_rows).toBe(1);
    expect((await undo(undo_id)).status).toBe(200);
    expect((await call("staff", undoDedupe, { body: { undo_id: deduped.undo_id ?? "" } })).status).toBe(200);
    const left = rows<{ company: string }>(storeFile("jounieh", "table"), "SELECT company FROM guest_row WHERE company = 'ACME'");
    expect(left).toEqual([]);
  });

  it("undone leaves a guest at an open table as they were there, also where the evening's row said more", async () => {
    const first = (await seat([{ name: "Maya", phones: "03 111111" }], { number: "1" })).answer;
    await seat([{ name: "Maya", phones: "03 111111", company: "Own" }], { number: "2" });
    await mergeAll();
    const { undo_id } = (await set("MEA")).answer;
    expect((await undo(undo_id)).status).toBe(200);
    expect((await open(first.table_name)).answer.contacts.map(({ company }) => company)).toEqual([""]);
    expect(await companies()).toEqual(["Maya Own"]);
  });

  it("undone is gone from a row that had it from the same guest at another table, and from the books that took it", async () => {
    const { table_name } = (await seat([{ name: "Rami", phones: "03 222222" }], { number: "1" })).answer;
    await seat([{ name: "Maya", phones: "03 111111" }], { number: "2" });
    const { undo_id } = (await set("MEA")).answer;
    const contacts = [...(await open(table_name)).answer.contacts, { name: "Maya", phones: "03 111111" }];
    expect((await call("staff", saveTable, { body: { metadata: METADATA, contacts, table_name } })).status).toBe(200);
    await endDay();
    await mergeDate();
    expect((await undo(undo_id)).status).toBe(200);
    await mergeDate();
    expect(await companies()).toEqual(["Maya", "Rami"]);
    expect([await companyIn("Maya"), await companyIn("Maya", "central")]).toEqual(["", ""]);
  });

  it("undone one after the other, the last one first, leaves a known guest whom an End of Day completed without any", async () => {
    await bring(["Maya,03 111111,2026-01-01T10:00:00Z"]);
    await seat([{ name: "Maya", phones: "03 111111" }]);
    const [first, second] = [(await set("MEA")).answer, (await set("Murex")).answer];
    await endDay();
    expect((await undo(second.undo_id)).status).toBe(200);
    expect((await undo(first.undo_id)).status).toBe(200);
    expect([await companies(), await companyIn("Maya")]).toEqual([["Maya"], ""]);
  });

  it("holds in central against a table's word", async () => {
    await seat([{ name: "Maya", phones: "03 111111", company: "Old" }]);
    await mergeAll();
    await mergeDate();
    const { answer } = await set("MEA", { branch: "central" });
    expect([answer.updated, answer.backups.length]).toEqual([1, 1]);
    await mergeDate();
    expect((await find("Maya", "central"))[0]?.company).toBe("MEA");
    const identifier = { name: "Maya", phones: "03 111111" };
    const said = { id: await rowId("Maya"), identifier, company: "Said at the table" };
    expect((await call("staff", updateTableContact, { body: said })).status).toBe(200);
    await mergeDate();
    expect((await find("Maya", "central"))[0]?.company).toBe("MEA");
    expect((await undo(answer.undo_id, "central")).answer.restored).toBe(1);
    expect((await find("Maya", "central"))[0]?.company).toBe("Said at the table");
  });

  it("is done once for a key, and says what nobody needed", async () => {
    await seat([{ name: "Maya", phones: "03 111111" }]);
    const first = await set("MEA", { key: "one" });
    expect((await set("MEA", { key: "one" })).answer).toEqual(first.answer);
    expect((await set("MEA")).answer).toMatchObject({ updated: 0, undo_id: null });
    expect(eventsOf("table").filter(({ kind }) => kind === "table.saved")).toHaveLength(2);
  });

  it("reads forms of both kinds, as the specification says, and refuses what is none", async () => {
    await seat([{ name: "Maya", phones: "03 111111" }]);
    const form = new FormData();
    form.set("date", DATE);
    form.set("company", "Ömer & Söhne = 100%");
    const request = new Request("http://x", { method: "POST", body: form });
    const headers = { "content-type": request.headers.get("content-type") ?? "" };
    expect((await call("staff", updateCompanyByDate, { raw: await request.text(), headers })).status).toBe(200);
    expect(await companies()).toEqual(["Maya Ömer & Söhne = 100%"]);
    const short = { "content-type": "application/x-www-form-urlencoded" };
    expect((await call("staff", updateCompanyByDate, { raw: `date=${DATE}&company=MEA`, headers: short })).status).toBe(200);
    expect(await companies()).toEqual(["Maya MEA"]);
    const before = allData(data);
    const file = new FormData();
    file.set("date", DATE);
    file.set("company", new Blob(["x"]), "x.txt");
    const upload = new Request("http://x", { method: "POST", body: file });
    const refused: [string | FormData, Record<string, string>, string?][] = [
      [`date=${DATE}`, short, "Please enter a company and select a date."],
      ["company=MEA", short, "Please enter a company and select a date."],
      [`date=${DATE}&company=%20`, short, "Please enter a company and select a date."],
      ["date=&company=MEA", short, "Please enter a company and select a date."],
      [`date=20/11/2026&company=MEA`, short],
      [`date=${DATE}&company=MEA&role=admin`, short],
      [`date=${DATE}&company=MEA&company=X`, short],
      [`date=${DATE}&company=a%00b`, short],
      ["--x\r\nnothing", { "content-type": "multipart/form-data; boundary=x" }],
      [await upload.text(), { "content-type": upload.headers.get("content-type") ?? "" }],
    ];
    for (const [raw, types, text] of refused) {
      const { status, answer } = await call("staff", updateCompanyByDate, { raw, headers: types });
      expect([raw, status, answer.code]).toEqual([raw, 400, "invalid_request"]);
      if (text) expect(answer.error).toBe(text);
    }
    expect(allData(data)).toEqual(before);
    expect(rows(storeFile("jounieh", "table"), "SELECT DISTINCT company FROM table_guest")).toEqual([{ company: "MEA" }]);
  });
});
