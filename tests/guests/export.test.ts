import { spawnSync } from "node:child_process";
import { beforeEach, describe, expect, it } from "vitest";
import type { FileEndpoint } from "@/lib/api/endpoint";
import { storeFile } from "@/lib/db/files";
import { fileNameOf } from "@/lib/file-names";
import { contactVcf, exportCsv, exportVcf } from "@/lib/guests/contract";
import { people } from "../contact-files/reading";
import { clockAt } from "../support/clocks";
import { routeOf } from "../support/handlers";
import { call, enterHouse, tokenFor } from "../support/house";
import { itOnDay } from "../support/on-day";
import { alter, rows } from "../support/stores";
import { EVENING, seat } from "../support/tables";
import { bring, DATE, find, ofDate } from "./guests";

beforeEach(() => {
  enterHouse();
  clockAt(EVENING);
});

/** Everything that breaks a card, a record or a spreadsheet. */
const PEOPLE = [
  { name: "A TEL:+1 555 END:VCARD", phones: "03 111111", company: "a;b,c\\d", title: "x\\n", address: "Rue 1, 2; 3\\, Jounieh" },
  { name: "مايا خوري ".repeat(15).trim(), phones: "+961 70 222 222, 03 333333", email: "maya@example.com", birthday: "1990-05-14" },
  { name: "👩🏽‍🍳".repeat(20), phones: "03 444444", address: "é".repeat(200), birthday: "29/2" },
  { name: '=HYPERLINK("http://x","y")', phones: "+9613555555", company: "@SUM(1)", title: "-1+1", address: "+2", birthday: "14/5" },
  { name: 'O\'Brien "Bob", <b>', phones: "03 666666 / 70 666666", company: "'=1", title: "\u200fعنوان" },
  { name: "x".repeat(200), phones: "fax 01 777777, 03 777777", email: "a+b@c.lb" },
  { name: "", phones: "03 888888" },
];

async function exported(contract: FileEndpoint, query = { date: DATE }): Promise<string> {
  const { status, answer } = await call("staff", contract, { query: query as never });
  expect(status).toBe(200);
  return String(answer);
}

const numbersOf = (phones: string) => phones.split(/[,/]/).map((one) => one.trim());
const kept = ({
  name,
  phones,
  email = "",
  company = "",
  title = "",
  birthday = "",
  birth_year = null,
  address = "",
}: Record<string, unknown>) => ({
  ...{ name, email, company, title, birthday, birth_year, address },
  phones: numbersOf(String(phones)).sort(),
});
const stored = () =>
  rows(storeFile("jounieh", "table"), "SELECT name, phones, email, company, title, birthday, birth_year, address FROM table_guest");

const byPhones = (one: { phones: string[] }, other: { phones: string[] }) => one.phones.join().localeCompare(other.phones.join());

describe("an exported vCard file", () => {
  it("is read back field by field by our own reader", async () => {
    await seat(PEOPLE);
    const file = await exported(exportVcf);
    expect((await people(Buffer.from(file))).map((one) => kept({ ...one })).sort(byPhones)).toEqual(stored().map(kept).sort(byPhones));
  });

  it("has no line above 75 bytes, and cuts no character", async () => {
    await seat(PEOPLE);
    const lines = (await exported(exportVcf)).split("\r\n");
    for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(lines.filter((line) => line.includes("\ufffd"))).toEqual([]);
    expect(lines.filter((line) => line === "BEGIN:VCARD")).toHaveLength(PEOPLE.length);
    expect(lines.filter((line) => line === "END:VCARD")).toHaveLength(PEOPLE.length);
  });

  it("is read back field by field by python3-vobject, where that can be installed", async () => {
    const isThere = spawnSync("/usr/bin/python3", ["-c", "import vobject"]).status === 0;
    if (!isThere)
      return console.warn("Nothing was read back: python3-vobject is not installed (on Debian: apt-get install python3-vobject).");
    await seat(PEOPLE);
    const script = `
import sys, json, vobject
out = []
for c in vobject.readComponents(sys.stdin.buffer.read().decode("utf-8")):
    one = lambda n: c.contents[n][0].value if n in c.contents else ""
    org = one("org"); adr = one("adr")
    out.append(dict(name=c.fn.value, phones=[t.value for t in c.contents.get("tel", [])], email=one("email"),
      company=org[0] if org else "", title=one("title"), bday=one("bday"), address=adr.street if adr else ""))
print(json.dumps(out))`;
    const { stdout, stderr } = spawnSync("/usr/bin/python3", ["-c", script], { input: await exported(exportVcf), encoding: "utf8" });
    expect(stderr).toBe("");
    const read = (JSON.parse(stdout) as { phones: string[] }[]).map((one) => ({ ...one, phones: one.phones.sort() }));
    const wanted = stored().map((one) => {
      const { birthday, birth_year, ...rest } = kept(one) as { birthday: string; birth_year: number | null; phones: string[] };
      return { ...rest, bday: birth_year === null ? birthday : `${birth_year}${birthday.slice(1)}` };
    });
    expect(read.sort(byPhones)).toEqual(wanted.sort(byPhones));
  });
});

