import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Limits } from "../../lib/queue/limits/contract";
import { rng } from "../../scripts/guests.mjs";
import { CloudApi } from "../support/cloud-api";
import type { Script } from "../support/cloud-api-scripts";
import { WhatsAppWeb } from "../support/whatsapp-web";
import { freePort, KillHouse } from "./house";
import { SEED } from "./kills";
import { type End, type Item, Outcomes } from "./night-outcomes";
import { NightPc } from "./night-pc";

/**
 * Two workers over four hours of a night, one by the official number and one by a linked phone. The server is away half of it; the PCs
 * sleep, lose the line, are killed, and are set up anew. In the end each message is sent once, not sent with a reason that a clerk
 * understands, or in doubt because nothing that is left could settle it (`npm run test:soak`; SEED repeats a night as far as chance goes).
 */
const MINUTE = 60_000;
const PHASE = 10 * MINUTE;
const PHASES = 24;
const CAMPAIGNS = 8;
const GUESTS = 40;
/** The campaign that is cancelled as soon as it is queued. */
const CANCELLED = 4;
/** While the server is there, so much of the night passes at each tick, in milliseconds, and a tick takes so long. */
const STEP = 10_000;
const TICK = 200;
const SHARE_CUT = 0.05;
const SECRET = "the secret of the app of this test";
const DATE = "2026-11-20";
const BRANCHES = ["jounieh", "batroun", "tripoli", "zgharta"];

const random = rng(SEED);
const below = (count: number) => Math.floor(random() * count);
const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
const shuffled = <T>(list: readonly T[]): T[] =>
  list
    .map((one) => ({ one, by: random() }))
    .sort((a, b) => a.by - b.by)
    .map(({ one }) => one);

let house: KillHouse;
let api: CloudApi;
let web: WhatsAppWeb;
let pcs: NightPc[] = [];
let clock = Date.parse("2026-11-20T15:00:00.000Z");
const counts = { serverKills: 0, asleep: 0, cut: 0, reinstalled: 0, workerKills: 0, no: 0 };

function setClock(to: number): void {
  clock = to;
  house.setClock(new Date(clock).toISOString());
}

beforeAll(async () => {
  for (const way of ["info", "warn"] as const) console[way] = () => {}; // libsignal, for the guests' phones
  house = await KillHouse.open(new Date(clock).toISOString(), {
    WHATSAPP_APP_SECRET: SECRET,
    PORT: await freePort(),
    TEST_LOOKS_EVERY: "300",
  });
  const templates = ["birthday", "letter"].map((name) => ({ name, language: "en", parameters: 2 }));
  api = await CloudApi.start({ appSecret: SECRET, webhook: `${house.url}/api/whatsapp/webhook`, templates });
  web = await WhatsAppWeb.start();
  const { limits } = await house.ask<{ limits: Limits }>("GET", "/queue/limits", "jounieh");
  const body: Limits = {
    ...limits,
    templates: { ...limits.templates, birthday_name: "birthday", service_name: "letter" },
    cloud: { ...limits.cloud, per_day: 1_000_000 },
    phone: { ...limits.phone, gap_s: 5, gap_more_s: 0, per_hour: 200, per_day: 1_000, first_days: [] },
    quiet: { from: "00:00", to: "00:00" },
  };
  expect((await house.request("PUT", "/queue/limits", { body }))?.status).toBe(200);
  const place = { house, api, web, clock: () => clock, chance: random };
  pcs = [await NightPc.open("cs-pc-1", "cloud", place, SHARE_CUT), await NightPc.open("cs-pc-2", "baileys", place, SHARE_CUT)];
  for (const pc of pcs) await pc.install();
});
afterAll(async () => {
  for (const pc of pcs) await pc.close();
  await web.stop();
  await api.stop();
  await house.close();
});

/** The bad days of the official number and of the phone's line. */
const BAD_DAYS: Script[] = [
  { answer: "500 after" },
  { answer: "cut after" },
  { answer: "cut after", statuses: [] },
  { answer: "half" },
  { answer: "cut before", statuses: [] },
  { answer: "ok", statuses: [] },
  { early: true },
];
const BAD_LINES = ["cut before", "cut after", "no ack"] as const;

const phoneOf = (number: number) => `71${200_019 + number * 10}`;
let guests = 0;
const tasks: string[] = [];

