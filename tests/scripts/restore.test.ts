import { createHash } from "node:crypto";
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import { backUp } from "@/lib/db/backup";
import { backupsDir, hubFile, storeFile } from "@/lib/db/files";
import { closeStores } from "@/lib/db/find-store";
import { openReading } from "@/lib/db/pragmas";
import { clockAt } from "../support/clocks";
import { enterHouse } from "../support/house";
import { runProcess } from "../support/process";
import { runRestore } from "../support/restore";
import { alter, rows } from "../support/stores";
import { openTables, seat } from "../support/tables";

/** Writes a store and leaves the rows in its `-wal`, as a kill does. */
function writeAndBeKilled(file: string, sql: string): void {
  const killed = new Database(file);
  killed.exec(sql);
  for (const suffix of ["", "-wal"]) copyFileSync(file + suffix, `${file + suffix}.left`);
  killed.close();
  for (const suffix of ["", "-wal"]) copyFileSync(`${file + suffix}.left`, file + suffix);
  for (const suffix of ["", "-wal"]) rmSync(`${file + suffix}.left`);
}

const ballast = (text: string) => `CREATE TABLE IF NOT EXISTS ballast (text TEXT); INSERT INTO ballast VALUES ('${text}')`;

/** Every file of the data folder but the lock's, with its fingerprint. */
function contentsOf(data: string): Record<string, string> {
  const files = readdirSync(data, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !entry.name.startsWith("server."),
  );
  return Object.fromEntries(
    files.map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      return [path.relative(data, file), createHash("sha256").update(readFileSync(file)).digest("hex")];
    }),
  );
}

/** A house with one table, a backup that has it, and a second table that stands in the `-wal` alone. */
async function houseWithBackup(): Promise<{ data: string; file: string; backup: string; table: string }> {
  const data = enterHouse();
  const file = storeFile("jounieh", "table");
  const table = (await seat([{ name: "Maya", phones: "03 111111" }])).answer.table_name;
  const backup = await backUp(file, "before-test");
  await seat([{ name: "Rami", phones: "03 222222" }], { number: "13" });
  await closeStores();
  writeAndBeKilled(file, ballast("after the backup"));
  return { data, file, backup, table };
}

describe("npm run restore", () => {
  it("puts a backup in the store's place, keeps what was there, and says so", async () => {
    const { data, file, backup, table } = await houseWithBackup();
    const { status, said } = runRestore(data, "jounieh/table", backup);
    expect(said).toContain(`Restored jounieh/table from ${backup}.`);
    expect(said).toContain("It holds 1 tables, 1 guests at them, 0 guest rows.");
    expect(status).toBe(0);
    const names = readdirSync(path.dirname(file)).filter((name) => name.startsWith("table"));
    expect(names).toEqual(["table.db"]);
    expect(await openTables()).toEqual([table]);
    const [aside = ""] = readdirSync(backupsDir(file)).filter((name) => name.endsWith("-before-restore.db"));
    expect(said).toContain(aside);
    expect(rows(path.join(backupsDir(file), aside), "SELECT text FROM ballast")).toEqual([{ text: "after the backup" }]);
    expect(rows(path.join(backupsDir(file), aside), "SELECT 1 FROM saved_table")).toHaveLength(2);
  });

  it("takes the restore back with what it has put aside, the rows of its `-wal` included", async () => {
    const { data, file, backup } = await houseWithBackup();
    runRestore(data, "jounieh/table", backup);
    const [aside = ""] = readdirSync(backupsDir(file)).filter((name) => name.endsWith("-before-restore.db"));
    expect(runRestore(data, "jounieh/table", aside).status).toBe(0);
    expect(rows(file, "SELECT text FROM ballast")).toEqual([{ text: "after the backup" }]);
    expect(rows(file, "SELECT 1 FROM saved_table")).toHaveLength(2);
  });

  it.each([
    ["is missing", (file: string) => ["", "-wal"].forEach((suffix) => void rmSync(file + suffix))],
    ["is damaged", (file: string) => overwrite(file, 0)],
    ["has a damaged `-wal`", (file: string) => overwrite(`${file}-wal`, 40)],
  ])("helps a store that %s", async (_, strike) => {
    const { data, file, backup, table } = await houseWithBackup();
    strike(file);
    expect(runRestore(data, "jounieh/table", backup)).toMatchObject({ status: 0 });
    expect(await openTables()).toEqual([table]);
  });

  it("moves what was there to backups that lie on another disk", async () => {
    const { data, file, backup, table } = await houseWithBackup();
    const elsewhere = mkdtempSync("/dev/shm/daftar-backups-");
    onTestFinished(() => rmSync(elsewhere, { recursive: true, force: true }));
    copyFileSync(path.join(backupsDir(file), backup), path.join(elsewhere, backup));
    rmSync(backupsDir(file), { recursive: true });
    symlinkSync(elsewhere, backupsDir(file));
    expect(runRestore(data, "jounieh/table", backup)).toMatchObject({ status: 0 });
    expect(readdirSync(elsewhere).filter((name) => name.includes("before-restore"))).toHaveLength(2);
    expect(await openTables()).toEqual([table]);
  });

  it("takes a backup by its path, and the hub's", async () => {
    const data = enterHouse();
    const name = await backUp(hubFile(), "before-test");
    await closeStores();
    alter(hubFile(), "DELETE FROM user");
    const copy = path.join(data, "from-a-stick.db");
    copyFileSync(path.join(backupsDir(hubFile()), name), copy);
    const { status, said } = runRestore(data, "hub", copy);
    expect(said).toContain("It holds 3 users");
    expect(status).toBe(0);
  });

  it("lists the stores and their backups, newest first", async () => {
    const data = enterHouse();
    clockAt("2026-11-20T19:30:00Z");
    const first = await backUp(storeFile("jounieh", "table"), "before-merge-all");
    clockAt("2026-11-20T21:20:00Z");
    const second = await backUp(storeFile("jounieh", "table"), "before-end-of-day");
    const all = runRestore(data);
    expect(all.status).toBe(0);
    expect(all.said).toMatch(/^hub\n {2}no backups yet$/m);
    const lines = all.said.split("\n").filter((line) => line.startsWith("  2026"));
    expect(lines).toEqual([expect.stringMatching(`^  2026-11-20 23:20 +\\d+ kB  ${second}$`), expect.stringMatching(`21:30 .*${first}$`)]);
    const one = runRestore(data, "batroun/table");
    expect(one.said).toContain("batroun/table\n  no backups yet");
    expect(one.said).not.toContain("jounieh");
  });
});

