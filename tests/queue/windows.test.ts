import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { beforeEach, describe, expect, it } from "vitest";
import { sweepLeases } from "@/lib/queue/leases/leases";
import { changeLimits } from "@/lib/queue/limits/contract";
import { DEFAULT_LIMITS } from "@/lib/queue/limits/default-limits";
import { heartbeat, inbound, type WorkItem } from "@/lib/queue/workers/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { META_SECRET, tellByMeta } from "../support/meta";
import { started, type WorkerPc, write } from "../support/queue";
import { rows } from "../support/stores";

/** WhatsApp lets the number that a guest wrote to answer freely for a day, and no other number of the house. */

const START = "2026-11-20T12:00:00Z";
const CLOUD = "cloud:106540352242922";
const OTHER = "cloud:206540352242922";
const PHONE = "baileys:9613000001";
const MAYA = "9613111111";

let data = "";
beforeEach(async () => {
  data = enterHouse({ WHATSAPP_APP_SECRET: META_SECRET });
  clockAt(START);
  await nameTemplate("");
});

const nameTemplate = (service_name: string) =>
  call("admin", changeLimits, { body: { ...DEFAULT_LIMITS, templates: { ...DEFAULT_LIMITS.templates, service_name } } });

const wroteToPhone = (pc: WorkerPc, at = START) =>
  call("worker", inbound, {
    body: { worker_id: pc.worker_id, boot_id: pc.boot_id, messages: [{ from: MAYA, text: "Are you open?", at }] },
  });

const wroteToCloud = (phone_number_id: string, at = START) =>
  tellByMeta({
    ...(phone_number_id ? { metadata: { phone_number_id } } : {}),
    messages: [{ from: MAYA, id: "wamid.2", timestamp: String(Date.parse(at) / 1000), type: "text", text: { body: "Are you open?" } }],
  });

async function claimed(pc: WorkerPc): Promise<WorkItem> {
  await pc.beat();
  const [item] = await pc.claim();
  if (!item) throw new Error("nothing to claim");
  return item;
}

async function begins(account: string) {
  await write([{ name: "Maya", phone: "03 111111" }]);
  const pc = await started("pc-that-sends", account);
  return (await pc.begin(await claimed(pc))).answer;
}

const kept = () => rows(path.join(data, "hub.db"), "SELECT digits, account, at FROM guest_wrote ORDER BY account");

describe("the day of a guest's own words", () => {
  it("is of the linked phone that they wrote to, and not of the official number", async () => {
    await wroteToPhone(await started("pc-1", PHONE));
    clockAt("2026-11-20T12:01:00Z"); // the phone, which could send it, is away by then
    expect(await begins(CLOUD)).toMatchObject({ go: false, reason: "no_template" });
    expect(kept()).toEqual([{ digits: MAYA, account: PHONE, at: "2026-11-20T12:00:00.000Z" }]);
  });

  it("is of the official number that they wrote to", async () => {
    await wroteToCloud("106540352242922");
    expect(await begins(CLOUD)).toEqual(expect.objectContaining({ go: true }));
  });

  it("is not of another official number of the same business", async () => {
    await wroteToCloud("106540352242922");
    expect(await begins(OTHER)).toMatchObject({ go: false, reason: "no_template" });
  });

  it("is nobody's where Meta does not say to which number they wrote, and a no counts all the same", async () => {
    await wroteToCloud("");
    expect(await begins(CLOUD)).toMatchObject({ go: false, reason: "no_template" });
    expect(kept()).toEqual([]);
    await tellByMeta({ messages: [{ from: MAYA, id: "wamid.3", timestamp: "1795608000", type: "text", text: { body: "STOP" } }] });
    expect((await write([{ name: "Maya", phone: "03 111111", message: "Other words" }])).answer.enqueued).toBe(0);
  });

  it("goes on with their newest words to that number, told in whatever order", async () => {
    await wroteToCloud("106540352242922", "2026-11-20T11:00:00Z");
    await wroteToCloud("106540352242922", "2026-11-20T10:00:00Z");
    await wroteToCloud("206540352242922", "2026-11-20T09:00:00Z");
    expect(kept()).toEqual([
      { digits: MAYA, account: CLOUD, at: "2026-11-20T11:00:00.000Z" },
      { digits: MAYA, account: OTHER, at: "2026-11-20T09:00:00.000Z" },
    ]);
  });

  it("decides for that number whether a message takes a template", async () => {
    await nameTemplate("letter");
    await wroteToPhone(await started("pc-1", PHONE));
    await wroteToCloud("106540352242922");
    await write([{ name: "Maya", phone: "03 111111" }]);
    const item = await claimed(await started("pc-3", OTHER));
    expect(item.template).toMatchObject({ name: "letter" });
    clockAt("2026-11-20T12:02:00Z");
    await sweepLeases(); // its lease is over
    expect((await claimed(await started("pc-2", CLOUD))).template).toBeNull();
  });
});

