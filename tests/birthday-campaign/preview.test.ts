import { beforeEach, describe, expect, it } from "vitest";
import { openCampaign } from "@/lib/birthday-campaign/contract";
import { setOptOut } from "@/lib/opt-outs/contract";
import { enqueueBatch } from "@/lib/queue/contract";
import { changeLimits, type Limits, type TemplatePart } from "@/lib/queue/limits/contract";
import { DEFAULT_LIMITS } from "@/lib/queue/limits/rules";
import { filledTemplate, wordsFor } from "@/lib/queue/templates/rules";
import { inbound } from "@/lib/queue/workers/contract";
import { dice } from "../sequences/people";
import { standingClock } from "../support/clocks";
import { bringIn } from "../support/guests";
import { call, enterHouse } from "../support/house";
import { started, type WorkerPc } from "../support/queue";
import { BIRTHDAY, make } from "../support/vouchers";

/** What the screen shows before a campaign goes out is what a guest receives, by whichever way the number sends. */

const { begin, pass } = standingClock("2026-11-20T12:00:00Z");
beforeEach(() => {
  enterHouse();
  begin();
});

const MESSAGE = "Happy birthday, {name}! Yours, {branch}";
const OWN = (name: string) => `Happy birthday, ${name}! Yours, Jounieh`;
const TEXT = "{{1}}, a happy birthday from {{2}}.";

const named = (templates: Partial<Limits["templates"]>) =>
  call("admin", changeLimits, { body: { ...DEFAULT_LIMITS, templates: { ...DEFAULT_LIMITS.templates, ...templates } } });

const numberOf = (guest: number) => `03 1111${String(guest).padStart(2, "0")}`;
const digitsOf = (guest: number) => `96131111${String(guest).padStart(2, "0")}`;
const campaign = async () => (await call("admin", openCampaign, { query: { date: BIRTHDAY } })).answer;

async function send(guests: Awaited<ReturnType<typeof campaign>>["guests"]) {
  const items = guests.map(({ name, phone, branch, voucher }) => ({ name, phone, branch, voucher }));
  const { answer } = await call("admin", enqueueBatch, { body: { items, message: MESSAGE, campaign: "birthday", date: BIRTHDAY } });
  return answer;
}

/** What each guest received, by their number. */
async function received(pc: WorkerPc, text: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (let tries = 0; tries < 100; tries++) {
    pass(60);
    await pc.beat();
    const [item] = await pc.claim();
    if (!item) break;
    expect((await pc.begin(item)).answer.go).toBe(true);
    await pc.say(item, { outcome: "accepted", provider_id: null });
    found.set(item.phone, item.template ? filledTemplate(text, item.template.body) : item.text);
  }
  return found;
}

const WAYS: { account: string; body: TemplatePart[] }[] = [
  { account: "cloud:106540352242922", body: ["name", "branch"] },
  { account: "cloud:106540352242922", body: ["name", "message"] },
  { account: "baileys:9613000001", body: ["name", "branch"] },
];

describe("what is shown before a campaign goes out", () => {
  it.each(WAYS)("is what each guest receives, or they are left out with the reason ($account, $body)", async ({ account, body }) => {
    const random = dice(Number(process.env.SEED ?? 1));
    await named({ birthday_name: "birthday", birthday_body: body, birthday_text: TEXT });
    const pc = await started("pc-1", account);
    const guests = Array.from({ length: 12 }, (_, guest) => guest);
    await bringIn(guests.map((guest) => `Guest ${guest},${numberOf(guest)},20/11`));
    await make(BIRTHDAY);
    for (const guest of guests) {
      if (random.chance(0.4)) {
        const messages = [
          {
            from: digitsOf(guest),
            text: "Hello",
            at: new Date(Date.parse("2026-11-20T12:00:00Z") - random.below(40) * 3_600_000).toISOString(),
          },
        ];
        await call("worker", inbound, { body: { worker_id: pc.worker_id, boot_id: pc.boot_id, messages } });
      }
      if (random.chance(0.2)) await call("admin", setOptOut, { body: { phones: numberOf(guest), opted_out: true } });
    }
    const { guests: shown, template } = await campaign();
    const sendable = shown.filter((guest) => guest.sendable);
    const promised = sendable.map(({ name, phone, by_template }) => {
      if (!by_template || !template) return [phone, OWN(name)] as const;
      return [phone, filledTemplate(template.text, wordsFor(template.body, { name, branch: "jounieh", text: OWN(name) }))] as const;
    });
    for (const { sendable: gets, reason } of shown) expect(gets || reason).toBeTruthy();
    const answer = await send(sendable);
    const instead = body.includes("message") ? 0 : sendable.filter(({ by_template }) => by_template).length;
    expect(answer).toMatchObject({ enqueued: sendable.length, by_template: instead });
    if (instead > 0) expect(answer.detail).toContain(`${instead} of them get the approved WhatsApp template in place of these words.`);
    else expect(answer.detail).not.toContain("template");
    expect(await received(pc, TEXT)).toEqual(new Map(promised));
  });

  it("names no template while none is named, and says by which numbers of the last week it counts where nobody is online", async () => {
    await started("pc-1", "cloud:106540352242922");
    await bringIn([`Guest,${numberOf(1)},20/11`]);
    await make(BIRTHDAY);
    await named({ birthday_name: "" });
    expect(await campaign()).toMatchObject({ template: null, guests: [{ by_template: false }] });
    await named({ birthday_name: "birthday" });
    pass(3_600);
    expect(await campaign()).toMatchObject({ template: { name: "birthday" }, guests: [{ by_template: true }] });
  });
});
