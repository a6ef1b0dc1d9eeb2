import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import { storeFile } from "@/lib/db/files";
import { branchStore, closeStores } from "@/lib/db/find-store";
import { searchContacts } from "@/lib/guest-search/contract";
import { importContacts } from "@/lib/import/contract";
import { call, enterHouse } from "../support/house";
import { rows } from "../support/stores";
import { openTables, seat } from "../support/tables";

const MB = 1024 * 1024;

/** A copy of a store's one file, as somebody makes who knows nothing of the files beside it. */
function copyAlone(file: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), "daftar-alone-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const copy = path.join(folder, path.basename(file));
  copyFileSync(file, copy);
  return copy;
}

const guestsOf = (copy: string) => rows<{ n: number }>(copy, "SELECT count(*) AS n FROM contact")[0]?.n;
const walOf = (file: string) => (existsSync(`${file}-wal`) ? statSync(`${file}-wal`).size : 0);

async function importGuests(count: number): Promise<void> {
  const lines = Array.from({ length: count }, (_, number) => `Guest ${number},+1 212 ${2_000_000 + number}`);
  const raw = ["name,phones", ...lines].join("\n");
  const { status, answer } = await call("admin", importContacts, { raw, headers: { "content-type": "text/csv" } });
  expect({ status, inserted: answer.inserted }).toEqual({ status: 200, inserted: count });
}

describe("after a clean stop", () => {
  it("a store's one file holds every row that a bulk step has brought", async () => {
    enterHouse();
    await importGuests(600);
    await call("staff", searchContacts, { query: { search: "Guest" } });
    await closeStores();
    const file = storeFile("jounieh", "contacts");
    expect(walOf(file)).toBe(0);
    expect(guestsOf(copyAlone(file))).toBe(600);
  });

  it("so it does when only reads were left open beside what a killed server has left", async () => {
    enterHouse();
    const file = storeFile("jounieh", "contacts");
    const killed = new Database(file);
    const reader = new Database(file, { readonly: true });
    killed.exec("UPDATE store_info SET value = 'from the killed server' WHERE name = 'created_at'");
    await branchStore("jounieh", "contacts");
    reader.prepare("SELECT 1 FROM store_info").get();
    killed.close(); // not the last one, so nothing is checkpointed
    expect(walOf(file)).toBeGreaterThan(0);
    reader.close();
    await closeStores();
    expect(walOf(file)).toBe(0);
    expect(rows(copyAlone(file), "SELECT value FROM store_info WHERE name = 'created_at'")).toEqual([{ value: "from the killed server" }]);
  });

  it("another file that lies in a store's place by then gets none of its rows", async () => {
    enterHouse();
    await importGuests(600);
    const file = storeFile("jounieh", "contacts");
    const other = copyAlone(storeFile("batroun", "contacts"));
    rmSync(file);
    copyFileSync(other, file);
    await closeStores();
    rmSync(`${file}-wal`, { force: true });
    expect(guestsOf(copyAlone(file))).toBe(0);
  });
});

describe("a WAL of more than 64 MB", () => {
  /** Fills the WAL while a reader keeps it from being emptied, and lets the reader go. */
  async function growWal(): Promise<string> {
    const file = storeFile("jounieh", "table");
    const writer = new Database(file);
    writer.pragma("wal_autocheckpoint = 0");
    writer.exec("CREATE TABLE ballast (text TEXT)");
    writer.exec(
      "INSERT INTO ballast WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 7000) SELECT i || hex(zeroblob(5000)) FROM n",
    );
    await branchStore("jounieh", "table"); // keeps the file open, so that the writer is not the last to close it
    writer.close();
    expect(walOf(file)).toBeGreaterThan(64 * MB);
    return file;
  }

  it("is emptied after the next write, in a thread, and the writes go on", async () => {
    enterHouse();
    const file = await growWal();
    const saved = await seat([{ name: "Maya", phones: "03 111111" }]);
    expect(saved.status).toBe(200);
    await expect.poll(() => walOf(file), { timeout: 10_000 }).toBeLessThan(MB);
    const next = await seat([{ name: "Rami", phones: "03 222222" }], { number: "13" });
    expect((await openTables()).sort()).toEqual([saved.answer.table_name, next.answer.table_name].sort());
  });
});
