import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { setClock } from "@/lib/clock";
import { backUp } from "@/lib/db/backup";
import { backupName, backupsToRemove, listBackups } from "@/lib/db/backup-files";
import { backupsDir, storeFile } from "@/lib/db/files";
import { enterHouse } from "../support/house";

const FIRST_EVENING = Date.UTC(2026, 8, 1, 18, 0);
const DAY = 86_400_000;
const HOUR = 3_600_000;
const EVENINGS = 60;

/** What an evening makes of a table store, with the hour after its beginning. */
const OF_AN_EVENING: [hour: number, reason: string][] = [
  [0, "before-merge-all"],
  [1, "before-merge-all"],
  [2, "before-merge-all"],
  [4, "before-end-of-day"],
];

/** The same every tenth evening. */
const NOW_AND_THEN: [hour: number, reason: string][] = [[3, "before-migration"]];

/** Files that are no backups of this store by their names; the last one is a folder. */
const OTHERS = [
  "notes.txt",
  "table.db",
  "table-old.db",
  "table-2026-01-01.db",
  "table-2026-01-01T10-00-00-000Z-before-merge-all.db.txt",
  "table-2026-13-41T10-00-00-000Z-before-merge-all.db",
  "Copy of table-2026-01-01T10-00-00-000Z-before-merge-all.db",
  "contacts-2026-01-01T10-00-00-000Z-before-end-of-day.db",
];
const FOLDER = "table-2026-01-02T10-00-00-000Z-daily.db";

describe("the backups of sixty evenings", () => {
  it("are the last ten of each reason and the last one of each of thirty days, and nothing else is touched", async () => {
    enterHouse();
    const file = storeFile("jounieh", "table");
    const folder = backupsDir(file);
    mkdirSync(path.join(folder, FOLDER), { recursive: true });
    for (const name of OTHERS) writeFileSync(path.join(folder, name), "mine");
    const made: { name: string; reason: string; day: number }[] = [];
    for (let day = 0; day < EVENINGS; day++) {
      for (const [hour, reason] of [...OF_AN_EVENING, ...(day % 10 === 0 ? NOW_AND_THEN : [])].sort(([a], [b]) => a - b)) {
        setClock(() => new Date(FIRST_EVENING + day * DAY + hour * HOUR));
        made.push({ name: await backUp(file, reason), reason, day });
        expect(readdirSync(folder)).toContain(made.at(-1)?.name);
      }
    }
    const reasons = ["before-merge-all", "before-end-of-day", "before-migration"];
    const lastTen = reasons.flatMap((reason) => made.filter((one) => one.reason === reason).slice(-10));
    const lastOfDays = Array.from({ length: 30 }, (_, ago) => made.filter(({ day }) => day === EVENINGS - 1 - ago).at(-1));
    const kept = new Set([...lastTen, ...lastOfDays].map((one) => one?.name));
    expect(kept.size).toBe(10 + 30 + 6); // End of Day's last ten are among the thirty
    expect(readdirSync(folder).sort()).toEqual([...kept, ...OTHERS, FOLDER].sort());
  }, 60_000);

  it("outlive a clock that jumps ahead by years, and one that jumps back", async () => {
    enterHouse();
    const file = storeFile("jounieh", "table");
    for (let day = 0; day < 30; day++) {
      setClock(() => new Date(FIRST_EVENING + day * DAY));
      await backUp(file, "daily");
    }
    setClock(() => new Date(FIRST_EVENING + 4_000 * DAY));
    await backUp(file, "daily");
    expect(listBackups(file)).toHaveLength(30); // one day more than thirty
    setClock(() => new Date(FIRST_EVENING - 4_000 * DAY));
    const made = await backUp(file, "daily");
    expect(listBackups(file).map(({ name }) => name)).toContain(made);
  });

  it("of one store leave those of the store beside it alone", async () => {
    enterHouse();
    const [table, contacts] = [storeFile("jounieh", "table"), storeFile("jounieh", "contacts")];
    const theirs = await backUp(contacts, "before-end-of-day");
    for (let time = 0; time < 15; time++) {
      setClock(() => new Date(FIRST_EVENING + time * HOUR * 24 * 40));
      await backUp(table, "before-end-of-day");
    }
    expect(listBackups(contacts).map(({ name }) => name)).toEqual([theirs]);
  });
});

describe("what a restore has put aside", () => {
  it("is kept like any reason, and is never the one backup of a day", () => {
    enterHouse();
    const file = storeFile("jounieh", "table");
    const at = (day: number, hour: number, reason: string) => {
      const madeAt = new Date(FIRST_EVENING + day * DAY + hour * HOUR);
      return { name: backupName(file, madeAt, reason), madeAt, reason };
    };
    const days = Array.from({ length: 20 }, (_, day) => [at(day, 1, "daily"), at(day, 2, "before-restore")]).flat();
    const gone = backupsToRemove(days.reverse());
    expect(new Set(gone.map(({ reason }) => reason))).toEqual(new Set(["before-restore"]));
    expect(gone).toHaveLength(10);
  });

  it("goes with what lies beside it", async () => {
    enterHouse();
    const file = storeFile("jounieh", "table");
    const folder = backupsDir(file);
    mkdirSync(folder);
    for (let day = 0; day < 11; day++) {
      const name = backupName(file, new Date(FIRST_EVENING + day * DAY), "before-restore");
      for (const suffix of ["", "-wal", "-shm"]) writeFileSync(path.join(folder, name + suffix), "");
    }
    await backUp(file, "daily");
    const oldest = backupName(file, new Date(FIRST_EVENING), "before-restore");
    expect(readdirSync(folder).filter((name) => name.startsWith(oldest))).toEqual([]);
    expect(readdirSync(folder)).toHaveLength(3 * 10 + 1);
  });
});
