import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { health } from "@/lib/health/contract";
import { menusSent } from "@/lib/menus/contract";
import { openCampaign } from "@/lib/queue/birthday-campaign/contract";
import { listCampaigns, pauseCampaign, readCampaign } from "@/lib/queue/campaigns/contract";
import { enqueue, enqueueBatch, queuePending } from "@/lib/queue/contract";
import { sweepLeases } from "@/lib/queue/leases/leases";
import { MAY_HAVE_SAID_NO } from "@/lib/queue/left-out-reasons";
import { changeLimits, readLimits } from "@/lib/queue/limits/contract";
import { DEFAULT_LIMITS } from "@/lib/queue/limits/default-limits";
import { cancelSending } from "@/lib/queue/pause/contract";
import { sendDespiteDoubt } from "@/lib/queue/retry-by-hand/contract";
import { askTemplate } from "@/lib/queue/templates/contract";
import { inbound } from "@/lib/queue/workers/contract";
import { standingClock } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { started, type WorkerPc } from "../support/queue";
import { alter } from "../support/stores";

/** What is said of a message that waits is true, the same in each place, and said once. */

const HOUR = 3_600;
/** 18:00 in Beirut; the quiet hours begin at 21:30. */
const { begin, pass } = standingClock("2026-11-20T16:00:00Z");
const AT_2130 = "2026-11-20T19:30:00.000Z";
const QUIET = "Birthdays and letters are not sent between 21:30 and 09:30; menus are.";
const IN_VAIN = "Misses the birthday: birthdays and letters are not sent between 21:30 and 09:30, and then it is over.";
let data = "";
let guests = 0;
beforeEach(() => {
  data = enterHouse();
  begin();
});

async function change(phoneDay: number, templates = false): Promise<void> {
  const { limits, changed } = (await call("admin", readLimits, {})).answer;
  const name = templates ? "letter" : "";
  const body = {
    ...limits,
    phone: { ...limits.phone, first_days: [], per_day: phoneDay },
    templates: { ...limits.templates, birthday_name: name, menu_name: name, service_name: name },
    seen: changed?.at ?? null,
  };
  expect((await call("admin", changeLimits, { body })).status).toBe(200);
}

const items = (count: number) => Array.from({ length: count }, () => ({ name: "Nour", phone: `76 ${600_000 + ++guests}` }));
async function queue(campaign: "birthday" | "service", count = 1): Promise<string> {
  const date = campaign === "birthday" ? { date: "2026-11-20" } : {};
  const { answer } = await call("admin", enqueueBatch, { body: { items: items(count), message: "Hello there", campaign, ...date } });
  return answer.task_id ?? "";
}
async function queueMenus(count: number): Promise<void> {
  mkdirSync(path.join(data, "menus"));
  writeFileSync(path.join(data, "menus", "menu.pdf"), "%PDF-1.4");
  const of = { table_name: "2026-11-20 table 12", pdf_path: "menus/menu.pdf" };
  await call("staff", enqueue, { body: { items: items(count).map((one) => ({ ...one, ...of })) } });
}
const campaign = async (id: string) => (await call("admin", readCampaign, { params: { id } })).answer;
const menus = async () => (await call("staff", menusSent, { query: { table_name: "2026-11-20 table 12" } })).answer.results;
const pending = async () => (await call("admin", queuePending)).answer.items;
const onHome = async () => (await call("admin", health, {})).answer.sending;

/** What comes of the next message that a worker asks for. */
async function next(pc: WorkerPc) {
  pass(15);
  await pc.beat();
  const [item] = await pc.claim(1);
  if (!item) return null;
  const { answer } = await pc.begin(item);
  if (answer.go) await pc.say(item, { outcome: "accepted" });
  return answer;
}
const phonePc = () => started("phone-pc", "baileys:9611");
const cloudPc = () => started("cloud-pc", "cloud:100");

