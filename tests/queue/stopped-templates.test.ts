import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { queuePending } from "@/lib/queue/contract";
import { changeLimits, type Limits, readLimits } from "@/lib/queue/limits/contract";
import { DEFAULT_LIMITS } from "@/lib/queue/limits/default-limits";
import { inbound, type WorkItem } from "@/lib/queue/workers/contract";
import { standingClock } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { hubEvents } from "../support/hub-events";
import { META_SECRET, statusByMeta, tellByMeta } from "../support/meta";
import { started, type WorkerPc, write } from "../support/queue";
import { alter, rows } from "../support/stores";

/** A template that WhatsApp has paused, or refuses: every message that needs it would be refused alike, so they wait. */

const HOUR = 3_600;
let data = "";
let pc: WorkerPc;

const { begin, pass } = standingClock("2026-11-20T08:00:00Z");

beforeEach(async () => {
  data = enterHouse({ WHATSAPP_APP_SECRET: META_SECRET });
  begin();
  pc = await started("pc-1", "cloud:106540352242922");
  await write([
    { name: "Maya", phone: "03 111111" },
    { name: "Rami", phone: "03 222222" },
    { name: "Nour", phone: "03 333333" },
  ]);
});

async function claimed(worker = pc): Promise<WorkItem> {
  pass(1);
  await worker.beat();
  const [item] = await worker.claim();
  if (!item) throw new Error("nothing to claim");
  return item;
}

async function begun(worker = pc): Promise<WorkItem> {
  const item = await claimed(worker);
  expect((await worker.begin(item)).answer).toMatchObject({ go: true });
  return item;
}

async function refuse(code: number, fault: "account" | "content" = "account"): Promise<WorkItem> {
  const item = await begun();
  expect(await pc.say(item, { outcome: "not_sent", fault, code: String(code), detail: "No." })).toBe("applied");
  return item;
}

const save = (templates: Partial<Limits["templates"]> = {}) =>
  call("admin", changeLimits, {
    body: {
      ...DEFAULT_LIMITS,
      templates: { ...DEFAULT_LIMITS.templates, birthday_name: "birthday_20", service_name: "letter", ...templates },
    },
  });
const stopped = async () => (await call("admin", readLimits)).answer.stopped;
const items = () =>
  rows<{ status: string; attempts: number; last_code: string | null; last_error: string | null }>(
    path.join(data, "hub.db"),
    "SELECT status, attempts, last_code, last_error FROM queue_item ORDER BY position",
  );