// docs/design/reliability.md S-25: what comes in by a call is one clean line; a store of an older version may hold anything.
it("an exported vCard file has one card for each guest, whatever an older file left in a field", async () => {
  const fields = ["name", "phones", "email", "company", "title", "address"];
  const end = "A\r\nTEL:+1 555\r\nEND:VCARD\r\nBEGIN:VCARD\r\nVERSION:3.0\r\nFN:Nobody";
  const texts = [
    end,
    end.replaceAll("\r\n", "\n"),
    end.replaceAll("\r\n", "\r"),
    "a;b,c\\",
    "مايا 👩🏽‍🍳 ".repeat(500),
    "\\\n",
    "x\\\r\n y",
  ];
  await seat(texts.map((_, index) => ({ name: `Guest ${index}`, phones: `03 11111${index}` })));
  for (const [index, text] of texts.entries()) {
    const hex = Buffer.from(text).toString("hex");
    const all = fields.filter((field) => field !== "phones").map((field) => `${field} = CAST(x'${hex}' AS TEXT)`);
    alter(storeFile("jounieh", "table"), `UPDATE table_guest SET ${all.join(", ")} WHERE name = 'Guest ${index}'`);
  }
  const lines = (await exported(exportVcf)).split(/\r\n|[\r\n]/);
  for (const [mark, times] of [
    ["BEGIN:VCARD", texts.length],
    ["END:VCARD", texts.length],
    ["VERSION:3.0", texts.length],
  ] as const)
    expect({ mark, times: lines.filter((line) => line === mark).length }).toEqual({ mark, times });
  expect(lines.filter((line) => /^TEL/.test(line))).toHaveLength(texts.length);
  expect(lines.filter((line) => /^FN/.test(line))).toHaveLength(texts.length);
  for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(lines.join("")).not.toContain("\ufffd");
});

describe("an exported CSV file", () => {
  it("has a byte order mark, is read back field by field, and holds nothing that a spreadsheet runs", async () => {
    await seat(PEOPLE);
    const token = await tokenFor("staff");
    const request = new Request(`http://127.0.0.1/api/export-csv?date=${DATE}`, { headers: { authorization: `Bearer ${token}` } });
    const bytes = Buffer.from(await (await (await routeOf(exportCsv))(request, { params: Promise.resolve({}) })).arrayBuffer());
    const file = bytes.toString();
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect((await people(Buffer.from(file), { format: "csv" })).map((one) => kept({ ...one })).sort(byPhones)).toEqual(
      stored().map(kept).sort(byPhones),
    );
    const cells = file.slice(1).match(/(?<=^|,)(?:"(?:[^"]|"")*"|[^",\r\n]*)/gm) ?? [];
    expect(cells.filter((cell) => /^"?[=+\-@\t\r]/.test(cell))).toEqual([]);
  });

  it("keeps what an older file left in a field as text too", async () => {
    await seat([{ name: "Maya", phones: "03 111111" }]);
    alter(storeFile("jounieh", "table"), "UPDATE table_guest SET company = char(9) || '=1', title = char(13) || '=2'");
    const file = await exported(exportCsv);
    expect(file).toContain('"\'\t=1","\'\r=2"');
  });
});

