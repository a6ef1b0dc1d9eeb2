import { truncateSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { backUp } from "@/lib/db/backup";
import { listBackups } from "@/lib/db/backup-files";
import { backUpDaily, startDailyBackups } from "@/lib/db/daily-backup";
import { backupsDir, hubFile, storeFile, storePlaces } from "@/lib/db/files";
import { closeStores } from "@/lib/db/find-store";
import { mergeTables } from "@/lib/evening/contract";
import { createCustomer } from "@/lib/loyalty/contract";
import { clockAt, holdMonotonicClock } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { rows } from "../support/stores";
import { seat } from "../support/tables";

const WAIT = { timeout: 30_000 };

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
  it("copies the hub every hour in which it was written, so that an hour of it is lost at most", async () => {
    enterHouse({ BRANCH: "central", BRANCHES: "central" });
    clockAt("2026-11-20T10:00:00Z");
    const stop = startDailyBackups(undefined, 10);
    onTestFinished(stop);
    const note = (phone: string) => call("admin", createCustomer, { body: { name: "Maya", phone } });
    const hub = () => reasonsOf(hubFile());
    await expect.poll(hub, WAIT).toEqual(["daily"]);
    await note("03 111111");
    clockAt("2026-11-20T10:30:00Z");
    await note("03 222222");
    clockAt("2026-11-20T10:59:00Z");
    await expect.poll(hub, WAIT).toEqual(["hourly", "daily"]);
    const [newest] = listBackups(hubFile());
    const copy = path.join(backupsDir(hubFile()), newest?.name ?? "");
    expect(rows(copy, "SELECT phone FROM loyalty_customer")).toHaveLength(2);
    clockAt("2026-11-20T12:30:00Z"); // nothing was written since
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(hub()).toEqual(["hourly", "daily"]);
    await note("03 333333");
    await expect.poll(hub, WAIT).toEqual(["hourly", "hourly", "daily"]);
  });

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
    expect(reasonsOf(hubFile())).toHaveLength(2); // the one of the second day may be the hourly one
  });
});
