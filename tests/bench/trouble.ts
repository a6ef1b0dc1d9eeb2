import path from "node:path";
import { v7 as uuid } from "uuid";
import { withBoth } from "./beside";
import type { Group } from "./group";
import { type Outcome, type Planned, paced, reportOutcomes, shareOf } from "./paced";
import { percentile, report } from "./report";
import { type Bare, type Bench, end, startBeside } from "./server";

/** A branch in trouble is asked as often as each of the others, and health as 100 devices ask it. */
const CALLS_A_SECOND = 60;
const SECONDS = 20;

interface Servers {
  bench: Bench;
  bare: Bare;
}

/** Whatever a call to the sick branch is answered is right, as long as it is answered. */
const anyAnswer = () => true;

/** Calls to the sick and to the sound branches in turns, health among them and the bare server as a measure of the noise. */
export async function reportTrouble(figure: string, { bench, bare }: Servers, sick: Planned[], sound: string[]): Promise<void> {
  let turn = 0;
  const healthy = sound.flatMap((branch) => callsOf(bench, branch));
  const health: Planned = {
    what: "/health",
    send: () => bench.call("GET", "/api/health"),
    good: (status) => status === 200 || status === 503,
  };
  const beside: Planned = { what: "bare", send: () => bare.call("GET", "/row") };
  const plan = (): Planned => {
    const at = turn++;
    const round = Math.floor(at / 6);
    const list = [sick, healthy, healthy, sick, [health], [beside]][at % 6] ?? healthy;
    return list[(at % 6 === 2 ? round + 3 : round) % list.length] ?? health;
  };
  const outcomes = await paced(CALLS_A_SECOND, SECONDS, plan);
  const of = (test: (outcome: Outcome) => boolean) => outcomes.filter(test);
  // Without the calls that were not sent because ours was overrun: those say nothing about the bare server.
  const noise = shareOf(
    of(({ what, error }) => what === "bare" && error === null),
    0.99,
  );
  reportOutcomes(
    `${figure}: the other branches' calls`,
    of(({ what }) => what.startsWith("sound")),
    { share: 0.99, limit: 100, bare: noise },
  );
  const polls = of(({ what }) => what === "/health").map(({ ms }) => ms);
  report({ figure: `${figure}: /health, p99`, value: percentile(polls, 0.99), unit: "ms", limit: 100, bare: noise });
  const sickTimes = of(({ what }) => what.startsWith("sick")).map(({ ms }) => ms);
  report({ figure: `${figure}: the branch's own calls, p99`, value: percentile(sickTimes, 0.99), unit: "ms", limit: null });
}

function callsOf({ call }: Bench, branch: string): Planned[] {
  const headers = { "x-branch": branch };
  return [
    { what: "sound search", send: () => call("GET", "/api/contacts?search=khoury", undefined, headers) },
    { what: "sound saved tables", send: () => call("GET", "/api/saved-tables", undefined, headers) },
    { what: "sound sign-in check", send: () => call("GET", "/api/auth/me", undefined, headers) },
    { what: "sound feed", send: () => call("GET", "/api/table-log", undefined, headers) },
    { what: "sound save", send: () => saveIn(call, branch) },
  ];
}

const saveIn = (call: Bench["call"], branch: string) =>
  call(
    "POST",
    "/api/save-table",
    { metadata: { hostess: "Rita", waiter: "Elie", table_number: "7" }, contacts: [{ name: "Rita Khoury", phones: "03 123456" }] },
    { "x-branch": branch, "idempotency-key": uuid() },
  );

const LOCKED = ["batroun", "tripoli", "zgharta"];
const UNLOCKED = ["jounieh", "ehden"];

/** Six stores that other processes hold: taken before the start, with their readers kept out; and in the middle of it. */
export async function benchLocks(group: Group): Promise<void> {
  const files = LOCKED.flatMap((branch) => ["contacts.db", "table.db"].map((name) => path.join(group.data, branch, name)));
  const before = await lockAll("whole", files);
  try {
    // The bare server has no way to open a locked file, and is started on what it can read.
    await withBoth(group.data, async (bench, bare) => {
      await reportTrouble("six stores locked before the start", { bench, bare }, sickCalls(bench), UNLOCKED);
    });
  } finally {
    await Promise.all(before.map(end));
  }
  await withBoth(group.data, async (bench, bare) => {
    // In the middle of an evening: what a store costs when it is first written to came at six o'clock.
    for (const branch of [...UNLOCKED, ...LOCKED]) for (const { send } of callsOf(bench, branch)) await send();
    const lockers = await lockAll("writes", files);
    try {
      await reportTrouble("six stores locked while it runs", { bench, bare }, sickCalls(bench), UNLOCKED);
    } finally {
      await Promise.all(lockers.map(end));
    }
  });
}

const sickCalls = (bench: Bench): Planned[] =>
  LOCKED.flatMap((branch) => [
    {
      what: "sick search",
      good: anyAnswer,
      send: () => bench.call("GET", "/api/contacts?search=khoury", undefined, { "x-branch": branch }),
    },
    { what: "sick save", good: anyAnswer, send: () => saveIn(bench.call, branch) },
  ]);

/** A process for each store. */
async function lockAll(what: "whole" | "writes", files: string[]) {
  const lockers = await Promise.all(files.map((file) => startBeside("tests/bench/locker.mjs", [what, file], "locked 1")));
  return lockers.map(({ child }) => child);
}