describe("a greeting of today that the phone cannot take any more", () => {
  it("can be helped until the quiet hours begin, and not until midnight", async () => {
    await change(1);
    const phone = await phonePc();
    await cloudPc();
    await queue("service");
    await next(phone);
    const id = await queue("birthday", 2);
    const ways = { what: "numbers", phones: ["phone-pc"], official: ["cloud-pc"], refused: [], who: expect.arrayContaining(["admin"]) };
    const saved = { next_try: AT_2130, ends: true, in_vain: null, waits_for: ways };
    expect(await campaign(id)).toMatchObject(saved);
    expect(await pending()).toMatchObject([saved, saved]);
    expect((await onHome())?.next).toMatchObject(saved);
  });

  it("is said to miss its day, and why, once nothing can send it: in every place alike, and by no other reason", async () => {
    await change(1);
    const phone = await phonePc();
    const cloud = await cloudPc();
    await queue("service");
    await next(phone);
    const id = await queue("birthday", 2);
    await next(phone);
    pass(3.6 * HOUR);
    for (const pc of [phone, cloud]) await pc.beat();
    const lost = { ends: true, in_vain: IN_VAIN, waits_for: null };
    expect(await campaign(id)).toMatchObject({ ...lost, reasons: [], results: [{ error: null }, { error: null }] });
    expect(await pending()).toMatchObject([
      { ...lost, last_error: null },
      { ...lost, last_error: null },
    ]);
    expect((await call("admin", openCampaign, { query: { date: "2026-11-20" } })).answer).toMatchObject(lost);
    expect(await onHome()).toMatchObject({ waiting: 2, misses: 2, next: lost });
    await change(1, true);
    expect(await campaign(id), "a template does not help any more").toMatchObject(lost);
  });

  it("is lost at once where nobody else could send it", async () => {
    await change(1);
    const phone = await phonePc();
    await queue("service");
    await next(phone);
    expect(await campaign(await queue("birthday"))).toMatchObject({
      in_vain:
        "Misses the birthday: phone-pc has sent as much as it may, and no other number can send it in time. A higher “Linked phones: Messages in 24 hours” in WhatsApp Limits lets it go. Who can: admin.",
      waits_for: null,
    });
  });
});

it("says whom the quiet hours hold", async () => {
  const phone = await phonePc();
  pass(4 * HOUR);
  await queue("service");
  expect(await next(phone)).toMatchObject({ go: false, reason: "quiet", detail: QUIET });
  expect(await pending()).toMatchObject([{ last_error: QUIET, next_try: "2026-11-21T07:30:00.000Z" }]);
});

it("says of a template that WhatsApp refuses that it does, and who can see to it, and not that naming one would help", async () => {
  await change(1, true);
  const cloud = await cloudPc();
  const refused = await queue("service");
  pass(15);
  await cloud.beat();
  const [item] = await cloud.claim(1);
  if (!item) throw new Error("nothing to claim");
  await cloud.begin(item);
  await cloud.say(item, { outcome: "not_sent", fault: "content", code: "132001", detail: "No." });
  const phone = await phonePc();
  const letter = await queue("service");
  expect(await next(phone)).toMatchObject({ go: true });
  expect(await next(phone)).toMatchObject({ reason: "limit" });
  await cloud.beat();
  const numbers = { what: "numbers", official: [], refused: ["cloud-pc"], who: expect.arrayContaining(["admin"]) };
  for (const id of [refused, letter]) {
    const told = await campaign(id);
    if (told.counts.PENDING > 0) expect(told).toMatchObject({ waits_for: numbers, reasons: [] });
  }
  expect((await onHome())?.next).toMatchObject({ waits_for: numbers });
  const { forecast } = (await call("admin", askTemplate, { body: { phones: ["76 700 700"], kind: "service" } })).answer;
  expect(forecast).toMatchObject({ today: 0, ways: [{ what: "template", worker: "cloud-pc", refused: true }] });
});

