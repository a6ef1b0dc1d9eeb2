import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { setClock } from "@/lib/clock";
import { clockAt } from "../support/clocks";
import { enterHouse } from "../support/house";
import { serveHandlers } from "../support/server";
import { END_OF_DAY, EVENING } from "../support/tables";
import { eventsOf } from "../support/vouchers";
import { MAYA, OldClient } from "./old-client";

const DAY = "2026-11-20";
const WHO = { hostess: "Rima", waiter: "Jad", table_number: "12" };

let data = "";
let base = "";
let client: OldClient;

beforeEach(async () => {
  data = enterHouse();
  clockAt(EVENING);
  base = await serveHandlers();
  client = new OldClient(base);
  expect((await client.logIn("admin")).status).toBe(200);
});
afterEach(() => setClock(null));

/** Saves one table as Select Contacts does. @returns its name on the server */
async function saveTable(contacts: object[] = [MAYA], metadata: object = WHO): Promise<string> {
  const { status, body } = await client.post("/save-table", { metadata, contacts });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.table_name;
}

/** An evening with one table, through End of Day: its guest is in the guest book then. */
async function closeEvening(contacts: object[] = [MAYA]): Promise<void> {
  await saveTable(contacts);
  clockAt(END_OF_DAY);
  expect((await client.post("/end-of-day")).status).toBe(200);
}

describe("signing in", () => {
  it("gives a token and the user, and says in plain text what is wrong", async () => {
    const { status, body } = await new OldClient(base).logIn("staff");
    expect({ status, user: body.user }).toMatchObject({ status: 200, user: { name: expect.any(String), roles: ["staff"] } });
    const refused = await new OldClient(base).post("/auth/login", { username: "staff", password: "wrong" });
    expect([refused.status, refused.body.detail]).toEqual([401, "Wrong username or password."]);
  });

  it("opens every call in token style too, at the bare origin, and for no branch named", async () => {
    for (const origin of [base, base.replace(/\/api$/, "")]) {
      const other = new OldClient(origin, "token");
      other.branch = null;
      await other.logIn("staff");
      expect((await other.get("/saved-tables")).body.tables).toEqual([]);
      expect((await other.get("/health")).body).toMatchObject({ ok: true });
    }
  });
});

describe("contacts and tables", () => {
  it("are saved, listed, opened, saved again and searched", async () => {
    const name = await saveTable();
    expect((await client.get("/saved-tables")).body.tables).toEqual([name]);
    const opened = (await client.get(`/table/${encodeURIComponent(name)}`)).body;
    expect(opened).toMatchObject({ table_name: name, metadata: WHO, contacts: [{ name: MAYA.name, phones: MAYA.phones }] });
    const again = await client.post("/save-table", {
      metadata: opened.metadata,
      contacts: [...opened.contacts, { name: "Omar", phones: "03 222222" }],
      table_name: opened.table_name,
    });
    expect([again.status, again.body.table_name]).toEqual([200, name]);
    const { contacts } = (await client.get("/contacts", { search: "omar" })).body;
    expect(contacts).toMatchObject([{ name: "Omar" }]);
    expect((await client.get("/table/unknown")).body).toMatchObject({ error: expect.any(String) });
  });

  it("of a new table carry the table's own name in their metadata", async () => {
    const metadata = { ...WHO, table_name: "Table 12 - Rima", branch: "jounieh", city: "Jounieh", api_base: base };
    const name = await saveTable([MAYA], metadata);
    expect((await client.get("/saved-tables")).body.tables).toEqual([name]);
    expect(name).not.toBe("Table 12 - Rima");
  });

  it("come with everything that a phone knows of them, and of the table", async () => {
    const guest = {
      ...{ _id: 7, rowid: 7, Name: "Maya Khoury", Phones: "03 111111", bday: "11-20", created_at: "2026-11-20T19:00:00Z" },
      ...{ badge: "Next 7 days", isNew: true, selected: { by: "tap" }, loyalty_id: null },
    };
    const metadata = { ...WHO, table_name: "Table 12", use_local_api: true, service: "dinner" };
    const { status, body } = await client.post("/save-table", { metadata, contacts: [guest, { ...MAYA, phones: "71 123456", vip: 1 }] });
    expect(status, JSON.stringify(body)).toBe(200);
    const said = ["metadata.use_local_api", "metadata.service", "contacts.badge", "contacts.isnew", "contacts.selected"];
    expect(body.ignored).toEqual([...said, "contacts.loyalty_id", "contacts.vip"]);
    expect(body.note).toContain("badge");
    const opened = (await client.get(`/table/${encodeURIComponent(body.table_name)}`)).body;
    expect(opened.contacts).toMatchObject([
      { name: "Maya Khoury", phones: "03 111111", birthday: "--11-20" },
      { name: "Maya Khoury", phones: "71 123456" },
    ]);
  });

  it("are corrected in the guest book by name and phones", async () => {
    await closeEvening();
    const identifier = { name: MAYA.name, phones: MAYA.phones };
    const { status, body } = await client.patch("/contacts", { identifier, name: "Maya K", phones: "03 111111", birthday: "1990-11-21" });
    expect([status, body.message]).toEqual([200, "Contact updated in contacts.db"]);
  });

  it("are merged, and taken through End of Day from 23:15 on", async () => {
    await saveTable();
    const merged = (await client.post("/merge-tables")).body;
    expect(merged).toMatchObject({ message: expect.any(String), detail: expect.any(String), skipped: [] });
    const early = await client.post("/end-of-day");
    expect([early.status, early.body.detail]).toEqual([409, "End of Day is available after 23:15"]);
    clockAt(END_OF_DAY);
    expect((await client.post("/end-of-day")).body).toMatchObject({ inserted: 1, skipped: 0, detail: expect.any(String) });
  });
});

