import { beforeEach, describe, expect, it } from "vitest";
import { listAllData } from "@/lib/all-data/contract";
import { changeTogether, listBin, putBack, undoChange } from "@/lib/all-data/together/contract";
import type { BodyInputOf } from "@/lib/api/endpoint";
import { listAudit } from "@/lib/audit/contract";
import { storeFile } from "@/lib/db/files";
import { deleteContact } from "@/lib/guests/contract";
import { book, bring, endDay } from "../guests/guests";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { makePerson, makeRole } from "../support/people";
import { rows } from "../support/stores";
import { EVENING, seat } from "../support/tables";

beforeEach(() => {
  enterHouse();
  clockAt(EVENING);
});

type Body = BodyInputOf<typeof changeTogether>;

const change = (body: Body, branch?: string) => call("admin", changeTogether, { body, branch });
const undo = async (undo_id: string | null) => call("admin", undoChange, { body: { undo_id: undo_id ?? "" } });
const bin = async () => (await call("admin", listBin, {})).answer.deleted;
const all = () =>
  rows<Record<string, unknown>>(
    storeFile("jounieh", "contacts"),
    "SELECT name, phones, company, language, birthday, added_at, also FROM contact ORDER BY name, phones",
  );

const HEADER = "name,phones,company,birthday,language";
const some = () =>
  bring(["Maya,03 111111,MEA,--05-14,", "Tia,03 222222,MEA,,fr", "Rami,03 333333,,,", "Zeina,03 444444,Touch,,ar"], { header: HEADER });

describe("many guests at once", () => {
  it("get a company, by the filter, and have what stood there again by one undo", async () => {
    await some();
    const before = all();
    const { status, answer } = await change({ filters: { company: "mea" }, set: { company: "Cedar" }, count: 2 });
    expect([status, answer.changed, answer.message]).toEqual([200, 2, "2 guests changed."]);
    expect(all().map(({ company }) => company)).toEqual(["Cedar", "", "Cedar", "Touch"]);
    expect((await undo(answer.undo_id)).answer).toEqual({ message: "Undone: 2 guests as before.", restored: 2 });
    expect(all()).toEqual(before);
    expect((await undo(answer.undo_id)).status).toBe(409);
  });

  it("get a language, those who are named alone; who has it already is not counted", async () => {
    await some();
    const ids = rows<{ id: string }>(storeFile("jounieh", "contacts"), "SELECT id FROM contact WHERE name IN ('Maya', 'Tia')").map(
      ({ id }) => id,
    );
    const { answer } = await change({ ids, set: { language: "fr" }, count: 2 });
    expect(answer.changed).toBe(1);
    expect(all().map(({ language }) => language)).toEqual(["fr", "", "fr", "ar"]);
    const again = await change({ ids, set: { language: "fr" }, count: 2 });
    expect([again.answer.changed, again.answer.undo_id]).toEqual([0, null]);
    expect((await change({ ids, set: { language: "xx" }, count: 2 })).status).toBe(400);
  });

  it("are not changed when they are others than somebody was told, nor when nobody is named", async () => {
    await some();
    const before = all();
    const other = await change({ filters: { company: "mea" }, delete: true, count: 3 });
    expect([other.status, other.answer.error]).toEqual([409, "It would be 2 guests by now, and not 3. Look again. Nothing was changed."]);
    expect((await change({ delete: true, count: 4 })).status).toBe(400);
    expect((await change({ filters: {}, count: 4 })).status).toBe(400);
    expect((await change({ filters: {}, set: { company: "MEA" }, delete: true, count: 4 })).status).toBe(400);
    expect(all()).toEqual(before);
  });

  it("are deleted, stay away at End of Day, lie in the bin with who and when, and come back as they were", async () => {
    await some();
    await seat([{ name: "Maya", phones: "03 111111", company: "MEA" }]);
    const before = all();
    const { answer } = await change({ filters: {}, delete: true, count: 4 });
    expect(answer.message).toBe("4 guests deleted.");
    expect(all()).toEqual([]);
    expect((await bin()).map(({ name, numbers, by }) => [name, numbers?.[0]?.shown, by])).toEqual(
      expect.arrayContaining([["Maya", "+961 3 111 111", "admin"]]),
    );
    const [one] = (await bin()).filter(({ name }) => name === "Tia");
    expect((await call("admin", putBack, { body: { id: one?.id ?? "" } })).status).toBe(200);
    expect(all()).toEqual(before.filter(({ name }) => name === "Tia"));
    expect((await call("admin", putBack, { body: { id: one?.id ?? "" } })).status).toBe(404);
    expect((await undo(answer.undo_id)).answer.restored).toBe(3);
    expect(all()).toEqual(before);
    expect(await bin()).toEqual([]);
    const { entries } = (await call("admin", listAudit, { query: {} })).answer;
    expect(entries.map(({ what }) => what)).toEqual(
      expect.arrayContaining(["Deleted 4 guests at once", "Put a deleted guest back", "Undid a change of many guests: 3 guests as before"]),
    );
    await endDay();
    expect(book()).toContain("Maya 03 111111");
  });

  it("are undone within a day; after that the bin puts single guests back", async () => {
    await some();
    const { answer } = await change({ filters: { text: "Rami" }, delete: true, count: 1 });
    clockAt("2026-11-22T19:30:00Z");
    expect((await undo(answer.undo_id)).status).toBe(409);
    const [rami] = await bin();
    expect((await call("admin", putBack, { body: { id: rami?.id ?? "" } })).status).toBe(200);
    expect(all()).toHaveLength(4);
  });
});

