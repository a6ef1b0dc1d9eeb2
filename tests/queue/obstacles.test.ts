import { beforeEach, describe, expect, it } from "vitest";
import { health } from "@/lib/health/contract";
import { openCampaign } from "@/lib/queue/birthday-campaign/contract";
import { listCampaigns, readCampaign } from "@/lib/queue/campaigns/contract";
import { enqueueBatch, openTask } from "@/lib/queue/contract";
import { changeLimits, readLimits } from "@/lib/queue/limits/contract";
import { cancelSending } from "@/lib/queue/pause/contract";
import { listWorkers, resumeSender } from "@/lib/queue/senders/contract";
import { inbound } from "@/lib/queue/workers/contract";
import { standingClock } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { makePerson } from "../support/people";
import { capNumbers, started, type WorkerPc, write } from "../support/queue";

const { begin, pass } = standingClock("2026-11-20T12:00:00Z");
beforeEach(() => {
  enterHouse();
  begin();
});

const DATE = "2026-11-20";
let guests = 400_000;

async function greet(count = 1): Promise<string> {
  const items = Array.from({ length: count }, () => ({ name: "Nour", phone: `76 ${++guests}` }));
  const { answer } = await call("admin", enqueueBatch, { body: { items, message: "Happy birthday!", campaign: "birthday", date: DATE } });
  return answer.task_id ?? "";
}

const ofWorkers = async () => (await call("admin", listWorkers, {})).answer;
const obstacle = async (id: string) => (await call("admin", readCampaign, { params: { id } })).answer.obstacle;

async function nameTemplate(birthday_name: string): Promise<void> {
  const { limits, changed } = (await call("admin", readLimits, {})).answer;
  const body = { ...limits, templates: { ...limits.templates, birthday_name }, seen: changed?.at ?? null };
  expect((await call("admin", changeLimits, { body })).status).toBe(200);
}

describe("a worker that is off", () => {
  it("is offline after two missed heartbeats, and not after one that is late", async () => {
    await started("cs-pc-1");
    pass(19);
    expect((await ofWorkers()).workers[0]).toMatchObject({ online: true, can_send: true });
    expect((await ofWorkers()).obstacle).toBeNull();
    pass(4);
    expect((await ofWorkers()).workers[0]).toMatchObject({ online: false, can_send: false });
  });

  it("is named too where another one is held back: starting it is what helps", async () => {
    await started("official-pc", "cloud:1");
    pass(60);
    const phone = await started("phone-pc", "baileys:9613000001");
    await phone.beat(false);
    const { obstacle: said } = await ofWorkers();
    expect(said).toMatchObject({ what: "worker_stopped", worker: { name: "phone-pc" } });
    expect(said?.reason).toMatch(/^phone-pc cannot send\. .+ official-pc is off: starting it helps\.$/);
    pass(3 * 24 * 3_600);
    await phone.beat(false);
    expect((await ofWorkers()).obstacle?.reason, "one that has been away for days is nobody's help").not.toContain("official-pc");
  });

  it("is named wherever messages wait for it, with the moment since when", async () => {
    await started("older");
    pass(3_600);
    await started("cs-pc-1");
    const id = await greet();
    expect(await obstacle(id)).toBeNull();
    pass(60);
    const off = { what: "worker_off", since: "2026-11-20T13:00:00.000Z", worker: { id: "cs-pc-1", name: "cs-pc-1" }, who: [] };
    expect(await obstacle(id)).toMatchObject(off);
    expect((await ofWorkers()).obstacle).toMatchObject(off);
    expect((await call("admin", listCampaigns, { query: {} })).answer.campaigns[0]?.obstacle).toMatchObject(off);
    expect((await call("admin", openCampaign, { query: { date: DATE } })).answer.obstacle).toMatchObject(off);
    expect((await call("admin", openTask, { params: { id } })).answer.obstacle).toMatchObject(off);
  });

  it("is named by what helps: neither an official number without a template nor a phone that has sent as much as it may", async () => {
    await capNumbers({ phoneDay: 1, phoneHour: 9, cloudDay: 9, template: false });
    const full = await started("full", "baileys:9613000001");
    await greet();
    await send(full);
    await started("helps", "baileys:9613000002");
    pass(60);
    const other = await started("seen-lately", "baileys:9613000001"); // the same phone on another PC
    const official = await started("official", "cloud:100");
    await official.beat();
    await other.beat();
    const id = await greet();
    pass(60);
    const told = async () => [(await obstacle(id))?.worker?.id, (await ofWorkers()).obstacle?.worker?.id];
    expect(await told()).toEqual(["helps", "helps"]);
    await nameTemplate("birthday_wish");
    expect(await told()).toEqual(["official", "official"]);
  });

  it("is, where none could send at once, the one that can first", async () => {
    await capNumbers({ phoneDay: 1, phoneHour: 9, cloudDay: 9, template: false });
    const soon = await started("free-soon", "baileys:9613000001");
    await greet();
    await send(soon);
    pass(3_600);
    const later = await started("free-later", "baileys:9613000002");
    const official = await started("official", "cloud:100");
    await greet();
    await send(later);
    const id = await greet();
    pass(60);
    await official.beat();
    pass(60);
    expect(await obstacle(id)).toMatchObject({ what: "worker_off", worker: { id: "free-soon" } });
  });

  it("is told to Home with what waits", async () => {
    await started("cs-pc-1", "baileys:9613000001");
    await greet();
    const off = async () => (await call("admin", health)).answer.sending?.off;
    expect(await off()).toEqual([]);
    pass(60);
    expect(await off()).toEqual(["cs-pc-1"]);
  });

  it("is no obstacle of what another one sends, unless it has begun it itself", async () => {
    const phone = await started("phone", "baileys:9611");
    const id = await greet();
    pass(3_600);
    await phone.beat();
    const [item] = await phone.claim();
    if (!item) throw new Error("nothing to claim");
    await phone.begin(item);
    pass(3_600);
    await started("other", "baileys:9612"); // a sandbox sends nothing beside a phone
    expect(await obstacle(id)).toMatchObject({ what: "worker_off", worker: { id: "phone" } });
    const fresh = (await write([{ name: "Rima", phone: "76 499999" }])).answer.task_id ?? "";
    expect(await obstacle(fresh)).toBeNull();
  });

  it("is said where none was ever started, with who makes a token", async () => {
    const found = await obstacle(await greet());
    expect(found).toMatchObject({ what: "no_worker", worker: null });
    expect(found?.who.length).toBeGreaterThan(0);
  });

  it("is not said of what somebody has stopped, nor of what is over", async () => {
    const pc = await started("pc");
    const id = await greet();
    await send(pc);
    const waits = await greet();
    pass(60);
    expect(await obstacle(waits)).not.toBeNull();
    await call("admin", cancelSending, {});
    expect(await obstacle(waits)).toBeNull();
    expect((await call("admin", openTask, { params: { id } })).answer.obstacle).toBeNull();
  });
});

