import { describe, expect, it } from "vitest";
import { storeFile } from "@/lib/db/files";
import { searchContacts } from "@/lib/guest-search/contract";
import { health } from "@/lib/health/contract";
import { runMergeByDateFallback } from "@/lib/merging/contract";
import { listStaff } from "@/lib/staff/contract";
import { openTable, saveTable, tableLog } from "@/lib/tables/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { rows } from "../support/stores";
import { EVENING, METADATA, open, openTables, seat } from "../support/tables";

const contacts = [{ name: "Maya", phones: "03 111111" }];

/** Saves a table, its branch named in these places. */
const saveAt = (places: { header?: string; query?: string; metadata?: unknown; key?: string }) =>
  call("staff", saveTable, {
    branch: places.header,
    query: (places.query === undefined ? undefined : { branch: places.query }) as never,
    key: places.key,
    body: { metadata: { ...METADATA, ...("metadata" in places && { branch: places.metadata }) }, contacts } as never,
  });

describe("the branch in a table's metadata", () => {
  it("counts as the one in the header or the address does, in any case", async () => {
    enterHouse();
    for (const places of [{ metadata: "batroun" }, { metadata: " Batroun " }, { metadata: "BATROUN", header: "batroun", query: "Batroun" }])
      expect((await saveAt(places)).status).toBe(200);
    expect(await openTables("batroun")).toHaveLength(3);
    expect(await openTables("jounieh")).toEqual([]);
  });

  it("wins over the server's own, also where that is central", async () => {
    enterHouse({ BRANCH: "central" });
    expect((await saveAt({ metadata: "ehden" })).status).toBe(200);
    expect(await saveAt({})).toMatchObject({ status: 400, answer: { code: "unknown_branch" } });
    expect(await openTables("ehden")).toHaveLength(1);
  });

  it("is none when it is empty or null", async () => {
    enterHouse({ BRANCH: "tripoli" });
    for (const metadata of ["", " ", null, undefined]) expect((await saveAt({ metadata })).status).toBe(200);
    expect(await openTables("tripoli")).toHaveLength(4);
  });

  it.each([
    { header: "batroun", metadata: "tripoli" },
    { query: "batroun", metadata: "tripoli" },
    { header: "batroun", query: "tripoli" },
    { header: "jounieh", metadata: "central" },
  ])("may not contradict another place: %j", async (places) => {
    enterHouse();
    const { status, answer } = await saveAt(places);
    expect({ status, code: answer.code }).toEqual({ status: 400, code: "unknown_branch" });
    expect(answer.error).toMatch(/^This call names two branches, \w+ and \w+\. Name one of them\. Nothing was changed\.$/);
    for (const branch of ["jounieh", "batroun", "tripoli"]) expect(await openTables(branch)).toEqual([]);
  });

  it("that there is not, or that is kept elsewhere, is refused", async () => {
    enterHouse({ BRANCHES: "jounieh,ehden", API_BASES: "batroun=http://10.0.2.5:8000/api" });
    expect(await saveAt({ metadata: "paris" })).toMatchObject({ status: 400, answer: { code: "unknown_branch" } });
    expect(await saveAt({ metadata: "batroun" })).toMatchObject({
      status: 421,
      answer: { code: "wrong_server", error: "Batroun is not kept on this server. It is kept at http://10.0.2.5:8000/api." },
    });
    expect(await openTables()).toEqual([]);
  });

  it("is read after it is known that the caller may save", async () => {
    enterHouse();
    const body = { metadata: { ...METADATA, branch: "paris" }, contacts };
    expect((await call("nobody", saveTable, { body })).status).toBe(401);
    expect((await call("keyless", saveTable, { body })).status).toBe(403);
  });
});