describe("the bin", () => {
  it("has whom somebody deleted one by one too, the last one first, and no other branch's", async () => {
    await some();
    for (const name of ["Zeina", "Maya"]) {
      const [row] = rows<{ id: string }>(storeFile("jounieh", "contacts"), `SELECT id FROM contact WHERE name = '${name}'`);
      expect((await call("staff", deleteContact, { query: { id: row?.id ?? "", store: "contacts" } })).status).toBe(200);
    }
    expect((await bin()).map(({ name, by }) => [name, by])).toEqual([
      ["Maya", "staff"],
      ["Zeina", "staff"],
    ]);
    expect((await call("admin", listBin, { branch: "batroun" })).answer.deleted).toEqual([]);
  });
});

describe("who may", () => {
  it("nobody without the key; who has it and no whole phones neither sees nor finds them", async () => {
    await some();
    const body: Body = { filters: {}, delete: true, count: 4 };
    expect((await call("staff", changeTogether, { body })).status).toBe(403);
    expect((await call("staff", listBin, {})).status).toBe(403);
    expect((await call("staff", putBack, { body: { id: "x" } })).status).toBe(403);
    expect((await call("staff", undoChange, { body: { undo_id: "x" } })).status).toBe(403);
    await makeRole("tidy", ["nav_all_data", "change_all_data"]);
    const { headers } = await makePerson("tidier", { roles: ["tidy"] });
    const byPhone = await call("nobody", changeTogether, { body: { ...body, filters: { text: "111111" }, count: 1 }, headers });
    expect([byPhone.status, byPhone.answer.error]).toEqual([
      409,
      "It would be 0 guests by now, and not 1. Look again. Nothing was changed.",
    ]);
    expect((await call("nobody", changeTogether, { body: { ...body, filters: { text: "maya" }, count: 1 }, headers })).status).toBe(200);
    const { deleted } = (await call("nobody", listBin, { headers })).answer;
    expect(deleted.map(({ numbers }) => numbers)).toEqual([[{ shown: "+9613 ••• •11", digits: "" }]]);
    const elsewhere = await makePerson("batrouni", { roles: ["tidy"], branches: ["batroun"] });
    expect((await call("nobody", changeTogether, { body, branch: "jounieh", headers: elsewhere.headers })).status).toBe(403);
    expect((await call("admin", listAllData, { query: {} })).answer.guests).toHaveLength(3);
  });
});