describe("a template that WhatsApp does not take", () => {
  it.each([
    [132015, "account", "paused"],
    [132016, "account", "switched this template off"],
    [132000, "content", "does not fit into this template"],
    [132001, "content", "no approved template"],
    [132007, "content", "break WhatsApp's rules"],
    [132008, "content", "does not fit into this template"],
    [132012, "content", "does not fit into this template"],
  ] as const)("is met once: all that need it wait and are told why (%i)", async (code, fault, words) => {
    await refuse(code, fault);
    expect(items()[0]).toMatchObject({ status: "PENDING", attempts: 0, last_code: "NO_TEMPLATE" });
    const { answer } = await pc.begin(await claimed());
    expect(answer).toMatchObject({ go: false, reason: "no_template" });
    for (const part of ["letter (en)", "from the number of pc-1", words, "Meta's settings", "WhatsApp Limits"])
      expect(answer.detail).toContain(part);
    expect(items()[0]?.last_error).toBe(answer.detail);
    expect(await stopped()).toMatchObject([{ name: "letter", language: "en", code: String(code), since: "2026-11-20T08:00:01.000Z" }]);
    expect(hubEvents(data, "template.")).toHaveLength(1);
  });

  it("is tried again when the limits are saved, with another one or with the same", async () => {
    await refuse(132016);
    await pc.begin(await claimed());
    expect((await save({ service_name: "letter_2" })).answer).toMatchObject({ stopped: [] });
    const item = await begun();
    expect(item.template?.name).toBe("letter_2");
    expect(await stopped()).toEqual([]);
    await pc.say(item, { outcome: "not_sent", fault: "account", code: "132016" });
    expect(await stopped()).toMatchObject([{ name: "letter_2" }]);
    await save({ service_name: "letter_2" });
    await pc.say(await begun(), { outcome: "accepted" });
  });

  it("is tried again by itself some hours after it was paused, and not where it is refused for good", async () => {
    await refuse(132015);
    expect(await stopped()).toMatchObject([{ until: "2026-11-20T11:00:01.000Z" }]);
    pass(2 * HOUR);
    expect((await pc.begin(await claimed())).answer).toMatchObject({ go: false, reason: "no_template" });
    pass(HOUR);
    expect(await stopped()).toEqual([]);
    await refuse(132016);
    pass(5 * HOUR);
    expect((await pc.begin(await claimed())).answer).toMatchObject({ go: false, reason: "no_template" });
  });

  it("that is paused, and then switched off, stays off", async () => {
    const [first, second] = [await begun(), await begun()];
    await pc.say(first, { outcome: "not_sent", fault: "account", code: "132015" });
    await pc.say(second, { outcome: "not_sent", fault: "account", code: "132016" });
    expect(await stopped()).toMatchObject([{ code: "132016", until: null }]);
  });

  it("is that number's alone: another one goes by it, and a linked phone needs none", async () => {
    await refuse(132015);
    const other = await started("pc-2", "cloud:2");
    expect((await begun(other)).template?.name).toBe("letter");
    const phone = await started("pc-3", "baileys:9613000001");
    expect(await pc.claim(), "the others can send it").toEqual([]);
    await begun(phone);
  });

  it("of a version before, which named no number, is every number's", async () => {
    await refuse(132015);
    alter(
      path.join(data, "hub.db"),
      `UPDATE queue_setting SET value = replace(value, '"account":"cloud:106540352242922",', '') WHERE name = 'stopped_templates'`,
    );
    const other = await started("pc-2", "cloud:2");
    expect((await other.begin(await claimed(other))).answer).toMatchObject({ go: false, reason: "no_template" });
  });

  it("is not needed within a day after the guest wrote, nor in its last minutes", async () => {
    await refuse(132015);
    const messages = [{ from: "9613222222", text: "Hello", at: "2026-11-19T08:10:00Z" }];
    await call("worker", inbound, { body: { worker_id: pc.worker_id, boot_id: pc.boot_id, messages } });
    expect((await pc.begin(await claimed())).answer, "it keeps its place").toMatchObject({ go: false, reason: "no_template" });
    const item = await begun();
    expect(item).toMatchObject({ phone: "9613222222", template: null });
  });

  it("stops nothing that goes by another one", async () => {
    await refuse(132015);
    alter(path.join(data, "hub.db"), "UPDATE queue_item SET kind = 'menu' WHERE position = 1");
    expect((await pc.begin(await claimed())).answer, "it keeps its place").toMatchObject({ go: false, reason: "no_template" });
    expect((await begun()).template?.name).toBe("menu");
    expect((await pc.begin(await claimed())).answer).toMatchObject({ go: false, reason: "no_template" });
  });

  it("is met late too: the message waits with the others, and goes as a new one", async () => {
    const item = await begun();
    await pc.say(item, { outcome: "accepted", provider_id: "wamid.1" });
    await tellByMeta({ statuses: [statusByMeta(item, "failed", 132015)] });
    expect(items()[0]).toMatchObject({ status: "PENDING", attempts: 0, last_code: "NO_TEMPLATE" });
    expect(await stopped()).toMatchObject([{ name: "letter" }]);
    expect((await save()).answer.stopped, "the menu's template is another one now, and not the letter's").toMatchObject([
      { name: "letter" },
    ]);
    expect((await save()).answer.stopped, "saved with nothing changed it is tried again").toEqual([]);
    for (let index = 0; index < 3; index++) {
      const again = await begun();
      expect(again.message_id).not.toBe(item.message_id);
      await pc.say(again, { outcome: "accepted", provider_id: `wamid.again.${index}` });
    }
    expect(items().map(({ status }) => status)).toEqual(["SENT", "SENT", "SENT"]);
  });

  it("is no matter for whoever can start a PC that sends them: that alone is said", async () => {
    await started("phone-pc", "baileys:9613000001");
    pass(60);
    const item = await refuse(132001);
    const { answer } = await call("admin", queuePending, { query: {} });
    expect(answer.items.find(({ id }) => id === item.id)?.last_error).toMatch(
      /^Start phone-pc again: it can send this\. The template letter \(en\) is stopped\. WhatsApp refused it from the number of pc-1\. (?!.*It waits)/,
    );
  });

  it("that WhatsApp names beside a doubt is stopped, and the message stays in doubt", async () => {
    await pc.say(await begun(), { outcome: "unknown", code: "132015" });
    expect(await stopped()).toMatchObject([{ name: "letter" }]);
    expect(items()[0]).toMatchObject({ status: "IN_PROGRESS" });
  });

  it("is another one than what the limits name since: that is not stopped by what was under way", async () => {
    const [begunBefore, heldBefore] = [await begun(), await claimed()];
    pass(1);
    await save({ service_name: "letter_2" });
    expect((await pc.begin(heldBefore)).answer, "it bears the template of before").toMatchObject({ go: false, reason: "stale" });
    await pc.say(begunBefore, { outcome: "not_sent", fault: "account", code: "132016" });
    expect(await stopped()).toEqual([]);
    expect((await begun()).template?.name).toBe("letter_2");
  });

  it("that becomes too long with one guest's name fails for that guest alone", async () => {
    await refuse(132005, "content");
    expect(items()[0]).toMatchObject({ status: "FAILED", last_code: "132005" });
    await begun();
  });
});
