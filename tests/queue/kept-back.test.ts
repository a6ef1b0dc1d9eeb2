import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { setOptOut } from "@/lib/opt-outs/contract";
import { cancelAll, resetCancel } from "@/lib/queue/pause/contract";
import type { WorkItem } from "@/lib/queue/workers/contract";
import { standingClock } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { META_SECRET, statusByMeta, tellByMeta } from "../support/meta";
import { started, type WorkerPc, write } from "../support/queue";
import { rows } from "../support/stores";

/** WhatsApp takes a message, and tells later that one of its limits has kept it from the guest. */

const TOO_FAST = 130429;
const TOO_MANY_TO_THE_GUEST = 131056;
let data = "";
let pc: WorkerPc;

const { begin, pass } = standingClock("2026-11-20T12:00:00Z");

beforeEach(async () => {
  data = enterHouse({ WHATSAPP_APP_SECRET: META_SECRET });
  begin();
  pc = await started("pc-1", "cloud:106540352242922");
  await write([{ name: "Maya", phone: "03 111111" }]);
});

/** The message, handed over and taken. */
async function sent(): Promise<WorkItem> {
  await pc.beat();
  const [item] = await pc.claim();
  if (!item) throw new Error("nothing to claim");
  expect((await pc.begin(item)).answer).toMatchObject({ go: true });
  await pc.say(item, { outcome: "accepted", provider_id: `wamid.${item.token}` });
  return item;
}

async function claimed(): Promise<WorkItem[]> {
  await pc.beat();
  return pc.claim();
}

const tell = (item: WorkItem, word: string, code?: number) =>
  tellByMeta({ statuses: [statusByMeta(item, word, code, `wamid.${item.token}`)] });
const keptBack = async (item: WorkItem, code = TOO_FAST) => expect((await tell(item, "failed", code)).status).toBe(200);
const item = () =>
  rows<{ status: string; delivery: string | null; last_code: string | null; last_error: string | null }>(
    path.join(data, "hub.db"),
    "SELECT status, delivery, last_code, last_error FROM queue_item",
  )[0];

describe("a message that a limit kept from the guest", () => {
  it("goes again after a while as a new one, and once, however often that is told", async () => {
    const first = await sent();
    await keptBack(first);
    await keptBack(first);
    expect(await claimed(), "not at once").toEqual([]);
    pass(60);
    const again = await sent();
    expect(again.message_id).not.toBe(first.message_id);
    await keptBack(first);
    await tell(again, "delivered");
    await keptBack(again);
    expect(item()).toMatchObject({ status: "SENT", delivery: "delivered", last_code: null });
    pass(3_600);
    expect(await claimed()).toEqual([]);
  });

  it("goes again also where the worker says once more that it was taken", async () => {
    const first = await sent();
    await keptBack(first);
    expect(await pc.say(first, { outcome: "accepted", provider_id: `wamid.${first.token}` })).toBe("duplicate");
    expect(item()).toMatchObject({ status: "PENDING" });
    pass(60);
    await tell(await sent(), "delivered");
    expect(item()).toMatchObject({ status: "SENT", delivery: "delivered" });
  });

  it("does not go again where it was delivered after all", async () => {
    const first = await sent();
    await keptBack(first);
    await tell(first, "delivered");
    pass(60);
    expect(await claimed()).toEqual([]);
    expect(item()).toMatchObject({ status: "SENT", delivery: "delivered" });
  });

  it("counts as nothing that the guest has had: it goes more often than a guest is written to in a day", async () => {
    for (let times = 0; times < 7; times++) {
      await keptBack(await sent());
      pass(900);
    }
    await tell(await sent(), "delivered");
    expect(item()).toMatchObject({ status: "SENT", delivery: "delivered" });
  });

  it("goes five times at the most where the guest had too many", async () => {
    for (let times = 0; times < 5; times++) {
      await keptBack(await sent(), TOO_MANY_TO_THE_GUEST);
      pass(1_100);
    }
    expect(item()).toMatchObject({ status: "FAILED", delivery: "failed", last_code: String(TOO_MANY_TO_THE_GUEST) });
    expect(item()?.last_error).toContain("5 times");
    expect(await claimed()).toEqual([]);
  });

  it("fails where that is told hours later, and a person decides", async () => {
    const first = await sent();
    pass(3_600);
    await keptBack(first);
    expect(item()).toMatchObject({ status: "FAILED", delivery: "failed", last_code: String(TOO_FAST) });
    expect(item()?.last_error).not.toContain("again");
  });

  it("fails where everything was cancelled since: resuming does not revive it", async () => {
    const first = await sent();
    pass(1);
    await call("staff", cancelAll);
    await keptBack(first);
    await call("staff", resetCancel);
    pass(900);
    expect(await claimed()).toEqual([]);
    expect(item()).toMatchObject({ status: "FAILED", delivery: "failed" });
  });

  it("does not go to a guest who has said no since", async () => {
    await keptBack(await sent());
    await call("staff", setOptOut, { body: { phones: "03 111111", opted_out: true } });
    pass(900);
    expect(await claimed()).toEqual([]);
    expect(item()).toMatchObject({ status: "FAILED", last_code: "OPT_OUT" });
  });
});
