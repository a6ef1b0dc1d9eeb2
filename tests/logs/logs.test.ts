import { mkdirSync, readdirSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { downloadLogs, packLogs } from "@/lib/logs/contract";
import { KEPT_PACKS, pickLogs } from "@/lib/logs/pick";
import { call, enterHouse } from "../support/house";
import { hubEvents } from "../support/hub-events";
import { makePerson } from "../support/people";
import { allData } from "../support/stores";
import { seat } from "../support/tables";
import { unzip } from "../support/zip";

let data = "";
let logs = "";
beforeEach(() => {
  data = enterHouse();
  logs = path.join(data, "logs");
  mkdirSync(logs, { recursive: true });
});

async function pack() {
  const { status, answer } = await call("staff", packLogs);
  expect(status).toBe(200);
  return answer;
}

async function download(filename: string): Promise<Record<string, Buffer>> {
  const { status, headers, bytes } = await call("staff", downloadLogs, { params: { filename } });
  expect(status).toBe(200);
  expect(headers.get("content-disposition")).toContain(filename);
  expect(Number(headers.get("content-length"))).toBe(bytes.length);
  return unzip(bytes);
}

describe("the packing of the daily logs", () => {
  it("gives every day's log as it is, empty ones too", async () => {
    writeFileSync(path.join(logs, "daftar-2026-11-18.log"), "one\ntwo\n");
    writeFileSync(path.join(logs, "daftar-2026-11-19.log"), "");
    const packed = await pack();
    const files = await download(packed.filename);
    expect(String(files["daftar-2026-11-18.log"])).toBe("one\ntwo\n");
    expect(String(files["daftar-2026-11-19.log"])).toBe("");
    expect(packed.files).toBe(Object.keys(files).length);
    expect(packed.left_out).toEqual([]);
    expect(packed.bytes).toBe(statSync(path.join(logs, "packed", packed.filename)).size);
    expect(statSync(path.join(logs, "packed", packed.filename)).mode & 0o077).toBe(0);
  });

  it("packs plain logs alone, and says what it left out", async () => {
    writeFileSync(path.join(logs, "daftar-2026-11-18.log"), "one\n");
    symlinkSync("/etc/passwd", path.join(logs, "daftar-2026-11-17.log"));
    symlinkSync(path.join(data, "hub.db"), path.join(logs, "daftar-2026-11-16.log"));
    mkdirSync(path.join(logs, "daftar-2026-11-15.log"));
    writeFileSync(path.join(logs, "..\\..\\evil.log"), "evil\n");
    writeFileSync(path.join(logs, "notes.txt"), "notes\n");
    const packed = await pack();
    const names = Object.keys(await download(packed.filename)).filter((name) => name !== todaysLog());
    expect(names).toEqual(["daftar-2026-11-18.log"]);
    expect(packed.left_out).toEqual([
      { file: "daftar-2026-11-17.log", why: "It is no plain file." },
      { file: "daftar-2026-11-16.log", why: "It is no plain file." },
      { file: "daftar-2026-11-15.log", why: "It is no plain file." },
      { file: "2 other entries", why: "No log of a day." },
    ]);
  });

  it("takes the newest part of a log of two gigabytes", async () => {
    const huge = path.join(logs, "daftar-2026-11-18.log");
    writeFileSync(huge, "old\n");
    truncateSync(huge, 2 * 1024 ** 3); // takes no room on the disk
    writeFileSync(huge, "newest\n", { flag: "a" });
    const packed = await pack();
    const log = (await download(packed.filename))["daftar-2026-11-18.log"];
    expect(log?.length).toBe(50 * 1024 * 1024);
    expect(log?.subarray(-7).toString()).toBe("newest\n");
    expect(packed.left_out).toEqual([{ file: "daftar-2026-11-18.log", why: "Its newest 50 MB of 2048 MB are packed." }]);
    expect(packed.bytes).toBeLessThan(1024 * 1024);
  });

  it("leaves the oldest out when all are too much", () => {
    const found = ["2026-11-01", "2026-11-03", "2026-11-02"].map((day) => ({ name: `daftar-${day}.log`, isPlain: true, size: 40 }));
    const { picked, left_out } = pickLogs(found, { log: 50, pack: 60 });
    expect(picked).toEqual([
      { name: "daftar-2026-11-03.log", from: 0, size: 40 },
      { name: "daftar-2026-11-02.log", from: 20, size: 40 },
    ]);
    expect(left_out.map(({ file }) => file)).toEqual(["daftar-2026-11-02.log", "daftar-2026-11-01.log"]);
  });

  it("packs what a server without a folder of logs has: its own line, or nothing", async () => {
    rmSync(logs, { recursive: true });
    const packed = await pack();
    expect(Object.keys(await download(packed.filename)).length).toBe(packed.files);
  });

  it("keeps the last packs, whoever packs at once", async () => {
    const packs = await Promise.all(Array.from({ length: 8 }, () => pack()));
    expect(new Set(packs.map(({ filename }) => filename)).size).toBe(8);
    const last = await pack();
    const kept = readdirSync(path.join(logs, "packed"));
    expect(kept.length).toBe(KEPT_PACKS);
    expect(kept).toContain(last.filename);
  });

  it("holds no phone number, name or secret of an evening", async () => {
    await seat([{ name: "Maya Haddad", phones: "03 987654" }]);
    await call("admin", packLogs, { headers: { authorization: "Bearer forged-and-secret" } });
    const files = await download((await pack()).filename);
    const text = Object.values(files).join("");
    expect(text).toContain("/save-table");
    for (const word of ["987654", "Maya", "Haddad", "forged-and-secret"]) expect(text).not.toContain(word);
  });

  it("says in the hub who packed them, and changes no data", async () => {
    const before = allData(data);
    const packed = await pack();
    const [event] = hubEvents(data, "logs.");
    expect(event).toMatchObject({ kind: "logs.packed", actor_kind: "user", subjects: [packed.filename], payload: { bytes: packed.bytes } });
    expect(allData(data)).toEqual(before);
  });
});

describe("the download of packed logs", () => {
  it("gives nothing but packed logs, whatever is asked for", async () => {
    const { filename } = await pack();
    const packs = path.join(logs, "packed");
    symlinkSync(path.join(data, "hub.db"), path.join(packs, "daftar-logs-2026-11-20-214005-00000000.zip"));
    mkdirSync(path.join(packs, "daftar-logs-2026-11-20-214005-00000001.zip"));
    writeFileSync(path.join(packs, "other.zip"), "PK");
    const wrong = [
      "other.zip",
      "daftar-logs-2026-11-20-214005-00000000.zip",
      "daftar-logs-2026-11-20-214005-00000001.zip",
      "daftar-logs-2026-11-20-214005-00000002.zip",
      `../packed/${filename}`,
      `..%2f${filename}`,
      `%252e%252e/${filename}`,
      `..\\${filename}`,
      `C:\\${filename}`,
      `\\\\host\\share\\${filename}`,
      `${filename}.`,
      filename.toUpperCase(),
      "CON",
      "daftar-2026-11-20.log",
      "../../hub.db",
      `${filename}.part`,
    ];
    for (const name of wrong) {
      const { status, answer } = await call("admin", downloadLogs, { params: { filename: name } });
      expect({ name, status, code: answer.code }).toEqual({ name, status: 404, code: "not_found" });
    }
    expect((await call("staff", downloadLogs, { params: { filename: "x".repeat(300) } })).status).toBe(400);
    expect((await call("staff", downloadLogs, { params: { filename: `${filename}\0` } })).status).toBe(400);
  });

  it("is for nobody who is limited to some branches: the logs are of all of them", async () => {
    const { filename } = await pack();
    const { headers } = await makePerson("local", { branches: ["batroun"] });
    expect((await call("nobody", packLogs, { headers })).answer.code).toBe("branch_forbidden");
    expect((await call("nobody", downloadLogs, { headers, params: { filename } })).answer.code).toBe("branch_forbidden");
  });

  it("is for whoever may open Options", async () => {
    const { filename } = await pack();
    for (const [person, status] of [
      ["nobody", 401],
      ["keyless", 403],
      ["worker", 403],
      ["admin", 200],
    ] as const) {
      expect((await call(person, downloadLogs, { params: { filename } })).status).toBe(status);
    }
  });
});

function todaysLog(): string {
  return (
    readdirSync(logs)
      .filter((name) => /^daftar-.*\.log$/.test(name))
      .sort()
      .at(-1) ?? ""
  );
}