describe("a branch that there is not", () => {
  it("is refused by every call, also by those that are about no branch", async () => {
    enterHouse();
    const answers = [
      await call("nobody", health, { branch: "paris" }),
      await call("staff", tableLog, { branch: "paris" }),
      await call("staff", tableLog, { query: { branch: "paris" } as never }),
      await call("staff", listStaff, { params: { branch: "jounieh" }, branch: "paris" }),
      await call("staff", searchContacts, { query: { search: "a" }, branch: "paris" }),
      await call("admin", runMergeByDateFallback, { query: { date: "2026-11-20", force: "yes" }, branch: "paris" }),
    ];
    for (const { status, answer } of answers) expect({ status, code: answer.code }).toEqual({ status: 400, code: "unknown_branch" });
  });
});

describe("an opened table", () => {
  it("can be sent back as it is, and what is the server's own in it is not believed", async () => {
    enterHouse();
    clockAt(EVENING);
    const saved = await seat(contacts, { branch: "batroun" });
    clockAt("2026-11-20T20:00:00Z");
    const { answer } = await open(saved.answer.table_name, "batroun");
    const forged = { ...answer.metadata, saved_at: "1999-01-01T00:00:00Z", business_day: "1999-01-01", closed: true };
    for (const metadata of [answer.metadata, forged]) {
      const { version } = (await open(saved.answer.table_name, "batroun")).answer;
      const again = await call("staff", saveTable, { body: { ...answer, version, metadata } as never });
      expect(again).toMatchObject({ status: 200, answer: { table_name: saved.answer.table_name, version: version + 1 } });
    }
    const [table] = rows(storeFile("batroun", "table"), "SELECT saved_at, business_day, closed_by, city FROM saved_table");
    expect(table).toEqual({ saved_at: "2026-11-20T20:00:00.000Z", business_day: "2026-11-20", closed_by: null, city: null });
    expect((await call("staff", openTable, { params: { name: saved.answer.table_name }, branch: "batroun" })).answer.contacts).toEqual(
      answer.contacts,
    );
  });

  it("of another branch than the call's is not saved there", async () => {
    enterHouse();
    const saved = await seat(contacts, { branch: "batroun" });
    const { answer } = await open(saved.answer.table_name, "batroun");
    const body = { ...answer, table_name: undefined, metadata: { ...answer.metadata, table_name: "" } } as never;
    expect(await call("staff", saveTable, { body, branch: "tripoli" })).toMatchObject({ status: 400, answer: { code: "unknown_branch" } });
    expect(await openTables("tripoli")).toEqual([]);
  });
});

describe("an Idempotency-Key", () => {
  it("knows the same branch again, wherever it is named", async () => {
    enterHouse();
    const first = await saveAt({ metadata: "batroun", key: "one" });
    for (const places of [{ header: "Batroun" }, { query: "batroun" }, { header: "batroun", query: "BATROUN" }])
      expect((await saveAt({ ...places, metadata: "batroun", key: "one" })).answer).toEqual(first.answer);
    expect(await openTables("batroun")).toHaveLength(1);
    expect((await saveAt({ header: "batroun", key: "two" })).status).toBe(200);
    expect((await saveAt({ query: "batroun", key: "two" })).status).toBe(200);
    expect(await openTables("batroun")).toHaveLength(2);
    expect(await openTables("tripoli")).toEqual([]);
  });
});

describe("a configured header", () => {
  const saved = (headers: Record<string, string>) => call("staff", saveTable, { headers, body: { metadata: METADATA, contacts } as never });

  it("names the branch like X-Branch, and never another one than it", async () => {
    enterHouse({ BRANCH_HEADER: "X-City" });
    expect((await saved({ "x-city": "Batroun" })).status).toBe(200);
    expect(await openTables("batroun")).toHaveLength(1);
    expect(await saved({ "x-city": "batroun", "x-branch": "ehden" })).toMatchObject({ status: 400, answer: { code: "unknown_branch" } });
  });

  it("means nothing where none is configured", async () => {
    enterHouse();
    expect((await saved({ "x-city": "batroun" })).status).toBe(200);
    expect(await openTables("batroun")).toEqual([]);
    expect(await openTables("jounieh")).toHaveLength(1);
  });
});
