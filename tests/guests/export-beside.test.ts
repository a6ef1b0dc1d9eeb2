import { performance } from "node:perf_hooks";
import Database from "better-sqlite3";
import { beforeEach, describe, expect, it } from "vitest";
import type { FileEndpoint } from "@/lib/api/endpoint";
import { exportBirthdaysVcf } from "@/lib/birthdays/contract";
import { searchByDate } from "@/lib/date-search/contract";
import { storeFile } from "@/lib/db/files";
import { addTriggerFunctions } from "@/lib/db/pragmas";
import { exportCsv, exportVcf } from "@/lib/guests/contract";
import { routeOf } from "../support/handlers";
import { call, enterHouse, tokenFor } from "../support/house";

const GUESTS = 20_000;
const DATE = "2026-06-01";
const BIRTHDAY = "2026-05-14";

/** A file of very many guests was brought in on one day, and all of them celebrate on one. */
function bringMany(): void {
  const database = new Database(storeFile("jounieh", "contacts"));
  addTriggerFunctions(database);
  database.exec(`
    INSERT INTO contact (id, name, phones, added_at, branch, birthday, search_text)
      WITH RECURSIVE counted(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM counted WHERE n < ${GUESTS})
      SELECT 'guest ' || n, 'Guest ' || n, '+1 212 ' || (5000000 + n), '${DATE}T15:00:00.000Z', 'jounieh', '--05-14', '' FROM counted;
    PRAGMA wal_checkpoint(TRUNCATE)`);
  database.close();
}

beforeEach(() => {
  enterHouse();
  bringMany();
});

/** Does something, and looks at the event loop meanwhile: how long it takes, and how long others wait at most. */
async function watched<T>(work: () => Promise<T>): Promise<{ result: T; ms: number; longest: number }> {
  let longest = 0;
  let last = performance.now();
  const look = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 1);
  const begun = performance.now();
  const result = await work();
  const ended = performance.now();
  clearInterval(look);
  return { result, ms: ended - begun, longest: Math.max(longest, ended - last) };
}

/** The answer as its handler gives it, before anybody reads it. */
async function open(contract: FileEndpoint, signal?: AbortSignal): Promise<Response> {
  const handler = await routeOf(contract);
  const request = new Request(`http://127.0.0.1/api${contract.path}?date=${DATE}`, {
    headers: { authorization: `Bearer ${await tokenFor("staff")}` },
    ...(signal ? { signal } : {}),
  });
  return handler(request, { params: Promise.resolve({}), address: "127.0.0.1" });
}

describe("a file of very many guests", () => {
  it.each([
    ["vCards of a date", exportVcf, DATE, "BEGIN:VCARD", GUESTS],
    ["CSV of a date", exportCsv, DATE, "\r\n", GUESTS + 1],
    ["vCards of a birthday", exportBirthdaysVcf, BIRTHDAY, "BEGIN:VCARD", GUESTS],
  ] as const)("leaves the event loop to the others: %s", async (_, contract, date, mark, wanted) => {
    await call("staff", contract, { query: { date } }); // the threads are there
    const { result, ms, longest } = await watched(() => call("staff", contract, { query: { date } }));
    expect(String(result.answer).split(mark).length - 1).toBe(wanted);
    // Made here, it would hold the loop for all of that time, however fast the machine is.
    expect(longest, `of ${ms} ms`).toBeLessThan(ms / 3);
  });

  it("is made no faster than it is fetched, in pieces of bounded length", async () => {
    const reader = (await open(exportVcf)).body?.getReader();
    let largest = 0;
    for (let pieces = 0; pieces < 3; pieces++) largest = Math.max(largest, (await reader?.read())?.value?.length ?? 0);
    expect(largest).toBeGreaterThan(0);
    expect(largest).toBeLessThan(1024 * 1024);
    await reader?.cancel();
  });

  it("that its caller does not want any more breaks off, and is never taken for a whole one", async () => {
    const away = new AbortController();
    const reader = (await open(exportVcf, away.signal)).body?.getReader();
    await reader?.read();
    away.abort();
    const rest = async () => {
      for (let read = await reader?.read(); read && !read.done; read = await reader?.read());
    };
    await expect(rest()).rejects.toThrow();
  });
});

it("a day on which a file of very many came is searched beside the event loop, with the same answer", async () => {
  const { answer } = await call("staff", searchByDate, { query: { date: DATE, limit: 3, offset: 10_000 } });
  expect(answer.total).toBe(GUESTS);
  expect(answer.contacts.map(({ name, numbers }) => [name, numbers?.[0]?.shown])).toEqual(
    [10_000, 9_999, 9_998].map((n) => [`Guest ${n}`, expect.stringMatching(/^\+1 212/)]),
  );
});
