// `npm run test:power`: cuts the power of a disk again and again while a real server writes there, and compares what the
// disk still holds with what was acknowledged. It needs root, for the loop device.
//   npm run test:power -- --cuts 50 --seed 7
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { rng } from "../../scripts/guests.mjs";
import type { Intent } from "../kill/ledger";
import { Crowd } from "./crowd";
import { Device } from "./device";
import { PowerHouse } from "./house";
import { Judge } from "./judge";

const DAY = 86_400_000;
const FIRST_DAY = Date.UTC(2026, 10, 2);
const dateOf = (day: number) => new Date(day).toISOString().slice(0, 10);
/** 23:20 in Beirut: tables are saved, and End of Day may run. */
const instantOf = (day: number) => `${dateOf(day)}T21:20:00.000Z`;

/** The power goes after so many answers at most, and so many milliseconds later: seldom between two calls. */
const MOST_ANSWERS = 120;
const LATER = 30;
/** Long enough for a slow machine; a server that answers nothing more is a fault. */
const PATIENCE = 60_000;

function settings(): { cuts: number; seed: number } {
  const { values } = parseArgs({ options: { cuts: { type: "string", default: "20" }, seed: { type: "string" } } });
  const cuts = Number(values.cuts);
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  if (!(Number.isInteger(cuts) && cuts > 0 && Number.isInteger(seed))) throw new Error("Say it like this: --cuts 50 --seed 7");
  return { cuts, seed };
}

/** Every call that the crowd ever meant to make, what depends on another one after it. */
function intentsOf({ parties, imports, merges, evenings, rewards }: Crowd): Intent[] {
  return [
    ...parties.flatMap(({ create, update }) => (update ? [create, update] : [create])),
    ...[...imports, ...merges, ...evenings].map(({ intent }) => intent),
    ...rewards.flatMap(({ customer, visit }) => (visit ? [customer, visit] : [customer])),
  ];
}

/** @returns whether everything that was acknowledged is there, once and whole */
async function run(cuts: number, seed: number, device: Device, house: PowerHouse): Promise<boolean> {
  const random = rng(seed);
  const crowd = new Crowd(house);
  const judge = new Judge(house, crowd);
  const settled = new Set<Intent>();
  let acknowledged = 0;
  device.make();
  await house.start(instantOf(FIRST_DAY));
  for (let cut = 1; cut <= cuts; cut++) {
    const day = FIRST_DAY + cut * DAY;
    await house.setClock(instantOf(day));
    house.control.start();
    const working = crowd.work(dateOf(day));
    await Promise.race([working, answersCome(house, 1 + random() * MOST_ANSWERS)]);
    await pause(random() * LATER);
    crowd.stop();
    await house.cutPower();
    await working;
    const round = intentsOf(crowd).filter((intent) => !settled.has(intent));
    acknowledged += round.filter((intent) => house.ledger.isAnswered(intent)).length;
    try {
      await house.start(instantOf(day));
      judge.judge("cut");
      await judge.resend(round);
      judge.judge("settled");
    } catch (error) {
      judge.faults.push(`after cut ${cut} nobody could go on: ${String(error)}`);
      break;
    }
    for (const intent of round) settled.add(intent);
    console.error(`cut ${cut} of ${cuts}: ${round.length} calls, ${acknowledged} acknowledged so far; ${judge.tally.line()}`);
  }
  return conclude(cuts, seed, acknowledged, house, judge);
}

/** Waits until the server has given so many more answers. */
async function answersCome(house: PowerHouse, count: number): Promise<void> {
  const [enough, late] = [house.answers.size + count, performance.now() + PATIENCE];
  while (house.answers.size < enough) {
    if (performance.now() > late) throw new Error(`Too few answers came in a minute:\n${house.said()}`);
    await pause(1);
  }
}

function conclude(cuts: number, seed: number, acknowledged: number, { control }: PowerHouse, { tally, faults }: Judge): boolean {
  for (const fault of faults.slice(0, 20)) console.log(fault.slice(0, 400));
  const { lost, duplicated, partial } = tally.faults;
  console.log(`seed ${seed}`);
  console.log(`control: a file without fsync lost lines in ${control.lossy.file} cuts, SQLite without its sync in ${control.lossy.sqlite}`);
  console.log(
    `cuts ${cuts}, acknowledged ${acknowledged}, lost ${lost}, doubled ${duplicated}, partial ${partial}, other faults ${faults.length}`,
  );
  const isReal = control.lossy.file > 0 && control.lossy.sqlite > 0;
  if (!isReal) console.log("The control lost nothing: these cuts cut no power, and the figures say nothing.");
  return isReal && lost + duplicated + partial + faults.length === 0;
}

async function main(): Promise<void> {
  if (process.getuid?.() !== 0) {
    console.error("npm run test:power mounts a disk of its own, and only root may. Nothing was run.");
    process.exit(2);
  }
  const { cuts, seed } = settings();
  const { status } = spawnSync(process.execPath, ["scripts/prepare.mjs", "test"], { stdio: ["ignore", 2, 2] });
  if (status !== 0) throw new Error("The test build is missing and could not be made.");
  const folder = mkdtempSync(path.join(tmpdir(), "daftar-power-"));
  const device = new Device(folder);
  // Whatever ends this process, the mount and its loop device go with it; the servers go first (real-server.ts).
  process.once("exit", () => {
    device.detach();
    rmSync(folder, { recursive: true, force: true });
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1));
  const house = new PowerHouse(folder, device);
  try {
    process.exitCode = (await run(cuts, seed, device, house)) ? 0 : 1;
  } finally {
    await house.close();
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
