import { chmodSync, lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { backUpDaily } from "@/lib/db/daily-backup";
import { branchStore } from "@/lib/db/find-store";
import { lockDataFolder } from "@/lib/db/server-lock";
import { mergeTables } from "@/lib/evening/contract";
import { importContacts } from "@/lib/import/contract";
import { start } from "@/lib/start";
import { call, enterHouse } from "../support/house";
import { seat } from "../support/tables";

/** Takes the data folder as a server does, until the test is done. */
function lockFolder(): void {
  const usual = process.umask();
  const lock = lockDataFolder(0);
  onTestFinished(() => {
    lock.release();
    process.umask(usual);
  });
}

/** The files and folders of a data folder that somebody else may read, with their modes. */
function readableByOthers(data: string): string[] {
  return readdirSync(data, { recursive: true })
    .map((name) => [String(name), lstatSync(path.join(data, String(name))).mode] as const)
    .filter(([, mode]) => mode & 0o077)
    .map(([name, mode]) => `${name} ${(mode & 0o777).toString(8)}`);
}

describe("what lies in the data folder", () => {
  it("is its own user's alone after saves, a merge, backups and an import", async () => {
    const data = path.join(enterHouse(), "anew");
    process.env.DATA_DIR = data;
    const { forgetSettings } = await import("@/lib/env");
    forgetSettings();
    lockFolder();
    expect((await start()).broken).toEqual([]);
    expect((await seat([{ name: "Maya", phones: "03 111111" }], { as: "admin" })).status).toBe(200);
    const raw = ["name,phones", ...Array.from({ length: 600 }, (_, n) => `Guest ${n},+1 212 ${2_000_000 + n}`)].join("\n");
    expect((await call("admin", importContacts, { raw, headers: { "content-type": "text/csv" } })).status).toBe(200);
    expect((await call("admin", mergeTables)).status).toBe(200);
    await backUpDaily();
    const names = readdirSync(data, { recursive: true }).map(String);
    for (const wanted of [/^hub\.db-wal$/, /contacts\.db-shm$/, /^backups\/hub-.*daily\.db$/, /before-merge-all/, /^logs\//, /^uploads$/])
      expect(names.some((name) => wanted.test(name))).toBe(true);
    expect(readableByOthers(data)).toEqual([]);
    expect(lstatSync(data).mode & 0o777).toBe(0o700);
  });

  it("becomes so at the start where an older version left it open, and what is not ours stays as it is", async () => {
    const data = enterHouse();
    await branchStore("jounieh", "table");
    mkdirSync(path.join(data, "jounieh", "backups"), { recursive: true });
    writeFileSync(path.join(data, "jounieh", "backups", "table-old.db"), "");
    mkdirSync(path.join(data, "photos"));
    for (const name of ["photos/menu.sh", "auth-secret"]) writeFileSync(path.join(data, name), "");
    symlinkSync(path.join(data, "photos", "menu.sh"), path.join(data, "jounieh", "link"));
    for (const name of readdirSync(data, { recursive: true }).map(String)) chmodSync(path.join(data, name), 0o755);
    lockFolder();
    expect(readableByOthers(data).filter((name) => !name.endsWith("link 777"))).toEqual(["photos 755", "photos/menu.sh 755"]);
    expect(lstatSync(path.join(data, "hub.db")).mode & 0o600).toBe(0o600);
  });
});
