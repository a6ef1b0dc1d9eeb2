import { readdirSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import type { Tx } from "@/lib/db/clients";
import { storeFile } from "@/lib/db/files";
import { branchStore, closeStores } from "@/lib/db/find-store";
import { assertPragmas, openReading, openWriting } from "@/lib/db/pragmas";
import { health } from "@/lib/health/contract";
import { saveTable } from "@/lib/tables/contract";
import { writeQuietly } from "../support/by";
import { call, enterHouse } from "../support/house";
import { runProcess } from "../support/process";
import { METADATA, openTables, seat } from "../support/tables";

const DAY = "2026-11-20";

function newTable(id: string) {
  return { id, name: id, table_number: "1", hostess: "Rima", waiter: "Jad", business_day: DAY, saved_at: `${DAY}T20:00:00.000Z` };
}

class ChangedTheirMind extends Error {}

async function undoneTransaction(tx: Tx<"table">, id: string): Promise<never> {
  await tx.savedTable.create({ data: newTable(`undone ${id} a`) });
  await tx.savedTable.create({ data: newTable(`undone ${id} b`) });
  throw new ChangedTheirMind();
}

/** The saved tables that are in the file itself, asked over a connection of the test's own. */
function namesInFile(): string[] {
  const database = new Database(storeFile("jounieh", "table"), { readonly: true });
  const rows = database.prepare<[], { name: string }>("SELECT name FROM saved_table ORDER BY name").all();
  database.close();
  return rows.map((row) => row.name);
}

it("a client of a store that was closed answers whoever still holds it", async () => {
  enterHouse();
  const { read } = await branchStore("jounieh", "table");
  expect(await read.savedTable.count()).toBe(0);
  await closeStores();
  await seat([{ name: "Rami Khoury", phones: "03 123456" }], { branch: "jounieh" });
  expect(await read.savedTable.count()).toBe(1);
  await read.$disconnect();
});

describe("writes that must not vanish", () => {
  it("keeps each acknowledged write and no other, beside transactions of which half are rolled back", async () => {
    enterHouse();
    const store = await branchStore("jounieh", "table");
    const acknowledged: string[] = [];
    const seen = new Set<string>();
    const see = (rows: { name: string }[]) => {
      for (const { name } of rows) seen.add(name);
    };
    const work: Promise<unknown>[] = [];
    for (let number = 0; number < 200; number++) {
      const plain = `plain ${number}`;
      const whole = `whole ${number}`;
      work.push(writeQuietly(store, (tx) => tx.savedTable.create({ data: newTable(plain) })).then(() => acknowledged.push(plain)));
      if (number % 2 === 0) {
        work.push(expect(writeQuietly(store, (tx) => undoneTransaction(tx, whole))).rejects.toThrow(ChangedTheirMind));
      } else {
        const two = writeQuietly(store, async (tx) => {
          await tx.savedTable.create({ data: newTable(`${whole} a`) });
          await tx.savedTable.create({ data: newTable(`${whole} b`) });
        });
        work.push(two.then(() => acknowledged.push(`${whole} a`, `${whole} b`)));
      }
      work.push(store.read.savedTable.findMany({ select: { name: true } }).then(see));
      work.push(writeQuietly(store, async () => see(store.sql.prepare<[], { name: string }>("SELECT name FROM saved_table").all())));
    }
    await Promise.all(work);
    expect(acknowledged).toHaveLength(400);
    expect(namesInFile()).toEqual(acknowledged.sort());
    expect([...seen].filter((name) => name.startsWith("undone"))).toEqual([]);
  });

  it("shows nobody what an open transaction has written", async () => {
    enterHouse();
    const store = await branchStore("jounieh", "table");
    await writeQuietly(store, async (tx) => {
      await tx.savedTable.create({ data: newTable("not yet") });
      expect(await store.read.savedTable.count()).toBe(0);
      expect(store.sql.prepare("SELECT count(*) AS n FROM saved_table").get()).toEqual({ n: 0 });
    });
    expect(await store.read.savedTable.count()).toBe(1);
  });

  it("keeps every saved table beside saves that fail after they have written", async () => {
    enterHouse();
    const blank = { metadata: METADATA, contacts: [{ name: " ", phones: "" }] };
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, number) =>
        number % 2 === 0
          ? seat([{ name: `Guest ${number}`, phones: `03 1000${100 + number}` }], { number: String(number) })
          : call("staff", saveTable, { body: blank }),
      ),
    );
    const saved = answers.filter((one) => one.status === 200).map((one) => one.answer.table_name);
    expect(answers.filter((one) => one.status === 400)).toHaveLength(60);
    expect(saved).toHaveLength(60);
    expect(namesInFile()).toEqual(saved.sort());
    expect((await openTables()).sort()).toEqual(saved);
    const orphans = openReading(storeFile("jounieh", "table"));
    expect(orphans.prepare("SELECT count(*) AS n FROM table_guest").get()).toEqual({ n: 60 });
    orphans.close();
  });

  it("counts exactly when two processes read and then write in their transactions", async () => {
    enterHouse();
    const file = storeFile("jounieh", "table");
    const store = await branchStore("jounieh", "table");
    await writeQuietly(store, (tx) => tx.savedTable.create({ data: { ...newTable("counter"), version: 0 } }));
    const others = [runProcess("db/processes/count-up.ts", [file, "150"]), runProcess("db/processes/count-up.ts", [file, "150"])];
    for (const other of others) expect(await other.says()).toBe("ready");
    for (const other of others) other.tell("go");
    // Each began once: the lock was there before the work, so that nothing was read in vain.
    for (const other of others) expect(await other.says()).toBe("150 runs");
    for (const other of others) expect(await other.ended).toEqual({ code: 0, signal: null, errors: "" });
    expect((await store.read.savedTable.findUniqueOrThrow({ where: { id: "counter" } })).version).toBe(300);
  });
});

