import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { storeFile } from "@/lib/db/files";
import { branchStore, closeStores } from "@/lib/db/find-store";
import { searchContacts } from "@/lib/guest-search/contract";
import { health } from "@/lib/health/contract";
import { importContacts } from "@/lib/import/contract";
import { writeQuietly } from "../support/by";
import { call, enterHouse } from "../support/house";
import { runProcess } from "../support/process";
import { alter, rows } from "../support/stores";
import { openTables, seat } from "../support/tables";

/** The file may have to be read first, and then calls are answered with `busy`. */
const WAIT = { timeout: 20_000 };

function table(branch: "jounieh" | "batroun" = "jounieh"): string {
  return storeFile(branch, "table");
}

/** What health says of one store: null when all is well. */
async function codeOf(kind: "contacts" | "table"): Promise<string | null> {
  const { answer } = await call("nobody", health);
  return answer.stores.find((store) => store.branch === "jounieh" && store.kind === kind)?.code ?? null;
}

/** The usual evening before something happens: tables are saved, and SQLite has moved a part of them into the file. */
async function saveSomeTables(): Promise<void> {
  for (let number = 0; number < 10; number++)
    expect((await seat([{ name: `Guest ${number}`, address: "x".repeat(400) }], { number: String(number) })).status).toBe(200);
  const database = new Database(table());
  database.pragma("wal_checkpoint(TRUNCATE)");
  database.close();
  expect((await seat([{ name: "In the -wal" }], { number: "11" })).status).toBe(200);
}

type Strike = [what: string, code: string, strike: (file: string) => void];

const STRIKES: Strike[] = [
  ["is cut to half", "db_corrupt", (file) => truncateSync(file, Math.floor(statSync(file).size / 2))],
  ["is cut to nothing", "db_corrupt", (file) => truncateSync(file, 0)],
  ["is taken away", "db_missing", (file) => rmSync(file)],
  [
    "is replaced by a folder",
    "db_corrupt",
    (file) => {
      rmSync(file);
      mkdirSync(file);
    },
  ],
  [
    "is replaced by a text",
    "db_corrupt",
    (file) => {
      rmSync(file);
      writeFileSync(file, "This is no database.");
    },
  ],
  ["is overwritten by a text", "db_corrupt", (file) => writeFileSync(file, "x".repeat(statSync(file).size))],
  [
    "is replaced by another branch's",
    "db_wrong_branch",
    (file) => {
      copyFileSync(table("batroun"), `${file}.other`);
      renameSync(`${file}.other`, file);
    },
  ],
];

/** All pages of the `-wal` are in the file, which has its new length, and SQLite has not counted them yet: it waits for the disk. */
function movePagesHalfWay(file: string): void {
  const copy = `${file}.moved`;
  for (const suffix of ["", "-wal"]) copyFileSync(file + suffix, copy + suffix);
  const database = new Database(copy);
  database.pragma("wal_checkpoint(TRUNCATE)");
  database.close();
  const bytes = readFileSync(copy);
  writeFileSync(file, bytes, { flag: "r+" });
  truncateSync(file, bytes.length);
  for (const suffix of ["", "-wal", "-shm"]) rmSync(copy + suffix, { force: true });
}

