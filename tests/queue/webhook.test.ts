import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { verifyWebhook } from "@/lib/queue/cloud/contract";
import { DEFAULT_LIMITS } from "@/lib/queue/limits/default-limits";
import { readOptOut } from "@/lib/queue/recipients/parse-opt-out";
import { listWorkers } from "@/lib/queue/senders/contract";
import { inbound, type WorkItem } from "@/lib/queue/workers/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { hubEvents } from "../support/hub-events";
import { META_SECRET, tellByMeta as post, statusByMeta as status } from "../support/meta";
import { WorkerPc, write } from "../support/queue";
import { rows } from "../support/stores";

const WORD = "a word that was agreed on";
let data = "";
let pc: WorkerPc;

beforeEach(async () => {
  data = enterHouse({ WHATSAPP_APP_SECRET: META_SECRET, WHATSAPP_VERIFY_TOKEN: WORD });
  clockAt("2026-11-20T12:00:00Z");
  pc = new WorkerPc("pc-1", "cloud:106540352242922");
  await pc.start();
  await write([{ name: "Maya", phone: "03 111111" }]);
});

const said = (from: string, body: string, at = "2026-11-20T12:00:00Z") => ({
  metadata: { phone_number_id: "106540352242922" },
  messages: [{ from, id: "wamid.2", timestamp: String(Date.parse(at) / 1000), type: "text", text: { body } }],
});

const state = () =>
  rows<{ status: string; delivery: string | null; provider_id: string | null; last_code: string | null; last_error: string | null }>(
    path.join(data, "hub.db"),
    "SELECT * FROM queue_item ORDER BY created_at",
  )[0];

const recipient = () => rows(path.join(data, "hub.db"), "SELECT digits, opted_out_by FROM recipient");
const wrote = () => rows(path.join(data, "hub.db"), "SELECT digits, account, at FROM guest_wrote");

async function begun(): Promise<WorkItem> {
  const [item] = await pc.claim();
  if (!item) throw new Error("nothing to claim");
  expect((await pc.begin(item)).answer.go).toBe(true);
  return item;
}

describe("what the Cloud API tells", () => {
  it("is believed when Meta has signed it, and changes nothing otherwise", async () => {
    const item = await begun();
    for (const signature of ["", "sha256=", `sha256=${"0".repeat(64)}`, `sha1=${"0".repeat(40)}`]) {
      const { status: answered, answer } = await post({ statuses: [status(item, "read")] }, signature);
      expect([answered, answer.code]).toEqual([403, "forbidden"]);
    }
    expect(state()).toMatchObject({ status: "IN_PROGRESS", delivery: null });
    expect((await post({ statuses: [status(item, "read")] })).status).toBe(200);
    expect(state()).toMatchObject({ status: "SENT", delivery: "read", provider_id: "wamid.1" });
  });

  it("is the same twice, in any order, and before the worker has its own answer", async () => {
    const item = await begun();
    for (const word of ["read", "sent", "delivered", "read", "failed"]) {
      expect((await post({ statuses: [status(item, word, word === "failed" ? 131026 : undefined)] })).status).toBe(200);
      expect(state()).toMatchObject({ status: "SENT", delivery: "read" });
    }
    expect(await pc.say(item, { outcome: "accepted", provider_id: "wamid.1" })).toBe("duplicate");
  });

  it.each([
    ["sent", "failed", "FAILED", "failed"],
    ["failed", "sent", "FAILED", "failed"],
    ["delivered", "failed", "SENT", "delivered"],
    ["failed", "delivered", "SENT", "delivered"],
    ["delivered", "sent", "SENT", "delivered"],
    ["read", "delivered", "SENT", "read"],
  ])("first %s and then %s is %s: that it was delivered proves more than that it failed", async (first, then, end, delivery) => {
    const item = await begun();
    for (const word of [first, then, then]) await post({ statuses: [status(item, word, word === "failed" ? 131026 : undefined)] });
    expect(state()).toMatchObject({ status: end, delivery });
  });

  it("is about our message also where it bears Meta's own id of it alone, and about nothing where that is another program's", async () => {
    const item = await begun();
    await pc.say(item, { outcome: "accepted", provider_id: "wamid.ours" });
    const bare = (id: string, word: string, code?: number) => {
      const { biz_opaque_callback_data: _, ...said } = status(item, word, code, id);
      return post({ statuses: [said] });
    };
    expect((await bare("wamid.theirs", "failed", 131026)).status).toBe(200);
    expect(state()).toMatchObject({ status: "SENT", delivery: null });
    await bare("wamid.ours", "delivered");
    expect(state()).toMatchObject({ status: "SENT", delivery: "delivered" });
    await write([{ name: "Rami", phone: "03 222222" }]);
    clockAt("2026-11-20T12:01:00Z");
    await pc.beat();
    await pc.say(await begun(), { outcome: "accepted", provider_id: "wamid.second" });
    await bare("wamid.second", "failed", 131050);
    expect(recipient()).toContainEqual(expect.objectContaining({ digits: "9613222222", opted_out_by: "provider" }));
  });

  it("that it failed is said in plain words", async () => {
    const item = await begun();
    await pc.say(item, { outcome: "accepted", provider_id: "wamid.1" });
    await post({ statuses: [status(item, "failed", 131026)] });
    expect(state()).toMatchObject({ status: "FAILED", last_code: "131026", last_error: expect.stringMatching(/^[A-Z].*\.$/) });
  });

  it("that a message came too fast, even often, is no refusal: the number goes on after a while", async () => {
    await write(Array.from({ length: 11 }, (_, index) => ({ name: `Guest ${index}`, phone: `03 ${300_000 + index}` })));
    for (let index = 0; index < 11; index++) {
      clockAt(new Date(Date.parse("2026-11-20T12:10:00Z") + index * 5 * 60_000).toISOString());
      await pc.beat();
      const item = await begun();
      await pc.say(item, { outcome: "accepted", provider_id: `wamid.${index}` });
      await post({ statuses: [status(item, "failed", 130429)] });
    }
    clockAt("2026-11-20T13:05:00Z");
    await pc.beat();
    expect((await call("staff", listWorkers)).answer.workers).toMatchObject([{ problem: null, is_stopped: false }]);
    expect(await pc.claim()).toHaveLength(1);
  });

  it("that the guest stopped marketing is a no to everything", async () => {
    const item = await begun();
    await post({ statuses: [status(item, "failed", 131050)] });
    expect(recipient()).toMatchObject([{ digits: "9613111111", opted_out_by: "provider" }]);
    expect(hubEvents(data, "guest.opted_out")).toMatchObject([{ payload: { by: "provider" } }]);
    expect((await write([{ name: "Maya", phone: "03 111111", message: "Other words" }])).answer.enqueued).toBe(0);
  });

  it("about messages of others, and what is no news at all, changes nothing", async () => {
    const item = await begun();
    const strange = [{ id: "x", status: "read", timestamp: "1", recipient_id: "1" }, { ...status(item, "exploded") }, null, 7, "x", []];
    expect((await post({ statuses: strange, messages: [{}, null], contacts: "no" })).status).toBe(200);
    expect((await post("nothing")).status).toBe(200);
    expect(state()).toMatchObject({ status: "IN_PROGRESS", delivery: null });
  });

  it("is asked for by Meta with the word that was agreed on", async () => {
    const query = { "hub.mode": "subscribe", "hub.challenge": "1158201444", "hub.verify_token": WORD };
    const right = await call("nobody", verifyWebhook, { query: query as never });
    expect([right.status, String(right.answer)]).toEqual([200, "1158201444"]);
    const wrong = await call("nobody", verifyWebhook, { query: { ...query, "hub.verify_token": "another" } as never });
    expect(wrong.status).toBe(403);
  });
});

