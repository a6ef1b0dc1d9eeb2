import { beforeEach, describe, expect, it } from "vitest";
import { workersInWords } from "@/components/customer-service/use-sending";
import { readersOf, whoGetsTemplate } from "@/components/queue/message-readers";
import { isReady, lacksOf, obstacleFor, takersFor, withTemplates } from "@/components/queue/senders-for";
import { cannotSend } from "@/components/queue/without-templates";
import { problemsOf } from "@/components/queue/worker-problems";
import { enqueueBatch, openTask } from "@/lib/queue/contract";
import { changeLimits } from "@/lib/queue/limits/contract";
import { DEFAULT_LIMITS } from "@/lib/queue/limits/default-limits";
import { haveSentInWords } from "@/lib/queue/next-try/words";
import { retryAll } from "@/lib/queue/retry-by-hand/contract";
import { listWorkers } from "@/lib/queue/senders/contract";
import { askTemplate } from "@/lib/queue/templates/contract";
import { REACH_OUT } from "@/lib/queue/try-again-or-fail";
import { standingClock } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { capNumbers, started, type WorkerPc, write } from "../support/queue";

/** Whoever is named before or after sending sends messages of that kind, and what cannot send looks like nothing that can. */

const { begin, pass } = standingClock("2026-11-20T08:00:00Z");
beforeEach(() => {
  enterHouse();
  begin();
});

const DATE = "2026-11-20";
let guests = 0;
const some = (count: number) => Array.from({ length: count }, () => ({ name: `Guest ${++guests}`, phone: `03 ${600_000 + guests}` }));
const ofWorkers = async () => (await call("admin", listWorkers)).answer;

/** @param named the kinds that have a template; the others have none */
async function setLimits(named: readonly ("birthday" | "menu" | "service")[], perDay = 20, perHour = 60): Promise<void> {
  const template = (kind: "birthday" | "menu" | "service") => (named.includes(kind) ? `${kind}_text` : "");
  const templates = {
    ...DEFAULT_LIMITS.templates,
    birthday_name: template("birthday"),
    menu_name: template("menu"),
    service_name: template("service"),
  };
  const phone = { ...DEFAULT_LIMITS.phone, per_day: perDay, per_hour: perHour, first_days: [] };
  expect((await call("admin", changeLimits, { body: { ...DEFAULT_LIMITS, phone, templates } })).status).toBe(200);
}

const greet = (count = 1) =>
  call("admin", enqueueBatch, { body: { items: some(count), message: "Happy birthday!", campaign: "birthday", date: DATE } });

/** WhatsApp refuses the template by which its next message would go. */
async function refuse(pc: WorkerPc): Promise<void> {
  const [item] = await pc.claim();
  if (!item) throw new Error("nothing to claim");
  expect((await pc.begin(item)).answer.go).toBe(true);
  await pc.say(item, { outcome: "not_sent", fault: "account", code: "132001", detail: "No." });
}

async function send(pc: WorkerPc): Promise<void> {
  const [item] = await pc.claim();
  if (!item) throw new Error("nothing to claim");
  expect((await pc.begin(item)).answer.go).toBe(true);
  await pc.say(item, { outcome: "accepted" });
}

const forecastOf = async (phones: readonly string[]) =>
  (await call("admin", askTemplate, { body: { phones: [...phones] } })).answer.forecast ?? null;

describe("while nobody runs", () => {
  it("the PC to start is one that sends what is about to be queued, and not the one that sends the greetings that wait", async () => {
    await setLimits(["birthday"]);
    await started("phone-pc", "baileys:9613000001");
    pass(60);
    await started("cloud-pc", "cloud:100");
    await greet();
    pass(60);
    const list = await ofWorkers();
    expect(list.obstacle).toMatchObject({ what: "worker_off", worker: { name: "cloud-pc" } });
    expect(obstacleFor(list, "birthday")).toMatchObject({ what: "worker_off", worker: { name: "cloud-pc" }, kind: "birthday" });
    for (const kind of ["menu", "service"] as const)
      expect(obstacleFor(list, kind)).toMatchObject({ what: "worker_off", worker: { name: "phone-pc" }, kind });
  });

  it("it is none whose number WhatsApp has refused the template", async () => {
    await setLimits(["birthday", "service"]);
    const able = await started("able-pc", "cloud:100");
    const refused = await started("refused-pc", "cloud:200");
    await write(some(1), "admin");
    await refuse(refused);
    await send(able);
    pass(60);
    await refused.beat();
    pass(60);
    const list = await ofWorkers();
    expect(list.obstacle?.worker?.name, "nothing waits: the one that was there last").toBe("refused-pc");
    expect(obstacleFor(list, "service")?.worker?.name).toBe("able-pc");
    expect(obstacleFor(list, "birthday")?.worker?.name, "Meta knows no template of ours there").toBe("able-pc");
  });

  it("a server of an older version is believed as it was", async () => {
    await setLimits(["birthday"]);
    await started("phone-pc", "baileys:9613000001");
    pass(60);
    const { of_kinds: _, ...older } = await ofWorkers();
    expect(obstacleFor(older, "menu")).toBe(older.obstacle);
  });
});

