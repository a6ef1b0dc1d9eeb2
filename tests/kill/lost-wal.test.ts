import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { backUp } from "../../lib/db/backup";
import { createStoreFile } from "../../lib/db/check-before-open";
import type { Health } from "../../lib/health/contract";
import { type Restaurant, restaurants } from "../../lib/known-branches";
import { rng } from "../../scripts/guests.mjs";
import { KillHouse } from "./house";
import { SEED } from "./kills";
import { type Intent, Ledger } from "./ledger";
import { newGuest, tableOf } from "./people";
import { remove, sizeOf, strikes } from "./strikes";

/**
 * Kills over stores that are calm, busy, restored and upgraded, with what lies beside them taken away, cut and overwritten
 * before the next start: what was acknowledged is there, or it is said that it is not.
 */

/** `npm run test:thorough` makes 50 of each way in each state; `KILLS=20 npm test -- tests/kill/lost-wal` so many. */
const EACH = Number(process.env.KILLS ?? (process.env.THOROUGH ? 50 : 1));
const random = rng(SEED);

let house: KillHouse;
const backups = new Map<Restaurant, string>();
let seated = 0;
const figures = new Map<string, number>();
const count = (what: string, by = 1) => figures.set(what, (figures.get(what) ?? 0) + by);

beforeAll(async () => {
  house = await KillHouse.open("2026-11-20T19:40:00.000Z");
  process.env.DATA_DIR = house.data;
  for (const branch of restaurants()) {
    await saveSome(branch, 1);
    backups.set(branch, await backUp(file(branch), "before-test"));
  }
}, 120_000);
afterAll(() => house.close());

const store = (branch: Restaurant) => `${branch}/table`;
const file = (branch: Restaurant, suffix = "") => path.join(house.data, `${store(branch)}.db${suffix}`);

const newTable = (branch: Restaurant): Intent => Ledger.intent("/save-table", branch, tableOf(`W${++seated}`, [newGuest()]));

async function saveSome(branch: Restaurant, tables: number): Promise<Intent[]> {
  const saved = Array.from({ length: tables }, () => newTable(branch));
  for (const intent of saved) await house.must(intent);
  return saved;
}

const STRIKES = strikes(random);

const STATES = ["calm", "busy", "restored", "upgraded"] as const;

/** One store of a round: what it was when the server was killed, and what then lay beside it. */
interface Struck {
  branch: Restaurant;
  state: (typeof STATES)[number];
  name: string;
  /** The tables that are there before anybody is asked to save one. */
  before: Set<string>;
  /** The tables that the server was asked to save. */
  asked: Intent[];
}

type Case = Pick<Struck, "state" | "name">;

const of = (round: readonly Struck[], ...states: Struck["state"][]) => round.filter(({ state }) => states.includes(state));

/** What is restored and what is older lies there before the server starts. */
async function prepare(round: readonly Struck[]): Promise<void> {
  const older = of(round, "upgraded");
  if (older.length + of(round, "restored").length === 0) return;
  expect((await house.stop())?.code).toBe(0);
  for (const { branch } of of(round, "restored")) restoreBackup(branch);
  for (const { branch } of older) makeOlder(branch);
  await house.start();
  await house.signIn();
  if (older.length > 0) {
    const said = older.length === 1 ? "1 store was" : `${older.length} stores were`;
    await expect
      .poll(() => house.said)
      .toMatch(new RegExp(`${said} brought to this version \\(table: \\d+_\\w+.*\\)\\. Backups from before:`));
    for (const { branch } of older) expect(house.said).toContain(`${branch}/backups/table-`);
  }
  expect(await missing()).toEqual(new Map()); // what a backup lacks is not missing
}

async function killAmong(round: readonly Struck[]): Promise<void> {
  for (const one of of(round, "calm")) one.asked.push(...(await saveSome(one.branch, 2)));
  const calm = of(round, "calm").map(({ branch }) => file(branch, "-wal"));
  await vi.waitUntil(() => calm.every((wal) => sizeOf(wal) === 0), { timeout: 60_000, interval: 100 });
  for (const one of of(round, "restored", "upgraded")) one.asked.push(...(await saveSome(one.branch, 2)));
  const busy = of(round, "busy");
  if (busy.length === 0) return house.kill();
  let isOver = false;
  const client = async ({ branch, asked }: Struck) => {
    while (!isOver) {
      const intent = newTable(branch);
      asked.push(intent);
      if (!(await house.send(intent))) return;
    }
  };
  const clients = busy.flatMap((one) => [client(one), client(one), client(one)]);
  await new Promise((resolve) => setTimeout(resolve, 50 + random() * 600));
  await house.kill();
  isOver = true;
  await Promise.all(clients);
}