it("loyalty: 5 points for each guest of a saved table", async () => {
  await saveTable();
  expect((await client.get("/loyalty/customers/search", { q: MAYA.phones })).body.results).toEqual([]);
  const made = await client.post("/loyalty/customers", { name: MAYA.name, phone: MAYA.phones });
  expect(made.status).toBe(201);
  expect((await client.post("/loyalty/customers", { name: MAYA.name, phone: MAYA.phones })).status).toBe(409);
  const [found] = (await client.get("/loyalty/customers/search", { q: MAYA.phones })).body.results;
  expect(found.id).toBe(made.body.customer.id);
  const visit = await client.post("/loyalty/visit", { customer_id: found.id, table_number: "12", points: 5 });
  expect([visit.status, visit.body.points_total]).toEqual([200, 5]);
});

describe("the queue", () => {
  it("takes the menu of a table, and shows it", async () => {
    mkdirSync(path.join(data, "menus"), { recursive: true });
    writeFileSync(path.join(data, "menus", "menu.pdf"), "%PDF-1.4");
    const table_name = await saveTable();
    const items = [{ name: MAYA.name, phone: MAYA.phones, table_name, pdf_path: "menus/menu.pdf" }];
    const { status, body } = await client.post("/queue/enqueue", { items });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ ok: true, enqueued: 1, detail: expect.any(String) });
    expect((await client.get("/queue/stats")).body).toMatchObject({ PENDING: 1, IN_PROGRESS: 0, SENT: 0, FAILED: 0 });
    const pending = (await client.get("/queue/pending", { limit: "200" })).body.items;
    expect(pending).toMatchObject([{ name: MAYA.name, table_name, pdf_path: "menus/menu.pdf", status: "PENDING" }]);
  });

  it("takes a letter of Customer Service to guests of the search", async () => {
    await closeEvening();
    const { contacts } = (await client.get("/search", { search: "maya", source: "contacts" })).body;
    expect(contacts).toMatchObject([{ name: MAYA.name, phones: expect.any(String), company: "Cedar", added_at: expect.any(String) }]);
    const items = [{ name: contacts[0].name, phone: "9613111111", message: "Hi Maya, how was it?", branch: "jounieh" }];
    expect((await client.post("/queue/enqueue", { items })).body).toMatchObject({ ok: true, enqueued: 1 });
  });

  it("is stopped, emptied, asked about and let go on", async () => {
    await client.post("/queue/enqueue", { items: [{ name: "Maya", phone: "9613111111", message: "Hi", branch: "jounieh" }] });
    expect((await client.post("/cancel-sending")).status).toBe(200);
    expect((await client.get("/cancel-status")).body.cancelled).toBe(true);
    expect((await client.post("/queue/cancel-all")).body.cancelled_items).toBe(1);
    expect((await client.get("/queue/stats")).body.PENDING).toBe(0);
    expect((await client.post("/reset-cancel")).status).toBe(200);
    expect((await client.get("/cancel-status")).body.cancelled).toBe(false);
  });

  it("names its workers at both addresses", async () => {
    for (const address of ["/workers", "/queue/workers"]) expect((await client.get(address)).body.workers).toEqual([]);
  });
});