describe("after a letter was queued", () => {
  it("neither a number that was refused its template is named, nor one that has none", async () => {
    await setLimits(["birthday", "service"]);
    const cloud = await started("cloud-pc", "cloud:100");
    await write(some(1), "admin");
    await refuse(cloud);
    const list = await ofWorkers();
    expect(list.workers.map(({ can_send }) => can_send)).toEqual([true]);
    for (const forecast of [null, await forecastOf(["03 700001"])])
      expect(workersInWords(takersFor(list, "service", forecast))).toBe("No worker can send now: a worker PC sends it once it can.");
    expect(workersInWords(takersFor(list, "birthday", null))).toBe("That PC is cloud-pc.");
  });

  it("it is who sends today, and not one that has sent as much as it may", async () => {
    await setLimits(["service"], 1);
    const phone = await started("phone-pc", "baileys:9613000001");
    await write(some(1), "admin");
    await send(phone);
    await started("cloud-pc", "cloud:100");
    await phone.beat();
    const forecast = await forecastOf(["03 700001"]);
    expect(workersInWords(takersFor(await ofWorkers(), "service", forecast))).toBe("That PC is cloud-pc.");
  });

  it("of whoever went away since nothing is said", async () => {
    await setLimits(["service"]);
    await started("phone-pc", "baileys:9613000001");
    const forecast = await forecastOf(["03 700001"]);
    pass(60);
    await started("other-pc", "baileys:9613000002");
    const list = await ofWorkers();
    expect(forecast?.by.map(({ worker }) => worker)).toEqual(["phone-pc"]);
    expect(workersInWords(takersFor(list, "service", forecast))).toBe("That PC is other-pc.");
  });
});

describe("a number at which Meta knows one of our templates not at all", () => {
  it("is no taker of the other kinds either, as long as another number is online, and none again after other limits were saved", async () => {
    await setLimits(["birthday", "service", "menu"]);
    const refused = await started("refused-pc", "cloud:200");
    await write(some(1), "admin");
    await refuse(refused);
    const able = await started("able-pc", "cloud:100");
    await send(able);
    const takers = async () => (await forecastOf(["03 700001"]))?.by.map(({ worker }) => worker);
    const dealtTo = async () => {
      await greet(2);
      await refused.beat();
      await able.beat();
      return [(await refused.claim(9)).length, (await able.claim(9)).length];
    };
    expect([await takers(), await dealtTo()]).toEqual([["able-pc"], [0, 2]]);
    await setLimits(["birthday", "service", "menu"], 21);
    expect([await takers(), await dealtTo()]).toEqual([["able-pc"], [0, 2]]);
    await setLimits(["birthday", "service", "menu"], 21);
    expect((await takers())?.sort(), "saved with nothing changed, it is tried again").toEqual(["able-pc", "refused-pc"]);
  });

  it("is tried with the other kinds where no other one is there", async () => {
    await setLimits(["birthday", "service"]);
    const refused = await started("refused-pc", "cloud:200");
    await write(some(1), "admin");
    await refuse(refused);
    await greet();
    pass(5);
    for (const item of await refused.claim(9)) if ((await refused.begin(item)).answer.go) await refused.say(item, { outcome: "accepted" });
    await started("able-pc", "cloud:100");
    await refused.beat();
    await greet(2);
    expect((await refused.claim(9)).length, "and is one of them from then on").toBe(1);
  });
});

it("to start a PC is no help to what goes by another number alone", async () => {
  await setLimits(["birthday"]);
  await started("other-pc", "baileys:9613000002");
  const phone = await started("phone-pc", "baileys:9613000001");
  const { task_id } = (await greet()).answer;
  pass(60);
  await phone.beat();
  const [item] = await phone.claim();
  if (!item || !task_id) throw new Error("nothing to claim");
  expect((await phone.begin(item)).answer.go).toBe(true);
  await phone.say(item, { outcome: "not_sent", fault: "account", code: REACH_OUT, detail: "No." });
  await started("cloud-pc", "cloud:100");
  expect((await call("admin", retryAll, { body: { date: DATE, branch: "jounieh" } })).answer.retried).toBe(1);
  await setLimits([]);
  const { obstacle, results } = (await call("admin", openTask, { params: { id: task_id } })).answer;
  expect(obstacle).toMatchObject({ what: "no_template" });
  for (const said of [obstacle?.reason, results[0]?.error])
    expect(said).toMatch(/^cloud-pc sends by .+ Name a template for cloud-pc in WhatsApp Limits\./);
});

