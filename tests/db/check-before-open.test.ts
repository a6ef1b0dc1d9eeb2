import { createHash } from "node:crypto";
import fs, {
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { login } from "@/lib/auth/contract";
import { hubFile, storeFile } from "@/lib/db/files";
import { branchStore, closeStores } from "@/lib/db/find-store";
import { searchContacts } from "@/lib/guest-search/contract";
import { health } from "@/lib/health/contract";
import { listSavedTables, saveTable } from "@/lib/tables/contract";
import { holdMonotonicClock } from "../support/clocks";
import { call, enterHouse, tokenFor } from "../support/house";
import { refuse } from "../support/refusals";
import { METADATA, openTables, seat } from "../support/tables";

/** Every file of a folder with its fingerprint; SQLite's own companions of an open file are not data. */
function contentsOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !/-(wal|shm)$/.test(entry.name),
  );
  return Object.fromEntries(
    files.map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      return [path.relative(folder, file), createHash("sha256").update(readFileSync(file)).digest("hex")];
    }),
  );
}

function overwrite(file: string, position: number, bytes: Buffer): void {
  const handle = openSync(file, "r+");
  writeSync(handle, bytes, 0, bytes.length, position);
  closeSync(handle);
}

const PAGE = 4096;

/** What was put right is read by another process before it is used; on a machine that is busy, its start alone takes seconds. */
const WAIT = { timeout: 20_000 };

type Fault = [name: string, code: string, strike: (file: string) => void];

const FAULTS: Fault[] = [
  ["is missing", "db_missing", (file) => rmSync(file)],
  ["is empty", "db_corrupt", (file) => truncateSync(file, 0)],
  ["lost its header", "db_corrupt", (file) => overwrite(file, 0, Buffer.alloc(100, 0x5a))],
  ["lost its second half", "db_corrupt", (file) => truncateSync(file, Math.floor(statSync(file).size / 2 / PAGE) * PAGE)],
  ["is a text file", "db_corrupt", (file) => writeFileSync(file, "This is no database.")],
  ["is an SQLite file of another program", "db_corrupt", foreignFile],
  ["is another branch's", "db_wrong_branch", (file) => copyFileSync(storeFile("batroun", "table"), file)],
  ["is another kind of store", "db_corrupt", (file) => copyFileSync(storeFile("jounieh", "contacts"), file)],
];

function foreignFile(file: string): void {
  rmSync(file);
  const database = new Database(file);
  database.exec("CREATE TABLE store_info (name TEXT, value TEXT); INSERT INTO store_info VALUES ('kind', 'table'), ('branch', 'jounieh')");
  database.close();
}

async function codeAt(branch: string): Promise<string | number> {
  const { status, answer } = await call("staff", listSavedTables, { branch });
  return status === 503 ? answer.code : status;
}

/** The same, when what was put right has been read: until then it is busy. */
async function settledCodeAt(branch: string): Promise<string | number> {
  for (;;) {
    const code = await codeAt(branch);
    if (code !== "busy") return code;
  }
}

describe("a table store that", () => {
  it.each(FAULTS)("%s stops its branch's tables alone, and works again once it is put right", async (_, code, strike) => {
    const data = enterHouse();
    await tokenFor("staff");
    const clock = holdMonotonicClock();
    const file = storeFile("jounieh", "table");
    const whole = readFileSync(file);
    strike(file);
    const before = contentsOf(path.join(data, "jounieh"));

    expect(await codeAt("jounieh")).toBe(code);
    const save = { body: { metadata: METADATA, contacts: [{ name: "Maya", phones: "03 111111" }] } };
    const refused = await call("staff", saveTable, save);
    expect({ status: refused.status, code: refused.answer.code }).toEqual({ status: 503, code });
    expect(JSON.stringify(refused.answer)).not.toContain(data);

    const state = await call("nobody", health);
    expect(state.status).toBe(503);
    expect(state.answer).toMatchObject({ ok: false, status: "degraded" });
    expect(state.answer.stores.filter((store) => !store.ok)).toEqual([{ branch: "jounieh", kind: "table", ok: false, code }]);
    expect(JSON.stringify(state.answer)).not.toContain(data);

    expect((await call("staff", saveTable, { ...save, branch: "batroun" })).status).toBe(200);
    expect((await call("staff", searchContacts, { query: { search: "Maya" } })).status).toBe(200);
    expect(contentsOf(path.join(data, "jounieh"))).toEqual(before);

    writeFileSync(file, whole);
    expect(await codeAt("jounieh")).toBe(code);
    clock.pass(2_001);
    expect(await settledCodeAt("jounieh")).toBe(200);
    expect((await call("staff", saveTable, save)).status).toBe(200);
    expect((await call("nobody", health)).status).toBe(200);
  });
});

