import { once as happened } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import path from "node:path";
import { json, text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { v7 as uuid } from "uuid";
import type { AnswerOf } from "../../lib/api/endpoint";
import { openWriting } from "../../lib/db/pragmas";
import type { lastImport } from "../../lib/import/contract";
import type { listCampaigns } from "../../lib/queue/campaigns/contract";
import { makeGroup } from "./group";
import { enqueueLetters, enqueueMenus, keepOnline, layMenu, WORKER_TOKEN } from "./messages";
import { report, reportCount } from "./report";
import { type Bench, openBench, signIn } from "./server";
import { MILLION, people } from "./stores";

/** By how many milliseconds a call may raise the 99th percentile of what the event loop makes others wait. */
const ABOVE_QUIET = 20;
/** So long each call is watched at least, in milliseconds; one that takes longer is asked once. */
const WATCHED = 1_500;
const MOST = 8;
const QUIET = 5_000;
const QUIET_TIMES = 4;

/** The day on which nearly all of the million came: one file without dates, brought in at once. */
const IMPORTED = "2026-06-01";
/** The day of the others, who are given a company: a million would take a quarter of an hour. */
const LATER = "2026-06-02";
const CAME_LATER = 100_000;
const BIRTHDAY = "2027-05-14";
/** Of menus, and of letters, in the queue. */
const WAITING = 5_000;

/**
 * What the event loop makes others wait while each call is answered from a book of a million, above what it makes them wait
 * while nothing is asked. Whatever grows with the book shows up here.
 * @param million a closed contacts store of jounieh
 */
export async function benchLoop(folder: string, million: string): Promise<void> {
  const { data, book } = await makeGroup(path.join(folder, "loop"), million);
  bringInOnTwoDays(book);
  layMenu(data);
  const gaps = path.join(folder, "loop-gaps");
  const probe = pathToFileURL(path.resolve("tests/bench/loop-probe.mjs")).href;
  // End of Day is open from the beginning of a business day on, whatever the time is.
  const bench = await openBench(data, { LOOP_GAPS: gaps, END_OF_DAY_AT: "05:00", WORKER_TOKEN }, ["--import", probe]);
  const loop = new WatchedLoop(bench.server.pid, gaps);
  reportCount("the loop: messages that wait", (await enqueueMenus(bench, WAITING)) + (await enqueueLetters(bench, WAITING)), 2 * WAITING);
  const endWorker = await keepOnline(bench);
  try {
    const quiet = await loop.quiet();
    report({ figure: "the loop, quiet: p99", value: quiet.p99, unit: "ms", limit: null });
    report({ figure: "the loop, quiet: p99 on this machine", value: quiet.p99OnThisMachine, unit: "ms", limit: null });
    for (const call of callsOf()) {
      // On a busy machine all of them take longer than a sign-in holds.
      const asked = { ...bench, authorization: await signIn(bench.call, "admin") };
      await call.before?.(asked);
      if (!call.isOnce) await call.ask(asked); // clients and threads are made at the first one, whatever the book
      const waits = await loop.watch(() => (call.isOnce ? once(() => call.ask(asked)) : again(() => call.ask(asked))));
      const figure = `the loop, ${call.what}`;
      report({ figure: `${figure}: p99 above quiet`, value: Math.max(0, waits.p99 - quiet.p99), unit: "ms", limit: ABOVE_QUIET });
      report({ figure: `${figure}: p99`, value: waits.p99, unit: "ms", limit: null });
      report({ figure: `${figure}: longest, of ${waits.times}`, value: waits.longest, unit: "ms", limit: null });
      report({ figure: `${figure}: p99 on this machine`, value: waits.p99OnThisMachine, unit: "ms", limit: null });
    }
  } finally {
    endWorker();
    await bench.server.stop();
  }
}

function bringInOnTwoDays(book: string): void {
  const database = openWriting(book);
  const cameOn = database.prepare("UPDATE contact SET added_at = ? WHERE seq > ? AND seq <= ?");
  const { changes } = cameOn.run(`${IMPORTED}T15:00:00.000Z`, CAME_LATER, MILLION);
  cameOn.run(`${LATER}T15:00:00.000Z`, 0, CAME_LATER);
  database.pragma("wal_checkpoint(TRUNCATE)");
  database.close();
  reportCount("the loop: guests of the day", changes, MILLION - CAME_LATER);
}

/** Fewer than any limit of a minute lets through, and as many as fit; in between others have their turn, as in an evening. */
export async function again(ask: () => Promise<unknown>): Promise<number> {
  const until = performance.now() + WATCHED;
  let times = 0;
  do {
    await ask();
    times += 1;
    await pause(Math.min(WATCHED / MOST, Math.max(0, until - performance.now())));
  } while (performance.now() < until && times < MOST);
  return times;
}

/** One that is over sooner is watched as long as the others: its moment counts for what it is among them. */
async function once(ask: () => Promise<unknown>): Promise<number> {
  await Promise.all([ask(), pause(WATCHED)]);
  return 1;
}

interface Waits {
  /** Milliseconds that one in a hundred who come at any moment waits at least, because the loop works for somebody else. */
  p99: number;
  /** The same by the clock: also what the kernel gives to other programs, which on a machine that is busy with others is most. */
  p99OnThisMachine: number;
  longest: number;
  times: number;
}

/** The event loop of a server that runs with `loop-probe.mjs`. */
/** The event loop of a server that was started with the probe. */
export class WatchedLoop {
  private files = 0;

  constructor(
    private readonly pid: number,
    private readonly place: string,
  ) {}

  /** Nothing is asked. Of some such times the calmest: just after its start the server still reads what it was built from. */
  async quiet(): Promise<Waits> {
    const times: Waits[] = [];
    for (let time = 0; time < QUIET_TIMES; time++) times.push(await this.watch(() => pause(QUIET)));
    return times.sort((a, b) => a.p99 - b.p99)[0] as Waits;
  }

  async watch(work: () => Promise<number | unknown>): Promise<Waits> {
    await this.gaps();
    const result = await work();
    const gaps = await this.gaps();
    const all = gaps.reduce((sum, [gap]) => sum + gap, 0);
    const held = gaps.map(([, work]) => work);
    return {
      p99: waitOf(held, all, 0.01),
      p99OnThisMachine: waitOf(
        gaps.map(([gap]) => gap),
        all,
        0.01,
      ),
      longest: held.reduce((most, one) => Math.max(most, one), 0),
      times: typeof result === "number" ? result : 1,
    };
  }

  /** The times between two turns since the last time, and for how much of each the loop's thread worked. */
  private async gaps(): Promise<[gap: number, work: number][]> {
    const file = `${this.place}.${++this.files}`;
    process.kill(this.pid, "SIGUSR2");
    while (!existsSync(file)) await pause(5);
    const gaps = JSON.parse(readFileSync(file, "utf8")) as [number, number][];
    rmSync(file);
    return gaps;
  }
}

/**
 * What so large a share of those waits who come at any moment: who comes while the loop is held waits for its end. Counting
 * turns instead would count a second in which the loop was held as one slow turn among hundreds.
 * @param all the time in which they come
 */
function waitOf(gaps: readonly number[], all: number, share: number): number {
  const waitsLonger = (than: number) => gaps.reduce((sum, gap) => sum + Math.max(0, gap - than), 0) / all;
  let [low, high] = [0, gaps.reduce((most, gap) => Math.max(most, gap), 0)];
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2;
    if (waitsLonger(middle) > share) low = middle;
    else high = middle;
  }
  return high;
}

