import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import { contactsMergeTarget } from "@/lib/book/contacts-merge-target";
import { storeFile } from "@/lib/db/files";
import { closeStores } from "@/lib/db/find-store";
import { migrationsOf } from "@/lib/db/migrate";
import { migratedInWords } from "@/lib/db/migrations-at-start";
import { openWriting } from "@/lib/db/pragmas";
import { NOTHING_SAID } from "@/lib/guest-fields";
import { searchContacts } from "@/lib/guest-search/contract";
import { health } from "@/lib/health/contract";
import type { Person } from "@/lib/person";
import { readPhones } from "@/lib/phones";
import { start } from "@/lib/start";
import { listSavedTables } from "@/lib/tables/contract";
import { missingSql } from "../../scripts/migration.mjs";
import { mergeInto } from "../support/by";
import { holdMonotonicClock } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { expectNameWords } from "../support/name-words";
import { mergeContacts } from "../support/older-book";
import { runProcess } from "../support/process";
import { RESTAURANTS } from "../support/restaurants";
import { openTables, seat } from "../support/tables";

const KINDS = ["hub", "contacts", "table"] as const;

function read<Row>(file: string, sql: string): Row[] {
  const database = new Database(file, { readonly: true });
  try {
    return database.prepare<[], Row>(sql).all();
  } finally {
    database.close();
  }
}

/** What search rests on in a contacts store, as SQLite itself keeps it. */
function searchSchema(file: string) {
  return read<{ type: string; name: string; sql: string }>(
    file,
    "SELECT type, name, sql FROM sqlite_schema WHERE type = 'trigger' OR sql LIKE 'CREATE VIRTUAL TABLE%' ORDER BY name",
  );
}

describe("the migrations", () => {
  it.each(KINDS)("give exactly what the schema of %s says", async (kind) => {
    expect(await missingSql(kind)).toBe("");
  });

  it("make both search indexes, and the triggers that keep them and the events", () => {
    enterHouse();
    expect(searchSchema(storeFile("jounieh", "contacts")).map(({ type, name }) => `${type} ${name}`)).toEqual([
      "trigger contact_change_forget",
      "trigger contact_change_note",
      "trigger contact_late_delete",
      "trigger contact_late_insert",
      "trigger contact_late_update",
      "table contact_prefix",
      "trigger contact_search_delete",
      "trigger contact_search_insert",
      "trigger contact_search_update",
      "table contact_trigram",
      "trigger event_never_changes",
      "trigger event_never_goes",
      "trigger event_spread",
      "trigger name_word_came",
      "trigger name_word_gone",
    ]);
  });

  it("are still whole after a large merge took the triggers away and put them back", async () => {
    enterHouse();
    const file = storeFile("jounieh", "contacts");
    const before = searchSchema(file);
    const database = openWriting(file);
    const people = Array.from({ length: 600 }, (_, number) => personOf(number));
    database
      .transaction(() => mergeContacts(database, contactsMergeTarget(database, mergeInto("jounieh")), people, people.length))
      .immediate();
    expect(searchSchema(file)).toEqual(before);
    database.prepare("UPDATE contact SET search_text = 'renamed' WHERE name = 'Guest 17'").run();
    database.prepare("DELETE FROM contact WHERE name = 'Guest 18'").run();
    for (const index of ["contact_prefix", "contact_trigram"])
      database.exec(`INSERT INTO ${index} (${index}, rank) VALUES ('integrity-check', 1)`);
    expectNameWords(database);
    database.close();
    const found = async (search: string) => (await call("staff", searchContacts, { query: { search } })).answer.total;
    expect(await found("Guest 599")).toBe(1);
    expect(await found("renamed")).toBe(1);
    expect(await found("03100018")).toBe(0);
  });

  it("are all in the ledger, with the fingerprint of the file", () => {
    enterHouse();
    for (const kind of ["contacts", "table"] as const) {
      expect(read(storeFile("batroun", kind), "SELECT migration_name AS name, checksum FROM _prisma_migrations ORDER BY name")).toEqual(
        migrationsOf(kind).map(({ name, checksum }) => ({ name, checksum })),
      );
    }
  });
});

function personOf(number: number) {
  const person: Person = {
    ...NOTHING_SAID,
    name: `Guest ${number}`,
    phones: `03 ${String(100_000 + number)}`,
    added_at: "2026-11-20T20:00:00.000Z",
  };
  return { person, numbers: readPhones(person.phones) };
}