describe("the file of a store in use that", () => {
  it.each(STRIKES)("%s takes no more saves, and health says so", async (_, code, strike) => {
    enterHouse();
    await saveSomeTables();
    expect((await call("nobody", health)).status).toBe(200);
    strike(table());
    const saves = await Promise.all(Array.from({ length: 5 }, (_, number) => seat([{ name: "Lost?" }], { number: `lost ${number}` })));
    expect(saves.map((save) => save.status)).toEqual(Array(5).fill(503));
    await expect.poll(() => codeOf("table"), WAIT).toBe(code);
    expect((await seat([{ name: "Lost?" }], { number: "lost" })).answer.code).toBe(code);
    expect((await seat([{ name: "Next door" }], { branch: "batroun" })).status).toBe(200);
    expect((await call("staff", searchContacts, { query: { search: "Maya" } })).status).toBe(200);
  });

  it.each(STRIKES)("%s while a save is under way does not have the save acknowledged", async (_, __, strike) => {
    enterHouse();
    await saveSomeTables();
    const store = await branchStore("jounieh", "table");
    const saving = writeQuietly(store, async (tx) => {
      await tx.savedTable.deleteMany({ where: { name: "nobody's" } });
      strike(table());
    });
    await expect(saving).rejects.toMatchObject({ code: expect.stringMatching(/^db_(corrupt|missing)$/) });
    await expect(writeQuietly(store, async () => {})).rejects.toMatchObject({ code: expect.stringMatching(/^db_(corrupt|missing)$/) });
  });

  it("is overwritten in its place by a whole store of another branch takes no more saves", async () => {
    enterHouse();
    await saveSomeTables();
    const other = readFileSync(table("batroun"));
    writeFileSync(table(), Buffer.concat([other, Buffer.alloc(Math.max(0, statSync(table()).size - other.length))]));
    expect((await seat([{ name: "Lost?" }], { number: "lost" })).status).toBe(503);
    await expect.poll(() => codeOf("table"), WAIT).toMatch(/^db_/);
  });

  it.each([
    ["the -wal", ["-wal"]],
    ["the -wal and the -shm", ["-wal", "-shm"]],
  ])("loses %s keeps what was saved before, and takes no save that a crash would lose", async (_, gone) => {
    enterHouse();
    await saveSomeTables();
    for (const end of gone) rmSync(table() + end);
    const saves = await Promise.all(Array.from({ length: 5 }, (_, number) => seat([{ name: "Later" }], { number: `later ${number}` })));
    const kept = saves.filter(({ status }) => status === 200).length;
    for (const { status } of saves) expect([200, 503]).toContain(status);
    await expect.poll(async () => (await seat([{ name: "Last" }], { number: "last" })).status, WAIT).toBe(200);
    await expect.poll(() => codeOf("table"), WAIT).toBe(null);
    // Another process sees only what has a name on the disk, as the next start after a crash does.
    const { n } = rows<{ n: number }>(table(), "SELECT count(*) AS n FROM saved_table")[0] ?? { n: 0 };
    expect(n).toBe(12 + kept);
    expect(await openTables()).toHaveLength(12 + kept);
  });

  it("was only touched works on, with every table", async () => {
    enterHouse();
    await saveSomeTables();
    utimesSync(table(), new Date(), new Date(Date.now() - 5_000));
    expect(await codeOf("table"), "it is read through first").toBe("busy");
    await expect.poll(async () => (await seat([{ name: "Later" }], { number: "12" })).status, WAIT).toBe(200);
    expect(await openTables()).toHaveLength(12);
    expect(await codeOf("table")).toBe(null);
  });

  it.each([
    ["nobody saves", async (look: () => Promise<void>) => look()],
    [
      "a bulk step is at work",
      async (look: () => Promise<void>) => writeQuietly(await branchStore("jounieh", "table"), async () => look()),
    ],
  ])("becomes shorter by SQLite's own VACUUM works on, also where that is looked at half-way and %s", async (_, during) => {
    enterHouse();
    await saveSomeTables();
    alter(table(), `INSERT INTO store_info VALUES ('ballast', '${"x".repeat(400_000)}')`);
    const other = new Database(table());
    other.exec("DELETE FROM store_info WHERE name = 'ballast'");
    other.pragma("wal_checkpoint(TRUNCATE)");
    other.pragma("wal_autocheckpoint = 0");
    await expect.poll(() => codeOf("table"), WAIT).toBe(null);
    const before = statSync(table()).size;
    other.exec("VACUUM");
    await during(async () => {
      movePagesHalfWay(table());
      expect(statSync(table()).size).toBeLessThan(before - 300_000);
      expect([null, "busy"]).toContain(await codeOf("table"));
      other.pragma("wal_checkpoint(PASSIVE)");
    });
    other.close();
    expect(await codeOf("table")).toBe(null);
    expect((await seat([{ name: "Later" }], { number: "12" })).status).toBe(200);
    expect(await openTables()).toHaveLength(12);
  });

  it("was written by another program of SQLite's works on, while pages are moved from the -wal", async () => {
    enterHouse();
    for (let round = 0; round < 10; round++) {
      expect((await seat([{ name: "Guest" }], { number: String(round) })).status).toBe(200);
      alter(table(), "UPDATE store_lock SET turns = turns + 1; PRAGMA wal_checkpoint(PASSIVE)");
    }
    expect(await openTables()).toHaveLength(10);
    expect(await codeOf("table")).toBe(null);
  });
});

/** Brings one guest into the book, as an import does. */
async function bring(name: string): Promise<string | number> {
  const raw = `name,phones\n${name},03 111111`;
  const { status, answer } = await call("staff", importContacts, { raw, headers: { "content-type": "text/csv" } });
  return status < 300 ? status : answer.code;
}

describe("a write that comes when its store has been closed", () => {
  it("is refused, and nothing is said of the file that lies there by then", async () => {
    const data = enterHouse();
    const store = await branchStore("jounieh", "table");
    await closeStores();
    copyFileSync(table(), `${table()}.other`);
    renameSync(`${table()}.other`, table());
    await expect(writeQuietly(store, async () => null)).rejects.toThrow();
    const logs = path.join(data, "logs");
    const said = (existsSync(logs) ? readdirSync(logs) : []).map((name) => readFileSync(path.join(logs, name), "utf8"));
    expect(said.join("")).not.toContain("taken out of use");
  });
});

describe("a guest book in use", () => {
  it.each([
    ["one search index", "DROP TABLE contact_trigram"],
    ["the other", "DROP TABLE contact_prefix"],
    ["a trigger that keeps them", "DROP TRIGGER contact_search_insert"],
  ])("without %s, which another process took away, takes no more guests and says so", async (_, sql) => {
    enterHouse();
    expect(await bring("Maya Haddad")).toBe(200);
    expect(await codeOf("contacts")).toBe(null);
    const other = runProcess("db/processes/run-sql.ts", [storeFile("jounieh", "contacts"), sql]);
    expect(await other.says()).toBe("done");
    expect(await codeOf("contacts")).toBe("db_corrupt");
    expect(await bring("Lost?")).toBe("db_corrupt");
    expect((await call("staff", searchContacts, { query: { search: "Maya" } })).answer.code).toBe("db_corrupt");
    expect((await seat([{ name: "Maya" }])).status).toBe(200);
  });

  it("that lacks its search index is not opened", async () => {
    enterHouse();
    alter(storeFile("jounieh", "contacts"), "DROP TABLE contact_prefix");
    expect((await call("staff", searchContacts, { query: { search: "Maya" } })).answer.code).toBe("db_corrupt");
  });
});
