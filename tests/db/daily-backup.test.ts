import { truncateSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { backUp } from "@/lib/db/backup";
import { listBackups } from "@/lib/db/backup-files";
import { backUpDaily, startDailyBackups } from "@/lib/db/daily-backup";
import { hubFile, storeFile, storePlaces } from "@/lib/db/files";
import { closeStores } from "@/lib/db/stores";
import { mergeTables } from "@/lib/evening/contract";
import { clockAt, holdMonotonicClock } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { seat } from "../support/tables";

const reasonsOf = (file: string) => listBackups(file).map(({ reason }) => reason);

describe("once a business day", () => {
  it("every store is backed up, the hub too", async () => {
    enterHouse();
    clockAt("2026-11-20T10:00:00Z");
    expect(await backUpDaily()).toHaveLength(storePlaces().length);
    for (const { file } of storePlaces()) expect(reasonsOf(file)).toEqual(["daily"]);
    clockAt("2026-11-21T02:30:00Z"); // half past four in Beirut: still the evening before
    expect(await backUpDaily()).toEqual([]);
    clockAt("2026-11-21T03:30:00Z");
    expect(await backUpDaily()).toHaveLength(storePlaces().length);
    expect(reasonsOf(hubFile())).toEqual(["daily", "daily"]);
  });

  it("a store that has another backup of that day needs none, and what a restore put aside is none", async () => {
    enterHouse();
    clockAt("2026-11-20T10:00:00Z");
    await seat([{ name: "Maya", phones: "70 111222" }]);
    await call("admin", mergeTables);
    await backUp(storeFile("jounieh", "contacts"), "before-restore");
    await backUpDaily();
    expect(reasonsOf(storeFile("jounieh", "table"))).toEqual(["before-merge-all"]);
    expect(reasonsOf(storeFile("jounieh", "contacts")).sort()).toEqual(["before-restore", "daily"]);
  });

  it("a store that is damaged holds up no other", async () => {
    enterHouse();
    const damaged = storeFile("jounieh", "contacts");
    holdMonotonicClock();
    await closeStores();
    truncateSync(damaged, 0);
    expect(await backUpDaily()).toHaveLength(storePlaces().length - 1);
    expect(reasonsOf(damaged)).toEqual([]);
    expect(reasonsOf(storeFile("ehden", "table"))).toEqual(["daily"]);
  });

  it("branches that are kept elsewhere are left to their own server", async () => {
    enterHouse({ BRANCH: "batroun", BRANCHES: "batroun" });
    expect(await backUpDaily()).toHaveLength(3);
  });
});

describe("a server that runs for days", () => {
  it("makes them soon after its start and when the day turns, and no more after a stop", async () => {
    enterHouse({ BRANCH: "central", BRANCHES: "central" });
    clockAt("2026-11-20T10:00:00Z");
    const stop = startDailyBackups(undefined, 10);
    onTestFinished(stop);
    await expect.poll(() => reasonsOf(storeFile("central", "contacts")), { timeout: 10_000 }).toEqual(["daily"]);
    clockAt("2026-11-21T03:00:00Z");
    await expect.poll(() => reasonsOf(storeFile("central", "contacts")), { timeout: 10_000 }).toEqual(["daily", "daily"]);
    stop();
    clockAt("2026-11-22T03:00:00Z");
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(reasonsOf(hubFile())).toEqual(["daily", "daily"]);
  });
});
