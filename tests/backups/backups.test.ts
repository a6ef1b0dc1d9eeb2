import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, it } from "vitest";
import { copyBackup, listBackupsOfAll, verifyBackup } from "@/lib/backups/contract";
import { readControl } from "@/lib/control/contract";
import { backUp } from "@/lib/db/backup";
import { backUpDaily } from "@/lib/db/daily-backup";
import { backupsDir, storeFile } from "@/lib/db/files";
import { bring } from "../guests/guests";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { rows } from "../support/stores";
import { EVENING } from "../support/tables";

const STORE = "jounieh/contacts";
let book = "";

beforeEach(async () => {
  enterHouse();
  clockAt(EVENING);
  book = storeFile("jounieh", "contacts");
  await bring(["Maya,03 111111,", "Rami,03 222222,"]);
});

const namesIn = () => readdirSync(backupsDir(book)).sort();
const look = (contract: typeof verifyBackup | typeof copyBackup, backup: string, store = STORE) =>
  call("admin", contract as typeof copyBackup, { body: { store, backup } });

it("every backup stands in the list with its size, and verifying one says what it holds and leaves everything as it was", async () => {
  const backup = await backUp(book, "daily");
  const { answer } = await call("admin", listBackupsOfAll);
  const listed = answer.stores.find(({ store }) => store === STORE);
  expect(listed).toMatchObject({ name: "Jounieh’s guest book", backups: [{ name: backup, reason: "of the day" }] });
  expect(listed?.backups[0]?.bytes).toBeGreaterThan(10_000);
  const before = [namesIn(), readFileSync(path.join(backupsDir(book), backup))];
  const { status, answer: said } = await look(verifyBackup, backup);
  expect([status, said.holds, said.is_older]).toEqual([200, "2 guests, 0 days closed by End of Day", false]);
  expect([namesIn(), readFileSync(path.join(backupsDir(book), backup))]).toEqual(before);
});

it("a restore to a copy lies beside the backups, of that time, and what is in use goes on untouched", async () => {
  const backup = await backUp(book, "daily");
  await bring(["Tia,03 333333,"]);
  clockAt("2026-11-20T20:00:00Z");
  const { status, answer } = await look(copyBackup, backup);
  expect([status, answer.holds]).toEqual([200, "2 guests, 0 days closed by End of Day"]);
  expect(namesIn()).toEqual([backup, answer.copy].sort());
  const names = (file: string) => rows<{ name: string }>(file, "SELECT name FROM contact ORDER BY name").map(({ name }) => name);
  expect(names(path.join(backupsDir(book), answer.copy))).toEqual(["Maya", "Rami"]);
  expect(names(book)).toEqual(["Maya", "Rami", "Tia"]);
});

it("a copy is no backup of its day: that day has its own, which stays, and Control Panel names the true one", async () => {
  const old = await backUp(book, "daily");
  clockAt("2026-12-01T10:00:00Z");
  const { answer } = await look(copyBackup, old);
  expect((await call("admin", readControl)).answer.privacy?.newest).toBe("2026-11-20T19:30:00.000Z");
  const daily = (await backUpDaily()).find((name) => namesIn().includes(name));
  expect(daily).toContain("2026-12-01");
  clockAt("2026-12-01T11:00:00Z");
  const again = await look(copyBackup, answer.copy);
  for (let day = 2; day <= 20; day++) {
    clockAt(`2026-12-${String(day).padStart(2, "0")}T11:00:00Z`);
    await backUp(book, "daily");
  }
  expect(namesIn()).toEqual(expect.arrayContaining([daily, again.answer.copy]));
});

it("a copy goes with what it is a copy of, however often it was copied", async () => {
  const old = await backUp(book, "daily");
  for (let day = 1; day <= 31; day++) {
    clockAt(`2026-12-${String(day).padStart(2, "0")}T10:00:00Z`);
    if (day === 20 || day === 29) await look(copyBackup, namesIn().find((name) => name.endsWith("-copy.db")) ?? old);
    await backUp(book, "daily");
  }
  expect(namesIn().filter((name) => name === old || name.endsWith("-copy.db"))).toEqual([]);
});

it("a damaged backup, one of another store, and one that is gone are refused, and nothing is left of the trial", async () => {
  const backup = await backUp(book, "daily");
  const file = path.join(backupsDir(book), backup);
  const whole = readFileSync(file);
  const damaged = Buffer.from(whole);
  damaged.fill(0x5a, 4_096, damaged.length);
  writeFileSync(file, damaged);
  const broken = await look(copyBackup, backup);
  expect([broken.status, broken.answer.code]).toEqual([503, "db_corrupt"]);
  expect(namesIn()).toEqual([backup]);
  writeFileSync(file, whole);
  const other = storeFile("batroun", "contacts");
  await backUp(other, "daily");
  copyFileSync(file, path.join(backupsDir(other), backup));
  const foreign = await look(verifyBackup, backup, "batroun/contacts");
  expect([foreign.status, foreign.answer.code]).toEqual([503, "db_wrong_branch"]);
  expect((await look(verifyBackup, "../../hub.db")).status).toBe(404);
  expect((await look(verifyBackup, backup, "nowhere/contacts")).status).toBe(404);
  expect(existsSync(path.join(backupsDir(other), `${path.basename(other)}.looked-at.tmp`))).toBe(false);
  expect((await call("staff", verifyBackup, { body: { store: STORE, backup } })).status).toBe(403);
});
