import { beforeEach, describe, expect, it } from "vitest";
import { updateContact } from "@/lib/guests/contract";
import { openCampaign } from "@/lib/queue/birthday-campaign/contract";
import { listCampaigns } from "@/lib/queue/campaigns/contract";
import { enqueueBatch } from "@/lib/queue/contract";
import { inbound, receipts } from "@/lib/queue/workers/contract";
import { redeemVoucher, takeBackVoucher } from "@/lib/vouchers/contract";
import { clockAt } from "../support/clocks";
import { bringIn } from "../support/guests";
import { call, enterHouse } from "../support/house";
import { started, type WorkerPc } from "../support/queue";
import { BIRTHDAY, make } from "../support/vouchers";

/** What came of a date's greetings: on the guests' phones, and at the tables. */

const clockIn = (seconds: number) => clockAt(new Date(Date.parse("2026-11-20T10:00:00Z") + seconds * 1000).toISOString());

beforeEach(() => {
  enterHouse();
  clockIn(0);
});

const came = async (branch?: string) => (await call("admin", openCampaign, { query: { date: BIRTHDAY }, branch })).answer.came;
const GUESTS = ["Maya", "Rami", "Nour"].map((name, index) => ({ name, phone: `03 11111${index}` }));

/** Vouchers and greetings of three guests of a branch, all of them sent. @returns the messages' ids, as WhatsApp names them */
async function greeted(pc: WorkerPc, branch = "jounieh"): Promise<string[]> {
  await bringIn(
    GUESTS.map(({ name, phone }) => `${name},${phone},20/11`),
    branch,
  );
  await make(BIRTHDAY, { branch });
  const body = { items: GUESTS, message: "Happy birthday!", campaign: "birthday" as const, date: BIRTHDAY };
  expect((await call("admin", enqueueBatch, { body, branch })).answer.enqueued).toBe(3);
  const messages: string[] = [];
  for (let sent = 0; sent < 3; sent++) {
    clockIn((sent + 1) * 120);
    await pc.beat();
    const [item] = await pc.claim();
    if (!item) throw new Error("nothing to claim");
    await pc.begin(item);
    await pc.say(item, { outcome: "accepted" });
    messages.push(item.message_id);
  }
  return messages;
}

async function tell(pc: WorkerPc, message_id: string, status: "delivered" | "read"): Promise<void> {
  const told = { message_id, status, at: "2026-11-20T11:00:00Z" };
  await call("worker", receipts, { body: { worker_id: pc.worker_id, boot_id: pc.boot_id, receipts: [told] } });
}

describe("what came of a date's greetings", () => {
  it("is counted as Whatsapp Live Queue counts it, and the vouchers of its guests that were redeemed", async () => {
    const pc = await started("pc-1", "baileys:9613000001");
    const [first = "", second = ""] = await greeted(pc);
    expect(await came()).toEqual({ sent: 3, delivered: 0, read: 0, replied: 0, redeemed: 0 });
    await tell(pc, first, "delivered");
    await tell(pc, second, "read");
    const messages = [{ from: "9613111112", text: "Thank you!", at: "2026-11-20T11:00:00Z" }];
    await call("worker", inbound, { body: { worker_id: pc.worker_id, boot_id: pc.boot_id, messages } });
    const [listed] = (await call("admin", listCampaigns, { query: {} })).answer.campaigns;
    const { delivered, read, replied } = listed ?? {};
    expect([delivered, read, replied]).toEqual([3, 2, 1]);
    expect(await came()).toEqual({ sent: 3, delivered, read, replied, redeemed: 0 });
  });

  it("is of all that were sent, also to those whose birthday was corrected since: never more arrived than went out", async () => {
    const pc = await started("pc-1", "baileys:9613000001");
    for (const message of await greeted(pc)) await tell(pc, message, "delivered");
    const body = { identifier: { name: "Maya", phones: "03 111110" }, birthday: "21/11" };
    expect((await call("admin", updateContact, { body })).status).toBe(200);
    const { guests, came } = (await call("admin", openCampaign, { query: { date: BIRTHDAY } })).answer;
    expect([guests.length, came]).toEqual([2, { sent: 3, delivered: 3, read: 0, replied: 0, redeemed: 0 }]);
  });

  it("is of the branch's own messages, while a voucher is the group's: redeemed in another branch it counts, and taken back no more", async () => {
    const pc = await started("pc-1", "baileys:9613000001");
    const [first = ""] = await greeted(pc);
    await tell(pc, first, "delivered");
    await bringIn(["Maya,03 111110,20/11", "Elio,03 222220,20/11"], "batroun");
    const { files } = await make(BIRTHDAY, { branch: "batroun" });
    const serial = files.find(({ guest }) => guest === "Maya")?.serial ?? "";
    const { answer } = await call("admin", redeemVoucher, { body: { code: serial }, branch: "ehden" });
    expect([await came(), await came("batroun")]).toEqual([
      { sent: 3, delivered: 1, read: 0, replied: 0, redeemed: 1 },
      { sent: 0, delivered: 0, read: 0, replied: 0, redeemed: 1 },
    ]);
    await call("admin", takeBackVoucher, { body: { code: serial, used_at: answer.voucher?.used?.at ?? "" } });
    expect((await came())?.redeemed).toBe(0);
  });
});
