import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { backUp } from "../../lib/db/backup";
import { createStoreFile } from "../../lib/db/gate";
import type { Health } from "../../lib/health/contract";
import { rng } from "../../scripts/guests.mjs";
import { KillHouse } from "./house";
import { SEED } from "./kills";
import { type Intent, Ledger } from "./ledger";
import { newGuest, tableOf } from "./people";

/**
 * Kills over stores that are calm, busy, restored and upgraded, with what lies beside them taken away, cut and overwritten
 * before the next start: what was acknowledged is there, or it is said that it is not.
 */

const BRANCH = "jounieh";
const STORE = `${BRANCH}/table`;
/** `npm run test:thorough` makes 200 of each; `KILLS=20 npm test -- tests/kill/lost-wal` so many. */
const EACH = Number(process.env.KILLS ?? (process.env.THOROUGH ? 200 : 1));
const random = rng(SEED);

let house: KillHouse;
let backup = "";
let seated = 0;
const figures = new Map<string, number>();
const count = (what: string, by = 1) => figures.set(what, (figures.get(what) ?? 0) + by);

beforeAll(async () => {
  house = await KillHouse.open("2026-11-20T19:40:00.000Z");
  process.env.DATA_DIR = house.data;
  await saveSome(1);
  backup = await backUp(file(""), "before-test");
}, 120_000);
afterAll(() => house.close());

const file = (suffix: string) => path.join(house.data, `${STORE}.db${suffix}`);
const sizeOf = (name: string) => statSync(name, { throwIfNoEntry: false })?.size ?? 0;

const newTable = (): Intent => Ledger.intent("/save-table", BRANCH, tableOf(`W${++seated}`, [newGuest()]));

async function saveSome(tables: number): Promise<Intent[]> {
  const saved = Array.from({ length: tables }, newTable);
  for (const intent of saved) await house.must(intent);
  return saved;
}

type Strike = (wal: string, shm: string) => void;

const change = (name: string, from: (size: number) => number, byte: number) => {
  const bytes = readFileSync(name);
  writeFileSync(name, bytes.fill(byte, from(bytes.length)));
};
const somewhere = (size: number) => Math.floor(random() * size);
const ifThere = (work: (name: string) => void) => (name: string) => {
  if (sizeOf(name) > 0) work(name);
};
const cut = ifThere((name) => truncateSync(name, somewhere(sizeOf(name))));
const overwrite = ifThere((name) => change(name, somewhere, 0));
const spoil = ifThere((name) => change(name, () => 0, 0x5a));
const remove = (name: string) => rmSync(name, { force: true });

const STRIKES: Record<string, Strike> = {
  "nothing is touched": () => {},
  "the -wal is deleted": (wal) => remove(wal),
  "the -wal is cut": (wal) => cut(wal),
  "the -wal is overwritten from somewhere on": (wal) => overwrite(wal),
  "the -wal is overwritten": (wal) => spoil(wal),
  "the -shm is deleted": (_, shm) => remove(shm),
  "the -shm is cut": (_, shm) => cut(shm),
  "the -shm is overwritten": (_, shm) => spoil(shm),
  "both are deleted": (wal, shm) => [wal, shm].forEach(remove),
};

/** What goes on when the server is killed. Each gives the tables that it was asked to save. */
const STATES: Record<string, () => Promise<Intent[]>> = {
  calm: async () => {
    const saved = await saveSome(2);
    await vi.waitUntil(() => sizeOf(file("-wal")) === 0, { timeout: 60_000, interval: 100 });
    await house.kill();
    return saved;
  },
  busy: async () => {
    const asked: Intent[] = [];
    let isOver = false;
    const client = async () => {
      while (!isOver) {
        const intent = newTable();
        asked.push(intent);
        if (!(await house.send(intent))) return;
      }
    };
    const clients = [client(), client(), client()];
    await new Promise((resolve) => setTimeout(resolve, 50 + random() * 600));
    await house.kill();
    isOver = true;
    await Promise.all(clients);
    return asked;
  },
  restored: async () => {
    expect((await house.stop())?.code).toBe(0);
    restoreBackup();
    await house.start();
    await house.signIn();
    expect(await missing()).toEqual([]); // what a backup lacks is not missing
    const saved = await saveSome(2);
    await house.kill();
    return saved;
  },
  upgraded: async () => {
    expect((await house.stop())?.code).toBe(0);
    makeOlder();
    await house.start();
    await house.signIn();
    await expect
      .poll(() => house.said)
      .toMatch(/1 store was brought to this version \(table: \d+_\w+.*\)\. Backups from before: jounieh\/backups\/table-/);
    expect(await missing()).toEqual([]);
    const saved = await saveSome(2);
    await house.kill();
    return saved;
  },
};

