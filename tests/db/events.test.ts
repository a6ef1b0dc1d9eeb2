import path from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { changeRole, login, newUser } from "@/lib/auth/contract";
import { setClock } from "@/lib/clock";
import { branchStore, hubStore } from "@/lib/db/find-store";
import { endOfDay, mergeTables } from "@/lib/evening/contract";
import { importContacts } from "@/lib/import/contract";
import { awardVisit, createCustomer } from "@/lib/loyalty/contract";
import { runMergeByDate } from "@/lib/merging/contract";
import { saveTable } from "@/lib/tables/contract";
import { BY } from "../support/by";
import { checkEvents } from "../support/event-invariants";
import { call, enterHouse } from "../support/house";
import { rows } from "../support/stores";
import { END_OF_DAY, EVENING, METADATA, open, seat } from "../support/tables";

interface Told {
  kind: string;
  actor_kind: string;
  actor_id: string;
  request_id: string;
  subjects: string;
  payload: string;
}

function eventsOf(data: string, store: string, kind: string) {
  const told = rows<Told>(path.join(data, store), "SELECT * FROM event ORDER BY seq").filter((event) => event.kind === kind);
  return told.map((event) => ({ ...event, subjects: JSON.parse(event.subjects), payload: JSON.parse(event.payload) }));
}

function userId(data: string, username: string): string {
  return rows<{ id: string }>(path.join(data, "hub.db"), `SELECT id FROM user WHERE username = '${username}'`)[0]?.id ?? "";
}

describe("what a write leaves behind", () => {
  it("says who saved a table, by which call, who came, went and was corrected", async () => {
    const data = enterHouse();
    const first = await seat([
      { name: "Maya", phones: "03 111111" },
      { name: "Ziad", phones: "03 222222" },
    ]);
    const name = first.answer.table_name;
    const before = await open(name);
    await call("admin", saveTable, {
      headers: { "x-request-id": "correction-1" },
      body: {
        metadata: { ...METADATA, waiter: "Karim" },
        table_name: name,
        version: 1,
        contacts: [
          { name: "Maya Khoury", phones: "03 111111" },
          { name: "Rana", phones: "03 333333" },
        ],
      },
    });
    const [created, corrected] = eventsOf(data, "jounieh/table.db", "table.saved");
    const [maya, ziad] = before.answer.contacts;
    expect(created).toMatchObject({
      actor_kind: "user",
      actor_id: userId(data, "staff"),
      payload: { version: 1, guests: 2, changed: null, added: [{ id: maya?.id, name: "Maya" }, { id: ziad?.id }], removed: [] },
    });
    expect(corrected).toMatchObject({
      actor_id: userId(data, "admin"),
      request_id: "correction-1",
      payload: {
        version: 2,
        changed: { old: { waiter: "Jad" }, new: { waiter: "Karim" } },
        added: [{ name: "Rana", phones: "03 333333" }],
        removed: [{ id: ziad?.id, name: "Ziad", phones: "03 222222" }],
        corrected: [{ id: maya?.id, old: { name: "Maya" }, new: { name: "Maya Khoury" } }],
      },
    });
    const after = await open(name);
    expect(after.answer.contacts[0]?.id).toBe(maya?.id); // a corrected guest stays the same guest
    expect(corrected?.subjects).toContain(maya?.id);
  });

  it("two guests without a phone and of one name stay two", async () => {
    enterHouse();
    const saved = await seat([{ name: "Guest" }, { name: "Guest" }]);
    const again = { metadata: METADATA, table_name: saved.answer.table_name, contacts: [{ name: "Guest" }, { name: "Guest" }] };
    expect((await call("staff", saveTable, { body: again })).status).toBe(200);
    const { answer } = await open(saved.answer.table_name);
    expect(new Set(answer.contacts.map((guest) => guest.id)).size).toBe(2);
  });

  it("agrees with the data of every store after a whole evening", async () => {
    const data = enterHouse();
    setClock(() => new Date(EVENING));
    const { table_name } = (await seat([{ name: "Maya", phones: "03 111111" }])).answer;
    await seat(
      [
        { name: "Maya", phones: "03 111111", birthday: "14/5" },
        { name: "Ziad", phones: "03 222222" },
      ],
      { number: "13" },
    );
    await call("admin", mergeTables, { key: "merge-1" });
    await call("admin", mergeTables, { key: "merge-1" });
    const card = "BEGIN:VCARD\nVERSION:3.0\nFN:Maya\nTEL:03111111\nEMAIL:maya@example.com\nEND:VCARD\n";
    await call("staff", importContacts, { raw: card, headers: { "content-type": "text/vcard" } });
    const customer = (await call("staff", createCustomer, { body: { name: "Maya", phone: "03 111111" } })).answer.customer;
    for (const key of ["one", "two"]) {
      await call("staff", awardVisit, { key, body: { customer_id: customer.id, table_number: "12", points: 5, table_name } });
    }
    setClock(() => new Date(END_OF_DAY));
    await call("admin", endOfDay);
    await call("admin", endOfDay);
    const query = { action: "merge_by_date_all_branches", date: "2026-11-20" } as const;
    await call("admin", runMergeByDate, { query });
    await call("admin", runMergeByDate, { query });
    await call("admin", newUser, { body: { username: "rita", password: "a plain new sentence", roles: ["staff"] } });
    await call("admin", changeRole, { params: { role: "staff" }, body: { permissions: ["nav_home"] } });

    for (const store of ["hub.db", "jounieh/table.db", "jounieh/contacts.db", "central/contacts.db", "batroun/table.db"]) {
      const database = new Database(path.join(data, store), { readonly: true });
      checkEvents(database, store);
      database.close();
    }
    expect(eventsOf(data, "jounieh/contacts.db", "day.ended")).toHaveLength(1);
    expect(eventsOf(data, "jounieh/contacts.db", "contact.changed")[0]?.payload).toMatchObject({
      old: { birthday: "" },
      new: { birthday: "--05-14" },
    });
    expect(eventsOf(data, "hub.db", "points.awarded")).toHaveLength(3); // one by a tablet, two by End of Day
    expect(eventsOf(data, "hub.db", "role.changed").at(-1)?.payload).toMatchObject({ role: "staff", new: ["nav_home"] });
    expect(eventsOf(data, "hub.db", "session.started").length).toBeGreaterThan(1);
  });

  it("of a refused or failed call is nothing", async () => {
    const data = enterHouse();
    const saved = await seat([{ name: "Maya", phones: "03 111111" }]);
    await call("staff", saveTable, {
      body: { metadata: METADATA, table_name: saved.answer.table_name, version: 9, contacts: [{ name: "X" }] },
    });
    await call("nobody", login, { body: { username: "staff", password: "wrong" } });
    expect(eventsOf(data, "jounieh/table.db", "table.saved")).toHaveLength(1);
  });
});