it("who writes a letter in the quiet hours reads before sending when it goes; a menu goes at once", async () => {
  pass(4.5 * 3_600); // 22:30 in Beirut
  const until = async (kind: "service" | "menu") =>
    (await call("admin", askTemplate, { body: { phones: ["76 700 700"], kind } })).answer.quiet_until;
  expect([await until("service"), await until("menu")]).toEqual(["2026-11-21T07:30:00.000Z", null]);
  pass(12 * 3_600);
  expect(await until("service")).toBeNull();
});

describe("menus of one table", () => {
  it("are not called too late as long as something can send them before the evening is over, and all wait for the same", async () => {
    await change(1);
    const phone = await phonePc();
    const cloud = await cloudPc();
    await queueMenus(3);
    await next(phone);
    await next(phone);
    await next(cloud);
    const waits = {
      next_try: "2026-11-21T03:00:00.000Z",
      too_late: true,
      in_vain: null,
      error: null,
      waits_for: { official: ["cloud-pc"] },
    };
    expect((await menus()).filter(({ status }) => status === "PENDING")).toMatchObject([waits, waits]);
    const [card] = (await call("admin", listCampaigns, { query: {} })).answer.campaigns;
    expect(card).toMatchObject({ too_late: true, in_vain: null, reasons: [], waits_for: { official: ["cloud-pc"] } });
    await change(1, true);
    expect(await next(cloud)).toMatchObject({ go: true });
  });

  it("are too late where nothing can, and no other reason stands beside it", async () => {
    await change(1);
    const phone = await phonePc();
    await queueMenus(2);
    await next(phone);
    await next(phone);
    const late = { too_late: true, in_vain: "Too late for this evening: show the menu at the table.", waits_for: null };
    expect(await menus()).toMatchObject([{ status: "SENT" }, { ...late, error: null }]);
    expect(await pending()).toMatchObject([{ ...late, last_error: null }]);
  });
});

describe("what the phone may still send today", () => {
  it("is for others first: whoever cannot go today is not next in line, and nothing of theirs is being sent", async () => {
    await change(3);
    await phonePc();
    await queue("service", 3);
    const greetings = await queue("birthday", 2);
    const busy = {
      next_try: AT_2130,
      ends: true,
      in_vain: expect.stringContaining("what phone-pc may still send today goes to others first"),
    };
    expect(await campaign(greetings)).toMatchObject(busy);
    const rows = await pending();
    expect(rows.map(({ kind, ends }) => [kind, ends])).toEqual([
      ["service", false],
      ["service", false],
      ["service", false],
      ["birthday", true],
      ["birthday", true],
    ]);
    const letters = await queue("service", 2);
    expect(await campaign(letters)).toMatchObject({ ends: false, waits_for: { what: "numbers", busy: true, phones: ["phone-pc"] } });
    await change(4);
    expect(await campaign(letters), "one of them can go now").toMatchObject({ next_try: null, waits_for: null });
  });

  it("is told the same where so much waits that it is counted through beside the event loop", async () => {
    await change(3);
    await phonePc();
    await queue("service", 2);
    const greetings = await queue("birthday", 2);
    const told = async () => {
      const { counts: _, results: __, late: ___, ...card } = await campaign(greetings); // of the 400 too
      const [first, second] = (await pending()).filter(({ kind }) => kind === "birthday");
      const phones = ["76 700 700", "76 700 701"];
      const { today, by } = (await call("admin", askTemplate, { body: { phones, kind: "service" } })).answer.forecast ?? {};
      return { card, next: [first?.next_try, second?.next_try], today, by };
    };
    const ofFew = await told();
    expect(ofFew.today).toBe(1);
    await queue("birthday", 400); // more urgent is none of them
    expect(await told()).toEqual(ofFew);
  });

  it("names only those of the numbers that have something left", async () => {
    await change(1);
    const full = await phonePc();
    await queue("service");
    await next(full);
    await started("b-phone", "baileys:9612");
    await queue("service");
    const greetings = await queue("birthday", 2);
    await full.beat();
    const told = await campaign(greetings);
    expect(told.in_vain).toBe(
      "Misses the birthday: what b-phone may still send today goes to others first, and no other number can send it in time. A higher “Linked phones: Messages in 24 hours” in WhatsApp Limits lets it go. Who can: admin.",
    );
  });

  it("is counted before the quiet hours end, too: who would miss the day is not told to be tried then", async () => {
    await change(3);
    pass(15 * HOUR); // half an hour before they end
    const phone = await phonePc();
    const body = { items: items(5), message: "Happy birthday", campaign: "birthday" as const, date: "2026-11-21" };
    const id = (await call("admin", enqueueBatch, { body })).answer.task_id ?? "";
    const late = { count: 2, in_vain: expect.stringContaining("what phone-pc may still send today goes to others first") };
    expect(await campaign(id)).toMatchObject({ next_try: "2026-11-21T07:30:00.000Z", ends: false, late });
    expect(await onHome()).toMatchObject({ waiting: 5, misses: 2 });
    for (let item = 0; item < 5; item++) expect(await next(phone), "it is put off until then").toMatchObject({ reason: "quiet" });
    expect(await campaign(id)).toMatchObject({ next_try: "2026-11-21T07:30:00.000Z", ends: false, late });
    expect(await onHome()).toMatchObject({ waiting: 5, misses: 2 });
  });

  it("is not looked at where somebody has paused it", async () => {
    await change(1);
    await phonePc();
    await queue("service");
    const greetings = await queue("birthday", 2);
    await call("staff", pauseCampaign, { params: { id: greetings } });
    expect(await campaign(greetings)).toMatchObject({ ends: false, paused: { by: expect.any(String) } });
  });
});

