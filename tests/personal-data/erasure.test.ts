import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { beforeEach, describe, expect, it } from "vitest";
import { storeFile } from "@/lib/db/files";
import { closeStores } from "@/lib/db/find-store";
import { dedupeTable, deleteContact, updateContact } from "@/lib/guests/contract";
import { setOptOut } from "@/lib/opt-outs/contract";
import { erasePersonalData, exportPersonalData, findPersonalData } from "@/lib/personal-data/contract";
import { KEPT_ANSWERS, NOBODYS_TABLES, PERSON_TABLES } from "@/lib/personal-data/where-stored";
import { inbound } from "@/lib/queue/workers/contract";
import { start } from "@/lib/start";
import { saveTable } from "@/lib/tables/contract";
import { book, bring, endDay, find, guestRows, mergeAll, mergeDate } from "../guests/guests";
import { clockAt } from "../support/clocks";
import { checkEvents } from "../support/event-invariants";
import { call, enterHouse } from "../support/house";
import { makePerson } from "../support/people";
import { WorkerPc, write } from "../support/queue";
import { alter, rows } from "../support/stores";
import { EVENING, METADATA, open, seat } from "../support/tables";
import { BIRTHDAY, make } from "../support/vouchers";
import { check, erase, filesWith, HALA, HERS, PHONES } from "./hala";

let data = "";
beforeEach(() => {
  data = enterHouse();
  clockAt(EVENING);
});

const [KEY, KEY2] = ["01900000-0000-7000-8000-000000000001", "01900000-0000-7000-8000-000000000002"];

/** Everything that the product keeps of a guest, over several days and branches. */
async function aLife(): Promise<void> {
  clockAt("2026-11-20T13:00:00Z"); // not in the quiet hours of messages
  await seat([HALA, { name: "Karim Saab", phones: "03 222333" }]);
  await mergeAll();
  await sendTo("96171918273");
  clockAt(EVENING);
  await endDay();
  await mergeDate();
  await call("admin", updateContact, {
    body: { identifier: { name: HALA.name, phones: PHONES }, phones: `${PHONES} / 03 918274` } as never,
  });
  await bring(["Hala Zorkane,+961 3 918274,2026-10-02T20:00:00Z", "Hala Zorkan,71/918273,2026-10-03T20:00:00Z"], { branch: "batroun" });
  await make(BIRTHDAY);
  await seat(
    [
      { name: "Hala Zorkane", phones: "71-918-273" },
      { name: "Tia", phones: "" },
    ],
    { number: "7", branch: "batroun" },
  );
}

async function sendTo(phone: string): Promise<void> {
  expect((await write([{ name: HALA.name, phone, message: `Dear ${HALA.name}, how was it?` }])).status).toBe(200);
  const pc = new WorkerPc("kassir");
  await pc.start();
  for (const item of await pc.claim(5)) {
    expect((await pc.begin(item)).status).toBe(200);
    await pc.say(item, { outcome: "accepted" } as never);
  }
  await answers(pc, phone, "Lovely, thank you");
}

async function answers({ worker_id, boot_id }: WorkerPc, from: string, text: string, at = "2026-11-20T13:00:00Z"): Promise<void> {
  const messages = [{ from, text, at }];
  expect((await call("worker", inbound, { body: { worker_id, boot_id, messages } })).status).toBe(200);
}

/** Everything comes as one JSON from every store, without a word of anybody else. */
async function takeOut(): Promise<void> {
  const { status, answer } = await call("admin", exportPersonalData, { body: { phones: "03 918274" } });
  expect(status).toBe(200);
  const { names, numbers, stores } = answer as never as { names: string[]; numbers: string[]; stores: { store: string }[] };
  expect(names).toEqual(["Hala Zorkan", "Hala Zorkane"]);
  expect(numbers.sort()).toEqual(["9613918274", "96171918273"]);
  expect(stores.map(({ store }) => store)).toEqual([
    "hub",
    "jounieh contacts",
    "jounieh table",
    "batroun contacts",
    "batroun table",
    "central contacts",
  ]);
  expect(Object.keys(stores[0] ?? {})).toEqual(
    expect.arrayContaining(["loyalty_customer", "loyalty_visit", "voucher", "queue_item", "guest_wrote", "history"]),
  );
  expect(JSON.stringify(answer)).not.toMatch(/Karim|222333|Tia/);
  const exports = rows<{ payload: string }>(path.join(data, "hub.db"), "SELECT payload FROM event WHERE kind = 'data.exported'");
  expect(exports.map(({ payload }) => JSON.parse(payload).call)).toEqual(["POST /personal-data/export"]);
}