interface Asked {
  what: string;
  ask: (bench: Bench) => Promise<unknown>;
  /** It takes long, or changes something. */
  isOnce?: boolean;
  /** What it needs to be there, and is not watched. */
  before?: (bench: Bench) => Promise<void>;
}

/** Everything that a book of a million, or all that waits, could make longer. */
function callsOf(): Asked[] {
  const get = (address: string): Asked => ({ what: `GET ${address}`, ask: (bench) => read(bench, "GET", address) });
  const asked = (method: string, address: string, body?: object): Asked => ({
    what: `${method} ${address}`,
    ask: (bench) => read(bench, method, address, body),
    isOnce: true,
  });
  const post = (address: string, body?: object): Asked => ({ ...asked("POST", address, body), isOnce: false });
  const words = ["a", "kh", "khoury", "rita khoury", "961", "70 1", "ou", "georges", "el e"];
  const guest = { name: "Rita Khoury", phones: "03 123456" };
  return [
    get(`/search-by-date?date=${IMPORTED}&limit=200`),
    get(`/search-by-date?date=${IMPORTED}&limit=200&offset=${MILLION - CAME_LATER - 1_000}`),
    ...["/export-vcf", "/export-csv", "/campaign", "/vouchers", "/stats", ""].map((call) => get(`/birthdays${call}?date=${BIRTHDAY}`)),
    ...words.map((typed) => get(`/contacts?search=${encodeURIComponent(typed)}&limit=50`)),
    get("/contacts?search=khoury&limit=50&offset=5000"),
    get("/search?search=khoury"),
    get("/contacts/import/last"),
    ...["/health", "/jobs", "/saved-tables", "/table-log", "/audit?limit=50", "/audit?limit=50&who=nobody", "/audit/check"].map(get),
    get("/audit/export-csv"),
    get("/backend/browse"),
    get("/openapi.json"),
    get(`/merge-by-date/waiting?date=${IMPORTED}`),
    get("/loyalty/customers/search?q=kh"),
    get("/vouchers/check?name=Rita%20Khoury&phone=03123456"),
    ...["/queue/stats", "/queue/pending", "/queue/campaigns", "/queue/workers", "/birthdays/failed-all"].map(get),
    { what: "GET /queue/campaigns/{id}", ask: readNewestCampaign },
    post("/queue/template", { kind: "service", phones: ["03 123456"] }),
    post("/save-table", { metadata: { hostess: "Rita", waiter: "Elie", table_number: "7" }, contacts: [guest] }),
    asked("POST", "/personal-data/find", { phones: "+961 3 123456" }),
    asked("GET", `/export-vcf?date=${IMPORTED}`),
    asked("GET", `/export-csv?date=${IMPORTED}`),
    { ...asked("POST", "/merge-tables"), before: seatEvening },
    asked("POST", "/end-of-day"),
    asked("POST", "/dedupe-table"),
    asked("POST", "/update-company-by-date", { date: LATER, company: "Sea Sweet" }),
    { what: "POST /contacts/import of 100,000", ask: importMany, isOnce: true },
    { what: "POST /contacts/import/undo", ask: undoImport, isOnce: true },
    asked("GET", `/merge-by-date/all-branches?date=${IMPORTED}&force=true`),
  ];
}

