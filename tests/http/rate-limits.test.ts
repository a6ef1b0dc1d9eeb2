import { describe, expect, it } from "vitest";
import * as z from "zod";
import type { CallContract, FileEndpoint } from "@/lib/api/endpoint";
import { login, me } from "@/lib/auth/contract";
import { storeFile } from "@/lib/db/files";
import { openReading, openWriting } from "@/lib/db/pragmas";
import { env } from "@/lib/env";
import { endOfDay, mergeTables } from "@/lib/evening/contract";
import { searchContacts } from "@/lib/guest-search/contract";
import { dedupeTable } from "@/lib/guests/contract";
import { runMergeByDate, runMergeByDateFallback } from "@/lib/merging/contract";
import { clockAt, holdMonotonicClock } from "../support/clocks";
import { guestRowPutter } from "../support/guest-rows";
import { call, enterHouse } from "../support/house";
import { PASSWORDS } from "../support/passwords";
import { CONTRACTS } from "../support/routes";
import { END_OF_DAY, EVENING, seat } from "../support/tables";

const LIMITED = CONTRACTS.filter(({ contract }) => contract.perMinute).map(
  ({ contract }) => [`${contract.method} ${contract.path}`, contract.perMinute ?? 0, contract] as const,
);

const PER_MINUTE: Record<string, number> = {
  // Files with guests in them.
  "GET /export-csv": 10,
  "GET /export-vcf": 10,
  "GET /birthdays/export-csv": 10,
  "GET /birthdays/export-vcf": 10,
  "POST /all-data/export": 10,
  "GET /stats/history/export-csv": 10,
  "GET /stats/history/export-xlsx": 10,
  "POST /personal-data/export": 10,
  "GET /contacts/{id}/vcf": 30,
  "GET /guests/{id}/statement": 30,
  "POST /guests/{id}/statement/send": 30,
  "GET /backend/download": 60,
  "GET /logs/download/{filename}": 60,
  "GET /audit/export-csv": 10,
  // Long work.
  "GET /retention/preview": 20,
  "GET /loyalty/expiry/preview": 20,
  "GET /loyalty/tiers/preview": 20,
  "POST /backups/verify": 20,
  "POST /backups/copy": 20,
  "GET /audit/check": 10,
  "POST /contacts/import": 30,
  "POST /contacts/import/wrong-rows": 30,
  "POST /competitions/{id}/entries": 20,
  "POST /competitions/{id}/entries/fetch": 20,
  "POST /competitions/{id}/draw": 30,
  "POST /menus/versions": 20,
  "GET /menus/calibration": 60,
  "PUT /menus/calibration": 60,
  "GET /menus/versions/{id}/prices": 60,
  "POST /menus/versions/{id}/prices": 20,
  "GET /menus/versions/{id}/pages/{page}": 240,
  "POST /logs/pack-zip": 10,
  "POST /backend/open-folder": 10,
  // What somebody could try until it fits.
  "POST /vouchers/verify": 120,
  "POST /vouchers/redeem": 120,
  "POST /vouchers/take-back": 120,
  "POST /loyalty/redemptions": 60,
  "POST /loyalty/redemptions/{id}/confirm": 60,
  "POST /auth/refresh": 300,
  "POST /assist/start": 20,
  "POST /assist/ticket": 60,
  "GET /whatsapp/webhook": 60,
};

// docs/design/reliability.md S-30. What is limited by how much it holds: tests/queue/enqueue.test.ts, tests/http/route.test.ts.
const DEFAULTS = { SEARCHES_PER_MINUTE: "", LONG_WORK_PER_HOUR: "" };
/** Two guest rows of one guest, as an older version left them. */
function addDoubles(date: string): void {
  const database = openWriting(storeFile("jounieh", "table"), 5_000);
  const put = guestRowPutter(database);
  for (let row = 0; row < 2; row++) put({ name: "Maya", phones: "03 111111", business_day: date, booked_by: date });
  database.close();
}

