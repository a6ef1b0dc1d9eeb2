import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, it } from "vitest";
import { menusSent } from "@/lib/menus/contract";
import { listCampaigns, readCampaign } from "@/lib/queue/campaigns/contract";
import { enqueue, enqueueBatch, openTask, queuePending } from "@/lib/queue/contract";
import { MAY_HAVE_SAID_NO } from "@/lib/queue/left-out-reasons";
import { changeLimits, readLimits } from "@/lib/queue/limits/contract";
import { inbound } from "@/lib/queue/workers/contract";
import { standingClock } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { started, type WorkerPc } from "../support/queue";

/** What waits says what it waits for, and no time at which it will not be tried. */

const { begin, pass } = standingClock("2026-11-20T12:00:00Z");
let data = "";
let guests = 600_000;
beforeEach(() => {
  data = enterHouse();
  begin();
});

const items = (count: number) => Array.from({ length: count }, () => ({ name: "Nour", phone: `76 ${++guests}` }));
async function queue(campaign: "birthday" | "service", count = 1): Promise<string> {
  const date = campaign === "birthday" ? { date: "2026-11-20" } : {};
  const { answer } = await call("admin", enqueueBatch, { body: { items: items(count), message: "Hello there", campaign, ...date } });
  return answer.task_id ?? "";
}
const campaign = async (id: string) => (await call("admin", readCampaign, { params: { id } })).answer;

async function oneADay(): Promise<void> {
  const { limits, changed } = (await call("admin", readLimits, {})).answer;
  const body = { ...limits, phone: { ...limits.phone, first_days: [1] }, seen: changed?.at ?? null };
  expect((await call("admin", changeLimits, { body })).status).toBe(200);
}

async function sendOne(pc: WorkerPc): Promise<void> {
  const [first] = await pc.claim(1);
  if (!first) throw new Error("nothing to claim");
  await pc.begin(first);
  await pc.say(first, { outcome: "accepted" });
  pass(15);
  await pc.beat();
}

it("waits for a number at its cap before anything of it was tried, with the worker that could be started", async () => {
  await started("cloud-pc", "cloud:100");
  pass(60);
  const phone = await started("phone-pc", "baileys:9611");
  await oneADay();
  await queue("service");
  await sendOne(phone);
  const letter = await queue("service");
  const numbers = { what: "numbers", phones: ["phone-pc"], official: [], refused: [], off: ["cloud-pc"], who: [] };
  expect(await campaign(letter)).toMatchObject({ obstacle: null, next_try: "2026-11-21T12:01:00.000Z", waits_for: numbers });
  expect((await call("admin", openTask, { params: { id: letter } })).answer).toMatchObject({ waits_for: numbers });
  expect((await call("admin", listCampaigns, { query: {} })).answer.campaigns[0]).toMatchObject({ waits_for: numbers });
  const greeting = await queue("birthday");
  expect(await campaign(greeting), "its birthday is over by then").toMatchObject({ next_try: "2026-11-20T19:30:00.000Z", ends: true });
});

it("says of a menu that it is too late for its evening, once no number sends before", async () => {
  mkdirSync(path.join(data, "menus"));
  writeFileSync(path.join(data, "menus", "menu.pdf"), "%PDF-1.4");
  const phone = await started("phone-pc", "baileys:9611");
  await oneADay();
  await queue("service");
  await sendOne(phone);
  const menu = { ...items(1)[0], name: "Maya", phone: "03 111111", table_name: "2026-11-20 table 12", pdf_path: "menus/menu.pdf" };
  await call("staff", enqueue, { body: { items: [menu] } });
  const [first] = (await call("admin", listCampaigns, { query: {} })).answer.campaigns;
  const { results } = (await call("staff", menusSent, { query: { table_name: "2026-11-20 table 12" } })).answer;
  expect(results).toMatchObject([{ status: "PENDING", too_late: true }]);
  expect(first).toMatchObject({ kind: "menu", too_late: true, in_vain: "Too late for this evening: show the menu at the table." });
});

it("says at once of a guest who may have said no that somebody decides first", async () => {
  const pc = await started("pc", "baileys:9611");
  await queue("service");
  await sendOne(pc);
  const body = { items: [{ name: "Saab", phone: `76 ${guests}` }], message: "Something else", campaign: "service" as const };
  const id = (await call("admin", enqueueBatch, { body })).answer.task_id ?? "";
  const message = { from: `96176${guests}`, text: "please stop sending me these messages", at: "2026-11-20T12:00:14Z" };
  await call("worker", inbound, { body: { worker_id: "pc", boot_id: pc.boot_id, messages: [message] } });
  expect((await call("admin", queuePending)).answer.items).toMatchObject([{ name: "Saab", last_error: MAY_HAVE_SAID_NO, undecided: true }]);
  expect(await campaign(id)).toMatchObject({ waits_for: { what: "decision" }, results: [{ error: MAY_HAVE_SAID_NO, undecided: true }] });
});