describe("the events themselves", () => {
  it("can be neither changed nor deleted, by anybody with the file", async () => {
    const data = enterHouse();
    await seat([{ name: "Maya", phones: "03 111111" }]);
    const database = new Database(path.join(data, "jounieh", "table.db"));
    expect(() => database.exec("UPDATE event SET actor_id = 'somebody else'")).toThrow("events are never changed");
    expect(() => database.exec("DELETE FROM event")).toThrow("events are never deleted");
    database.close();
  });

  it("go with the transaction that is undone", async () => {
    const data = enterHouse();
    const store = await branchStore("jounieh", "table");
    const undone = store.write(BY, async (tx) => {
      await tx.event.create({
        data: { id: "x", at: "", kind: "table.saved", actor_kind: "", actor_id: "", request_id: "", subjects: "[]", payload: "{}" },
      });
      throw new Error("changed their mind");
    });
    await expect(undone).rejects.toThrow("changed their mind");
    expect(eventsOf(data, "jounieh/table.db", "table.saved")).toHaveLength(0);
  });
});

describe("the receipt of a call with a key", () => {
  it("is kept by the write itself, in whichever store that is, and nothing is done twice", async () => {
    const data = enterHouse();
    const hub = await hubStore();
    let done = 0;
    const by = () => ({ ...BY, receipt: { key: "k", body_hash: "b", status: 200 } });
    const write = () =>
      hub.write(by(), async () => {
        done++;
        return { answer: { done }, happened: [] };
      });
    expect([await write(), await write()]).toEqual([{ done: 1 }, { done: 1 }]);
    expect(done).toBe(1);
    expect(rows(path.join(data, "hub.db"), "SELECT status, answer FROM receipt WHERE key = 'k'")).toEqual([
      { status: 200, answer: '{"done":1}' },
    ]);
    const other = hub.write({ ...BY, receipt: { key: "k", body_hash: "another body", status: 200 } }, async () => ({
      answer: 0,
      happened: [],
    }));
    await expect(other).rejects.toMatchObject({ code: "idempotency_mismatch" });
  });

  it("of End of Day stands with its last step, so that a repetition gives the first sums", async () => {
    enterHouse();
    setClock(() => new Date(EVENING));
    await seat([{ name: "Maya", phones: "03 111111" }]);
    setClock(() => new Date(END_OF_DAY));
    const first = await call("admin", endOfDay, { key: "eod" });
    const again = await call("admin", endOfDay, { key: "eod" });
    expect(first.answer).toMatchObject({ inserted: 1, already_done: false });
    expect(again.answer).toEqual(first.answer);
  });
});