describe("another process that holds the lock", () => {
  it("is waited for, while the server goes on answering", async () => {
    enterHouse();
    await seat([{ name: "Before", phones: "03 111111" }]);
    const other = runProcess("db/processes/hold-lock.ts", [storeFile("jounieh", "table")]);
    expect(await other.says()).toBe("held");
    let settled = false;
    const saving = seat([{ name: "Waits", phones: "03 222222" }], { number: "13" }).finally(() => {
      settled = true;
    });
    for (let time = 0; time < 5; time++) expect((await call("nobody", health)).status).toBe(200);
    expect(settled).toBe(false);
    other.tell("release");
    expect(await other.says()).toBe("released");
    expect((await saving).status).toBe(200);
    expect(await openTables()).toHaveLength(2);
  });

  it("gives 503 busy after five seconds, and every later write is kept", async () => {
    enterHouse();
    await seat([{ name: "Before", phones: "03 111111" }]);
    const other = runProcess("db/processes/hold-lock.ts", [storeFile("jounieh", "table")]);
    expect(await other.says()).toBe("held");
    const refused = await seat([{ name: "Refused", phones: "03 222222" }], { number: "13" });
    expect(refused).toMatchObject({ status: 503, answer: { code: "busy" } });
    expect(refused.headers.get("retry-after")).toBe("1");
    expect(await openTables()).toHaveLength(1);
    other.tell("release");
    expect(await other.says()).toBe("released");
    const later = await Promise.all(
      Array.from({ length: 100 }, (_, number) => seat([{ name: `Later ${number}` }], { number: `later ${number}` })),
    );
    expect(later.map((one) => one.status)).toEqual(Array(100).fill(200));
    await closeStores();
    expect(namesInFile()).toHaveLength(101);
  });
});

describe("the connections", () => {
  it("write with the settings that the promises rest on", async () => {
    enterHouse();
    const store = await branchStore("jounieh", "table");
    const settings = await writeQuietly(store, async (tx) => ({
      journal: await tx.$queryRaw`PRAGMA journal_mode`,
      synchronous: await tx.$queryRaw`PRAGMA synchronous`,
      foreignKeys: await tx.$queryRaw`PRAGMA foreign_keys`,
      secureDelete: await tx.$queryRaw`PRAGMA secure_delete`,
      busyTimeout: await tx.$queryRaw`PRAGMA busy_timeout`,
      walLimit: await tx.$queryRaw`PRAGMA journal_size_limit`,
    }));
    expect(settings).toEqual({
      journal: [{ journal_mode: "wal" }],
      synchronous: [{ synchronous: 2n }],
      foreignKeys: [{ foreign_keys: 1n }],
      secureDelete: [{ secure_delete: 1n }],
      busyTimeout: [{ timeout: 0n }],
      walLimit: [{ journal_size_limit: 67_108_864n }],
    });
  });

  it.each(["synchronous = NORMAL", "foreign_keys = OFF", "secure_delete = OFF", "journal_mode = DELETE"])(
    "are refused with %s",
    (pragma) => {
      enterHouse();
      const database = openWriting(storeFile("jounieh", "table"));
      const read = (name: string) => database.pragma(name, { simple: true });
      expect(() => assertPragmas(read)).not.toThrow();
      database.pragma(pragma);
      expect(() => assertPragmas(read)).toThrow(pragma.split(" ")[0]);
      database.close();
    },
  );

  it("are refused with a memory map", () => {
    const read = (name: string) => ({ journal_mode: "wal", synchronous: 2, foreign_keys: 1, secure_delete: 1, mmap_size: 4096 })[name];
    expect(() => assertPragmas(read)).toThrow("mmap_size");
  });

  it("that read cannot write", async () => {
    enterHouse();
    const store = await branchStore("jounieh", "table");
    await expect(store.read.savedTable.create({ data: newTable("by the reading side") })).rejects.toThrow(/readonly/);
    expect(() => store.sql.exec("DELETE FROM store_info")).toThrow(/readonly/);
    expect(namesInFile()).toEqual([]);
  });

  it("use an SQLite without the WAL-reset defect", async () => {
    enterHouse();
    const { sql } = await branchStore("jounieh", "table");
    const { version } = sql.prepare("SELECT sqlite_version() AS version").get() as { version: string };
    const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number);
    expect(major * 1_000_000 + minor * 1_000 + patch).toBeGreaterThanOrEqual(3_051_003);
  });

  it("leave everything in the one file when they are closed", async () => {
    enterHouse();
    await seat([{ name: "Maya", phones: "03 111111" }]);
    expect(await openTables()).toHaveLength(1);
    await closeStores();
    const file = storeFile("jounieh", "table");
    expect(readdirSync(path.dirname(file)).filter((name) => name.startsWith("table.db"))).toEqual(["table.db"]);
    expect(namesInFile()).toHaveLength(1);
  });
});