it("frees at once what waits for the guest who wrote, and nobody else's", async () => {
  await write([{ name: "Rami", phone: "03 222222" }]);
  const pc = await started("pc-1", CLOUD);
  expect((await pc.begin(await claimed(pc))).answer).toMatchObject({ go: false, reason: "no_template" });
  await write([{ name: "Maya", phone: "03 111111" }]);
  expect((await pc.begin(await claimed(pc))).answer).toMatchObject({ go: false, reason: "no_template" });
  await wroteToCloud("106540352242922");
  const items = await pc.claim(5);
  expect(items.map(({ phone }) => phone)).toEqual([MAYA]);
  expect((await pc.begin(items[0] as WorkItem)).answer.go).toBe(true);
});

it("a linked phone that may begin no conversations writes to those who wrote to it, not to those who wrote to another number", async () => {
  const phone = await started("pc-1", PHONE);
  const lock = () =>
    call("worker", heartbeat, {
      body: {
        worker_id: phone.worker_id,
        boot_id: phone.boot_id,
        transport: { connected: true, lock: { until: "2026-11-20T15:00:00.000Z" } },
      },
    });
  await wroteToCloud("106540352242922", "2026-11-01T00:00:00Z");
  await write([{ name: "Maya", phone: "03 111111" }]);
  await lock();
  const [item] = await phone.claim();
  expect((await phone.begin(item as WorkItem)).answer).toMatchObject({ go: false, reason: "paused" });
  clockAt("2026-11-20T14:00:00Z");
  await wroteToPhone(phone, "2026-11-02T00:00:00Z");
  await write([{ name: "Maya", phone: "03 111111", message: "Other words" }]);
  await lock();
  const [other] = await phone.claim();
  expect((await phone.begin(other as WorkItem)).answer).toMatchObject({ go: true });
});

describe("what was known before numbers were told apart", () => {
  const MIGRATION = "guest_wrote";

  /** The store as the version before had it, with guests' words and some numbers of the house; then the migration. */
  function migrated(...accounts: string[]) {
    const database = new Database(":memory:");
    const folder = "prisma/hub/migrations";
    const names = readdirSync(folder)
      .filter((name) => /^\d/.test(name))
      .sort();
    const sql = (name: string) => readFileSync(path.join(folder, name, "migration.sql"), "utf8");
    database.function("phones_of", (_phones) => "[]"); // the runner's own; here is nobody whose numbers it could read
    const index = names.findIndex((name) => name.endsWith(MIGRATION));
    for (const name of names.slice(0, index)) database.exec(sql(name));
    for (const id of accounts) database.prepare("INSERT INTO sender_account (id, first_used_at, next_at) VALUES (?, '', '')").run(id);
    database.exec(
      `INSERT INTO recipient VALUES ('9613111111', NULL, NULL, '2026-11-20T10:00:00.000Z'), ('9613222222', '2026-11-19T10:00:00.000Z', 'keyword', NULL)`,
    );
    database.exec(sql(names[index] ?? ""));
    const all = (table: string) => database.prepare(`SELECT * FROM ${table}`).all();
    return { wrote: all("guest_wrote"), said: all("recipient") };
  }
  const NO = { digits: "9613222222", opted_out_at: "2026-11-19T10:00:00.000Z", opted_out_by: "keyword" };

  it("counts for the only number that the house has sent from", () => {
    expect(migrated("sandbox", CLOUD)).toEqual({
      wrote: [{ digits: "9613111111", account: CLOUD, at: "2026-11-20T10:00:00.000Z" }],
      said: [NO],
    });
  });

  it("counts for no number where there are several", () => {
    expect(migrated(PHONE, CLOUD)).toEqual({ wrote: [], said: [NO] });
  });
});
