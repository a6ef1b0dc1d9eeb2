import { writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { countAllData, listAllData } from "@/lib/all-data/contract";
import { exportAllData } from "@/lib/all-data/export/contract";
import type { BodyInputOf } from "@/lib/api/endpoint";
import { listAudit } from "@/lib/audit/contract";
import { readWorkbookRecords } from "@/lib/contact-files/xlsx-records";
import { storeFile } from "@/lib/db/files";
import { listLargeExports, seenLargeExports } from "@/lib/large-exports/contract";
import { changeUser } from "@/lib/users/contract";
import { people } from "../contact-files/reading";
import { bring } from "../guests/guests";
import { clockAt } from "../support/clocks";
import { routeOf } from "../support/handlers";
import { call, enterHouse, tokenFor } from "../support/house";
import { PASSWORDS } from "../support/passwords";
import { type MadePerson, makePerson, signInAs } from "../support/people";
import { alter, rows } from "../support/stores";
import { EVENING } from "../support/tables";

let data = "";
beforeEach(() => {
  data = enterHouse();
  clockAt(EVENING);
});

type Body = BodyInputOf<typeof exportAllData>;
const REASON = "Letters of the accountant";
const HEADER = "name,phones,company,birthday,added_at";
const LINES = [
  "Maya Khoury,03 123456,MEA,--05-14,2026-01-03T10:00:00Z",
  "زينة,70 654321,=1+1,,2026-01-04T10:00:00Z",
  "Ali <b>,,'a;b,,2026-01-05T10:00:00Z",
];

const take = (body: Partial<Body>, headers?: Record<string, string>) =>
  call(headers ? "nobody" : "admin", exportAllData, { body: { format: "csv", reason: REASON, ...body } as Body, headers });

async function recordsOf(bytes: Buffer): Promise<string[][]> {
  const file = path.join(data, "book.xlsx");
  writeFileSync(file, bytes);
  const found: string[][] = [];
  for await (const records of readWorkbookRecords(file))
    found.push(...records.map((record) => ("fields" in record ? record.fields : [record.reason])));
  return found;
}

/** Somebody who may export, and sees no whole phone. */
async function exporter(branches: string[] | null = null): Promise<MadePerson> {
  const nour = await makePerson("nour");
  await call("admin", changeUser, { params: { id: nour.id }, body: { own_keys: ["export_all_data"], branches } });
  return nour;
}

describe("guests of All data as a file", () => {
  it.each(["csv", "xlsx", "vcf"] as const)("are in %s whom the same filters show, in their order", async (format) => {
    await bring(LINES, { header: HEADER });
    for (const filters of [{}, { company: "mea" }, { birthday: "without" }, { text: "زينة" }] as const) {
      const shown = (await call("admin", listAllData, { query: { ...filters, sort: "added" } as never })).answer.guests;
      const { status, bytes, headers } = await take({ filters, sort: "added", format });
      expect(status).toBe(200);
      expect(headers.get("content-disposition")).toMatch(/filename="guests-jounieh-2026-11-20\./);
      const names =
        format === "xlsx"
          ? (await recordsOf(bytes)).slice(1).map(([name]) => name)
          : (await people(bytes, { format: format === "csv" ? "csv" : "vcard" })).map(({ name }) => name);
      expect(names).toEqual(shown.map(({ name }) => name));
    }
  });

  it("have whole phones for who sees them, and no digit of the rest for who does not; a card has none at all", async () => {
    await bring(LINES, { header: HEADER });
    expect((await take({})).bytes.toString()).toContain("03 123456");
    const { headers } = await exporter();
    const csv = (await take({}, headers)).bytes.toString();
    expect(csv).toContain("+9613 ••• •56");
    const vcf = (await take({ format: "vcf" }, headers)).bytes.toString();
    expect(vcf).toContain("Maya Khoury");
    const xlsx = JSON.stringify(await recordsOf((await take({ format: "xlsx" }, headers)).bytes));
    expect(xlsx).toContain("+96170 ••• •21");
    for (const file of [csv, vcf, xlsx]) expect(file).not.toMatch(/123456|654321|1234|TEL/);
    // Nobody is found by a phone that they do not see.
    expect((await take({ filters: { text: "123456" } }, headers)).status).toBe(404);
  });

  it("go out with the key alone, of one's own branch, with a reason; the trail has who, how many and why", async () => {
    await bring(LINES, { header: HEADER });
    expect((await call("staff", exportAllData, { body: { format: "csv", reason: REASON } })).status).toBe(403);
    expect((await take({ reason: " x " })).status).toBe(400);
    expect((await take({ filters: { text: "nobody at all" } })).status).toBe(404);
    const { headers } = await exporter(["batroun"]);
    expect((await call("nobody", exportAllData, { body: { format: "csv", reason: REASON }, headers, branch: "jounieh" })).status).toBe(403);
    expect(rows(path.join(data, "hub.db"), "SELECT 1 FROM event WHERE kind = 'data.exported'")).toEqual([]);
    expect((await take({ format: "xlsx", filters: { company: "mea" } })).status).toBe(200);
    const { entries } = (await call("admin", listAudit, { query: { group: "exports" } })).answer;
    expect(entries.map(({ what }) => what)).toEqual([`Took out 1 guest of All data as an Excel workbook (${REASON})`]);
  });

  it("of more than a thousand are told to everybody who may do everything, each until they have seen it", async () => {
    fill(1_001);
    const other = await makePerson("rana", { roles: ["admin"] });
    const told = async (headers?: Record<string, string>) =>
      (await call(headers ? "nobody" : "admin", listLargeExports, { headers })).answer;
    await take({ filters: { text: "guest 1 " } });
    expect((await told()).exports).toEqual([]);
    await take({});
    const { exports, up_to } = await told();
    expect(exports.map(({ who, branch, guests, reason }) => ({ who, branch, guests, reason }))).toEqual([
      { who: "admin", branch: "jounieh", guests: 1_274, reason: REASON },
    ]);
    expect((await call("admin", seenLargeExports, { body: { up_to: up_to ?? 0 } })).status).toBe(200);
    expect((await told()).exports).toEqual([]);
    expect((await told(other.headers)).exports).toHaveLength(1);
    expect((await call("staff", listLargeExports)).status).toBe(403);
    // An older mark takes nothing back.
    await call("admin", seenLargeExports, { body: { up_to: 0 } });
    expect((await told()).exports).toEqual([]);
  });

  it("are counted together for each person and day: a book goes out in small files too", async () => {
    fill(700);
    await take({});
    expect((await call("admin", listLargeExports)).answer).toMatchObject({ exports: [], up_to: null });
    await take({ filters: { text: "guest 1" }, reason: "First part" });
    clockAt("2026-11-21T19:30:00Z");
    await take({}); // of another day
    expect((await call("admin", listLargeExports)).answer.exports).toEqual([]);
    clockAt("2026-11-21T19:40:00Z");
    await take({ format: "vcf", reason: "Second part" });
    const { answer } = await call("admin", listLargeExports);
    expect(answer.exports.map(({ guests, files, reason }) => [guests, files, reason])).toEqual([[1_400, 2, "Second part"]]);
    expect((await call("admin", seenLargeExports, { body: { up_to: 9e15 } })).status).toBe(200);
    expect((await call("admin", listLargeExports)).answer.exports).toEqual([]);
    clockAt("2026-11-21T19:50:00Z");
    await take({ filters: { text: "guest 12" } });
    expect((await call("admin", listLargeExports)).answer.exports).toMatchObject([{ files: 3 }]);
  });

  it("are hidden behind no others, of whichever branch, and none is seen before it was told", async () => {
    fill(1_001);
    const jounieh = await makePerson("rana", { roles: ["admin"], branches: ["jounieh"] });
    await take({ reason: "The first" });
    fill(1_001, "batroun");
    const takers = ["sami", "tala", "ziad", "lina"];
    for (const username of takers) await makePerson(username, { roles: ["admin"] });
    for (let day = 1; day <= 22; day++) {
      clockAt(`2026-12-${String(day).padStart(2, "0")}T10:00:00Z`);
      const { headers } = await signInAs(takers[day % takers.length] ?? "");
      const { status } = await call("nobody", exportAllData, { body: { format: "csv", reason: `Day ${day}` }, branch: "batroun", headers });
      expect(status).toBe(200);
    }
    clockAt("2026-12-18T10:00:00Z");
    const { answer: hers } = await call("nobody", listLargeExports, { headers: (await signInAs(jounieh.username)).headers });
    expect(hers.exports.map(({ reason }) => reason)).toEqual(["The first"]);
    const { headers } = await signInAs("admin", PASSWORDS.admin);
    const { answer } = await call("nobody", listLargeExports, { headers });
    expect([answer.exports.length, answer.more, answer.exports.at(-1)?.reason]).toEqual([20, 3, "The first"]);
    await call("nobody", seenLargeExports, { body: { up_to: answer.up_to ?? 0 }, headers });
    const { answer: next } = await call("nobody", listLargeExports, { headers });
    expect(next.exports.map(({ reason }) => reason)).toEqual(["Day 22", "Day 21", "Day 20"]);
  });

  it("of 30,000 are sent as they are written, while the book counts on", async () => {
    fill(30_000);
    const token = await tokenFor("admin");
    for (const format of ["csv", "xlsx"] as const) {
      const body = JSON.stringify({ format, reason: REASON });
      const request = new Request("http://127.0.0.1/api/all-data/export", {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body,
      });
      const response = await (await routeOf(exportAllData))(request, { params: Promise.resolve({}) });
      expect(response.status).toBe(200);
      let pieces = 0;
      let longest = 0;
      let last = performance.now();
      const parts: Uint8Array[] = [];
      // Node's streams are iterable; the browser's types, which name Response, do not say so.
      for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
        parts.push(piece);
        pieces += 1;
        longest = Math.max(longest, performance.now() - last);
        await new Promise(setImmediate);
        last = performance.now();
      }
      expect(pieces).toBeGreaterThan(5);
      expect(longest).toBeLessThan(1_000);
      if (format === "xlsx") expect(await recordsOf(Buffer.concat(parts))).toHaveLength(30_001);
      else expect(Buffer.concat(parts).toString().split("\r\n")).toHaveLength(30_002);
    }
    expect((await call("admin", countAllData)).answer.count).toBe(30_000);
  });
});

/** So many guests, in the file itself. */
function fill(count: number, branch = "jounieh"): void {
  alter(
    storeFile(branch, "contacts"),
    `INSERT INTO contact (id, name, phones, company, added_at, branch, search_text)
      WITH RECURSIVE counted(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM counted WHERE n < ${count})
      SELECT 'g' || n, 'Guest ' || n || ' مايا', '+961 3 ' || (100000 + n), 'Company ' || n, '2026-11-20T18:00:00.000Z', '${branch}', 'guest ' || n || ' ' FROM counted`,
  );
}