async function send(pc: WorkerPc, said: Parameters<WorkerPc["say"]>[1] = { outcome: "accepted", provider_id: null }): Promise<void> {
  const [item] = await pc.claim();
  if (!item) throw new Error("nothing to claim");
  await pc.begin(item);
  await pc.say(item, said);
}

describe("a number that WhatsApp has stopped", () => {
  it("is told with its reason, and is gone when somebody lets it send again", async () => {
    const pc = await started("pc", "cloud:100");
    const id = await greet(2);
    await send(pc, { outcome: "not_sent", fault: "account", code: "131031", detail: "locked" });
    const found = await obstacle(id);
    expect(found).toMatchObject({ what: "worker_stopped", worker: { id: "pc" }, resumes: true });
    expect(found?.who.length).toBeGreaterThan(0);
    await call("admin", resumeSender, { params: { id: "pc" } });
    expect(await obstacle(id)).toBeNull();
  });
});

describe("a number that WhatsApp has locked, beside one that has no template", () => {
  it("is what keeps the messages, in the campaign, the queue, the letter, on Home and on its card", async () => {
    const pc = await started("locked-pc", "cloud:100");
    const id = await greet(2);
    await send(pc, { outcome: "not_sent", fault: "account", code: "131031", detail: "locked" });
    const other = await started("other-pc", "cloud:200");
    await send(other, { outcome: "not_sent", fault: "content", code: "132001", detail: "no such template" });
    const why = "locked-pc cannot send. WhatsApp has locked this number's account.";
    expect(await obstacle(id)).toMatchObject({ what: "worker_stopped", worker: { id: "locked-pc" }, resumes: true });
    expect((await obstacle(id))?.reason).toContain(why);
    const sending = (await call("admin", health, {})).answer.sending;
    expect(sending?.number).toMatchObject({ worker: "locked-pc", why: expect.stringContaining("locked"), who: ["admin"] });
    const { results } = (await call("admin", openTask, { params: { id } })).answer;
    expect(results.map(({ error }) => error?.includes("template"))).not.toContain(true);
    const { workers, no_template = [] } = (await call("staff", listWorkers)).answer;
    expect(workers.find((one) => one.id === "locked-pc")?.resumed_by).toEqual(["admin"]);
    expect(no_template.find(({ kind }) => kind === "birthday")?.reason).toContain(why);
    await call("admin", resumeSender, { params: { id: "locked-pc" } });
    expect(await obstacle(id)).toBeNull();
    expect((await call("admin", health, {})).answer.sending?.number).toBeNull();
  });
});