describe("search by date", () => {
  it("finds, exports, corrects, deletes, dedupes and sets a company", async () => {
    await saveTable([MAYA, { name: "Omar", phones: "03 222222" }]);
    await client.post("/merge-tables");
    const { contacts } = (await client.get("/search-by-date", { date: DAY })).body;
    expect(contacts).toMatchObject([{ name: "Omar" }, { name: "Maya Khoury", added_at: expect.any(String) }]);
    const [omar, maya] = contacts;
    const change = { id: maya.id, name: "Maya K", company: "Pine", phones: MAYA.phones, birthday: "11-21" };
    expect((await client.post("/update-contact", change)).body.message).toBe("Contact updated in table.db");
    expect((await client.delete("/delete-contact", { id: omar.id })).body.message).toBe("Deleted from table.db");
    const company = (await client.postForm("/update-company-by-date", { date: DAY, company: "Oak" })).body;
    expect(company).toMatchObject({ message: expect.any(String), detail: expect.any(String) });
    const dedupe = (await client.post("/dedupe-table")).body;
    expect(dedupe).toMatchObject({ message: expect.any(String), kept_rows: 1, deleted_rows: 0, backup: expect.any(String) });
    const file = await client.get("/export-vcf", { date: DAY });
    expect([file.status, file.headers.get("content-type")]).toEqual([200, "text/vcard; charset=utf-8"]);
    expect(file.text).toContain("Maya K");
    expect((await client.get("/search-by-date", { date: "2026-11-19" })).body.contacts).toEqual([]);
  });

  it("takes a number for the text of an id, and never for a row's place", async () => {
    await saveTable();
    await client.post("/merge-tables");
    // SQLite counts rows from 1: this is the place of Maya's.
    const { status, body } = await client.post("/update-contact", { id: 1, name: "Somebody else" });
    expect([status, body.code]).toEqual([404, "not_found"]);
    expect((await client.delete("/delete-contact", { id: "1" })).status).toBe(404);
    expect((await client.get("/search-by-date", { date: DAY })).body.contacts).toMatchObject([{ name: MAYA.name }]);
    expect((await client.post("/update-contact", { name: "Nobody" })).body.detail).toBe("Missing id on row for table.db update.");
  });
});

it("the live feed: this evening's tables, newest first", async () => {
  await saveTable();
  const { status, body, headers } = await client.get("/table-log");
  expect(status).toBe(200);
  expect(body.logs).toMatchObject([
    { table: "12", time: expect.any(String), hostess: "Rima", waiter: "Jad", contacts: [{ name: MAYA.name }] },
  ]);
  expect(headers.get("cache-control")).toBe("no-store");
});

