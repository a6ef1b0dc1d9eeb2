import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { enqueueBatch } from "@/lib/queue/contract";
import { changeLimits, type Limits } from "@/lib/queue/limits/contract";
import { DEFAULT_LIMITS } from "@/lib/queue/limits/default-limits";
import { inbound } from "@/lib/queue/workers/contract";
import { standingClock } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { started, type WorkerPc, write } from "../support/queue";
import { rows } from "../support/stores";

/** An official number leaves what it could send by a template alone, and there is none, to whoever can send it. */

const MAYA = { name: "Maya", phone: "03 111111" };
const RAMI = { name: "Rami", phone: "03 222222" };
const { begin, pass } = standingClock("2026-11-20T12:00:00Z");
let data = "";
let official: WorkerPc;
let phone: WorkerPc;

beforeEach(async () => {
  data = enterHouse();
  begin();
  await name({});
  official = await started("a-official", "cloud:100");
  phone = await started("b-phone", "baileys:9613000001");
});

const name = (templates: Partial<Limits["templates"]>) =>
  call("admin", changeLimits, { body: { ...DEFAULT_LIMITS, templates: { ...DEFAULT_LIMITS.templates, ...templates } } });

const greet = (guests: readonly { name: string; phone: string }[], prefer_worker: string | null = null) =>
  call("admin", enqueueBatch, {
    body: { items: [...guests], message: "Happy birthday!", campaign: "birthday", date: "2026-11-20", prefer_worker },
  });

const queued = () =>
  rows<{ status: string; last_code: string | null; prefer_worker: string | null }>(
    path.join(data, "hub.db"),
    "SELECT status, last_code, prefer_worker FROM queue_item ORDER BY position",
  );

async function wrote(pc: WorkerPc, from: string): Promise<void> {
  const messages = [{ from, text: "Hello", at: "2026-11-20T11:59:00Z" }];
  await call("worker", inbound, { body: { worker_id: pc.worker_id, boot_id: pc.boot_id, messages } });
}

describe("a letter without a template", () => {
  it("goes to the linked phone at once, and is not put off by the official number that asks first", async () => {
    await write([MAYA]);
    expect(await official.claim()).toEqual([]);
    expect(queued()).toMatchObject([{ status: "PENDING", last_code: null }]);
    const [item] = await phone.claim();
    if (!item) throw new Error("nothing to claim");
    expect((await phone.begin(item)).answer).toMatchObject({ go: true });
  });

  it("goes by the official number to whoever has written to it, also where others stand before them in the queue", async () => {
    await write([MAYA, { name: "Tia", phone: "03 333333" }, RAMI]);
    await wrote(official, "9613222222");
    const [item] = await official.claim();
    expect(item).toMatchObject({ phone: "9613222222" });
    if (item) expect((await official.begin(item)).answer.go).toBe(true);
    expect(await phone.claim(5)).toHaveLength(2);
  });

  it("is given to the official number, which says what it waits for, where nobody else can send it", async () => {
    pass(60); // the phone is away by then
    await official.beat();
    await write([MAYA]);
    const [item] = await official.claim();
    if (!item) throw new Error("nothing to claim");
    expect((await official.begin(item)).answer).toMatchObject({ go: false, reason: "no_template" });
    pass(1);
    await phone.beat();
    expect(await phone.claim(), "put off, and the phone is back").toHaveLength(1);
  });

  it("goes by both in turn once a template is named", async () => {
    await name({ service_name: "letter" });
    await write([MAYA, RAMI]);
    expect(await official.claim(1)).toHaveLength(1);
    expect(await phone.claim(1)).toHaveLength(1);
  });
});

it("is left by a phone that has sent as much as it may to one whose turn comes in a minute", async () => {
  const phoneLimits = { ...DEFAULT_LIMITS.phone, first_days: [], per_day: 2, gap_s: 60, gap_more_s: 0 };
  await call("admin", changeLimits, { body: { ...DEFAULT_LIMITS, phone: phoneLimits } });
  const other = await started("c-phone", "baileys:9613000002");
  await write(Array.from({ length: 5 }, (_, index) => ({ name: "Tia", phone: `03 44444${index}` })));
  const send = async (pc: WorkerPc) => {
    pass(61);
    for (const one of [phone, other]) await one.beat();
    const [item] = await pc.claim();
    if (!item) throw new Error("nothing to claim");
    expect((await pc.begin(item)).answer).toMatchObject({ go: true });
    await pc.say(item, { outcome: "accepted" });
  };
  await send(phone);
  await send(phone);
  await send(other);
  expect(await phone.claim()).toEqual([]);
});

describe("a campaign without a template", () => {
  it("is dealt to those alone who can send it", async () => {
    await greet([MAYA, RAMI]);
    expect(queued().map(({ prefer_worker }) => prefer_worker)).toEqual(["b-phone", "b-phone"]);
  });

  it("that was dealt to the official number before its template was taken away goes to the others", async () => {
    await name({ birthday_name: "birthday" });
    await greet([MAYA], "a-official");
    expect(queued()).toMatchObject([{ prefer_worker: "a-official" }]);
    await name({});
    expect(await official.claim()).toEqual([]);
    expect(await phone.claim()).toHaveLength(1);
  });
});

describe("the answer to queueing", () => {
  it("says how many get the template at most where a linked phone sends too, and how many where none does", async () => {
    await name({ service_name: "letter", service_body: ["name", "branch"] });
    expect((await write([MAYA, RAMI])).answer).toMatchObject({
      by_template: 2,
      by_template_at_most: true,
      detail: expect.stringContaining("At most 2 of them get the approved WhatsApp template"),
    });
    pass(60);
    await official.beat();
    expect((await write([{ name: "Tia", phone: "03 333333" }])).answer).toMatchObject({
      by_template: 1,
      by_template_at_most: false,
      detail: expect.stringContaining("1 of them get the approved WhatsApp template in place of these words."),
    });
  });
});