describe("the check before opening refuses", () => {
  /** Closed, so that what a start logs is all that is logged. */
  function strike(change: string): void {
    const database = new Database(storeFile("jounieh", "table"));
    database.exec(change);
    database.close();
  }

  it("a migration that was edited after it was applied", async () => {
    enterHouse();
    strike("UPDATE _prisma_migrations SET checksum = 'of another text'");
    const { status, answer } = await call("staff", listSavedTables);
    expect({ status, code: answer.code }).toEqual({ status: 503, code: "migration_failed" });
    expect((await call("staff", listSavedTables, { branch: "batroun" })).status).toBe(200);
  });

  it("a store of a newer version, and says which version to start, and the log says why", async () => {
    const data = enterHouse();
    const file = storeFile("jounieh", "table");
    strike(FROM_THE_FUTURE);
    const before = readFileSync(file);
    const { status, answer } = await call("staff", listSavedTables);
    expect({ status, code: answer.code }).toEqual({ status: 503, code: "db_newer" });
    expect(answer.error).toMatch(/made by a newer version of Daftar\..*start that one/);
    expect(answer.error).not.toMatch(/restore|backup|damaged/i);
    expect((await call("staff", listSavedTables, { branch: "batroun" })).status).toBe(200);
    const broken = (await call("nobody", health)).answer.stores.filter((store) => !store.ok);
    expect(broken).toMatchObject([{ branch: "jounieh", kind: "table", code: "db_newer" }]);
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(logOf(data)).toContain("29990101_future");
  });
});

const FROM_THE_FUTURE =
  "INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name) VALUES ('1', 'x', '2027', '29990101_future')";

function logOf(data: string): string {
  const folder = path.join(data, "logs");
  return readdirSync(folder)
    .map((name) => readFileSync(path.join(folder, name), "utf8"))
    .join("");
}

/** A migration runs in a thread; calls are answered with `busy` meanwhile. */
const WAIT = { timeout: 20_000 };

const SECOND = "20270101000000_second";

const LONG = `CREATE TABLE filler (text TEXT NOT NULL);
  INSERT INTO filler WITH RECURSIVE counted(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM counted WHERE n < 300000) SELECT hex(zeroblob(60)) || n FROM counted;
  ALTER TABLE saved_table ADD COLUMN mood TEXT;`;

/** The folder of a newer version: today's migrations, and one after them. */
function newerVersion(data: string, sql: string): string {
  const folder = path.join(data, "newer-version");
  cpSync("prisma", path.join(folder, "prisma"), { recursive: true });
  mkdirSync(path.join(folder, "prisma/table/migrations", SECOND));
  writeFileSync(path.join(folder, "prisma/table/migrations", SECOND, "migration.sql"), sql);
  return folder;
}

/** Goes on as the newer version would: in its folder. */
function becomeNewerVersion(data: string, sql: string): void {
  const here = process.cwd();
  const folder = newerVersion(data, sql);
  symlinkSync(path.resolve("dist"), path.join(folder, "dist")); // migrations run in a built thread
  process.chdir(folder);
  onTestFinished(() => process.chdir(here));
}

/** Which of the two schemas a file has; everything in between is named. */
function versionOf(file: string): string {
  const applied = read<{ name: string }>(file, "SELECT migration_name AS name FROM _prisma_migrations").some((row) => row.name === SECOND);
  const filler = read(file, "SELECT 1 FROM sqlite_schema WHERE name = 'filler'").length === 1;
  const column = read<{ name: string }>(file, "SELECT name FROM pragma_table_info('saved_table')").some((row) => row.name === "mood");
  if (applied && filler && column)
    return read<{ n: number }>(file, "SELECT count(*) AS n FROM filler")[0]?.n === 300_000 ? "new" : "new, but not whole";
  return !applied && !filler && !column ? "old" : `in between: ${JSON.stringify({ applied, filler, column })}`;
}

function walSize(file: string): number {
  return statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}