describe("a number that sends by template", () => {
  it("can send nothing where none is named, until one is", async () => {
    const pc = await started("pc", "cloud:100");
    await nameTemplate("");
    const id = await greet(2);
    const found = await obstacle(id);
    expect(found).toMatchObject({ what: "no_template", reason: expect.stringContaining("none is named for birthdays") });
    expect(found?.who.length).toBeGreaterThan(0);
    await pc.claim();
    expect(await obstacle(id)).toMatchObject({ what: "no_template" });
    await nameTemplate("birthday_20");
    expect(await obstacle(id)).toBeNull();
  });

  it("is told in short by the health check, as long as none of what waits can go", async () => {
    const short = async () => (await call("admin", health, {})).answer.sending?.template;
    const pc = await started("pc", "cloud:100");
    await nameTemplate("");
    expect(await short(), "nothing waits").toBeNull();
    await greet(2);
    expect(await short()).toBe("no_template");
    const batroun = await makePerson("batroun", { branches: ["batroun"] });
    expect((await call("nobody", health, { headers: batroun.headers })).answer.sending?.template, "nothing of theirs waits").toBeNull();
    const message = { from: `96176${guests}`, text: "Hello", at: "2026-11-20T11:59:00Z" };
    await call("worker", inbound, { body: { worker_id: "pc", boot_id: pc.boot_id, messages: [message] } });
    expect(await short(), "somebody wrote").toBeNull();
    pass(25 * 3_600);
    await pc.beat();
    expect(await short()).toBe("no_template");
    await started("phone", "baileys:9611");
    expect(await short(), "a linked phone sends too").toBeNull();
  });

  it("is told before anything is queued, of each kind and with who names one, also where another way is there", async () => {
    await started("pc", "cloud:100");
    await nameTemplate("");
    const [missing, ...others] = (await ofWorkers()).no_template ?? [];
    expect(missing).toMatchObject({ what: "no_template", kind: "birthday", reason: expect.stringMatching(/^Nothing goes out yet/) });
    expect([missing?.who.length, others]).toEqual([expect.any(Number), []]);
    expect(missing?.who).not.toEqual([]);
    pass(60);
    await started("phone", "baileys:9611");
    expect((await ofWorkers()).no_template, "no official number is online").toEqual([]);
  });

  it("is said with the number that is meant, and with the phone that is off before it: starting it is quicker", async () => {
    await started("phone-pc", "baileys:9611");
    pass(60);
    await started("cloud-pc", "cloud:100");
    await nameTemplate("");
    const id = await greet();
    const sentence =
      "cloud-pc sends by an approved template alone, and none is named for birthdays. Start phone-pc again, or name a template for cloud-pc in WhatsApp Limits.";
    expect((await obstacle(id))?.reason).toBe(sentence);
    expect((await ofWorkers()).no_template?.map(({ reason }) => reason)).toEqual([
      `Nothing goes out yet, except to guests who have written to the number of cloud-pc within 24 hours. ${sentence}`,
    ]);
    pass(25 * 3_600);
    await started("cloud-pc", "cloud:100");
    expect((await obstacle(id))?.reason, "nobody waits for a PC of the day before").toBe(
      "cloud-pc sends by an approved template alone, and none is named for birthdays. Name a template for cloud-pc in WhatsApp Limits.",
    );
  });

  it("is told on Home too while a phone is online that has sent as much as it may", async () => {
    const rests = async () => (await call("admin", health, {})).answer.sending?.next?.waits_for;
    const phone = await started("phone-pc", "baileys:9611");
    await started("cloud-pc", "cloud:100");
    await nameTemplate("");
    const { limits, changed } = (await call("admin", readLimits, {})).answer;
    const body = { ...limits, phone: { ...limits.phone, first_days: [1] }, seen: changed?.at ?? null };
    expect((await call("admin", changeLimits, { body })).status).toBe(200);
    await greet(2);
    expect(await rests(), "the phone sends").toBeNull();
    await send(phone);
    pass(15);
    await phone.beat();
    expect(await rests()).toMatchObject({ phones: ["phone-pc"], official: ["cloud-pc"], refused: [] });
    await nameTemplate("birthday_20");
    expect(await rests()).toBeNull();
  });

  it("can send to whoever wrote within a day", async () => {
    const pc = await started("pc", "cloud:100");
    await nameTemplate("");
    const id = await greet(2);
    const message = { from: `96176${guests}`, text: "Hello", at: "2026-11-20T11:59:00Z" };
    await call("worker", inbound, { body: { worker_id: "pc", boot_id: pc.boot_id, messages: [message] } });
    expect(await obstacle(id)).toBeNull();
  });

  it("needs none where a linked phone sends too", async () => {
    await started("pc", "cloud:100");
    await nameTemplate("");
    const id = await greet();
    expect(await obstacle(id)).not.toBeNull();
    await started("phone", "baileys:9611");
    expect(await obstacle(id)).toBeNull();
  });

  it("tells of a template that WhatsApp has stopped", async () => {
    const pc = await started("pc", "cloud:100");
    const id = await greet(3);
    await send(pc, { outcome: "not_sent", fault: "account", code: "132016", detail: "disabled" });
    expect(await obstacle(id)).toMatchObject({ what: "template_stopped", reason: expect.stringContaining("birthday_20") });
    expect((await call("admin", health, {})).answer.sending?.template).toBe("template_stopped");
  });
});
