import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { login, me } from "@/lib/auth/contract";
import { storeFile } from "@/lib/db/files";

import { health } from "@/lib/health/contract";
import { writePolls } from "@/lib/http/call-log";
import { listSavedTables, tableLog } from "@/lib/tables/contract";
import { clockAt, holdMonotonicClock } from "../support/clocks";
import { call, enterHouse, tokenFor } from "../support/house";
import { PASSWORDS } from "../support/passwords";
import { alter } from "../support/stores";
import { EVENING, seat } from "../support/tables";

type Line = Record<string, unknown> & { level: number; path?: string; msg: string };

function linesOf(data: string): Line[] {
  const folder = path.join(data, "logs");
  const text = existsSync(folder) ? readdirSync(folder).map((name) => readFileSync(path.join(folder, name), "utf8")) : [];
  return text
    .join("")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
}

const POLLS = [health, tableLog, listSavedTables, me] as const;
const polled = (data: string) => linesOf(data).filter((line) => POLLS.some((poll) => poll.path === line.path));

async function pollAll(times: number): Promise<void> {
  for (let time = 0; time < times; time++) for (const poll of POLLS) await call("staff", poll);
}

it("a minute of polls is one line for each path, with how many there were and how long they took", async () => {
  const data = enterHouse();
  clockAt(EVENING);
  await tokenFor("staff");
  const clock = holdMonotonicClock();
  await pollAll(25);
  clock.pass(59_999);
  await call("staff", me);
  expect(polled(data)).toEqual([]);
  clock.pass(1);
  await pollAll(1);
  expect(
    polled(data)
      .map(({ path: of, count }) => `${of} ${count}`)
      .sort(),
  ).toEqual(["/auth/me 26", "/health 25", "/saved-tables 25", "/table-log 25"]);
  for (const line of polled(data))
    expect(line).toMatchObject({
      level: 30,
      msg: "polls",
      method: "GET",
      since: new Date(EVENING).toISOString(),
      statuses: { 200: line.count },
      p50_ms: expect.any(Number),
      p95_ms: expect.any(Number),
    });
  clock.pass(60_000);
  await call("staff", me);
  expect(polled(data).filter(({ count }) => count === 1)).toHaveLength(4);
});

it("the middle and the slow end of the times are those that were measured", async () => {
  const data = enterHouse();
  const { writeCall } = await import("@/lib/http/call-log");
  holdMonotonicClock();
  const line = { method: "GET", path: "/health", status: 200, branch: null, request_id: "id" };
  for (let ms = 1; ms <= 100; ms++) writeCall({ ...line, ms, status: ms % 4 === 0 ? 304 : 200 });
  writePolls();
  expect(polled(data)).toMatchObject([{ count: 100, p50_ms: 50, p95_ms: 95, statuses: { 200: 75, 304: 25 } }]);
});

it("a poll that failed or took more than a second has a line of its own, and is not counted a second time", async () => {
  const data = enterHouse();
  const clock = holdMonotonicClock();
  await call("nobody", me);
  await call("keyless", tableLog);
  expect(polled(data)).toMatchObject([
    { path: "/auth/me", status: 401, msg: "call" },
    { path: "/table-log", status: 403, msg: "call" },
  ]);
  await call("staff", listSavedTables);
  await seat([{ name: "Maya", phones: "03 111111" }]);
  alter(storeFile("jounieh", "table"), "UPDATE saved_table SET version = 'many'");
  expect((await call("staff", listSavedTables)).status).toBe(500);
  expect(polled(data).at(-1)).toMatchObject({ path: "/saved-tables", status: 500, msg: "call failed", level: 50 });
  const { writeCall } = await import("@/lib/http/call-log");
  const slow = { method: "GET", path: "/health", status: 200, ms: 1_000.1, branch: null, request_id: "id" };
  writeCall(slow);
  writeCall({ ...slow, ms: 1_000 });
  expect(polled(data).at(-1)).toMatchObject({ path: "/health", ms: 1_000.1, msg: "call" });
  clock.pass(60_000);
  writePolls();
  expect(polled(data).filter(({ msg }) => msg === "polls")).toMatchObject([
    { path: "/saved-tables", count: 1 },
    { path: "/health", count: 1 },
  ]);
});

it("a worker that waits is no slow poll: for messages, or for others to be written together with", async () => {
  const data = enterHouse();
  const clock = holdMonotonicClock();
  const { writeCall } = await import("@/lib/http/call-log");
  for (const path of ["/worker/claim", "/worker/heartbeat"]) {
    writeCall({ method: "POST", path, status: 200, ms: 1_100, branch: null, request_id: "id" });
  }
  clock.pass(60_000);
  writePolls();
  expect(linesOf(data).filter(({ path }) => path?.startsWith("/worker"))).toMatchObject([
    { path: "/worker/claim", msg: "polls", count: 1 },
    { path: "/worker/heartbeat", msg: "polls", count: 1 },
  ]);
});

it("every call that changes something, and every search, has a line of its own at once", async () => {
  const data = enterHouse();
  await call("nobody", login, { body: { username: "staff", password: PASSWORDS.staff } });
  expect(linesOf(data).filter((line) => line.path === "/auth/login")).toHaveLength(1);
});

it("what was counted is written once at a clean stop, and nothing when nothing was", async () => {
  const data = enterHouse();
  holdMonotonicClock();
  writePolls();
  expect(polled(data)).toEqual([]);
  await call("nobody", health);
  writePolls();
  writePolls();
  expect(polled(data)).toMatchObject([{ path: "/health", count: 1 }]);
});