/** A campaign of a branch, or a letter to guests. */
async function enqueue(campaign: number): Promise<void> {
  const isLetter = campaign % 3 === 2;
  const items = Array.from({ length: GUESTS }, () => {
    const number = guests++;
    const phone = phoneOf(number);
    if (random() < 0.2) api.script(`961${phone}`, pick(BAD_DAYS));
    if (random() < 0.15) web.script(`961${phone}`, { what: pick(BAD_LINES), times: 1 });
    if (random() < 0.05) {
      api.script(`961${phone}`, { answer: 131026 });
      web.notOnWhatsApp.add(`961${phone}`);
    }
    return { name: `Guest ${number}`, phone, message: `Word ${number} for {name}` };
  });
  await house.signIn();
  const body = isLetter ? { items } : { items, campaign: "birthday", date: DATE };
  const answer = await house.request("POST", "/queue/enqueue", { body, branch: BRANCHES[campaign % BRANCHES.length] });
  expect(answer?.body).toMatchObject({ enqueued: GUESTS });
  tasks.push((answer?.body as { task_id: string } | undefined)?.task_id ?? "");
}

/** Some guests say no, by a word to the number or to somebody of the house. */
async function peopleDecide(): Promise<void> {
  await house.signIn();
  for (let times = 0; times < 2; times++) {
    const phones = phoneOf(below(guests));
    const answer = await house.request("PUT", "/queue/opted-out", { body: { phones, opted_out: true } });
    expect(answer?.status).toBe(200);
    counts.no++;
  }
  api.guestWrites(`961${phoneOf(below(guests))}`, "STOP");
  counts.no++;
}

/** Somebody has second thoughts on the last campaign. */
async function cancelLast(): Promise<void> {
  const answer = await house.request("POST", `/queue/campaigns/${tasks.at(-1)}/cancel`, { body: {} });
  expect(answer?.status, JSON.stringify(answer?.body)).toBe(200);
}

type Incident = "asleep" | "cut" | "reinstalled" | "killed";
const KINDS: readonly Incident[] = ["asleep", "asleep", "cut", "cut", "killed", "killed"];

/** What happens to which PC in which phase; to be set up anew it takes the server. */
function plan(isAway: readonly boolean[]): { pc: NightPc; what: Incident }[][] {
  const phases: { pc: NightPc; what: Incident }[][] = isAway.map(() => []);
  const withServer = shuffled(isAway.flatMap((away, phase) => (away || phase < 2 ? [] : [phase])));
  for (const pc of pcs) {
    for (const what of KINDS) phases[1 + below(PHASES - 2)]?.push({ pc, what });
    for (let times = 0; times < 2; times++) phases[withServer.pop() ?? 0]?.push({ pc, what: "reinstalled" });
  }
  return phases;
}

async function happen(pc: NightPc, what: Incident): Promise<void> {
  if (what === "asleep") {
    counts.asleep++;
    return pc.sleep();
  }
  if (what === "cut") {
    counts.cut++;
    return pc.cut(true);
  }
  if (what === "reinstalled") {
    counts.reinstalled++;
    return pc.install();
  }
  counts.workerKills++;
  await pc.kill();
  pc.start();
}

/** Ten minutes with the server there. @param incidents each at some moment of them */
async function withServer(incidents: readonly { pc: NightPc; what: Incident }[]): Promise<void> {
  const ticks = PHASE / STEP;
  const when = incidents.map((one) => ({ ...one, tick: below(ticks) }));
  for (let tick = 0; tick < ticks; tick++) {
    for (const { pc, what } of when.filter((one) => one.tick === tick)) await happen(pc, what);
    for (const pc of pcs) pc.linkIfAsked();
    setClock(clock + STEP);
    await pause(TICK);
  }
}

/** Ten minutes without it. Whoever is awake sees them pass at once. */
async function withoutServer(incidents: readonly { pc: NightPc; what: Incident }[]): Promise<void> {
  for (const { pc, what } of incidents) {
    await happen(pc, what);
    await pause(below(500));
  }
  for (const minutes of [1, 4, 5]) {
    setClock(clock + minutes * MINUTE);
    for (const pc of pcs) if (!pc.isAsleep) pc.jump(minutes * MINUTE);
    await pause(TICK);
  }
}

