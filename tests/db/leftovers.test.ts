import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { backUp } from "../../lib/db/backup";
import { start } from "../../lib/start";
import { enterHouse } from "../support/house";

test("a backup takes away the drafts of killed ones after an hour, and nothing else", async () => {
  const folder = path.join(enterHouse(), "jounieh", "backups");
  mkdirSync(folder, { recursive: true });
  const twoHoursAgo = Date.now() / 1000 - 2 * 3600;
  for (const name of ["killed.db.tmp", "killed.db.tmp-journal", "finished.db"]) {
    writeFileSync(path.join(folder, name), "");
    utimesSync(path.join(folder, name), twoHoursAgo, twoHoursAgo);
  }
  writeFileSync(path.join(folder, "under-way.db.tmp"), "");
  const made = await backUp(path.join(folder, "..", "contacts.db"), "test");
  expect(readdirSync(folder).sort()).toEqual([made, "finished.db", "under-way.db.tmp"].sort());
});

test("a start takes away the uploads of a server that was killed: they hold guests", async () => {
  const data = enterHouse();
  const uploads = path.join(data, "uploads");
  mkdirSync(uploads);
  for (const name of ["half-an-upload", "guests.rows", "guests.rows-journal"]) writeFileSync(path.join(uploads, name), "Maya,03111111");
  await start();
  expect(readdirSync(uploads)).toEqual([]);
});
