import { closeSync, copyFileSync, existsSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync, writeSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { backUp } from "@/lib/db/backup";
import { storeFile } from "@/lib/db/files";
import { closeStores } from "@/lib/db/find-store";
import { searchContacts } from "@/lib/guest-search/contract";
import { health } from "@/lib/health/contract";
import { listSavedTables, saveTable } from "@/lib/tables/contract";
import { call, enterHouse, tokenFor } from "../support/house";
import { alter, rows } from "../support/stores";
import { METADATA, openTables, seat } from "../support/tables";

const PAGE = 4096;
const table = () => storeFile("jounieh", "table");
const brokenNow = async () =>
  (await call("nobody", health)).answer.stores.filter(({ ok }) => !ok).map(({ branch, kind, code }) => `${branch} ${kind} ${code}`);

/** Lays garbage over every page on which these words stand. */
function damagePagesOf(file: string, words: string): void {
  const bytes = readFileSync(file);
  const pages = new Set<number>();
  for (let at = bytes.indexOf(words); at >= 0; at = bytes.indexOf(words, at + 1)) pages.add(Math.floor(at / PAGE));
  expect(pages.size).toBeGreaterThan(0);
  const handle = openSync(file, "r+");
  for (const page of pages) writeSync(handle, Buffer.alloc(PAGE, 0xa5), 0, PAGE, page * PAGE);
  closeSync(handle);
}

/** Stops the process that reads stores whole, as a machine does that is busy. @returns lets it go on */
async function holdReader(): Promise<() => void> {
  const readers = () =>
    readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .filter((pid) => {
        try {
          const [, , , parent] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").join(" ").split(" ");
          return Number(parent) === process.pid && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("check.mjs");
        } catch {
          return false; // it has ended meanwhile
        }
      })
      .map(Number);
  await expect.poll(() => readers().length, { interval: 5 }).toBeGreaterThan(0);
  const [reader = 0] = readers();
  process.kill(reader, "SIGSTOP");
  return () => void process.kill(reader, "SIGCONT");
}

/** A house with many tables, one of which lies on damaged pages that nobody has read yet. */
async function damagedHouse(): Promise<void> {
  enterHouse();
  await tokenFor("staff");
  for (let number = 0; number < 30; number++)
    await seat([{ name: `Guest ${number}`, phones: `03 1000${10 + number}`, address: `here ${"x".repeat(400)}` }], {
      number: `T${number}`,
    });
  await closeStores();
  damagePagesOf(table(), "table T17");
}

describe("a damaged page", () => {
  it("is found on the first reading, and until all is read nobody hears busy, and health does not say ok", async () => {
    await damagedHouse();
    expect(await brokenNow()).toEqual([]); // nobody has read it yet
    const heard: string[] = [];
    const first = call("staff", listSavedTables).then(({ answer }) => heard.push(answer.code));
    const goOn = await holdReader();
    await first;
    const later = Array.from({ length: 4 }, async () => {
      expect(await brokenNow()).toEqual(["jounieh table db_corrupt"]);
      heard.push((await call("staff", listSavedTables)).answer.code);
    });
    await Promise.all(later);
    expect(await brokenNow()).toEqual(["jounieh table db_corrupt"]);
    goOn();
    for (let time = 0; time < 20; time++) {
      expect(await brokenNow()).toEqual(["jounieh table db_corrupt"]);
      heard.push((await call("staff", listSavedTables)).answer.code);
    }
    expect(new Set(heard)).toEqual(new Set(["db_corrupt"]));
    expect((await call("staff", searchContacts, { query: { search: "Maya" } })).status).toBe(200);
    expect((await call("staff", listSavedTables, { branch: "batroun" })).status).toBe(200);
  }, 60_000);

  it("that a save meets first is said by the same words, and the save is not acknowledged", async () => {
    await damagedHouse();
    damagePagesOf(table(), "table.saved");
    const save = { body: { metadata: METADATA, contacts: [{ name: "Maya", phones: "03 111111" }] } };
    for (let time = 0; time < 3; time++) {
      expect((await call("staff", saveTable, save)).answer).toMatchObject({ code: "db_corrupt" });
      expect(await brokenNow()).toEqual(["jounieh table db_corrupt"]);
    }
  });
});

describe("a -journal that lies beside a store", () => {
  /** What a program leaves that is cut off while it changes a copy of the store in SQLite's older mode. */
  function hotJournal(): Buffer {
    const copy = `${table()}.copy`;
    copyFileSync(table(), copy);
    const other = new Database(copy);
    other.pragma("journal_mode = DELETE");
    other.pragma("cache_size = 1");
    other.exec("BEGIN; UPDATE store_info SET value = hex(zeroblob(20000)) WHERE name = 'created_at'");
    other.exec("CREATE TABLE filler AS SELECT * FROM event; DELETE FROM table_guest");
    const journal = readFileSync(`${copy}-journal`);
    other.close();
    return journal;
  }

  it.each([
    ["is another's, and whole", hotJournal],
    ["is no journal at all", () => Buffer.from("left by another program")],
  ])("and %s is set aside, and the branch works with every table", async (_, journalOf) => {
    const data = enterHouse();
    await tokenFor("staff");
    const saved = await seat([{ name: "Maya", phones: "03 111111" }]);
    await closeStores();
    const journal = journalOf();
    writeFileSync(`${table()}-journal`, journal);
    expect(await openTables()).toEqual([saved.answer.table_name]);
    expect((await seat([{ name: "Rami", phones: "03 222222" }], { number: "13" })).status).toBe(200);
    expect(await brokenNow()).toEqual([]);
    expect(existsSync(`${table()}-journal`)).toBe(false);
    const aside = readdirSync(path.join(data, "jounieh/backups")).filter((name) => name.endsWith("-journal"));
    expect(aside).toHaveLength(1);
    expect(readFileSync(path.join(data, "jounieh/backups", aside[0] ?? "")).equals(journal)).toBe(true);
  });

  it("and has lost its store does not hide that the store is missing", async () => {
    enterHouse();
    await tokenFor("staff");
    await closeStores();
    rmSync(table());
    writeFileSync(`${table()}-journal`, "left by another program");
    expect(await seat([{ name: "Maya" }])).toMatchObject({ status: 503, answer: { code: "db_missing" } });
  });

  it("and comes while the store is open keeps nobody from working, nor from a backup", async () => {
    enterHouse();
    const saved = await seat([{ name: "Maya", phones: "03 111111" }]);
    writeFileSync(`${table()}-journal`, hotJournal());
    const backup = await backUp(table(), "before-test");
    expect(rows(path.join(path.dirname(table()), "backups", backup), "SELECT name FROM saved_table")).toHaveLength(1);
    expect(await openTables()).toEqual([saved.answer.table_name]);
    expect((await seat([{ name: "Rami", phones: "03 222222" }], { number: "13" })).status).toBe(200);
    expect(await brokenNow()).toEqual([]);
  });

  it("and belongs to a change that was cut off in SQLite's older mode takes that change back", async () => {
    enterHouse();
    await tokenFor("staff");
    const saved = await seat([{ name: "Maya", phones: "03 111111" }]);
    await closeStores();
    const copy = `${table()}.copy`;
    copyFileSync(table(), copy);
    const other = new Database(copy);
    other.pragma("journal_mode = DELETE");
    other.pragma("cache_size = 1");
    other.exec("BEGIN; UPDATE saved_table SET name = 'half a change'; CREATE TABLE filler AS SELECT * FROM event, saved_table");
    other.exec("INSERT INTO filler SELECT f.* FROM filler f, event, event");
    for (const suffix of ["", "-journal"]) copyFileSync(copy + suffix, table() + suffix);
    other.close();
    expect(await openTables()).toEqual([saved.answer.table_name]);
    expect(rows(table(), "SELECT 1 FROM sqlite_schema WHERE name = 'filler'")).toEqual([]);
    expect(await brokenNow()).toEqual([]);
  });

  it("and is another program's, as is the file that stands in the store's place, stays beside it with the words that it has", async () => {
    enterHouse();
    await tokenFor("staff");
    await closeStores();
    alter(table(), "PRAGMA application_id = 7");
    const journal = hotJournal();
    writeFileSync(`${table()}-journal`, journal);
    expect((await call("staff", listSavedTables)).status).toBe(503);
    expect(readFileSync(`${table()}-journal`).equals(journal)).toBe(true);
  });
});
