import { beforeEach, describe, expect, it } from "vitest";
import { updateContact } from "@/lib/guests/contract";
import { importContacts, undoImport } from "@/lib/import/contract";
import { createCustomer } from "@/lib/loyalty/contract";
import { book, endDay } from "../guests/guests";
import { award } from "../loyalty/visits";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { EVENING, seat } from "../support/tables";
import { make } from "../support/vouchers";

const bring = async (raw: string) =>
  (await call("staff", importContacts, { raw, headers: { "content-type": "text/csv" } })).answer.import_id ?? "";
const undo = async (import_id: string) => {
  const { status, answer } = await call("staff", undoImport, { body: { import_id } });
  expect(status, JSON.stringify(answer)).toBe(200);
  return answer;
};

const LATER = "2026-11-20T20:00:00Z";

beforeEach(() => {
  enterHouse();
  clockAt(EVENING);
});

describe("an import that is undone leaves a guest", () => {
  it("who visited since, and names them", async () => {
    const id = await bring("name,phones,email\nMaya,03 111111,m@x.lb\nRita,03 222222,\n");
    clockAt(LATER);
    await seat([{ name: "Maya", phones: "03 111111" }]);
    await endDay();
    expect(await undo(id)).toMatchObject({
      removed: 1,
      kept: 1,
      kept_guests: [{ name: "Maya", phones: "+9613 ••• •11", reason: "Came with the import, and visited and got points since." }],
    });
    expect(book()).toEqual(["Maya 03 111111"]);
  });

  it("but goes on without whoever had visited before it", async () => {
    const { answer } = await call("staff", createCustomer, { body: { name: "Maya", phone: "03 111111" } });
    const saved = await seat([{ name: "Maya", phones: "03 111111" }]);
    await award(answer.customer.id, { table_name: saved.answer.table_name });
    clockAt(LATER);
    const id = await bring("name,phones\nMaya Khoury,03 111111\n");
    await endDay();
    expect(await undo(id)).toMatchObject({ kept: 0, kept_guests: [] });
    expect(book()).toEqual(["Maya 03 111111"]);
  });

  it("who got a voucher since", async () => {
    const before = await bring("name,phones,birthday\nNour,03 444444,20/11\n");
    clockAt("2026-11-20T19:40:00Z");
    await make();
    clockAt(LATER);
    const id = await bring("name,phones,birthday\nMaya,03 111111,20/11\nRita,03 222222,21/11\nNour,03 444444,20/11\n");
    clockAt("2026-11-20T20:10:00Z");
    await make();
    expect((await undo(id)).kept_guests).toEqual([
      { name: "Maya", phones: "+9613 ••• •11", reason: "Came with the import, and got a voucher since." },
    ]);
    expect(book()).toEqual(["Maya 03 111111", "Nour 03 444444"]);
    expect((await undo(before)).kept_guests).toMatchObject([{ name: "Nour", reason: "Came with the import, and got a voucher since." }]);
  });

  it("who got points since, and was filled in by it; with all that happened", async () => {
    await bring("name,phones\nMaya,03 111111\n");
    const id = await bring("name,phones,email\nMaya,03 111111,m@x.lb\nRita,03 222222,\n");
    clockAt(LATER);
    const { answer } = await call("staff", createCustomer, { body: { name: "Maya", phone: "03 111111" } });
    const saved = await seat([{ name: "Maya", phones: "03 111111" }]);
    await award(answer.customer.id, { table_name: saved.answer.table_name });
    const identifier = { name: "Maya", phones: "03 111111" };
    expect((await call("staff", updateContact, { body: { identifier, title: "Dr." } as never })).status).toBe(200);
    expect(await undo(id)).toMatchObject({
      removed: 1,
      kept_guests: [{ name: "Maya", reason: "Was filled in by the import, and changed and got points since." }],
    });
  });
});