async function readNewestCampaign(bench: Bench): Promise<void> {
  const { campaigns } = (await json(await answered(bench, "GET", "/queue/campaigns?limit=1"))) as AnswerOf<typeof listCampaigns>;
  await read(bench, "GET", `/queue/campaigns/${campaigns[0]?.id}`);
}

/** Four tables of 200 guests. */
async function seatEvening(bench: Bench): Promise<void> {
  const guests = [...people(800, 78)].map(({ name, phones }) => ({ name, phones }));
  for (let table = 0; table < 4; table++) {
    const metadata = { hostess: "Rita", waiter: "Elie", table_number: String(20 + table) };
    await read(bench, "POST", "/save-table", { metadata, contacts: guests.slice(table * 200, (table + 1) * 200) });
  }
}

async function importMany(bench: Bench): Promise<void> {
  const rows = [...people(100_000, 77)].map(({ name, phones, email }) => [name, phones, email].map((cell) => `"${cell}"`).join(","));
  await read(bench, "POST", "/contacts/import", Buffer.from(`name,phones,email\r\n${rows.join("\r\n")}`), "text/csv");
}

async function undoImport(bench: Bench): Promise<void> {
  const last = (await json(await answered(bench, "GET", "/contacts/import/last"))) as AnswerOf<typeof lastImport>;
  await read(bench, "POST", "/contacts/import/undo", { import_id: last.import?.import_id });
}

/** Reads an answer as it comes and keeps nothing of it. */
async function read(bench: Bench, method: string, address: string, body?: unknown, type?: string): Promise<void> {
  for await (const _ of await answered(bench, method, address, body, type));
}

/** However long it takes: Node's own `fetch` gives up after five minutes without an answer, before a million guests are changed. */
async function answered(
  { server, authorization }: Bench,
  method: string,
  address: string,
  body?: unknown,
  type = "application/json",
): Promise<IncomingMessage> {
  const headers = { authorization, "x-branch": "jounieh", "idempotency-key": uuid(), ...(body ? { "content-type": type } : {}) };
  const sending = request(`${server.url}/api${address}`, { method, headers });
  sending.end(body === undefined || Buffer.isBuffer(body) ? body : JSON.stringify(body));
  const [response] = (await happened(sending, "response")) as [IncomingMessage];
  if ((response.statusCode ?? 500) >= 300) throw new Error(`${address} answered ${response.statusCode}: ${await text(response)}`);
  return response;
}