describe("a whole store is not called damaged, and works again by itself,", () => {
  async function refusedWith(code: string, putRight: () => void): Promise<void> {
    const clock = holdMonotonicClock();
    await closeStores();
    const refused = await call("staff", listSavedTables);
    expect(refused).toMatchObject({ status: 503, answer: { code } });
    expect(refused.answer.error).not.toMatch(/damaged|backup/);
    expect((await call("staff", searchContacts, { query: { search: "Maya" } })).status).toBe(200);
    putRight();
    clock.pass(2_001);
    expect(await codeAt("jounieh")).toBe(200);
  }

  it("while another program holds it", async () => {
    enterHouse();
    await tokenFor("staff");
    await closeStores();
    const holder = new Database(storeFile("jounieh", "table"));
    holder.pragma("locking_mode = EXCLUSIVE");
    holder.exec("BEGIN EXCLUSIVE");
    await refusedWith("busy", () => holder.close());
  });

  it("when its folder takes no journal", async () => {
    enterHouse();
    await tokenFor("staff");
    await closeStores();
    const journal = `${storeFile("jounieh", "table")}-wal`;
    rmSync(journal, { force: true });
    mkdirSync(journal);
    await refusedWith("db_read_only", () => rmSync(journal, { recursive: true }));
  });

  it("when its folder may not be looked into", async () => {
    enterHouse();
    await tokenFor("staff");
    let locked = true;
    refuse(fs, "statSync", (file) => (locked && file === storeFile("jounieh", "table") ? "EACCES" : null));
    await refusedWith("db_read_only", () => {
      locked = false;
    });
  });

  it("when the backup before its migration finds the disk full", async () => {
    enterHouse();
    await tokenFor("staff");
    await closeStores();
    const file = storeFile("jounieh", "table");
    const database = new Database(file);
    database.exec("DELETE FROM _prisma_migrations");
    database.close();
    const folder = path.join(path.dirname(file), "backups");
    refuse(fs, "mkdirSync", (made) => (made === folder ? "ENOSPC" : null));
    const { status, answer } = await call("staff", listSavedTables);
    expect({ status, code: answer.code }).toEqual({ status: 507, code: "disk_full" });
  });
});

describe("a store that may not be written", () => {
  it.each([
    ["itself", (file: string) => file],
    ["nor anything beside it", (file: string) => path.dirname(file)],
  ])("%s is read, and health says so", async (_, forbidden) => {
    enterHouse();
    refuse(fs, "accessSync", (pathname) => (pathname === forbidden(storeFile("jounieh", "table")) ? "EACCES" : null));
    expect(await codeAt("jounieh")).toBe(200);
    const state = await call("nobody", health);
    expect(state.status).toBe(503);
    expect(state.answer.stores.filter((store) => !store.ok)).toContainEqual({
      branch: "jounieh",
      kind: "table",
      ok: false,
      code: "db_read_only",
    });
  });
});

describe("a guest book that is missing", () => {
  it("stops the searches of its branch, while its tables go on and nothing is made in its place", async () => {
    const data = enterHouse();
    await tokenFor("staff");
    rmSync(storeFile("jounieh", "contacts"));
    const search = (branch: string) => call("staff", searchContacts, { branch, query: { search: "Maya" } });
    expect(await search("jounieh")).toMatchObject({ status: 503, answer: { code: "db_missing" } });
    expect((await search("batroun")).status).toBe(200);
    expect((await seat([{ name: "Maya", phones: "03 111111" }])).status).toBe(200);
    expect((await call("nobody", health)).answer.stores.filter((store) => !store.ok)).toEqual([
      { branch: "jounieh", kind: "contacts", ok: false, code: "db_missing" },
    ]);
    expect(readdirSync(path.join(data, "jounieh"))).not.toContain("contacts.db");
  });
});

describe("two branches whose files were swapped", () => {
  it("both stop, and nothing of one is shown as the other's", async () => {
    enterHouse();
    const [one, other] = [storeFile("jounieh", "table"), storeFile("batroun", "table")];
    renameSync(one, `${one}.aside`);
    renameSync(other, one);
    renameSync(`${one}.aside`, other);
    expect([await codeAt("jounieh"), await codeAt("batroun"), await codeAt("tripoli")]).toEqual([
      "db_wrong_branch",
      "db_wrong_branch",
      200,
    ]);
  });
});