describe("birthdays", () => {
  it("are found, counted, exported, greeted and retried; vouchers are made, checked and opened", async () => {
    await closeEvening();
    const { contacts } = (await client.get("/birthdays", { date: DAY })).body;
    expect(contacts).toMatchObject([{ name: MAYA.name, phone: expect.any(String), birthday: expect.any(String) }]);
    const stats = (await client.get("/birthdays/stats", { date: DAY })).body;
    expect(stats).toMatchObject({ total: 1, withBirthday: 1, onDate: 1, inMonth: 1 });
    for (const kind of ["csv", "vcf"]) expect((await client.get(`/birthdays/export-${kind}`, { date: DAY })).text).toContain("Maya Khoury");
    const events = eventsOf((await client.get("/birthdays/generate-vouchers-stream", { date: DAY })).text);
    expect(events.at(-1)?.data).toMatchObject({ current: 1, total: 1 });

    const phone = contacts[0].phone.replace(/\s/g, "");
    const voucher = `vouchers/${DAY}/birthday_${MAYA.name}_${phone}.png`;
    const sent = await client.enqueueBirthdays([{ name: MAYA.name, phone, voucher }], "Happy birthday {name}: 20% off your next visit");
    expect([sent.answer.status, sent.answer.body.enqueued], sent.answer.text).toEqual([200, 1]);
    expect(sent.tried).toEqual(["/queue/enqueue/batch"]);
    const task = (await client.get(`/queue/${sent.answer.body.task_id}`)).body;
    expect(task).toMatchObject({ status: "PENDING", total: 1, sent: 0, results: [{ status: "PENDING" }] });
    expect((await client.get("/birthdays/failed-all")).body.failed).toEqual([]);
    expect((await client.post("/birthdays/retry-all")).body.message).toEqual(expect.any(String));

    const { files } = (await client.get("/vouchers/check", { name: MAYA.name, phone: MAYA.phones })).body;
    expect(files).toMatchObject([
      { name: expect.stringMatching(/\.png$/), view_url: expect.any(String), download_url: expect.any(String) },
    ]);
    for (const address of [files[0].view_url, files[0].download_url, `${files[0].view_url}&download=1`]) {
      const picture = await client.send("GET", address.replace(/^.*\/api(?=\/)/, ""));
      expect([picture.status, picture.headers.get("content-type")], address).toEqual([200, "image/png"]);
    }
  });

  it.each(["/queue/enqueue-items", "/queue/enqueue", "/queue/enqueue/single", "form"])(
    "are greeted by %s too; a GET queues nothing",
    async (way) => {
      const item = { name: "Maya", phone: "9613111111" };
      const message = "Happy birthday";
      const json = way === "/queue/enqueue/single" ? { ...item, message } : { items: [item], message, prefer_worker: "pc-1" };
      const form = { items: JSON.stringify([item]), message };
      const answer = way === "form" ? await client.postForm("/queue/enqueue", form) : await client.post(way, json);
      expect(answer.body, answer.text).toMatchObject({ ok: true, enqueued: 1 });
      expect((await client.get("/queue/enqueue", { name: "Maya", phone: "9613111111" })).status).toBe(405);
      expect((await client.get("/queue/stats")).body.PENDING).toBe(1);
    },
  );
});

describe("Merge by Date, All Branches", () => {
  const QUERY = { date: DAY, force: "true", backup: "true", include_server_table: "true", branches_root: "" };
  const merged = { inserted: 1, skipped: 0, sources_scanned: expect.any(Number), root: expect.any(String) };

  it("is a proxy's POST with an empty object", async () => {
    await closeEvening();
    const query = new URLSearchParams({ action: "merge_by_date_all_branches", ...QUERY });
    const { status, body } = await client.post(`/proxy/echo?${query}`, {});
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ ...merged, sources_used: expect.any(Array), sources_ignored: expect.any(Array) });
  });

  it("is a GET where the POST failed", async () => {
    await closeEvening();
    expect((await client.get("/merge-by-date/all-branches", QUERY)).body).toMatchObject(merged);
  });

  it("names itself where it may not run yet without Force, and says what helps", async () => {
    const { status, body } = await client.get("/merge-by-date/all-branches", { ...QUERY, force: "false" });
    expect([status, body.detail]).toEqual([
      409,
      "Without Force, Merge by Date is available after 23:15. Nothing was changed. Choose Force to run it now.",
    ]);
  });
});

describe("the shell", () => {
  it("makes users, and lists and changes the staff of a branch", async () => {
    const made = await client.post("/auth/new-user", { username: "nour", password: "seven copper kettles", roles: ["staff"] });
    expect([made.status, made.body.message]).toEqual([201, "User created"]);
    const before = (await client.get("/staff/jounieh")).body;
    expect([before.hostesses.length, before.waiters.length]).toEqual([2, 5]);
    const add = { role: "hostess", name: "Zeina" };
    expect((await client.post("/staff/jounieh/add", add)).body.hostesses).toContain("Zeina");
    expect((await client.delete("/staff/jounieh/remove", {}, add)).body.hostesses).not.toContain("Zeina");
    expect((await client.post("/staff/jounieh/reset-defaults")).body).toEqual(before);
  });

  it("packs the logs and fetches them; the server's folder opens at its own PC alone", async () => {
    const { filename } = (await client.post("/logs/pack-zip")).body;
    const zip = await client.get(`/logs/download/${filename}`);
    expect([zip.status, zip.bytes.subarray(0, 2).toString()]).toEqual([200, "PK"]);
    expect((await client.get("/backend/browse")).text).toContain("<html");
    expect([200, 409]).toContain((await client.post("/backend/open-folder")).status);
  });

  it("has a page of all calls", async () => {
    const { status, headers, text } = await client.get("/docs");
    expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    for (const one of ["POST /save-table", "GET /birthdays/generate-vouchers-stream", "WS /assist/ws"]) expect(text).toContain(one);
  });
});
