import { lstatSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { WorkerLog } from "@/workers/sender/log";
import { ServerClock } from "@/workers/sender/server-clock";
import { type Status, StatusLine, statusText } from "@/workers/sender/status-line";
import { emptyFolder } from "./folder";

const WELL: Status = { problem: null, held: 1, sent: 12, failed: 2, unsure: 0, unreported: 0 };

it("the status line says what is in hand, sent and failed, and what is wrong first", () => {
  expect(statusText(WELL)).toBe("Connected.  ·  1 in hand  ·  12 sent  ·  2 failed");
  expect(statusText({ ...WELL, problem: "The server does not answer.", unsure: 1, unreported: 3 })).toBe(
    "The server does not answer.  ·  1 in hand  ·  12 sent  ·  2 failed  ·  1 in doubt  ·  3 to report",
  );
});

it("on a terminal the line is drawn over itself; elsewhere it is said when the problem changes, and not for each message", () => {
  let status = WELL;
  for (const isTTY of [true, false]) {
    const written: string[] = [];
    const line = new StatusLine(() => status, { write: (text) => written.push(text), isTTY, columns: 30 });
    status = WELL;
    line.draw();
    status = { ...WELL, sent: 13 };
    line.draw();
    line.draw();
    status = { ...status, problem: "The server does not answer." };
    line.draw();
    line.end();
    if (isTTY) {
      expect(written.slice(0, 3).every((text) => text.startsWith("\r\u001b[K") && text.length <= 4 + 29)).toBe(true);
      expect(written).toHaveLength(4);
    } else expect(written).toEqual([`${statusText(WELL)}\n`, `${statusText(status)}\n`]);
  }
});

it("the log keeps five files of one megabyte, for nobody else, and of an error no message", () => {
  const folder = path.join(emptyFolder(), "log");
  const log = new WorkerLog(folder, new ServerClock());
  for (let time = 0; time < 7_000; time++) log.write("accepted", { item: "x".repeat(1_000) });
  log.failure("fault", new TypeError("Guest 70123456 could not be read"));
  const files = readdirSync(folder).sort();
  expect(files).toEqual(["worker.1.log", "worker.2.log", "worker.3.log", "worker.4.log", "worker.log"]);
  for (const file of files) {
    const state = lstatSync(path.join(folder, file));
    expect(state.size).toBeLessThanOrEqual(1024 * 1024);
    expect(state.mode & 0o777).toBe(0o600);
  }
  const [last = ""] = readFileSync(path.join(folder, "worker.log"), "utf8").trimEnd().split("\n").slice(-1);
  expect(JSON.parse(last)).toMatchObject({ event: "fault", error: "TypeError", where: expect.stringContaining("shown.test.ts") });
  expect(last).not.toContain("70123456");
});