describe("a person who is erased", () => {
  it("stands in no byte of any file, and whoever sat beside her stays", async () => {
    await aLife();
    expect(filesWith(HERS).length).toBeGreaterThan(10);
    await takeOut();
    const { status, answer } = await erase({ phones: PHONES });
    expect(status, JSON.stringify(answer)).toBe(200);
    expect(answer.erased).toMatchObject({ vouchers: 1, messages: 1, visits: 1 });
    expect(filesWith(HERS)).toEqual([]);
    expect(book()).toEqual(["Karim Saab 03 222333"]);
    expect(guestRows()).toEqual(["Karim Saab 03 222333"]);
    expect(await find("Karim")).toMatchObject([{ name: "Karim Saab" }]);
    expect(readFileSync(storeFile("jounieh", "table")).includes("Karim Saab")).toBe(true);
    const none = { guests: 0, seats: 0, visits: 0, vouchers: 0, messages: 0, events: 0 };
    expect((await erase({ phones: PHONES })).answer).toMatchObject({ ok: true, erased: none }); // as a call that lost its answer

    await closeStores();
    for (const name of [
      "hub.db",
      "jounieh/table.db",
      "jounieh/contacts.db",
      "batroun/table.db",
      "batroun/contacts.db",
      "central/contacts.db",
    ]) {
      const database = new Database(path.join(data, name), { readonly: true });
      checkEvents(database, name);
      database.close();
    }

    // The trail hangs together, and nothing else in it can be changed.
    expect(await check()).toMatchObject({ intact: true, unavailable: [] });
    await closeStores();
    const guard = rows<{ sql: string }>(
      storeFile("jounieh", "table"),
      "SELECT sql FROM sqlite_schema WHERE name = 'event_never_changes'",
    )[0];
    expect(guard?.sql).toContain("events are never changed");
    alter(
      storeFile("jounieh", "table"),
      `DROP TRIGGER event_never_changes; UPDATE event SET payload = replace(payload, 'Karim', 'Kamal') WHERE kind = 'table.saved'; ${guard?.sql};`,
    );
    expect((await check()).intact).toBe(false);
  });

  it("stands no more in what is kept beside rows: undo of a dedupe, decisions, what was not booked, names alone, kept answers", async () => {
    const { answer } = await call("staff", saveTable, { body: { metadata: METADATA, contacts: [HALA] }, branch: "zgharta", key: KEY });
    await mergeAll("zgharta");
    await mergeDate();
    await seat([HALA], { branch: "tripoli" });
    await mergeAll("tripoli");
    await endDay("tripoli");
    // A double, as an older version left them.
    const columns = "business_day, table_name, hostess, waiter, name, phones, email, added_at, booked_by";
    alter(
      storeFile("tripoli", "table"),
      `INSERT INTO guest_row (id, ${columns}) SELECT 'double', ${columns} FROM guest_row;
       INSERT INTO guest_row_phone SELECT last_insert_rowid(), position, digits, key, calling_code FROM guest_row_phone`,
    );
    expect((await call("admin", dedupeTable, { branch: "tripoli" })).answer.deleted_rows).toBe(1);
    const identifier = { name: HALA.name, phones: PHONES };
    const renamed = await call("admin", updateContact, { body: { identifier, name: "Zorkanetta" }, branch: "tripoli", key: KEY2 });
    expect(renamed.status, JSON.stringify(renamed.answer)).toBe(200);
    await call("admin", deleteContact, { query: { id: renamed.answer.contact.id, store: "contacts" }, branch: "tripoli" });
    const kept = (file: string, table: string) => rows(path.join(data, file), `SELECT * FROM ${table}`).length;
    const beside = () => [
      kept("tripoli/table.db", "deduped_row"),
      kept("tripoli/contacts.db", "book_decision"),
      kept("central/contacts.db", "source_record WHERE coalesce(said, '') <> 'gone'"),
    ];
    expect(Math.min(...beside())).toBeGreaterThan(0);

    expect((await erase({ phones: PHONES })).answer).toMatchObject({ ok: true });
    expect(filesWith(HERS)).toEqual([]);
    expect(beside()).toEqual([0, 0, 0]);
    expect((await open(answer.table_name, "zgharta")).answer).toMatchObject({ version: 2, contacts: [] });
    expect(await check()).toMatchObject({ intact: true });
  });

  it("goes by name and day where there is no number, and no namesake of another day goes along", async () => {
    await seat([
      { name: "Nada Zorkane", phones: "" },
      { name: "Karim Saab", phones: "03 222333" },
    ]);
    await bring(["Nada Zorkane,,2026-10-03T20:00:00Z"], { branch: "batroun" });
    await mergeAll();
    await endDay();
    await mergeDate();
    const [nada] = await find("Nada", "central");
    expect((await erase({ id: nada?.id ?? "" })).answer).toMatchObject({ ok: true, erased: { guests: 2, seats: 1 } });
    expect(filesWith(["Nada Zorkane"]).every((found) => found.startsWith("batroun/contacts.db"))).toBe(true);
    expect(book("batroun")).toEqual(["Nada Zorkane"]);
    expect(guestRows()).toEqual(["Karim Saab 03 222333"]);
    expect(await check()).toMatchObject({ intact: true });
  });

  it("is not brought back by a merge, an End of Day, or the undo of what came before", async () => {
    await seat([HALA, { name: "Karim Saab", phones: "03 222333" }]);
    await mergeAll();
    await bring(["Hala Zorkane,71/918273,2026-10-03T20:00:00Z"], { branch: "central" });
    const [row] = rows<{ id: string }>(storeFile("jounieh", "table"), "SELECT id FROM guest_row WHERE name LIKE 'Hala%'");
    await call("admin", deleteContact, { query: { id: row?.id ?? "", store: "table" } });
    await seat([{ name: "Hala Zorkane", phones: "0096171918273" }], { number: "13" });
    expect((await erase({ phones: "+961 71 918 273" })).status).toBe(200);
    await mergeAll();
    await mergeDate();
    await endDay();
    await mergeDate();
    expect(filesWith(HERS)).toEqual([]);
    expect(book("central")).toEqual(["Karim Saab 03 222333"]);
    expect(await check()).toMatchObject({ intact: true });
  });
});