describe("a guest's own words", () => {
  it.each([
    ["STOP", "no"],
    [" stop. ", "no"],
    ["Arrêt", "no"],
    ["opt-out", "no"],
    ["إلغاء", "no"],
    ["الغاء الاشتراك", "no"],
    ["إِلْغَاء", "no"],
    ["توقـــف", "no"],
    ["ايقاف", "no"],
    ["Start", "yes"],
    ["ابدأ", "yes"],
    ["please stop it at 8", null],
    ["Stop by the sea?", null],
    ["", null],
    ["لا تلغوا الحجز", null],
    ["STOP".repeat(100), null],
  ] as const)("%s means %s", (text, wish) => {
    expect(readOptOut(text, DEFAULT_LIMITS.words)).toBe(wish);
  });

  it.each(["👍", "!", "..."])("%s says neither, whatever stands in the list", (text) => {
    expect(readOptOut(text, { stop: ["!"], start: ["👍"] })).toBeNull();
  });

  it("STOP between a claim and its begin is heard, and START opens the way again", async () => {
    const [item] = await pc.claim();
    if (!item) throw new Error("nothing to claim");
    await post(said("9613111111", "Stop!"));
    const { status: answered } = await pc.begin(item);
    expect(answered).not.toBe(200);
    expect(state()).toMatchObject({ status: "FAILED", last_code: "OPT_OUT" });
    expect((await write([{ name: "Maya", phone: "+961 3 111 111", message: "Other words" }])).answer.enqueued).toBe(0);
    await post(said("9613111111", "start"));
    const other = () => write([{ name: "Maya", phone: "03111111", message: "Other words" }]);
    expect((await other()).answer.enqueued, "of the same second, nobody knows which came last").toBe(0);
    clockAt("2026-11-20T12:00:01Z");
    await post(said("9613111111", "start", "2026-11-20T12:00:01Z"));
    expect((await other()).answer.enqueued).toBe(1);
  });

  it("are heard in the order in which they were written: an old START that Meta tells again lets nobody be written to", async () => {
    await post(said("9613111111", "START", "2026-11-20T10:00:00Z"));
    await post(said("9613111111", "STOP", "2026-11-20T11:00:00Z"));
    await post(said("9613111111", "START", "2026-11-20T10:00:00Z"));
    expect(recipient()).toMatchObject([{ opted_out_by: "keyword" }]);
    expect(wrote()).toEqual([{ digits: "9613111111", account: pc.account, at: "2026-11-20T11:00:00.000Z" }]);
    await post(said("9613111111", "START", "2026-11-20T11:30:00Z"));
    expect(recipient()).toMatchObject([{ opted_out_by: null }]);
    expect(wrote()).toEqual([{ digits: "9613111111", account: pc.account, at: "2026-11-20T11:30:00.000Z" }]);
  });

  it("are heard from a worker's number too, and a button says what it stands for", async () => {
    const { boot_id, worker_id } = pc;
    const messages = [{ from: "9613111111", text: "وقف", at: "2026-11-20T12:00:00Z" }];
    expect((await call("worker", inbound, { body: { worker_id, boot_id, messages } })).answer.heard).toBe(1);
    await post({
      messages: [{ from: "9613222222", id: "w", timestamp: "1", type: "button", button: { payload: "STOP", text: "No thanks" } }],
    });
    await post(said("9613333333", "What a lovely evening"));
    expect(recipient()).toMatchObject([
      { digits: "9613111111", opted_out_by: "keyword" },
      { digits: "9613222222", opted_out_by: "keyword" },
    ]);
    expect(wrote()).toContainEqual({ digits: "9613333333", account: pc.account, at: "2026-11-20T12:00:00.000Z" });
  });
});
