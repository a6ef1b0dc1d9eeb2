import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Forecast } from "@/lib/queue/forecast/contract";
import { changeLimits, type Limits, type TemplatePart } from "@/lib/queue/limits/contract";
import { DEFAULT_LIMITS } from "@/lib/queue/limits/default-limits";
import { claim, heartbeat } from "@/lib/queue/workers/contract";
import { registerWorker } from "@/workers/sender/loops";
import { Recovery } from "@/workers/sender/recovery";
import { reportAll } from "@/workers/sender/reports";
import { sendClaimed } from "@/workers/sender/send-message";
import type { WorkerContext } from "@/workers/sender/worker-state";
import { type Dice, dice } from "../sequences/people";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { serveHandlers } from "../support/server";
import { rows } from "../support/stores";
import { ofToday } from "../support/today";
import { emptyFolder } from "../workers/folder";
import { workerContextFor } from "../workers/sending-pc";
import { type Guest, saysNo, someGuests, theirPast, writes } from "./audience";
import { isAsShown, type KindName, kindOf, type Promised } from "./campaigns";
import { type Way, type WayName, wayOf } from "./ways";

/**
 * For random guests, consents, limits and templates: what the screen shows before a message goes out is what the guest's phone gets, by
 * the worker's own sending code, or the guest is named among those left out with a reason.
 */
const SEED = Number(process.env.SEED ?? 1);
const TIMES = process.env.THOROUGH ? 12 : 1;
/** A linked phone takes seconds to be linked; most of the rules are the official API's. */
const ROUNDS: Record<WayName, number> = { sandbox: TIMES, cloud: process.env.THOROUGH ? 2 * TIMES : TIMES, baileys: TIMES };
const GUESTS = process.env.THOROUGH ? 14 : 7;
const START = Date.parse("2026-11-20T12:00:00Z");
/** So long after the preview nothing of it is old: guests wrote whole hours before. */
const FRESH = 40 * 60_000;
/** More often than any number of guests, tries and holds of a round. */
const MOST_LOOKS = 90;

let data = "";
let at = START;
const setClock = (to: number) => {
  at = to;
  clockAt(new Date(at).toISOString());
};

beforeEach(() => {
  data = enterHouse();
  setClock(START);
});

const MESSAGES = [
  "Happy birthday, {name}! Yours, {branch}",
  "Dear {Name},\nsee you at {BRANCH}.",
  "We miss you, {name}: {name} & {branch}.",
];
const BODIES: TemplatePart[][] = [
  ["name", "branch"],
  ["name", "message"],
  ["branch", "name", "message"],
];

/** What was decided by dice for one round, and what Meta knows of the template. */
interface Setting {
  limits: Limits;
  body: TemplatePart[];
  /** As Meta has it; the house may not have written it down. */
  text: string;
  isPaused: boolean;
}

function someSetting(kind: KindName, random: Dice): Setting {
  const body = random.pick(BODIES);
  const text = `Hello: ${body.map((_, index) => `{{${index + 1}}}`).join(", ")}!`;
  const isNamed = random.chance(0.8);
  const templates: Partial<Limits["templates"]> = {
    [`${kind}_name`]: isNamed ? `our_${kind}` : "",
    [`${kind}_body`]: body,
    [`${kind}_text`]: random.chance(0.8) ? text : "",
  };
  const few = random.chance(0.3) ? 2 + random.below(4) : null;
  const limits: Limits = {
    ...DEFAULT_LIMITS,
    cloud: { ...DEFAULT_LIMITS.cloud, per_day: few ?? 250 },
    phone: { ...DEFAULT_LIMITS.phone, per_hour: few ?? 60, first_days: few ? [few, few + 2] : [] },
    consent: { never_asked: random.chance(0.2) ? "leave_out" : "send" },
    templates: { ...DEFAULT_LIMITS.templates, ...templates },
  };
  return { limits, body, text, isPaused: random.chance(0.15) };
}

