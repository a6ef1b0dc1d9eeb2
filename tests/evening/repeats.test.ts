import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, it } from "vitest";
import { hubFile, storeFile } from "@/lib/db/files";
import { openWriting } from "@/lib/db/pragmas";
import { endOfDay, mergeTables } from "@/lib/evening/contract";
import { dedupeTable } from "@/lib/guests/contract";
import { runMergeByDate } from "@/lib/merging/contract";
import { untilTidied } from "../guests/guests";
import { standingClock } from "../support/clocks";
import { guestRowPutter } from "../support/guest-rows";
import { call, enterHouse, restartHouse } from "../support/house";
import { END_OF_DAY, EVENING, seat } from "../support/tables";

const DAY = "2026-11-20";
const MAYA = { name: "Maya", phones: "03 111111" };
const OMAR = { name: "Omar", phones: "03 222222" };

const clock = standingClock(EVENING);
const UNTIL_END_OF_DAY = (Date.parse(END_OF_DAY) - Date.parse(EVENING)) / 1_000;

beforeEach(() => {
  enterHouse();
  clock.begin();
});

/** The names of every store's backups. */
function backups(): string[] {
  const files = [hubFile(), storeFile("jounieh", "table"), storeFile("jounieh", "contacts"), storeFile("central", "contacts")];
  const folders = [...new Set(files.map((file) => path.join(path.dirname(file), "backups")))];
  return folders.flatMap((folder) => (existsSync(folder) ? readdirSync(folder) : []));
}

/** How many backups something makes. */
async function madeBy(work: () => Promise<{ status: number }>): Promise<number> {
  clock.pass(60); // else it would take the name, and the place, of the one before
  const before = backups().length;
  const { status } = await work();
  expect(status).toBe(200);
  return backups().length - before;
}

const ofJounieh = { branch: "jounieh" } as const;
const mergeAll = () => call("admin", mergeTables, ofJounieh);
const dedupe = () => call("admin", dedupeTable, { ...ofJounieh, query: { date: DAY } });
const endDay = () => untilTidied(() => call("admin", endOfDay, ofJounieh));
const mergeDate = () =>
  call("admin", runMergeByDate, { query: { action: "merge_by_date_all_branches", date: DAY, force: "true" } as never });

function addDouble(): void {
  const database = openWriting(storeFile("jounieh", "table"), 5_000);
  guestRowPutter(database)({ ...MAYA, business_day: DAY, booked_by: DAY });
  database.close();
}

it("Merge All again makes a backup where it finds something, and none where it does not", async () => {
  await seat([MAYA]);
  expect(await madeBy(mergeAll)).toBe(1);
  for (let time = 0; time < 3; time++) expect(await madeBy(mergeAll)).toBe(0);
  expect((await mergeAll()).answer.detail).toContain("Nothing was changed, so no backup was made.");
  await seat([OMAR], { number: "13" });
  expect(await madeBy(mergeAll)).toBe(1);
  expect((await mergeAll()).answer.already_there).toBe(2);
});

it("a dedupe too", async () => {
  addDouble();
  addDouble();
  expect(await madeBy(dedupe)).toBe(1);
  expect(await madeBy(dedupe)).toBe(0);
  expect((await dedupe()).answer).toMatchObject({ kept_rows: 1, deleted_rows: 0, backup: "", undo_id: null });
  addDouble();
  expect(await madeBy(dedupe)).toBe(1);
});

it("Merge by Date too, whoever it knows by another name", async () => {
  await seat([MAYA, { ...MAYA, name: "Ziad" }]);
  await mergeAll();
  expect(await madeBy(mergeDate)).toBe(1);
  expect(await madeBy(mergeDate)).toBe(0);
  expect((await mergeDate()).answer).toMatchObject({ inserted: 0, skipped: 1, backup: null });
  await seat([OMAR], { number: "13" });
  await mergeAll();
  expect(await madeBy(mergeDate)).toBe(1);
});

it("End of Day too", async () => {
  await seat([MAYA]);
  clock.pass(UNTIL_END_OF_DAY);
  expect(await madeBy(endDay)).toBe(3);
  expect(await madeBy(endDay)).toBe(0);
  await seat([OMAR], { number: "13" });
  expect(await madeBy(endDay)).toBe(3);
});

it("the first repeat after a start of the server makes none either", async () => {
  await seat([MAYA]);
  addDouble();
  addDouble();
  for (const work of [mergeAll, mergeDate, dedupe]) expect((await work()).status).toBe(200);
  for (const work of [mergeAll, mergeDate, dedupe]) {
    await restartHouse();
    expect(await madeBy(work)).toBe(0);
  }
  await seat([OMAR], { number: "13" });
  await restartHouse();
  expect(await madeBy(mergeAll), "there is something to do").toBe(1);
});

it("none of these repeats counts among those of an hour", async () => {
  enterHouse({ LONG_WORK_PER_HOUR: "2" });
  await seat([MAYA, { ...MAYA, name: "Ziad" }]);
  for (const work of [mergeAll, mergeAll, mergeAll, mergeDate, mergeDate, mergeDate]) expect((await work()).status).toBe(200);
  clock.pass(UNTIL_END_OF_DAY);
  for (let time = 0; time < 3; time++) expect((await endDay()).status).toBe(200);
  for (let time = 0; time < 3; time++) expect((await dedupe()).status).toBe(200);
});
