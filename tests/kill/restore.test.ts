import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { existsSync, lstatSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { backUp } from "../../lib/db/backup";
import { KEPT } from "../../lib/queue/hub-journal/keep-queue-step";
import { rows } from "../support/stores";
import { ofToday, TURNS } from "../support/today";
import { KillHouse } from "./house";
import { Ledger } from "./ledger";
import { newGuest, tableOf } from "./people";

const BRANCHES = ["jounieh", "batroun", "tripoli", "zgharta"];
const STORES = ["hub", ...BRANCHES.flatMap((branch) => [`${branch}/contacts`, `${branch}/table`]), "central/contacts"];
/** Of each of the ten stores. */
const BACKUPS = process.env.THOROUGH ? 2 : 1;
const ALL = BACKUPS * STORES.length;

interface Backup {
  store: string;
  name: string;
  /** Every row of the store at the moment of the backup. */
  held: Record<string, unknown[]>;
}

const backups: Backup[] = [];
let house: KillHouse;
let evening = 0;

beforeAll(async () => {
  house = await KillHouse.open("2026-11-01T19:30:00.000Z");
  for (let time = 0; time < BACKUPS; time++) {
    await spendEvening();
    for (const store of STORES) {
      const held = allRows(fileOf(store));
      backups.push({ store, name: await backUp(fileOf(store), "before-test"), held });
    }
  }
});
afterAll(() => house.close());

const fileOf = (store: string) => path.join(house.data, `${store}.db`);
const backupsOf = (store: string) => path.join(path.dirname(fileOf(store)), "backups");

/** Everything that a store holds: every table, the search indexes' own included. */
function allRows(file: string): Record<string, unknown[]> {
  const tables = rows<{ name: string }>(file, "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'");
  return Object.fromEntries(tables.map(({ name }) => [name, rows(file, `SELECT * FROM "${name}"`)]));
}

/** Tables before and after End of Day, a customer, and Merge by Date: every store of the test is written. */
async function spendEvening(): Promise<void> {
  evening++;
  const day = new Date(Date.UTC(2026, 10, evening)).toISOString().slice(0, 10);
  house.setClock(`${day}T19:30:00.000Z`);
  await house.signIn();
  const seat = (branch: string) => house.must(Ledger.intent("/save-table", branch, tableOf("1", [newGuest(), newGuest()])));
  for (const branch of BRANCHES) await seat(branch);
  const { name, phones: phone } = newGuest();
  await house.must(Ledger.intent("/loyalty/customers", "jounieh", { name, phone }));
  house.setClock(`${day}T21:20:00.000Z`);
  await untilTidied(async () => {
    for (const branch of BRANCHES) await house.must(Ledger.intent("/end-of-day", branch, undefined));
  });
  await house.must(Ledger.intent(`/proxy/echo?action=merge_by_date_all_branches&date=${day}`, "central", undefined));
  for (const branch of BRANCHES) await seat(branch);
}

/** Each End of Day begins to tidy the search beside its answer. Until that is done, rows change that nobody asked to. */
async function untilTidied(endDays: () => Promise<void>): Promise<void> {
  const tidied = () => house.rows("hub.db", "SELECT 1 FROM job WHERE kind = 'optimise-search' AND state <> 'running'").length;
  const wanted = tidied() + BRANCHES.length;
  await endDays();
  await vi.waitUntil(() => tidied() === wanted, { timeout: 30_000 });
}

/** The real command, from the build that carries the tests' hooks. */
function restore(store: string, backup: string, failpoint = ""): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, ["dist-test/restore.mjs", store, backup], {
    env: { NODE_ENV: "production", PATH: process.env.PATH, DATA_DIR: house.data, TEST_FAILPOINT: failpoint },
    encoding: "utf8",
  });
}

function filesBeside(store: string): string[] {
  const { dir, base } = path.parse(fileOf(store));
  return readdirSync(dir).filter((name) => name.startsWith(base) && name !== base);
}