const SIX = { ...DEFAULTS, LONG_WORK_PER_HOUR: "6" };

const named = (limited: CallContract["limited"]) =>
  CONTRACTS.filter(({ contract }) => contract.limited === limited)
    .map(({ contract }) => `${contract.method} ${contract.path}`)
    .sort();

describe("searches", () => {
  const search = (token: string) => call("nobody", searchContacts, { query: { search: "Maya" }, headers: { "x-token": token } });
  const signIn = async () => (await call("nobody", login, { body: { username: "staff", password: PASSWORDS.staff } })).answer.access_token;

  it("are a hundred in a minute for each sign-in: the tablet beside it has its own, under the same name", async () => {
    enterHouse(DEFAULTS);
    const clock = holdMonotonicClock();
    const [tablet, other] = [await signIn(), await signIn()];
    for (let time = 0; time < 100; time++) expect((await search(tablet)).status).toBe(200);
    const refused = await search(tablet);
    expect({ status: refused.status, code: refused.answer.code }).toEqual({ status: 429, code: "rate_limited" });
    expect(refused.headers.get("retry-after")).toBe("60");
    expect((await search(other)).status).toBe(200);
    expect((await call("nobody", me, { headers: { "x-token": tablet } })).status).toBe(200);
    clock.pass(60_001);
    expect((await search(tablet)).status).toBe(200);
  });

  it("are as many as the settings say, and without end for 0", async () => {
    enterHouse({ SEARCHES_PER_MINUTE: "3" });
    const tablet = await signIn();
    const statuses: number[] = [];
    for (let time = 0; time < 4; time++) statuses.push((await search(tablet)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  it("are these calls", () => {
    expect(named("search")).toEqual([
      "GET /all-data",
      "GET /all-data/count",
      "GET /contacts",
      "GET /contacts/newest",
      "GET /contacts/{id}/duplicates",
      "GET /contacts/{id}/receipts",
      "GET /duplicates",
      "GET /guests/{id}",
      "GET /guests/{id}/more",
      "GET /loyalty/panel",
      "GET /reservations/search",
      "GET /search",
      "GET /search-by-date",
      "GET /stats/history",
    ]);
  });
});

describe("long work", () => {
  const merge = (branch: string, options: { key?: string } = {}) => call("admin", mergeTables, { branch, ...options });
  const seatMaya = async (branch: string) => {
    clockAt(EVENING);
    expect((await seat([{ name: "Maya", phones: "03 111111" }], { branch })).status).toBe(200);
  };
  let tables = 0;
  /** A house merges after every table. */
  const mergeOneMore = async (branch: string, options: { key?: string } = {}) => {
    clockAt(EVENING);
    const phones = `03 2${String(++tables).padStart(5, "0")}`;
    expect((await seat([{ name: `Guest ${tables}`, phones }], { branch, number: String(tables) })).status).toBe(200);
    return merge(branch, options);
  };

  it("is done 120 times in an hour by default, which no evening reaches", () => {
    enterHouse(DEFAULTS);
    expect(env().LONG_WORK_PER_HOUR).toBe(120);
  });

  it("is done so many times in an hour in one branch, and as often in the next", async () => {
    enterHouse(SIX);
    const clock = holdMonotonicClock();
    for (let time = 0; time < 6; time++) expect((await mergeOneMore("jounieh")).status).toBe(200);
    const refused = await mergeOneMore("jounieh");
    expect({ status: refused.status, code: refused.answer.code }).toEqual({ status: 429, code: "rate_limited" });
    expect(refused.headers.get("retry-after")).toBe("3600");
    expect(refused.answer.detail).toBe(
      "This was done 6 times within the last hour. Nothing was changed, and nothing is lost. It can be done again in 60 min.",
    );
    expect((await merge("jounieh")).status, "the table is still not merged").toBe(429);
    expect((await mergeOneMore("batroun")).status).toBe(200);
    clock.pass(3_600_001);
    expect((await merge("jounieh")).status).toBe(200);
  });

  it("that was done and not heard of is answered again, and counts once", async () => {
    enterHouse(SIX);
    await seatMaya("jounieh");
    for (let time = 0; time < 20; time++) expect((await merge("jounieh", { key: "the same" })).status).toBe(200);
    for (let time = 0; time < 5; time++) expect((await mergeOneMore("jounieh")).status).toBe(200);
    expect((await mergeOneMore("jounieh")).status).toBe(429);
    expect((await merge("jounieh", { key: "the same" })).status).toBe(200);
  });

  it("that found nothing to do does not count: idle presses before the evening hold up no merge of it", async () => {
    enterHouse(SIX);
    for (let time = 0; time < 9; time++) expect((await merge("jounieh")).status).toBe(200);
    await seatMaya("jounieh");
    expect((await merge("jounieh")).answer.inserted).toBe(1);
    for (let time = 0; time < 9; time++) expect((await merge("jounieh")).answer.already_there).toBe(1);
  });

  it("that finds nothing to do is answered after the last one of the hour too", async () => {
    enterHouse({ ...DEFAULTS, LONG_WORK_PER_HOUR: "1" });
    await seatMaya("jounieh");
    const query = { action: "merge_by_date_all_branches", date: "2026-11-20", force: "true", backup: "false" } as never;
    const mergeDate = () => call("admin", runMergeByDate, { query });
    addDoubles("2026-11-19");
    const dedupe = () => call("admin", dedupeTable, { branch: "jounieh", query: { date: "2026-11-19" } });
    for (const work of [() => merge("jounieh"), mergeDate, dedupe]) {
      for (let time = 0; time < 3; time++) expect((await work()).status).toBe(200);
    }
    expect((await mergeOneMore("jounieh")).status, "there is something to do").toBe(429);
    addDoubles("2026-11-19");
    expect((await dedupe()).status).toBe(429);
    const waiting = openReading(storeFile("jounieh", "table"));
    expect(waiting.prepare("SELECT count(*) FROM guest_row WHERE business_day = '2026-11-19'").pluck().get(), "nothing was changed").toBe(
      3,
    );
    waiting.close();
    clockAt(END_OF_DAY);
    const endDay = () => call("admin", endOfDay, { branch: "jounieh" });
    for (let time = 0; time < 3; time++) expect((await endDay()).status).toBe(200);
    expect((await seat([{ name: "Omar", phones: "03 222222" }], { branch: "jounieh", number: "99" })).status).toBe(200);
    expect((await endDay()).status).toBe(429);
  });

  it("that was refused does not count, and each day is work of its own", async () => {
    enterHouse({ ...DEFAULTS, LONG_WORK_PER_HOUR: "2" });
    const dedupe = (date: string) => call("admin", dedupeTable, { branch: "jounieh", query: { date } });
    const clean = async (date: string) => {
      const statuses: number[] = [];
      for (let time = 0; time < 3; time++) {
        addDoubles(date);
        statuses.push((await dedupe(date)).status);
      }
      return statuses;
    };
    expect((await dedupe("2026-11-20")).status).toBe(200);
    for (let time = 0; time < 9; time++) expect((await dedupe("no date")).status).toBe(400);
    expect(await clean("2026-11-20")).toEqual([200, 200, 429]);
    expect(await clean("2026-11-19"), "another day").toEqual([200, 200, 429]);
    for (let time = 0; time < 3; time++) expect((await dedupe("2026-11-18")).status).toBe(200);
  });

  it("are these calls, and both addresses of a merge count together", async () => {
    expect(named("long work")).toEqual([
      "GET /merge-by-date/all-branches",
      "POST /dedupe-table",
      "POST /duplicates/find",
      "POST /end-of-day",
      "POST /merge-tables",
      "POST /proxy/echo",
    ]);
    enterHouse({ LONG_WORK_PER_HOUR: "1" });
    await seatMaya("jounieh");
    await merge("jounieh");
    const query = { date: "2026-11-20", force: "true" } as const;
    const token = (await call("nobody", login, { body: { username: "admin", password: PASSWORDS.admin } })).answer.access_token;
    const first = { query: { ...query, action: "merge_by_date_all_branches" as const }, headers: { "x-token": token } };
    expect((await call("nobody", runMergeByDate, first)).status).toBe(200);
    // There is something to do again: what finds nothing is refused by neither.
    expect((await mergeOneMore("batroun")).answer.inserted).toBe(1);
    const second = await call("nobody", runMergeByDateFallback, { query, headers: { authorization: `Bearer ${token}` } });
    expect(second.status).toBe(429);
    expect(second.answer.detail).toContain("This was done once within the last hour.");
  });
});

interface Field {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  maxLength?: number;
  properties?: Record<string, Field>;
  items?: Field;
  anyOf?: Field[];
}

/** The names of a schema's fields that take a text of so many signs, whichever signs. */
function takes(length: number, field: Field, name: string): string[] {
  const inner = [...Object.entries(field.properties ?? {}), ...(field.items ? [[name, field.items] as const] : [])];
  const found = [
    ...inner.flatMap(([inside, one]) => takes(length, one, inside)),
    ...(field.anyOf ?? []).flatMap((one) => takes(length, one, name)),
  ];
  const isFree = field.type === "string" && !field.enum && field.const === undefined && (field.maxLength ?? length) >= length;
  const fits = ["x", "1", "x-"].some((sign) => new RegExp(field.pattern ?? "", "u").test(sign.repeat(length).slice(0, length)));
  return isFree && fits ? [...found, name] : found;
}

it("no text is longer than 2,000 signs but a message, which is as long as WhatsApp takes it", () => {
  const found = CONTRACTS.flatMap(({ contract: { body, query, params } }) =>
    [body, query, params].flatMap((schema) => {
      const written = schema && z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
      return written ? takes(2_001, written as Field, "") : [];
    }),
  );
  // Read as a date, a language, a branch, a waiter or a hostess, or a switch, and refused when they are none.
  const switches = ["dry_run", "force", "backup", "include_server_table", "include_earlier", "whole_group", "for_group"];
  const read = ["birthday", "language", "date", "branch", "role", ...switches];
  expect([...new Set(found)].filter((name) => !read.includes(name)).sort()).toEqual(["message"]);
});

describe("calls of one kind in a minute", () => {
  it.each(LIMITED)("%s: no more than %i of one person, also where none of them succeeds", async (_, limit, contract) => {
    enterHouse();
    const clock = holdMonotonicClock();
    const params = { id: "x", filename: "x", code: "000000" };
    const person = contract.permission === "public" ? "nobody" : "admin";
    const ask = (address: string) => call(person, contract, { params, address });
    for (let time = 0; time < limit; time++) expect((await ask("10.0.0.7")).status).not.toBe(429);
    const refused = await ask("10.0.0.7");
    expect({ status: refused.status, code: refused.answer.code }).toEqual({ status: 429, code: "rate_limited" });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    // Neither another address of the same person helps, nor is anybody else or anything else held up.
    if (person === "admin") expect((await ask("10.0.0.8")).status).toBe(429);
    else expect((await ask("10.0.0.8")).status).not.toBe(429);
    expect((await call("staff", me)).status).toBe(200);
    clock.pass(60_001);
    expect((await ask("10.0.0.7")).status).not.toBe(429);
  });

  it("are so many, and every other one is made as often as somebody's work needs it", () => {
    expect(Object.fromEntries(LIMITED.map(([name, limit]) => [name, limit]))).toEqual(PER_MINUTE);
  });

  it("that take data out of the house are all limited", () => {
    const exports = CONTRACTS.filter(({ contract }) => (contract as FileEndpoint).exports);
    expect(exports.length).toBeGreaterThan(5);
    expect(exports.filter(({ contract }) => !contract.perMinute).map(({ contract }) => contract.path)).toEqual([]);
  });
});