describe("a migration", () => {
  it("that is killed on its way leaves the old schema or the new one", async () => {
    const data = enterHouse();
    const file = storeFile("jounieh", "table");
    const folder = newerVersion(data, LONG);
    const killed: string[] = [];
    for (const bytes of [0, 2_000_000, 8_000_000, 20_000_000]) {
      const other = runProcess("db/processes/migrate.ts", [file], folder);
      expect(await other.says()).toBe("ready");
      let over = false;
      const ended = other.ended.finally(() => {
        over = true;
      });
      other.tell("go");
      while (!over && walSize(file) <= bytes) await new Promise(setImmediate);
      other.kill();
      killed.push((await ended).signal ?? "ended by itself");
      expect(versionOf(file)).toMatch(/^(old|new)$/);
    }
    expect(killed.slice(0, 2)).toEqual(["SIGKILL", "SIGKILL"]);
    const last = runProcess("db/processes/migrate.ts", [file], folder);
    await last.says();
    last.tell("go");
    expect((await last.ended).code).toBe(0);
    expect(versionOf(file)).toBe("new");
  });

  it("is applied once when two processes begin it together", async () => {
    const data = enterHouse();
    const file = storeFile("jounieh", "table");
    const folder = newerVersion(data, LONG);
    const others = [runProcess("db/processes/migrate.ts", [file], folder), runProcess("db/processes/migrate.ts", [file], folder)];
    for (const other of others) expect(await other.says()).toBe("ready");
    for (const other of others) other.tell("go");
    const applied = await Promise.all(others.map((other) => other.says()));
    expect(applied.sort()).toEqual(["", SECOND]);
    for (const other of others) expect(await other.ended).toEqual({ code: 0, signal: null, errors: "" });
    expect(versionOf(file)).toBe("new");
  });

  it("comes after a backup, which holds the older schema and all its rows", async () => {
    const data = enterHouse();
    const { answer } = await seat([{ name: "Maya", phones: "03 111111" }]);
    await closeStores();
    becomeNewerVersion(data, "ALTER TABLE saved_table ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm';");
    await expect.poll(() => openTables(), WAIT).toEqual([answer.table_name]);
    expect(read(storeFile("jounieh", "table"), "SELECT name, mood FROM saved_table")).toEqual([{ name: answer.table_name, mood: "calm" }]);
    const folder = path.join(data, "jounieh/backups");
    const backups = readdirSync(folder);
    expect(backups).toEqual([expect.stringMatching(/^table-.*-before-migration\.db$/)]);
    const copy = path.join(folder, backups[0] ?? "");
    expect(read(copy, "SELECT name FROM saved_table")).toEqual([{ name: answer.table_name }]);
    expect(read(copy, "SELECT name FROM pragma_table_info('saved_table') WHERE name = 'mood'")).toEqual([]);
  });

  it("is told in one line at the start: what, in how many stores, and which backups were made", async () => {
    const data = enterHouse();
    becomeNewerVersion(data, "ALTER TABLE saved_table ADD COLUMN mood TEXT;");
    const { migrated } = await start();
    const backups = RESTAURANTS.flatMap((branch) =>
      readdirSync(path.join(data, branch, "backups")).map((name) => `${branch}/backups/${name}`),
    );
    expect(backups).toHaveLength(5);
    const line = migratedInWords(migrated) ?? "";
    expect(line.split("\n")).toHaveLength(1);
    expect(line).toContain(`5 stores were brought to this version (table: ${SECOND})`);
    for (const backup of backups) expect(line).toContain(backup);
    await closeStores();
    expect(migratedInWords((await start()).migrated)).toBeNull();
  });

  it("that cannot be applied leaves the older schema, and the other branches open", async () => {
    const data = enterHouse();
    const wrong = "ALTER TABLE saved_table ADD COLUMN mood TEXT; CREATE TABLE guest_row (id TEXT);";
    becomeNewerVersion(data, wrong);
    const codeOfTables = async () => (await call("staff", listSavedTables)).answer.code;
    await expect.poll(codeOfTables, WAIT).toBe("migration_failed");
    expect(read(storeFile("jounieh", "table"), "SELECT name FROM pragma_table_info('saved_table') WHERE name = 'mood'")).toEqual([]);
    expect((await call("staff", searchContacts, { query: { search: "Maya" } })).status).toBe(200);
  });

  it("that cannot be applied is tried once and makes one backup, however often somebody asks, until the file is replaced", async () => {
    const data = enterHouse();
    const clock = holdMonotonicClock();
    becomeNewerVersion(data, "ALTER TABLE saved_table ADD COLUMN mood TEXT; CREATE TABLE guest_row (id TEXT);");
    const backups = () => readdirSync(path.join(data, "jounieh/backups"));
    const codeOfTables = async () =>
      (await call("nobody", health)).answer.stores.find((store) => store.branch === "jounieh" && store.kind === "table")?.code;
    await expect.poll(codeOfTables, WAIT).toBe("migration_failed");
    for (let poll = 0; poll < 5; poll++) {
      clock.pass(60_000);
      expect(await codeOfTables()).toBe("migration_failed");
      expect((await call("staff", listSavedTables)).answer.code).toBe("migration_failed");
    }
    expect(backups()).toHaveLength(1);

    const file = storeFile("jounieh", "table");
    cpSync(file, `${file}.other`);
    renameSync(`${file}.other`, file);
    clock.pass(60_000);
    await expect.poll(codeOfTables, WAIT).toBe("busy");
    await expect.poll(codeOfTables, WAIT).toBe("migration_failed");
    expect(backups()).toHaveLength(2);
  });
});