async function endServer(how: "stop" | "kill"): Promise<void> {
  if (how === "kill") {
    await house.kill();
    expect(STORES.some((store) => existsSync(`${fileOf(store)}-wal`))).toBe(true);
    return;
  }
  const held = STORES.map((store) => allRows(fileOf(store)));
  expect((await house.stop())?.code).toBe(0);
  // The one file of a store is the store: nothing lies beside it, and everything is in it.
  for (const [index, store] of STORES.entries()) {
    expect({ store, beside: filesBeside(store) }).toEqual({ store, beside: [] });
    expect(allRows(fileOf(store))).toEqual(held[index]);
    for (const name of filesBeside(store)) rmSync(path.join(path.dirname(fileOf(store)), name)); // of that look
  }
}

/** A restored store: all of the backup, and of the hub the messages and guests' words as they stood. */
function restoredFrom(held: Backup["held"], store: string, before: Backup["held"]): Backup["held"] {
  const kept = store === "hub" ? KEPT.map((table) => [table, before[table] ?? []]) : [];
  return { ...held, ...Object.fromEntries(kept) };
}

test.each(ofToday(["stop", "kill"] as const, 2))(
  `${ALL} of ${ALL} backups come back as they were, each after a %s of the server`,
  async (how) => {
    let restored = 0;
    for (let time = 0; time < BACKUPS; time++) {
      await spendEvening();
      await endServer(how);
      for (const { store, name, held } of backups.slice(time * STORES.length, (time + 1) * STORES.length)) {
        const before = allRows(fileOf(store));
        const { status, stdout, stderr } = restore(store, name);
        expect({ status, stderr }, stdout).toEqual({ status: 0, stderr: "" });
        expect({ store, beside: filesBeside(store) }).toEqual({ store, beside: [] });
        expect(allRows(fileOf(store))).toEqual(restoredFrom(held, store, before));
        restored++;
      }
      if (how === "stop") await house.start();
      else await house.restart();
    }
    await house.signIn();
    await house.must(Ledger.intent("/save-table", "jounieh", tableOf("9", [newGuest()])));
    expect(restored).toBe(ALL);
  },
  240_000,
);

type Kill = [point: string, found: "the old store" | "the new store"];

const KILLS: Kill[] = [
  ["restore:copied", "the old store"],
  ["restore:decided", "the new store"],
  ["restore:aside*1", "the new store"],
  ["restore:aside*2", "the new store"],
  ["restore:aside*3", "the new store"],
  ["restore:cleared", "the new store"],
  ["restore:placed", "the new store"],
];

test.each([
  ["jounieh/table", ofToday(KILLS, TURNS.length)],
  [
    "hub",
    ofToday(
      KILLS.filter(([point]) => ["restore:aside*1", "restore:cleared"].includes(point)),
      2,
    ),
  ],
] as const)(
  "a restore of %s that is killed leaves the old store or the new one",
  async (store, kills) => {
    const backup = backups.find((one) => one.store === store) as Backup; // made above
    for (const [point, expected] of kills) {
      await house.signIn();
      await house.must(Ledger.intent("/save-table", "jounieh", tableOf("9", [newGuest()])));
      await endServer("kill");
      const before = allRows(fileOf(store));
      expect(before).not.toEqual(backup.held);
      expect({ point, signal: restore(store, backup.name, point).signal }).toEqual({ point, signal: "SIGKILL" });
      await house.restart();
      expect(allRows(fileOf(store)), point).toEqual(expected === "the new store" ? restoredFrom(backup.held, store, before) : before);
      expect(readdirSync(path.dirname(fileOf(store))).filter((name) => name.includes(".restor"))).toEqual([]);
    }
  },
  240_000,
);

test("nobody else may read what the evenings, the backups and the restores have made", () => {
  const open = readdirSync(house.data, { recursive: true })
    .map(String)
    .filter((name) => lstatSync(path.join(house.data, name)).mode & 0o077);
  expect(open).toEqual([]);
  for (const store of STORES) expect(readdirSync(backupsOf(store)).some((name) => name.endsWith("-before-restore.db"))).toBe(true);
});