describe("a backup from before", () => {
  it("does not bring an erased person back: the next start erases her again, and nobody who came later", async () => {
    await seat([HALA, { name: "Karim Saab", phones: "03 222333" }]);
    await mergeAll();
    await endDay(); // which backs both stores up before it begins
    await call("admin", setOptOut, { body: { phones: PHONES, opted_out: true } });
    await closeStores();
    const before = mkdtempSync(path.join(tmpdir(), "daftar-before-"));
    const files = ["hub.db", "jounieh/table.db", "jounieh/contacts.db"];
    for (const name of files) cpSync(path.join(data, name), path.join(before, name));
    expect((await erase({ phones: PHONES })).answer).toMatchObject({ ok: true });
    expect(filesWith(HERS)).toEqual([]);
    await closeStores();
    for (const name of files) cpSync(path.join(before, name), path.join(data, name));
    rmSync(before, { recursive: true });
    expect(filesWith(HERS).length).toBeGreaterThan(5);
    await start();
    expect(filesWith(HERS)).toEqual([]);
    expect(book()).toEqual(["Karim Saab 03 222333"]);
    expect((await check()).stores.filter(({ broken_at }) => broken_at !== null)).toEqual([]);

    clockAt("2026-11-21T19:00:00Z");
    await seat([HALA]);
    await closeStores();
    alter(storeFile("jounieh", "table"), "DELETE FROM store_info WHERE name = 'erased_so_far'");
    await start();
    expect(await find("Hala")).toMatchObject([{ name: HALA.name }]);
  });
});

describe("an erasing again that fails", () => {
  it("stops no start, and the next one does it", async () => {
    await seat([HALA, { name: "Karim Saab", phones: "03 222333" }]);
    await closeStores();
    const before = mkdtempSync(path.join(tmpdir(), "daftar-before-"));
    cpSync(path.join(data, "jounieh"), before, { recursive: true });
    await erase({ phones: PHONES });
    await closeStores();
    cpSync(before, path.join(data, "jounieh"), { recursive: true });
    rmSync(before, { recursive: true });
    const file = storeFile("jounieh", "table");
    alter(file, "CREATE TRIGGER stop BEFORE DELETE ON table_guest BEGIN SELECT RAISE(ABORT, 'stopped here'); END");
    expect((await start()).broken).toEqual([]);
    await closeStores();
    expect(rows(file, "SELECT name FROM table_guest").length).toBe(2);
    alter(file, "DROP TRIGGER stop");
    await start();
    expect(filesWith(HERS)).toEqual([]);
    expect(rows(file, "SELECT name FROM table_guest")).toEqual([{ name: "Karim Saab" }]);
  });
});