async function worker(way: Way): Promise<WorkerContext> {
  const server = (await serveHandlers()).replace(/\/api$/, "");
  const context = workerContextFor(way.transport, { server, name: "pc-1", folder: emptyFolder() });
  await registerWorker(context);
  context.hearState(way.transport.state());
  await beat(context);
  return context;
}

const beat = (context: WorkerContext) =>
  context.tools.calls.call(heartbeat, {
    account: context.tools.transport.account(),
    transport: context.tools.transport.state(),
    in_flight: [],
  });

/** When the next message may go, in milliseconds; null when none waits. */
function nextTurn(): number | null {
  const [row] = rows<{ run_at: string | null }>(
    path.join(data, "hub.db"),
    "SELECT min(run_at) AS run_at FROM queue_item WHERE status = 'PENDING'",
  );
  return row?.run_at ? Date.parse(row.run_at) : null;
}

/** Sends what waits, one after the other, as long as anything can go. @param before and `after` each is handed over */
async function sendAll(context: WorkerContext, before: (digits: string) => Promise<void>, after: () => void): Promise<void> {
  const recovery = new Recovery(context);
  for (let look = 0; look < MOST_LOOKS; look++) {
    await beat(context);
    const { items } = await context.tools.calls.call(claim, { max: 1, wait_ms: 0 });
    const [item] = items;
    if (!item) {
      const next = nextTurn();
      if (next === null) return;
      setClock(Math.max(at, next) + 1_000);
      continue;
    }
    await before(item.phone);
    const ticking = setInterval(() => setClock(at + 5_000), 50); // it waits for its turn by the server's clock
    await sendClaimed(context, item).finally(() => clearInterval(ticking));
    after();
    await reportAll(context);
    await recovery.round();
    setClock(at + 61_000);
  }
}

/**
 * Some say no, or what sounds like it, once the message is queued.
 * @returns who gets nothing because of it, and who wrote: that opens a window for free words
 */
async function changeOfMind(guests: readonly Guest[], random: Dice, to: Way, context: WorkerContext) {
  const no = new Set<string>();
  const wrote = new Set<string>();
  for (const { digits } of guests) {
    if (!digits || !random.chance(0.2)) continue;
    const how = random.pick(["writes it", "tells somebody", "in a sentence"]);
    if (how === "tells somebody") await saysNo(digits);
    else await writes(digits, how === "writes it" ? "STOP" : "No more of these messages please", at, to, context);
    no.add(digits);
    if (how !== "tells somebody") wrote.add(digits);
  }
  return { no, wrote };
}

interface Round {
  kind: KindName;
  way: WayName;
  seed: number;
}