function restoreBackup(): void {
  const env = { NODE_ENV: "production" as const, PATH: process.env.PATH, DATA_DIR: house.data };
  const { status, stderr } = spawnSync(process.execPath, ["dist-test/restore.mjs", STORE, backup], { env, encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
}

/** In the store's place lies one of the version before: what a server finds that was updated. */
function makeOlder(): void {
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
    createStoreFile(file(""), "table", BRANCH);
  } finally {
    process.chdir(here);
    rmSync(older, { recursive: true });
  }
}

async function missing() {
  const answer = await house.request("GET", "/health");
  if (!answer) throw new Error(`The server is gone:\n${house.said}`);
  const { ok, status, stores } = answer.body as Health;
  const broken = stores.filter((store) => store.code !== null && store.code !== "incomplete");
  expect({ broken }, house.said).toEqual({ broken: [] });
  const found = stores.filter((store) => store.missing);
  expect({ ok, status, http: answer.status }).toEqual({
    ok: found.length === 0,
    status: found.length === 0 ? "ok" : "incomplete",
    http: 200,
  });
  return found.map(({ branch, kind, missing: what }) => ({ store: `${branch}/${kind}`, changes: what?.changes ?? 0 }));
}

async function strikeAfter(state: string, name: string, strike: Strike): Promise<void> {
  const before = new Set(numbersThere());
  const asked = await (STATES[state] as () => Promise<Intent[]>)();
  strike(file("-wal"), file("-shm"));
  count("kills");
  if (random() < 0.3) await house.startAndKill(random() * 400).catch(() => {});
  await house.restart();
  await house.signIn();
  await house.request("GET", "/saved-tables", { branch: BRANCH }); // answered once the store was read whole
  if (await isDamaged()) return restoreDamaged(state, name, asked);
  const there = new Set(numbersThere());
  const numberOf = ({ body }: Intent) => (body as { metadata: { table_number: string } }).metadata.table_number;
  const lost = asked.filter((intent) => house.ledger.isAnswered(intent) && !there.has(numberOf(intent)));
  const said = await missing();
  const where = `${state}, ${name} (seed ${SEED})`;
  const changes = said.find(({ store }) => store === STORE)?.changes ?? 0;
  expect({ where, others: said.filter(({ store }) => store !== STORE) }).toEqual({ where, others: [] });
  count("acknowledged", asked.filter((intent) => house.ledger.isAnswered(intent)).length);
  count("lost and said", lost.length);
  const gone = [...before].filter((number) => !there.has(number)).length;
  // Each table is one change. One that was saved and not yet answered may be among them, and those of the seconds before.
  expect({ where, said: changes >= lost.length, tooMuch: changes > asked.length + gone }).toEqual({ where, said: true, tooMuch: false });
  if (/nothing|-shm is/.test(name) || state === "calm")
    expect({ where, lost: lost.length, changes }).toEqual({ where, lost: 0, changes: 0 });
  if (state === "busy") expect({ where, gone: gone > changes }).toEqual({ where, gone: false });
  if (changes > 0) await house.must(Ledger.intent("/health/missing/seen", BRANCH, { branch: BRANCH, kind: "table" }));
  expect(await missing()).toEqual([]);
  await house.resend();
}

async function isDamaged(): Promise<boolean> {
  const health = (await house.request("GET", "/health"))?.body as Health | undefined;
  return health?.stores.some(({ branch, kind, code }) => `${branch}/${kind}` === STORE && code === "db_corrupt") ?? false;
}

/**
 * Killed while SQLite brought the -wal into the file, and the -wal then spoilt: half of it is there, and nobody can know the rest. That is
 * damage, and told as such; the way back is the one that is told.
 */
async function restoreDamaged(state: string, name: string, asked: readonly Intent[]): Promise<void> {
  count("damaged and said");
  expect({ state, isWalStruck: /-wal is|both are/.test(name) }).toEqual({ state: "busy", isWalStruck: true });
  expect(house.said).toContain(`restore -- ${STORE}`);
  const refused = await house.request("GET", "/saved-tables", { branch: BRANCH });
  expect(refused).toMatchObject({ status: 503, body: { code: "db_corrupt" } });
  expect(await house.request("GET", "/saved-tables", { branch: "batroun" })).toMatchObject({ status: 200 });
  count("acknowledged", asked.filter((intent) => house.ledger.isAnswered(intent)).length);
  await house.stop();
  restoreBackup();
  await house.start();
  await house.signIn();
  expect(await missing()).toEqual([]);
  await house.resend();
}

const numbersThere = () =>
  house.rows<{ table_number: string }>(`${STORE}.db`, "SELECT table_number FROM saved_table").map((row) => row.table_number);

const CASES = Object.keys(STATES).flatMap((state) =>
  Object.entries(STRIKES)
    // The short form strikes each way over the busy store, and a few over the others.
    .filter(([name]) => EACH > 1 || state === "busy" || ["nothing is touched", "both are deleted"].includes(name))
    .map(([name, strike]) => [state, name, strike] as const),
);

test.each(CASES)(
  "a %s store that is killed, and %s: what is lost is said",
  { timeout: 120_000 + EACH * 30_000 },
  async (state, name, strike) => {
    for (let time = 0; time < EACH; time++) await strikeAfter(state, name, strike);
    console.log(`${state}, ${name}: ${[...figures].map(([what, number]) => `${what} ${number}`).join(", ")} so far`);
  },
);

test("a store of a newer version is left as it is, and says which version to start", { timeout: 120_000 }, async () => {
  await house.stop();
  const kept = `${file("")}.kept`;
  copyFileSync(file(""), kept);
  const database = new Database(file(""));
  database.exec("INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name) VALUES ('1', 'x', '2027', '29990101_future')");
  database.close();
  const newer = readFileSync(file(""));
  for (let time = 0; time < Math.min(EACH, 20); time++) {
    await house.start();
    await expect
      .poll(() => house.said)
      .toMatch(/Not usable: jounieh table store \(db_newer\).*made by a newer version of Daftar.*start that one/);
    expect(house.said).not.toMatch(/restore/i);
    await house.kill();
    expect(readFileSync(file("")).equals(newer)).toBe(true);
    await house.restart();
    expect((await house.stop())?.code).toBe(0);
  }
  expect(existsSync(file("-journal"))).toBe(false);
  for (const suffix of ["-wal", "-shm"]) remove(file(suffix));
  copyFileSync(kept, file(""));
  await house.start();
});