it("the approved text goes by no number that was refused it", async () => {
  await setLimits(["birthday", "service"]);
  await started("able-pc", "cloud:100");
  const refused = await started("refused-pc", "cloud:200");
  await write(some(1), "admin");
  await refuse(refused);
  await started("phone-pc", "baileys:9613000001");
  const list = await ofWorkers();
  const { template, guests: byTemplate } = (await call("admin", askTemplate, { body: { phones: ["03 700001"] } })).answer;
  expect(byTemplate).toEqual([0]);
  const words = whoGetsTemplate(readersOf([{ name: "Tony" }], template, () => true, withTemplates(list, "service")));
  expect(words).toContain("if able-pc sends it, and what is written below if phone-pc does");
  expect(words).not.toContain("refused-pc");
});

describe("a worker in a list", () => {
  const shown = async (kinds?: readonly ("birthday" | "menu" | "service")[]) => {
    const list = await ofWorkers();
    return list.workers.map((worker) => {
      const problems = problemsOf(worker, "Asia/Beirut");
      return [worker.name, isReady(worker, problems, list, kinds), ...problems, ...cannotSend(lacksOf(worker, list, kinds), [worker.name])];
    });
  };

  it("is not shown as fine whose number was refused the template, or has none, and says so", async () => {
    await setLimits(["birthday"]);
    const cloud = await started("cloud-pc", "cloud:100");
    expect(await shown(["birthday"])).toEqual([["cloud-pc", true]]);
    expect((await shown())[0]?.slice(0, 2), "it sends something").toEqual(["cloud-pc", true]);
    await greet();
    await refuse(cloud);
    expect(await shown(["birthday"])).toEqual([
      [
        "cloud-pc",
        false,
        "cloud-pc sends no birthdays, except to guests who have written to that number within 24 hours: WhatsApp does not take the template of cloud-pc.",
      ],
    ]);
    await setLimits([]);
    expect(await shown(["birthday"])).toEqual([
      [
        "cloud-pc",
        false,
        "cloud-pc sends no birthdays, except to guests who have written to that number within 24 hours: no approved template is named for them.",
      ],
    ]);
    expect((await shown())[0]?.[1], "it sends nothing at all by itself").toBe(false);
  });

  it("says whose the limit is where official numbers share it, and one of them has sent nothing", async () => {
    await capNumbers({ phoneDay: 9, phoneHour: 60, cloudDay: 1, template: true });
    const one = await started("desk-one", "cloud:100");
    await started("desk-two", "cloud:200");
    await write(some(1), "admin");
    await send(one);
    const { workers } = await ofWorkers();
    const full =
      "desk-one and desk-two share one limit of guests in 24 hours, and have together written to as many as they may: 1. Who writes to us first gets an answer all the same.";
    expect(workers.map((worker) => [worker.name, worker.sent, problemsOf(worker, "Asia/Beirut", workers)])).toEqual([
      ["desk-one", 1, [full]],
      ["desk-two", 0, [full]],
    ]);
    const task = (await write(some(1), "admin")).answer.task_id ?? "";
    const { waits_for } = (await call("admin", openTask, { params: { id: task } })).answer;
    expect(waits_for).toMatchObject({ what: "numbers", limit: "guests", shared: ["desk-one", "desk-two"] });
    if (waits_for?.what === "numbers")
      expect(haveSentInWords(waits_for)).toBe(
        "desk-one and desk-two share one limit of guests in 24 hours, and have together written to as many as they may",
      );
  });

  it("is not shown as fine that has sent as much as it may, is not linked, or is off", async () => {
    await setLimits([], 1);
    const phone = await started("phone-pc", "baileys:9613000001");
    expect(await shown()).toEqual([["phone-pc", true]]);
    await write(some(1), "admin");
    await send(phone);
    expect(await shown()).toEqual([["phone-pc", false, "phone-pc has sent as much as it may within 24 hours."]]);
    await setLimits([], 20, 1);
    const resting = "phone-pc has sent as much as it may within an hour: it goes on at 11:00.";
    expect(await shown()).toEqual([["phone-pc", false, resting]]);
    await setLimits([], 20);
    await phone.beat(false);
    expect(await shown()).toEqual([["phone-pc", false, "It is not connected to WhatsApp."]]);
    await phone.beat();
    pass(60);
    expect(await shown()).toEqual([["phone-pc", false]]);
  });
});