async function play({ kind: name, way: by, seed }: Round): Promise<void> {
  const random = dice(seed);
  const { limits, body, text, isPaused } = someSetting(name, random);
  const header = name === "service" ? {} : { header: name === "menu" ? ("document" as const) : ("image" as const) };
  const known = { name: `our_${name}`, language: "en", parameters: body.length, paused: isPaused, ...header };
  const to = await wayOf(by, [known]);
  const context = await worker(to);
  expect((await call("admin", changeLimits, { body: limits })).status).toBe(200);
  const guests = someGuests(GUESTS, random);
  const kind = kindOf(name, data, random.pick(MESSAGES));
  await kind.prepare(guests);
  const unknown = await theirPast(guests, random, to, context, at);

  const first = await kind.preview();
  expect(
    guests.filter((one) => !first.some(({ name }) => name === one.name) && !shares(one, guests)),
    "nobody is told of",
  ).toEqual([]);
  const said = kind.forecast();
  const { left, enqueued, instead } = await kind.send();
  const previewed = at;
  setClock(at + 60_000);
  const { no, wrote } = await changeOfMind(guests, random, to, context);
  const latest = new Map<string, Promised[]>();
  /** When each came, in milliseconds. */
  const times: number[] = [];
  await sendAll(
    context,
    async (digits) => {
      if (at - previewed > FRESH || wrote.has(digits)) latest.set(digits, await kind.preview());
    },
    () => {
      while (times.length < to.received().length) times.push(at);
    },
  );
  // Who writes meanwhile may be answered beside every cap.
  if (said && wrote.size === 0)
    expectAsForecast(name, said, times, isPaused ? Number.POSITIVE_INFINITY : new Set([...no, ...unknown]).size + left.length);

  const why = await kind.reasons();
  const pool = to.received();
  let byTemplate = 0;
  for (const promised of first) {
    const now = latest.get(promised.digits)?.find((one) => one.name === promised.name) ?? promised;
    const came = promised.reason === null ? pool.findIndex((one) => isTheirs(one.to, promised, guests) && isAsShown(now, one, text)) : -1;
    if (came !== -1) {
      const [one] = pool.splice(came, 1);
      expect(no.has(one?.to ?? ""), `${promised.name} said no before it went out`).toBe(false);
      if (one?.template && !body.includes("message")) byTemplate++;
      continue;
    }
    const reason = promised.reason ?? left.find((one) => one.name === promised.name)?.reason ?? why.get(promised.name);
    const theirs = to.received().filter((one) => isTheirs(one.to, promised, guests));
    expect(reason ?? "", `${JSON.stringify(now)} got ${JSON.stringify(theirs)} and is not told why`).toMatch(/^\S.+[.)]$|^\{/);
  }
  expect(pool, "what nobody was promised").toEqual([]);
  const isAllFresh = at - previewed < FRESH && to.received().length === enqueued && wrote.size === 0;
  if (isAllFresh) expect(byTemplate, "so many get the template in place of the words").toBe(instead);
}

/** Until the quiet hours of that day; a menu goes on until its evening is over. */
const DAY_ENDS = Date.parse(`2026-11-20T${DEFAULT_LIMITS.quiet.from}:00+02:00`);

/**
 * So many came on that day as could go, but for those who were left out, said no meanwhile or have no WhatsApp; and of those that would miss it, or its
 * evening, none later.
 * @param lost so many at most
 */
function expectAsForecast(kind: KindName, { today, total }: Forecast, came: readonly number[], lost: number): void {
  const inDay = kind === "menu" ? came.length : came.filter((time) => time < DAY_ENDS).length;
  expect(inDay, `at most ${today} of ${total} can go today`).toBeLessThanOrEqual(today);
  expect(inDay, `${today} of ${total} can go today, and ${lost} are lost`).toBeGreaterThanOrEqual(today - lost);
  if (kind !== "service") expect(came.length - inDay, "what misses its day is not sent by itself").toBe(0);
}

/** Who has another's number is one guest with them in the book. */
const shares = (one: Guest, guests: readonly Guest[]) => guests.some((other) => other !== one && other.digits === one.digits);

function isTheirs(digits: string, { name }: Promised, guests: readonly Guest[]): boolean {
  return guests.some((guest) => guest.name === name && guest.digits === digits);
}

const WAYS: WayName[] = ["sandbox", "cloud", "baileys"];
const KINDS: KindName[] = ["birthday", "menu", "service"];
/** Each day every kind goes by another way: all nine pairs have their turn in three days. */
const isToday = (place: number, way: number) => ofToday([0, 1, 2], 3).includes((place + way) % 3);
const ALL = KINDS.flatMap((kind, place) =>
  WAYS.filter((_, way) => isToday(place, way)).flatMap((by) =>
    Array.from({ length: ROUNDS[by] }, (_, round) => ({ kind, way: by, seed: SEED + 1_000 * place + round })),
  ),
);

describe("what is shown before messages go out", () => {
  it.each(ALL)("is what each guest's phone gets, or they are left out with the reason ($kind by $way, seed $seed)", play, 60_000);
});