function overwrite(file: string, position: number): string {
  const handle = openSync(file, "r+");
  writeSync(handle, Buffer.alloc(200, 0x5a), 0, 200, position);
  closeSync(handle);
  return file;
}

describe("npm run restore refuses, and changes nothing,", () => {
  it.each<[string, string, (data: string, backup: string) => string | Promise<string>]>([
    ["a damaged backup", "This file is damaged, or is no backup of jounieh/table.", (_, backup) => damagePage(backup)],
    ["one that lost its header", "This file is damaged", (_, backup) => overwrite(backup, 0)],
    ["another branch's", "This is not a backup of Jounieh, but of another branch.", () => backUpOf(storeFile("batroun", "table"))],
    [
      "another kind of store's",
      "This file is damaged, or is no backup of jounieh/table.",
      () => backUpOf(storeFile("jounieh", "contacts")),
    ],
    ["a newer version's", "made by a newer version of Daftar", newerVersion],
    ["the store itself", "This is the store itself", (data) => path.join(data, "jounieh", "table.db")],
    ["one that is not there", "There is no backup nowhere.db.", () => "nowhere.db"],
  ])("%s", async (_, sentence, choose) => {
    const { data, file, backup } = await houseWithBackup();
    const chosen = await choose(data, path.join(backupsDir(file), backup));
    await closeStores();
    const before = contentsOf(data);
    const { status, said } = runRestore(data, "jounieh/table", chosen);
    expect(said).toContain(sentence);
    expect(said).toContain("Nothing was changed.");
    expect(status).toBe(1);
    expect(contentsOf(data)).toEqual(before);
  });

  it("while a server has the data folder", async () => {
    const { data, backup } = await houseWithBackup();
    const server = runProcess("db/processes/lock-folder.ts", ["8000"]);
    expect(await server.says()).toBe("has the folder");
    const before = contentsOf(data);
    const { status, said } = runRestore(data, "jounieh/table", backup);
    expect(said).toContain(`Another server has this data folder: process ${server.pid} on `);
    expect(status).toBe(1);
    expect(contentsOf(data)).toEqual(before);
  });

  it("a store that there is not", () => {
    const data = enterHouse();
    for (const name of ["beirut/table", "central/table", "jounieh", "__proto__"]) {
      const { status, said } = runRestore(data, name, "x.db");
      expect(said).toContain(`There is no store named ${name}. The stores are hub, jounieh/contacts, jounieh/table,`);
      expect(status).toBe(1);
    }
  });
});

async function backUpOf(file: string): Promise<string> {
  return path.join(backupsDir(file), await backUp(file, "before-test"));
}

function newerVersion(data: string, backup: string): string {
  const copy = path.join(data, "newer.db");
  copyFileSync(backup, copy);
  const database = new Database(copy);
  database.exec(
    "INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('x', 'x', '99990101000000_later', '9999-01-01')",
  );
  database.close();
  return copy;
}

/** Overwrites a page that holds an index or rows, past the first one. */
function damagePage(file: string): string {
  const database = openReading(file);
  const { rootpage } = database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'saved_table'").get() as { rootpage: number };
  database.close();
  for (const suffix of ["-wal", "-shm"]) if (existsSync(file + suffix)) rmSync(file + suffix);
  return overwrite(file, (rootpage - 1) * 4096);
}
