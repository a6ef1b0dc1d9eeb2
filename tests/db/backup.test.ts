import { closeSync, openSync, readdirSync, statSync, writeFileSync, writeSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { backUp } from "@/lib/db/backup";
import { storeFile } from "@/lib/db/files";
import { mergeTables } from "@/lib/evening/contract";
import { call, enterHouse } from "../support/house";
import { openTables, seat } from "../support/tables";

function namesIn(file: string): string[] {
  const database = new Database(file, { readonly: true });
  expect(database.pragma("integrity_check", { simple: true })).toBe("ok");
  expect(database.pragma("foreign_key_check")).toEqual([]);
  const rows = database.prepare<[], { name: string }>("SELECT name FROM saved_table").all();
  database.close();
  return rows.map((row) => row.name);
}

describe("a backup", () => {
  it("holds every table that was acknowledged before it began, while others are being saved", async () => {
    enterHouse();
    const file = storeFile("jounieh", "table");
    const before: string[] = [];
    for (let number = 0; number < 20; number++)
      before.push((await seat([{ name: `Guest ${number}` }], { number: String(number) })).answer.table_name);
    const meanwhile = Array.from({ length: 20 }, (_, number) => seat([{ name: `Late ${number}` }], { number: `late ${number}` }));
    const name = await backUp(file, "before-test");
    await Promise.all(meanwhile);
    expect(namesIn(path.join(path.dirname(file), "backups", name))).toEqual(expect.arrayContaining(before));
    expect(await openTables()).toHaveLength(40);
  });

  it("leaves nothing but itself in the folder of backups", async () => {
    enterHouse();
    const file = storeFile("jounieh", "table");
    const name = await backUp(file, "before-test");
    expect(readdirSync(path.join(path.dirname(file), "backups"))).toEqual([name]);
    expect(name).toMatch(/^table-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-before-test\.db$/);
  });

  it("of a large store is made although others write it without a pause", { timeout: 60_000 }, async () => {
    enterHouse();
    const file = storeFile("jounieh", "table");
    const writer = new Database(file);
    writer.exec("CREATE TABLE ballast (number INTEGER, text TEXT)");
    writer.exec(
      "INSERT INTO ballast WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 6000) SELECT i, hex(zeroblob(2500)) FROM n",
    );
    const write = writer.prepare("UPDATE ballast SET number = number + 1 WHERE rowid = ?");
    let done = false;
    let writes = 0;
    // A backup that begins anew at each write never ends; one on a busy disk only takes its time.
    const patience = performance.now() + 50_000;
    const backup = backUp(file, "in-a-busy-evening").finally(() => {
      done = true;
    });
    while (!done && performance.now() < patience) {
      write.run((writes++ % 6000) + 1);
      await new Promise(setImmediate);
    }
    expect(done).toBe(true);
    const copy = new Database(path.join(path.dirname(file), "backups", await backup), { readonly: true });
    expect(copy.prepare("SELECT count(*) AS n FROM ballast").get()).toEqual({ n: 6000 });
    copy.close();
    writer.close();
  });

  it("of a large store is checked as a small one is", async () => {
    enterHouse();
    const file = storeFile("jounieh", "table");
    const database = new Database(file);
    database.exec("CREATE TABLE ballast (text TEXT); CREATE INDEX ballast_text ON ballast (text)");
    database.exec(
      "INSERT INTO ballast WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 6000) SELECT i || hex(zeroblob(2500)) FROM n",
    );
    database.pragma("wal_checkpoint(TRUNCATE)");
    expect(statSync(file).size).toBeGreaterThan(50 * 1024 * 1024);
    const folder = path.join(path.dirname(file), "backups");
    const name = await backUp(file, "whole");
    expect(readdirSync(folder)).toEqual([name]);
    database.close();
    const handle = openSync(file, "r+");
    writeSync(handle, Buffer.alloc(4096, 0xa5), 0, 4096, 30 * 1024 * 1024);
    closeSync(handle);
    await expect(backUp(file, "damaged")).rejects.toMatchObject({ code: "internal" });
    expect(readdirSync(folder)).toEqual([name]);
  });

  it("that cannot be made stops the step before it has changed anything", async () => {
    enterHouse();
    const { answer } = await seat([{ name: "Maya", phones: "03 111111" }]);
    const folder = path.join(path.dirname(storeFile("jounieh", "table")), "backups");
    writeFileSync(folder, "in the place of the folder");
    const refused = await call("admin", mergeTables);
    expect(refused).toMatchObject({
      status: 500,
      answer: { code: "internal", error: expect.stringContaining("The backup could not be made, so nothing was changed.") },
    });
    expect(await openTables()).toEqual([answer.table_name]);
    const database = new Database(storeFile("jounieh", "table"), { readonly: true });
    expect(database.prepare("SELECT count(*) AS n FROM guest_row").get()).toEqual({ n: 0 });
    database.close();
  });
});