describe("the hub", () => {
  it("is not made anew beside branches that have their stores", async () => {
    const data = enterHouse();
    const clock = holdMonotonicClock();
    const token = await tokenFor("staff");
    await closeStores();
    renameSync(hubFile(), `${hubFile()}.aside`);
    const asked = { headers: { authorization: `Bearer ${token}` } };
    expect(await call("nobody", listSavedTables, asked)).toMatchObject({ status: 503, answer: { code: "db_missing" } });
    const state = await call("nobody", health);
    expect(state).toMatchObject({ status: 503, answer: { ok: false } });
    expect(state.answer.stores[0]).toEqual({ branch: "hub", kind: "hub", ok: false, code: "db_missing" });
    expect(readdirSync(data)).not.toContain("hub.db");
    renameSync(`${hubFile()}.aside`, hubFile());
    clock.pass(2_001);
    await expect.poll(async () => (await call("nobody", listSavedTables, asked)).status, WAIT).toBe(200);
  });

  it("is made in an empty data folder, with every store of every branch", async () => {
    const data = enterHouse();
    rmSync(data, { recursive: true });
    const { start } = await import("@/lib/start");
    expect((await start()).broken).toEqual([]);
    const stores = readdirSync(data, { recursive: true }).filter((name) => String(name).endsWith(".db"));
    expect(stores.sort()).toEqual(
      [
        "hub.db",
        "central/contacts.db",
        ...["jounieh", "batroun", "tripoli", "zgharta", "ehden"].flatMap((branch) => [`${branch}/contacts.db`, `${branch}/table.db`]),
      ].sort(),
    );
  });
});

describe("a store that is open", () => {
  it("stops when its file is moved away, and has every acknowledged table when it is back", async () => {
    const data = enterHouse();
    const clock = holdMonotonicClock();
    const saved = await seat([{ name: "Maya", phones: "03 111111" }]);
    const file = storeFile("jounieh", "table");
    renameSync(file, `${file}.aside`);
    expect(await codeAt("jounieh")).toBe("db_missing");
    expect((await seat([{ name: "Lost?", phones: "03 222222" }], { number: "13" })).answer.code).toBe("db_missing");
    expect(readdirSync(path.join(data, "jounieh"))).not.toContain("table.db");
    renameSync(`${file}.aside`, file);
    clock.pass(2_001);
    expect(await settledCodeAt("jounieh")).toBe(200);
    expect(await openTables()).toEqual([saved.answer.table_name]);
  });

  it("stops when its file is replaced by another branch's", async () => {
    enterHouse();
    await seat([{ name: "Maya", phones: "03 111111" }]);
    const file = storeFile("jounieh", "table");
    renameSync(file, `${file}.aside`);
    copyFileSync(storeFile("batroun", "table"), file);
    expect(await codeAt("jounieh")).toBe("db_wrong_branch");
  });

  it("that is damaged while it is open is found out, and its branch's other store goes on", async () => {
    enterHouse();
    const clock = holdMonotonicClock();
    for (let number = 0; number < 40; number++)
      await seat([{ name: `Guest ${number}`, phones: `03 1000${10 + number}`, address: "x".repeat(400) }], { number: String(number) });
    const file = storeFile("jounieh", "table");
    new Database(file).pragma("wal_checkpoint(TRUNCATE)");
    const whole = readFileSync(file);
    overwrite(file, PAGE, Buffer.alloc(whole.length - PAGE, 0xa5));
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => Promise.all([codeAt("jounieh"), call("staff", searchContacts, { query: { search: "Maya" } })])),
    );
    expect(answers.map(([, search]) => search.status)).toEqual(Array(10).fill(200));
    expect(await codeAt("jounieh")).toBe("db_corrupt");
    const broken = async () => (await call("nobody", health)).answer.stores.filter((store) => !store.ok);
    await expect.poll(broken, WAIT).toEqual([{ branch: "jounieh", kind: "table", ok: false, code: "db_corrupt" }]);
    writeFileSync(file, whole);
    clock.pass(2_001);
    expect(await settledCodeAt("jounieh")).toBe(200);
    expect(await openTables()).toHaveLength(40);
  });

  it("stays open while the other store of its branch is refused", async () => {
    enterHouse();
    const book = await branchStore("jounieh", "contacts");
    truncateSync(storeFile("jounieh", "table"), 0);
    for (let time = 0; time < 3; time++) expect(await codeAt("jounieh")).toBe("db_corrupt");
    expect(await branchStore("jounieh", "contacts")).toBe(book);
  });

  it("stops when the hub is damaged, and says so", async () => {
    enterHouse();
    const clock = holdMonotonicClock();
    await tokenFor("staff");
    new Database(hubFile()).pragma("wal_checkpoint(TRUNCATE)");
    const whole = readFileSync(hubFile());
    overwrite(hubFile(), PAGE, Buffer.alloc(whole.length - PAGE, 0xa5));
    const { status, answer } = await call("nobody", login, { body: { username: "admin", password: "seven brass lanterns" } });
    expect({ status, code: answer.code }).toEqual({ status: 503, code: "db_corrupt" });
    expect((await call("nobody", health)).answer.stores[0]).toEqual({ branch: "hub", kind: "hub", ok: false, code: "db_corrupt" });
    writeFileSync(hubFile(), whole);
    clock.pass(2_001);
    expect(await settledCodeAt("jounieh")).toBe(200);
    expect((await call("nobody", health)).status).toBe(200);
  });
});