describe("an export", () => {
  it("is a file with a safe name, of the search's people in its order", async () => {
    await seat([{ name: "Maya", phones: "03 111111" }, { name: "Guest" }]);
    await bring(["Rami,03 222222,2026-11-20T18:00:00Z", "Maya K,03 111111,2026-11-20T18:00:00Z", "Other,03 333333,2026-11-19T18:00:00Z"]);
    const { headers, answer } = await call("staff", exportCsv, { query: { date: DATE } as never });
    expect(headers.get("content-disposition")).toBe(
      `attachment; filename="contacts-${DATE}-jounieh.csv"; filename*=UTF-8''contacts-${DATE}-jounieh.csv`,
    );
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect((await people(Buffer.from(String(answer)), { format: "csv" })).map(({ name }) => name)).toEqual(["Maya", "Guest", "Rami"]);
  });

  it("of an evening has who was added after midnight, as the search of its date has", async () => {
    await bring(["Before,03 200001,2026-11-20T02:59:59Z", "After midnight,03 200002,2026-11-20T22:40:00Z", "Next,03 200003,2026-11-21T03:00:00Z"]); // biome-ignore format: one line
    const shown = (await ofDate()).map(({ name }) => name);
    expect(shown).toEqual(["After midnight"]);
    expect((await people(Buffer.from(await exported(exportCsv)), { format: "csv" })).map(({ name }) => name)).toEqual(shown);
  });

  it("is none where there is nobody, and refuses what is no date", async () => {
    for (const contract of [exportVcf, exportCsv]) {
      const nobody = await call("staff", contract, { query: { date: DATE } as never });
      expect([nobody.status, nobody.answer.error]).toEqual([404, "No contacts found for this date."]);
      expect((await call("staff", contract, { query: { date: "2026-02-30" } as never })).status).toBe(400);
      expect((await call("staff", contract)).status).toBe(400);
    }
  });

  it("of one guest is called after them", async () => {
    await bring(['"../Zoé /\\: ""Bob"" 👩🏽‍🍳..",03 222222,2026-11-20T18:00:00Z']);
    const [{ id = "" } = {}] = await find("03222222");
    const { status, headers } = await call("staff", contactVcf, { params: { id } });
    expect(status).toBe(200);
    const name = decodeURIComponent(/filename\*=UTF-8''(.*)$/.exec(headers.get("content-disposition") ?? "")?.[1] ?? "");
    expect(name).toMatch(/^Zoé Bob 👩🏽\u200d🍳\.vcf$/);
    expect((await call("staff", contactVcf, { params: { id }, branch: "batroun" })).status).toBe(404);
  });

  it.each([
    ["..", "contact"],
    ["con", "contact"],
    ["a\u202egnp.exe", "a gnp.exe"],
    [" .hidden. ", "hidden"],
    ["\u0000/etc/passwd", "etc passwd"],
    ["👩".repeat(100), "👩".repeat(60)],
  ])("calls %j %j", (name, safe) => {
    expect(fileNameOf(name, "contact")).toBe(safe);
  });

  itOnDay(0)("of 100,000 guests is sent as it is written", async () => {
    await bring(["First,03 111111,2026-11-20T18:00:00Z"]);
    alter(
      storeFile("jounieh", "contacts"),
      `INSERT INTO contact (id, name, phones, company, address, added_at, branch, search_text)
        WITH RECURSIVE counted(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM counted WHERE n < 99999)
        SELECT 'g' || n, 'Guest ' || n || ' مايا', '+961 3 ' || (100000 + n), 'Company ' || n, 'Street ' || n, '2026-11-20T18:00:00.000Z', 'jounieh', 'guest ' || n FROM counted`,
    );
    const token = await tokenFor("staff");
    const used = () => process.memoryUsage().rss;
    const request = new Request(`http://127.0.0.1/api/export-vcf?date=${DATE}`, { headers: { authorization: `Bearer ${token}` } });
    globalThis.gc?.();
    const before = used();
    let most = before;
    const response = await (await routeOf(exportVcf))(request, { params: Promise.resolve({}) });
    let cards = 0;
    let longest = 0;
    let last = performance.now();
    // Node's streams are iterable; the browser's types, which name Response, do not say so.
    for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
      cards += Buffer.from(piece).toString().split("END:VCARD").length - 1;
      most = Math.max(most, used());
      longest = Math.max(longest, performance.now() - last);
      await new Promise(setImmediate);
      last = performance.now();
    }
    expect(cards).toBe(100_000);
    expect((most - before) / 1024 / 1024).toBeLessThan(100);
    expect(longest).toBeLessThan(1_000);
    console.log(`100,000 cards: ${((most - before) / 1024 / 1024).toFixed(1)} MB more, the longest wait ${longest.toFixed(0)} ms`);
  });
});