it("counts whoever waits for a decision under nothing else", async () => {
  await change(1);
  const phone = await phonePc();
  await queue("service");
  await next(phone);
  const said = { from: `96176${600_000 + guests}`, text: "please stop sending me these messages", at: "2026-11-20T16:00:14Z" };
  const held = { name: "Saab", phone: `76 ${600_000 + guests}` };
  const body = { items: [...items(2), held], message: "Happy birthday", campaign: "birthday" as const, date: "2026-11-20" };
  const id = (await call("admin", enqueueBatch, { body })).answer.task_id ?? "";
  await call("worker", inbound, { body: { worker_id: "phone-pc", boot_id: phone.boot_id, messages: [said] } });
  expect(await campaign(id)).toMatchObject({
    in_vain: expect.stringContaining("phone-pc has sent"),
    reasons: [{ count: 1, reason: MAY_HAVE_SAID_NO, undecided: true }],
  });
  expect(await onHome()).toMatchObject({ waiting: 3, to_decide: 1, misses: 2 });
  await queue("birthday", 120);
  alter(path.join(data, "hub.db"), "UPDATE queue_item SET run_at = '2026-11-20T20:00:00.000Z' WHERE name = 'Saab'"); // the last one
  expect(await onHome(), "however many wait before").toMatchObject({ waiting: 123, to_decide: 1 });
  expect((await onHome())?.misses, "no count of only some of them").toBeUndefined();
});

it("says first that a worker can be started where that does it as well", async () => {
  await change(20);
  pass(60);
  await phonePc();
  pass(120);
  const cloud = await cloudPc();
  await queue("service");
  await next(cloud);
  const [row] = await pending();
  expect(row).toMatchObject({ blocked: true, next_try: null });
  expect(row?.last_error).toMatch(/Start phone-pc again, or name a template for cloud-pc.*Who can: .*admin/);
});

it("names one time at which a number goes on", async () => {
  await change(1);
  const phone = await phonePc();
  await queue("service", 2);
  await next(phone);
  expect((await next(phone))?.detail).toBe("phone-pc has sent 1 message in 24 hours, as many as it may.");
  const [row] = await pending();
  expect(row).toMatchObject({ next_try: "2026-11-21T16:00:15.000Z", last_error: null, waits_for: { what: "numbers" } });
});

