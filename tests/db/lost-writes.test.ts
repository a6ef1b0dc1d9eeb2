import { copyFileSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it, vi } from "vitest";
import { listAudit } from "@/lib/audit/contract";
import { backUp } from "@/lib/db/backup";
import { backupsDir, hubFile, storeFile } from "@/lib/db/files";
import { branchStore, closeStores } from "@/lib/db/find-store";
import { health, seenMissing } from "@/lib/health/contract";
import { missingInWords } from "@/lib/health/words";
import { createCustomer } from "@/lib/loyalty/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { runRestore } from "../support/restore";
import { rows } from "../support/stores";
import { EVENING, openTables, seat } from "../support/tables";

vi.setConfig({ testTimeout: 90_000 }); // stores become calm in seconds, and are read whole

const table = () => storeFile("jounieh", "table");
/** The machine may have much else to do. */
const WAIT = { timeout: 30_000 };

const walOf = (file: string) => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;

const guest = (number: number) => [{ name: `Guest ${number}`, phones: `03 1000${10 + number}` }];

async function seatMany(count: number, from = 1): Promise<void> {
  for (let number = from; number < from + count; number++)
    expect(await seat(guest(number), { number: `${number}` })).toMatchObject({ status: 200 });
}

/** Everything that lies in a store's place, as a kill of this moment would leave it. */
function asKilledNow(file: string): () => void {
  const left = ["", "-wal", "-shm"].map((suffix) => [file + suffix, readFileSync(file + suffix)] as const);
  return () => {
    for (const [name, bytes] of left) writeFileSync(name, bytes);
  };
}

/** A kill of this moment, whatever is done to the files then, and the next start. */
async function killAnd(file: string, strike: (wal: string) => void): Promise<void> {
  const leave = asKilledNow(file);
  await closeStores();
  leave();
  strike(`${file}-wal`);
  await branchStore("jounieh", "table", "start"); // as a server's start waits, until what is left was read
}

const notOk = async () => (await call("nobody", health)).answer.stores.filter(({ ok }) => !ok);

/** Zeros from the middle on: SQLite reads the transactions before. */
function overwriteSecondHalf(wal: string): void {
  const bytes = readFileSync(wal);
  writeFileSync(wal, bytes.fill(0, Math.floor(bytes.length / 2)));
}

describe("a calm store", () => {
  it("is whole in its one file within seconds of its last write", async () => {
    enterHouse();
    await seatMany(3);
    expect(walOf(table())).toBeGreaterThan(0);
    await expect.poll(() => walOf(table()), WAIT).toBe(0);
    const copy = `${table()}.alone`;
    copyFileSync(table(), copy);
    expect(rows(copy, "SELECT 1 FROM saved_table")).toHaveLength(3);
    await seatMany(1, 4);
    expect(await openTables()).toHaveLength(4);
    expect(await notOk()).toEqual([]);
    await expect.poll(() => walOf(table()), WAIT).toBe(0);
    await closeStores();
    expect(readdirSync(path.dirname(table())).filter((name) => /^table\.db-/.test(name))).toEqual([]);
  });

  it("and so it is when it was killed, once it is open again", async () => {
    enterHouse();
    await seatMany(3);
    await killAnd(table(), () => {});
    expect(await openTables()).toHaveLength(3);
    await expect.poll(() => walOf(table()), WAIT).toBe(0);
    expect(await notOk()).toEqual([]);
  });
});