/** Meta comes again for days with what nobody took. */
async function tellAgain(): Promise<void> {
  await api.webhooks.settled();
  const heard = new Set(api.webhooks.sent.flatMap(({ raw, answered }) => (answered === 200 ? [raw.toString()] : [])));
  for (const one of api.webhooks.sent) {
    if (heard.has(one.raw.toString())) continue;
    const headers = { "content-type": "application/json", "x-hub-signature-256": one.signature };
    const answer = await fetch(`${house.url}/api/whatsapp/webhook`, { method: "POST", headers, body: new Uint8Array(one.raw) }).catch(
      () => null,
    );
    if (answer?.status !== 200) continue;
    heard.add(one.raw.toString());
    one.answered = 200;
  }
}

async function night(): Promise<void> {
  const half = PHASES / 2;
  // It begins and ends with the server, and is away half of it.
  const middle = shuffled(Array.from({ length: PHASES - 2 }, (_, phase) => phase < half));
  const isAway = [false, ...middle, false];
  const incidents = plan(isAway);
  const campaigns = isAway.flatMap((away, phase) => (away ? [] : [phase])).slice(0, CAMPAIGNS);
  for (const [phase, away] of isAway.entries()) {
    for (const pc of pcs) {
      if (random() < 0.7) pc.wake();
      pc.cut(false);
    }
    const wasAway = isAway[phase - 1] ?? false;
    if (away && !wasAway) {
      await house.kill();
      counts.serverKills++;
    } else if (!away && wasAway) {
      await house.restart();
      await tellAgain();
    }
    const campaign = campaigns.indexOf(phase);
    if (campaign !== -1) await enqueue(campaign);
    if (campaign === CANCELLED) await cancelLast();
    if (!away && phase % 2 === 0) await peopleDecide();
    await (away ? withoutServer : withServer)(incidents[phase] ?? []);
  }
}

const rowsOf = () => house.rows<Item>("hub.db", "SELECT id, digits, status, last_code, last_error FROM queue_item");

/** All is well again: until each message is settled, or nothing moves any more. */
async function morning(): Promise<void> {
  for (const pc of pcs) {
    pc.wake();
    pc.cut(false);
  }
  const open = () => rowsOf().filter(({ status }) => status === "PENDING" || status === "IN_PROGRESS");
  for (let stood = 0, before = 0; open().length > 0; stood++) {
    if (open().length !== before) stood = 0;
    before = open().length;
    for (const pc of pcs) pc.linkIfAsked();
    const isWaiting = open().some(({ status }) => status === "PENDING");
    setClock(clock + (stood % 20 === 19 ? (isWaiting ? 61_000 : 16 * MINUTE) : STEP));
    expect(stood, `these stay: ${JSON.stringify(open().slice(0, 5))}\n${pcs.map((pc) => pc.said().slice(-3_000)).join("\n")}`).toBeLessThan(
      300,
    );
    await pause(TICK);
  }
  await tellAgain();
  await pause(2_000); // what a journal still says is heard
}

const kindOf = (end: End) => (typeof end === "string" ? end : "wrong");

test("after a night of a server that is away half of it every message is sent once, not sent with a reason, or in doubt with proof that it must be", async () => {
  console.log(`seed ${SEED}`);
  const started = performance.now();
  await night();
  await morning();
  const seconds = ((performance.now() - started) / 1_000).toFixed(0);
  const outcomes = new Outcomes(house, api, web, pcs);
  const items = rowsOf();
  const ends = items.map((item) => outcomes.of(item));
  const told = [...new Set(ends.map(kindOf))].map((kind) => `${ends.filter((end) => kindOf(end) === kind).length} ${kind}`);
  const cuts = pcs.reduce((sum, pc) => sum + pc.cuts, 0);
  console.log(
    `${items.length} messages (${api.accepted.length} by the official number, ${web.accepted.length} by the phone), ${JSON.stringify(counts)}, ${cuts} answers cut: ${told.join(", ")}; ${seconds} s`,
  );
  expect(
    ends.flatMap((end) => (typeof end === "string" ? [] : [end.fault])),
    `seed ${SEED}`,
  ).toEqual([]);
  expect(outcomes.strangers(items)).toEqual([]);
  expect(items).toHaveLength(CAMPAIGNS * GUESTS);
  expect(counts.serverKills).toBeGreaterThan(2);
  expect(web.accepted.length, "by the linked phone").toBeGreaterThan(10);
  expect(api.accepted.length, "by the official number").toBeGreaterThan(10);
}, 900_000);