function restoreBackup(branch: Restaurant): void {
  const env = { NODE_ENV: "production" as const, PATH: process.env.PATH, DATA_DIR: house.data };
  const args = ["dist-test/restore.mjs", store(branch), backups.get(branch) ?? ""];
  const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
}

/** In the store's place lies one of the version before: what a server finds that was updated. */
function makeOlder(branch: Restaurant): void {
  const here = process.cwd();
  const older = mkdtempSync(path.join(tmpdir(), "daftar-older-"));
  cpSync("prisma/table", path.join(older, "prisma/table"), { recursive: true });
  const folder = path.join(older, "prisma/table/migrations");
  const last =
    readdirSync(folder)
      .filter((name) => /^\d/.test(name))
      .sort()
      .at(-1) ?? "";
  rmSync(path.join(folder, last), { recursive: true });
  process.chdir(older);
  try {
    createStoreFile(file(branch), "table", branch);
  } finally {
    process.chdir(here);
    rmSync(older, { recursive: true });
  }
}

async function health(): Promise<{ answered: Health; http: number }> {
  const answer = await house.request("GET", "/health");
  if (!answer) throw new Error(`The server is gone:\n${house.said}`);
  return { answered: answer.body as Health, http: answer.status };
}

/** What health says is missing, by store; nothing may be broken but what is told. */
async function missing(damaged: readonly Struck[] = []): Promise<Map<string, number>> {
  const { answered, http } = await health();
  const { ok, status, stores } = answered;
  const broken = stores.filter(({ code }) => code !== null && code !== "incomplete").map(({ branch, kind }) => `${branch}/${kind}`);
  expect({ broken }, house.said).toEqual({ broken: damaged.map(({ branch }) => store(branch)) });
  const found = stores.filter((one) => one.missing);
  if (damaged.length === 0)
    expect({ ok, status, http }).toEqual({ ok: found.length === 0, status: found.length === 0 ? "ok" : "incomplete", http: 200 });
  else expect({ ok, http }).toEqual({ ok: false, http: 503 });
  return new Map(found.map(({ branch, kind, missing: what }) => [`${branch}/${kind}`, what?.changes ?? 0]));
}

async function strikeAfter(cases: readonly Case[]): Promise<void> {
  const round = restaurants().flatMap((branch, at): Struck[] => {
    const one = cases[at];
    return one ? [{ ...one, branch, before: new Set(), asked: [] }] : [];
  });
  await prepare(round);
  for (const one of round) one.before = numbersThere(one.branch);
  await killAmong(round);
  for (const { branch, name } of round) STRIKES[name]?.(file(branch, "-wal"), file(branch, "-shm"));
  count("kills");
  count("stores struck", round.length);
  if (random() < 0.3) await house.startAndKill(random() * 400).catch(() => {});
  await house.restart();
  await house.signIn();
  for (const { branch } of round) await house.request("GET", "/saved-tables", { branch }); // answered once the store was read whole
  const { stores } = (await health()).answered;
  const isDamaged = ({ branch }: Struck) =>
    stores.some((one) => one.branch === branch && one.kind === "table" && one.code === "db_corrupt");
  const damaged = round.filter(isDamaged);
  const said = await missing(damaged);
  for (const one of round) count("acknowledged", one.asked.filter((intent) => house.ledger.isAnswered(intent)).length);
  for (const one of round.filter((each) => !damaged.includes(each))) await judge(one, said.get(store(one.branch)) ?? 0);
  const struck = round.map(({ branch }) => store(branch));
  expect([...said.keys()].filter((one) => !struck.includes(one))).toEqual([]);
  if (damaged.length > 0) await restoreDamaged(damaged);
  expect(await missing()).toEqual(new Map());
  await house.resend();
}