describe("after a kill", () => {
  it("with its -wal, nothing is missing", async () => {
    enterHouse();
    await seatMany(5);
    await killAnd(table(), () => {});
    expect(await openTables()).toHaveLength(5);
    expect(await notOk()).toEqual([]);
  });

  it.each([
    ["gone", (wal: string) => rmSync(wal)],
    ["cut to nothing", (wal: string) => truncateSync(wal, 0)],
    ["cut to half", (wal: string) => truncateSync(wal, Math.floor(statSync(wal).size / 2))],
    ["overwritten from the middle on", overwriteSecondHalf],
    ["overwritten", (wal: string) => writeFileSync(wal, Buffer.alloc(statSync(wal).size, 0x5a))],
    ["gone, with its -shm", (wal: string) => ["wal", "shm"].forEach((name) => void rmSync(wal.replace(/wal$/, name)))],
  ])(
    "a store whose -wal is %s says what is missing, until somebody has seen it",
    async (_, strike) => {
      enterHouse();
      clockAt("2026-11-20T19:00:00Z");
      await seatMany(2);
      await expect.poll(() => walOf(table()), WAIT).toBe(0);
      clockAt("2026-11-20T19:25:00Z");
      await seatMany(3, 3);
      await killAnd(table(), strike);

      const left = (await openTables()).length;
      expect(left).toBeGreaterThanOrEqual(2);
      expect(left).toBeLessThan(5);
      const { status, answer } = await call("nobody", health);
      expect({ status, ok: answer.ok, word: answer.status }).toEqual({ status: 200, ok: false, word: "incomplete" });
      const [store, ...others] = answer.stores.filter(({ ok }) => !ok);
      expect(others).toEqual([]);
      const since = left > 2 ? "2026-11-20T19:25:00.000Z" : "2026-11-20T19:00:00.000Z";
      const missing = { changes: 5 - left, since, until: "2026-11-20T19:25:00.000Z" };
      expect(store).toMatchObject({ branch: "jounieh", kind: "table", code: "incomplete", missing });
      const change = 5 - left === 1 ? "1 change" : `${5 - left} changes`;
      expect(store && missingInWords(store, "Asia/Beirut")).toContain(`${change} to Jounieh's tables`);

      await closeStores(); // and a restart changes nothing of it
      expect(await notOk()).toMatchObject([{ branch: "jounieh", missing }]);
      await seatMany(1, 9);
      expect(await notOk()).toMatchObject([{ branch: "jounieh", missing }]);

      const store_named = { body: { branch: "jounieh", kind: "table" } } as const;
      expect((await call("nobody", seenMissing, store_named)).status).toBe(401);
      expect((await call("staff", seenMissing, store_named)).status).toBe(200);
      expect(await notOk()).toEqual([]);
      await closeStores();
      expect(await notOk()).toEqual([]);
      const { entries } = (await call("admin", listAudit, { query: { group: "server" } })).answer;
      expect(entries[0]).toMatchObject({ kind: "missing.seen", where: "jounieh", what: expect.stringContaining(change) });
    },
    30_000,
  );

  it("a hub that lost its -wal says so, and who may not do everything cannot put that away", async () => {
    enterHouse();
    clockAt(EVENING);
    await call("admin", createCustomer, { body: { name: "Maya", phone: "03 111111" } });
    await killAnd(hubFile(), (wal) => rmSync(wal));
    expect(await notOk()).toMatchObject([{ branch: "hub", kind: "hub", code: "incomplete" }]);
    const named = { body: { branch: "hub", kind: "hub" } } as const;
    expect((await call("staff", seenMissing, named)).status).toBe(403);
    expect((await call("admin", seenMissing, named)).status).toBe(200);
    expect(await notOk()).toEqual([]);
  });
});

describe("the end of a store's chain", () => {
  it("moves with a restore: what the backup lacks is not missing", async () => {
    const data = enterHouse();
    await seatMany(2);
    const backup = await backUp(table(), "before-test");
    await seatMany(2, 3);
    await closeStores();
    expect(runRestore(data, "jounieh/table", backup).status).toBe(0);
    expect(await openTables()).toHaveLength(2);
    expect(await notOk()).toEqual([]);
  });

  it("does not move with a copy that was laid over the store by hand, and that is said", async () => {
    enterHouse();
    await seatMany(2);
    const backup = await backUp(table(), "before-test");
    await seatMany(2, 3);
    await closeStores();
    copyFileSync(path.join(backupsDir(table()), backup), table());
    await branchStore("jounieh", "table", "start");
    expect(await openTables()).toHaveLength(2);
    expect(await notOk()).toMatchObject([{ branch: "jounieh", kind: "table", missing: { changes: 2 } }]);
  });
});

describe("an open store", () => {
  it.each([
    ["cut", (wal: string) => truncateSync(wal, Math.floor(statSync(wal).size / 2))],
    ["overwritten", overwriteSecondHalf],
  ])(
    "whose -wal is %s acknowledges nothing that a crash would lose, and says what is missing",
    async (_, strike) => {
      enterHouse();
      await seatMany(5);
      strike(`${table()}-wal`);
      const later = [];
      for (let number = 10; number < 14; number++) later.push((await seat(guest(number), { number: `${number}` })).status);
      const acknowledged = 5 + later.filter((status) => status === 200).length;
      await killAnd(table(), () => {});
      const left = (await openTables()).length;
      const [store] = await notOk();
      expect({ left, missing: store?.missing?.changes ?? 0 }).toEqual({ left, missing: acknowledged - left });
      expect(new Database(table()).pragma("integrity_check", { simple: true })).toBe("ok");
    },
    60_000,
  );
});