it("tells a branch that is stopped from a campaign that is paused", async () => {
  await phonePc();
  const id = await queue("service");
  await call("admin", pauseCampaign, { params: { id } });
  expect(await campaign(id)).toMatchObject({ state: "PAUSED", stopped: false });
  expect(await pending()).toMatchObject([{ paused: true, stopped: false }]);
  await call("admin", cancelSending);
  expect(await campaign(id)).toMatchObject({ state: "PAUSED", stopped: true });
  expect(await pending()).toMatchObject([{ paused: true, stopped: true }]);
});

describe("one that goes again although nobody knows whether it arrived", () => {
  async function again(): Promise<WorkerPc> {
    const phone = await phonePc();
    await queue("birthday");
    pass(15);
    await phone.beat();
    const [item] = await phone.claim(1);
    if (!item) throw new Error("nothing to claim");
    expect((await phone.begin(item)).answer.go).toBe(true);
    await phone.say(item, { outcome: "unknown" });
    pass(31 * 60);
    await sweepLeases();
    const { answer } = await call("admin", sendDespiteDoubt, { params: { id: item.id } });
    expect(answer).toMatchObject({ sent: true });
    return phone;
  }

  it("says that no other number takes it, while its own is off and others send", async () => {
    await again();
    await started("other-pc", "baileys:9613");
    expect((await pending())[0]).toMatchObject({
      blocked: true,
      last_error: "Only phone-pc may send it, which had it in hand before. It is off: start phone-pc.",
    });
  });

  it("says so where its own has sent as much as it may", async () => {
    const phone = await again();
    await change(1);
    await phone.beat();
    await started("other-pc", "baileys:9613");
    expect((await pending())[0]).toMatchObject({
      in_vain:
        "Misses the birthday: only phone-pc may send it, and it has sent as much as it may, and no other number can send it in time. A higher “Linked phones: Messages in 24 hours” in WhatsApp Limits lets it go. Who can: admin.",
    });
  });
});

it("calls nobody next in line while nobody sends, and says why above them all", async () => {
  await queue("service");
  expect(await pending()).toMatchObject([{ blocked: true, next_try: null, last_error: null }]);
});

describe("what would help", () => {
  it("is said of those that it lets go, and of the others that nothing does", async () => {
    await change(1);
    await started("off-pc", "baileys:9613");
    pass(120);
    await phonePc();
    const id = await queue("birthday", 3);
    expect(await campaign(id)).toMatchObject({
      goes: 1,
      late: { count: 1, in_vain: null, waits_for: { off: ["off-pc"] } },
      lost: { count: 1, why: expect.stringContaining("no other number can send it in time") },
    });
  });

  it("is no worker whose number has sent as much as it may, too", async () => {
    await change(1);
    const full = await phonePc();
    await queue("service");
    await next(full);
    pass(120);
    const phone = await started("b-phone", "baileys:9612");
    await queue("service");
    await next(phone);
    const id = await queue("birthday", 2);
    expect(await campaign(id)).toMatchObject({ waits_for: null, in_vain: expect.stringContaining("no other number can send it in time") });
    expect((await onHome())?.off).toEqual([]);
  });

  it("is nothing while the quiet hours last, whatever somebody mends", async () => {
    const body = { ...DEFAULT_LIMITS, phone: { ...DEFAULT_LIMITS.phone, first_days: [], per_hour: 1 } };
    expect((await call("admin", changeLimits, { body })).status).toBe(200);
    pass(3.45 * HOUR);
    const phone = await phonePc();
    await queue("service");
    expect(await next(phone)).toMatchObject({ go: true });
    pass(600);
    await phone.beat();
    const id = await queue("service");
    expect(await campaign(id)).toMatchObject({ next_try: "2026-11-21T07:30:00.000Z", waits_for: null });
  });
});