/** What was acknowledged is there, or it is said that it is not. */
async function judge({ branch, state, name, before, asked }: Struck, changes: number): Promise<void> {
  const there = numbersThere(branch);
  const numberOf = ({ body }: Intent) => (body as { metadata: { table_number: string } }).metadata.table_number;
  const lost = asked.filter((intent) => house.ledger.isAnswered(intent) && !there.has(numberOf(intent)));
  const where = `${branch}: ${state}, ${name} (seed ${SEED})`;
  count("lost and said", lost.length);
  const gone = [...before].filter((number) => !there.has(number)).length;
  // Each table is one change. One that was saved and not yet answered may be among them, and those of the seconds before.
  expect({ where, said: changes >= lost.length, tooMuch: changes > asked.length + gone }).toEqual({ where, said: true, tooMuch: false });
  if (/nothing|-shm is/.test(name) || state === "calm")
    expect({ where, lost: lost.length, changes }).toEqual({ where, lost: 0, changes: 0 });
  if (state === "busy") expect({ where, gone: gone > changes }).toEqual({ where, gone: false });
  if (changes > 0) await house.must(Ledger.intent("/health/missing/seen", branch, { branch, kind: "table" }));
}

/**
 * Killed while SQLite brought the -wal into the file, and the -wal then spoilt: half of it is there, and nobody can know the rest. That is
 * damage, and told as such; the way back is the one that is told. The other branches go on.
 */
async function restoreDamaged(damaged: readonly Struck[]): Promise<void> {
  for (const { branch, state, name } of damaged) {
    count("damaged and said");
    expect({ state, isWalStruck: /-wal is|both are/.test(name) }).toEqual({ state: "busy", isWalStruck: true });
    expect(house.said).toContain(`restore -- ${store(branch)}`);
    const refused = await house.request("GET", "/saved-tables", { branch });
    expect(refused).toMatchObject({ status: 503, body: { code: "db_corrupt" } });
  }
  for (const branch of restaurants().filter((one) => !damaged.some((each) => each.branch === one)))
    expect(await house.request("GET", "/saved-tables", { branch })).toMatchObject({ status: 200 });
  await house.stop();
  for (const { branch } of damaged) restoreBackup(branch);
  await house.start();
  await house.signIn();
}

const numbersThere = (branch: Restaurant) =>
  new Set(
    house.rows<{ table_number: string }>(`${store(branch)}.db`, "SELECT table_number FROM saved_table").map((row) => row.table_number),
  );

/** Each way in each state, `EACH` times, in an order of chance: five stores at a time, one of each branch. */
function rounds(): Case[][] {
  const cases = STATES.flatMap((state) =>
    Object.keys(STRIKES)
      // The short form strikes each way over the busy store, and a few over the others.
      .filter((name) => EACH > 1 || state === "busy" || ["nothing is touched", "both are deleted"].includes(name))
      .map((name) => ({ state, name, order: 0 })),
  );
  const all = Array.from({ length: EACH }, () => cases).flat();
  const shuffled = all.map((one) => ({ ...one, order: random() })).sort((one, other) => one.order - other.order);
  const size = restaurants().length;
  return Array.from({ length: Math.ceil(shuffled.length / size) }, (_, at) => shuffled.slice(at * size, (at + 1) * size));
}

const ROUNDS = rounds();

test.each(ROUNDS.map((cases, at) => [at + 1, cases] as const))(
  `a kill over five stores (%i of ${ROUNDS.length}): what is lost is said`,
  { timeout: 150_000 },
  async (at, cases) => {
    await strikeAfter(cases);
    if (at % 20 === 0 || at === ROUNDS.length) console.log([...figures].map(([what, number]) => `${what} ${number}`).join(", "));
  },
);

const BRANCH = "jounieh";

test("a store of a newer version is left as it is, and says which version to start", {
  timeout: 60_000 + 30_000 * Math.min(EACH, 20),
}, async () => {
  await house.stop();
  const kept = `${file(BRANCH)}.kept`;
  copyFileSync(file(BRANCH), kept);
  const database = new Database(file(BRANCH));
  database.exec("INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name) VALUES ('1', 'x', '2027', '29990101_future')");
  database.close();
  const newer = readFileSync(file(BRANCH));
  for (let time = 0; time < Math.min(EACH, 20); time++) {
    await house.start();
    await expect
      .poll(() => house.said)
      .toMatch(/Not usable: jounieh table store \(db_newer\).*made by a newer version of Daftar.*start that one/);
    expect(house.said).not.toMatch(/restore/i);
    await house.kill();
    expect(readFileSync(file(BRANCH)).equals(newer)).toBe(true);
    await house.restart();
    expect((await house.stop())?.code).toBe(0);
  }
  expect(existsSync(file(BRANCH, "-journal"))).toBe(false);
  for (const suffix of ["-wal", "-shm"]) remove(file(BRANCH, suffix));
  copyFileSync(kept, file(BRANCH));
  await house.start();
});
