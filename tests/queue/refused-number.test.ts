import { beforeEach, describe, expect, it } from "vitest";
import { readCampaign } from "@/lib/queue/campaigns/contract";
import { enqueueBatch, queuePending } from "@/lib/queue/contract";
import { changeLimits, readLimits } from "@/lib/queue/limits/contract";
import { DEFAULT_LIMITS } from "@/lib/queue/limits/default-limits";
import { listWorkers } from "@/lib/queue/senders/contract";
import { heartbeat } from "@/lib/queue/workers/contract";
import { standingClock } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { started, type WorkerPc } from "../support/queue";

/** A template that WhatsApp refused from one number stops for that number: the others go on, and what is advised would help. */

const { begin, pass } = standingClock("2026-11-20T08:00:00Z");
let refused: WorkerPc;
let guests = 0;

beforeEach(async () => {
  enterHouse();
  begin();
  refused = await started("refused-pc", "cloud:1");
});

async function greet(count: number, prefer_worker?: string): Promise<string> {
  const items = Array.from({ length: count }, () => ({ name: "Nour", phone: `76 ${700_000 + ++guests}` }));
  const body = {
    items,
    message: "Happy birthday",
    campaign: "birthday" as const,
    date: "2026-11-20",
    ...(prefer_worker && { prefer_worker }),
  };
  return (await call("admin", enqueueBatch, { body })).answer.task_id ?? "";
}

async function next(pc: WorkerPc) {
  pass(1);
  await pc.beat();
  const [item] = await pc.claim();
  return item;
}

/** The next message of a worker is refused because of its template. */
async function refuse(pc: WorkerPc = refused): Promise<void> {
  const item = await next(pc);
  if (!item) throw new Error("nothing to claim");
  expect((await pc.begin(item)).answer).toMatchObject({ go: true });
  await pc.say(item, { outcome: "not_sent", fault: "account", code: "132001", detail: "No." });
}

async function sends(pc: WorkerPc): Promise<boolean> {
  const item = await next(pc);
  if (!item || !(await pc.begin(item)).answer.go) return false;
  await pc.say(item, { outcome: "accepted" });
  return true;
}

const obstacle = async (id: string) => (await call("admin", readCampaign, { params: { id } })).answer.obstacle;
const ofWorkers = async () => (await call("admin", listWorkers)).answer;

describe("while another official number is online", () => {
  it("it sends what was dealt to the refused one, and nothing stands against the campaign", async () => {
    const able = await started("able-pc", "cloud:2");
    const id = await greet(3, "refused-pc");
    await refuse();
    expect(await next(refused), "the other one can send it").toBeUndefined();
    expect(await obstacle(id)).toBeNull();
    expect((await call("admin", queuePending)).answer.items.map(({ last_error }) => last_error)).toEqual([null, null, null]);
    for (let sent = 0; sent < 3; sent++) expect(await sends(able), `${sent} were sent`).toBe(true);
  });

  it("what was dealt to that one is left to it by a third", async () => {
    await started("able-pc", "cloud:2");
    const third = await started("third-pc", "cloud:3");
    await greet(1, "refused-pc");
    await refuse();
    await greet(1, "able-pc");
    expect(await sends(third), "the refused one's").toBe(true);
    expect(await next(third), "dealt to somebody who can send it").toBeUndefined();
  });

  it("is told of the refused number alone", async () => {
    await started("able-pc", "cloud:2");
    await greet(1, "refused-pc");
    await refuse();
    expect((await ofWorkers()).no_template).toMatchObject([{ what: "template_stopped", kind: "birthday", numbers: ["refused-pc"] }]);
    const { stopped } = (await call("admin", readLimits)).answer;
    expect(stopped).toMatchObject([{ name: "birthday_20", worker: "refused-pc" }]);
  });

  it("both refused, both are named, and what each was told", async () => {
    const other = await started("other-pc", "cloud:2");
    const id = await greet(2);
    await refuse();
    await refuse(other);
    const { reason } = (await obstacle(id)) ?? { reason: "" };
    expect(reason).toContain("WhatsApp refused it from the numbers of other-pc and refused-pc.");
    expect(reason).not.toContain("Start");
    await call("admin", changeLimits, { body: (await call("admin", readLimits)).answer.limits });
    await refused.beat();
    expect(await sends(other), "saved anew, both try again").toBe(true);
  });
});

describe("what is advised", () => {
  it("is to start an official number that was not refused, and never one that was", async () => {
    const other = await started("other-pc", "cloud:2");
    const able = await started("able-pc", "cloud:3");
    const id = await greet(3); // one is dealt to each
    await refuse();
    await refuse(other);
    await able.beat();
    pass(60); // all but one are off
    await refused.beat();
    const { reason } = (await obstacle(id)) ?? { reason: "" };
    expect(reason).toContain("Start able-pc again");
    expect(reason).not.toContain("other-pc");
    const [item] = (await call("admin", queuePending)).answer.items;
    expect(item?.last_error).toContain("Start able-pc again");
  });

  it("with all PCs off is to start one that can send it", async () => {
    await started("able-pc", "cloud:2");
    const id = await greet(1, "refused-pc");
    await refuse();
    pass(60);
    expect(await obstacle(id)).toMatchObject({ what: "worker_off", worker: { name: "able-pc" } });
  });

  it("with all PCs off, and each of them refused, is to see to the template", async () => {
    const id = await greet(1);
    await refuse();
    pass(60);
    const found = await obstacle(id);
    expect(found).toMatchObject({ what: "template_stopped", kind: "birthday", who: ["admin"] });
    expect(found?.reason).toContain("refused-pc");
    expect(found?.reason).not.toContain("Start refused-pc.");
  });

  it("with a number stopped by WhatsApp is to let it send again, not to start its PC", async () => {
    const id = await greet(2);
    const item = await next(refused);
    if (!item) throw new Error("nothing to claim");
    await refused.begin(item);
    await refused.say(item, { outcome: "not_sent", fault: "account", code: "368", detail: "Blocked." });
    pass(60);
    const found = await obstacle(id);
    expect(found).toMatchObject({ what: "worker_stopped", worker: { name: "refused-pc" }, resumes: true });
    expect(found?.reason).not.toMatch(/: start|Start refused-pc\.$/);
  });

  it("with a phone that WhatsApp has banned is to see to the phone, or to start another PC", async () => {
    const phone = await started("phone-pc", "baileys:9613000001");
    const problem = "WhatsApp has banned this number.";
    const who = { worker_id: phone.worker_id, boot_id: phone.boot_id };
    await call("worker", heartbeat, { body: { ...who, transport: { connected: false, problem, link: "banned" } } });
    const id = await greet(1);
    pass(60);
    expect(await obstacle(id), "heard of later than the official number").toMatchObject({
      what: "worker_off",
      worker: { name: "refused-pc" },
    });
    await refused.beat();
    await refuse();
    pass(60);
    await call("worker", heartbeat, { body: { ...who, transport: { connected: false, problem, link: "banned" } } });
    pass(60);
    expect((await obstacle(id))?.reason).not.toMatch(/^No worker is running\. Start/);
  });

  it("where no template is named, says so of every official number", async () => {
    await call("admin", changeLimits, { body: DEFAULT_LIMITS });
    await greet(1);
    const [missing] = (await ofWorkers()).no_template?.filter(({ kind }) => kind === "birthday") ?? [];
    expect(missing).toMatchObject({ what: "no_template", numbers: ["refused-pc"] });
  });
});