describe("a list of the erased that somebody has spoilt", () => {
  it("stops no start and no message; nobody is erased until it is mended, and it is left as it is", async () => {
    await seat([HALA, { name: "Karim Saab", phones: "03 222333" }]);
    await erase({ phones: "03 222333" });
    const list = path.join(data, "erased-people.jsonl");
    writeFileSync(list, `${readFileSync(list, "utf8")}{"at": "20`);
    expect((await start()).broken).toEqual([]);
    const { status, answer } = await erase({ phones: PHONES });
    expect([status, answer.error]).toEqual([503, expect.stringContaining("erased-people.jsonl")]);
    expect(readFileSync(list, "utf8")).toContain('{"at": "20');
    expect(await find("Hala")).toMatchObject([{ name: HALA.name }]);
  });
});

describe("what she had said", () => {
  it("no to messages holds when she comes again, until she says yes", async () => {
    clockAt("2026-11-20T13:00:00Z");
    await seat([HALA]);
    await call("admin", setOptOut, { body: { phones: PHONES, opted_out: true } });
    expect((await erase({ phones: PHONES })).answer).toMatchObject({ ok: true });
    expect(rows(path.join(data, "hub.db"), "SELECT * FROM recipient")).toEqual([]);
    await seat([HALA], { number: "3" });
    expect((await write([{ name: HALA.name, phone: PHONES }])).answer.skipped).toMatchObject([{ name: HALA.name }]);
    await call("admin", setOptOut, { body: { phones: PHONES, opted_out: false } });
    expect((await write([{ name: HALA.name, phone: PHONES }])).answer).toMatchObject({ enqueued: 1 });
  });

  it.each([
    ["she writes it herself", () => saysStart()],
    ["somebody of the house notes it", () => call("admin", setOptOut, { body: { phones: PHONES, opted_out: false } })],
  ])("no to messages is over with her yes, also where that is the first that is heard of her again: %s", async (_, saysYes) => {
    clockAt("2026-11-20T13:00:00Z");
    await seat([HALA]);
    await call("admin", setOptOut, { body: { phones: PHONES, opted_out: true } });
    expect((await erase({ phones: PHONES })).answer).toMatchObject({ ok: true });
    clockAt("2026-11-20T13:05:00Z");
    await saysYes();
    expect((await write([{ name: HALA.name, phone: PHONES }])).answer).toMatchObject({ enqueued: 1 });
  });

  async function saysStart(): Promise<void> {
    const pc = new WorkerPc("kassir");
    await pc.start();
    await answers(pc, "96171918273", "START", "2026-11-20T13:04:00Z");
  }
});

describe("nobody is erased", () => {
  it("while a message to them is still to go out", async () => {
    await seat([HALA]);
    await write([{ name: HALA.name, phone: PHONES }]);
    const { status, answer } = await erase({ phones: PHONES });
    expect([status, answer.error]).toEqual([409, expect.stringContaining("still to go out. Nothing was erased.")]);
    expect((await call("admin", findPersonalData, { body: { phones: PHONES } })).answer).toMatchObject({ waiting: 1 });
    expect(existsSync(path.join(data, "erased-people.jsonl"))).toBe(false);
  });

  it("by an admin of some branches, without a number, or where nothing is kept", async () => {
    await seat([HALA]);
    const local = await makePerson("local", { roles: ["admin"], branches: ["jounieh"] });
    for (const contract of [erasePersonalData, findPersonalData, exportPersonalData]) {
      const { status, answer } = await call("nobody", contract, { body: { phones: PHONES }, headers: local.headers });
      expect([status, answer.code]).toEqual([403, "branch_forbidden"]);
      expect((await call("admin", contract, { body: { phones: "0" } })).status).toBe(400);
      expect((await call("admin", contract, { body: {} })).status).toBe(400);
    }
    for (const contract of [erasePersonalData, exportPersonalData]) {
      expect((await call("admin", contract, { body: { phones: "03 999888" } })).status).toBe(404);
    }
    expect(await find("Hala")).toMatchObject([{ name: HALA.name }]);
  });
});

describe("what is kept of a person", () => {
  it("is asked of every table: each is of a person, or of nobody", () => {
    for (const kind of ["hub", "contacts", "table"] as const) {
      const file = kind === "hub" ? path.join(data, "hub.db") : storeFile("jounieh", kind);
      const tables = rows<{ name: string }>(file, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").map(
        ({ name }) => name,
      );
      const ours = tables.filter((name) => !/^sqlite_|^_prisma|^contact_(prefix|trigram)|^name_(word|key)$/.test(name));
      expect([...Object.keys(PERSON_TABLES[kind]), ...KEPT_ANSWERS[kind], ...NOBODYS_TABLES[kind]].sort(), kind).toEqual(ours.sort());
    }
  });
});
