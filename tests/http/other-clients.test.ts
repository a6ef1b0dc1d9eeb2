import { describe, expect, it } from "vitest";
import type { CallContract } from "@/lib/api/endpoint";
import { searchByDate } from "@/lib/date-search/contract";
import { endOfDay, mergeTables } from "@/lib/evening/contract";
import { searchContacts } from "@/lib/guest-search/contract";
import { runMergeByDateFallback } from "@/lib/merging/contract";
import { saveTable } from "@/lib/tables/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { allData } from "../support/stores";
import { END_OF_DAY, METADATA, openTables, seat } from "../support/tables";

const MAYA = { name: "Maya", phones: "03 111111" };

describe("an empty parameter of a read", () => {
  it("is as good as none", async () => {
    enterHouse();
    await seat([MAYA]);
    for (const query of [{ limit: "" }, { offset: " " }, { limit: "", offset: "", anything: "" }]) {
      const { status, answer } = await call("staff", searchContacts, { query: { search: "Maya", ...query } });
      expect([status, answer.total], JSON.stringify(query)).toEqual([200, 1]);
    }
  });

  it("that must be there is asked for in its own words, and of nothing else is spoken", async () => {
    enterHouse();
    const { status, answer } = await call("staff", searchContacts, { query: { search: "", limit: "" } as never });
    expect([status, answer.issues]).toEqual([400, [{ path: "search", message: "Type a name or phone." }]]);
    expect((await call("staff", searchByDate, { query: { date: "" } })).status).toBe(400);
  });

  it("still may not be one that a merge does not know", async () => {
    enterHouse();
    clockAt(END_OF_DAY);
    const query = { date: "2026-11-20", force: "", backup: "false", branches_root: "" } as const;
    expect((await call("admin", runMergeByDateFallback, { query })).status).toBe(200);
    expect((await call("admin", runMergeByDateFallback, { query: { ...query, dry_run: "" } as never })).status).toBe(400);
  });
});

describe("a call that takes no body", () => {
  const BODIES: [string, string, string | null][] = [
    ["415 unsupported_media_type", "{}", "text/plain"],
    ["415 unsupported_media_type", "dry_run=true", "application/x-www-form-urlencoded"],
    ["415 unsupported_media_type", "{}", "multipart/form-data; boundary=x"],
    ["400 bad_json", "dry_run", "application/json"],
    ["400 bad_json", "{", "application/json; charset=utf-8"],
    ["400 invalid_request", "[]", "application/json"],
    ["400 invalid_request", '["dry_run"]', "application/json"],
    ["400 invalid_request", '"dry_run"', "application/json"],
    ["400 invalid_request", "7", "application/json"],
    ["400 invalid_request", "null", "application/json"],
    ["400 invalid_request", '{"dry_run":true}', "application/json"],
  ];
  const CALLS: [string, CallContract][] = [
    ["merge-tables", mergeTables],
    ["end-of-day", endOfDay],
  ];
  const cases = CALLS.flatMap(([name, contract]) => BODIES.map(([refusal, raw, type]) => [name, raw, type, refusal, contract] as const));

  it.each(cases)("%s refuses %s as %s, and nothing happens", async (_, raw, type, refusal, contract) => {
    const data = enterHouse();
    clockAt(END_OF_DAY);
    await seat([MAYA]);
    const before = allData(data);
    const { status, answer } = await call("admin", contract, { raw, headers: type ? { "content-type": type } : {} });
    expect(`${status} ${(answer as { code: string }).code}`).toBe(refusal);
    expect(allData(data)).toEqual(before);
  });

  it.each(CALLS)("%s takes an empty one of any type, and an empty object", async (_, contract) => {
    enterHouse();
    clockAt(END_OF_DAY);
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/json"]) {
      expect((await call("admin", contract, { raw: "", headers: { "content-type": type } })).status, type).toBe(200);
    }
    expect((await call("admin", contract)).status).toBe(200);
    expect((await call("admin", contract, { raw: "{}" })).status).toBe(200);
  });
});

describe("a save that names two tables", () => {
  it("is refused in plain words, and saves neither", async () => {
    const data = enterHouse();
    const one = (await seat([MAYA], { number: "1" })).answer.table_name;
    const other = (await seat([{ name: "Omar", phones: "03 222222" }], { number: "2" })).answer.table_name;
    const before = allData(data);
    const metadata = { ...METADATA, table_name: other };
    const { status, answer } = await call("staff", saveTable, { body: { metadata, contacts: [MAYA], table_name: one } });
    const message = `This call names two tables, ${one} and ${other}. Name one of them. Nothing was changed.`;
    expect([status, answer.error, answer.issues]).toEqual([400, message, [{ path: "metadata.table_name", message }]]);
    expect(allData(data)).toEqual(before);
    for (const names of [
      { table_name: one },
      { metadata_name: one },
      { table_name: one, metadata_name: ` ${one} ` },
      { table_name: "", metadata_name: one },
    ]) {
      const body = { metadata: { ...METADATA, table_name: names.metadata_name ?? null }, contacts: [MAYA], table_name: names.table_name };
      expect((await call("staff", saveTable, { body })).status, JSON.stringify(names)).toBe(200);
    }
    expect(await openTables()).toHaveLength(2);
  });
});
