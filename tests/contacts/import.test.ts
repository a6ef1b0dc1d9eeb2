import { readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, vi } from "vitest";
import { dataDir, storeFile } from "@/lib/db/files";
import { branchStore } from "@/lib/db/find-store";
import { searchContacts } from "@/lib/guest-search/contract";
import { importContacts } from "@/lib/import/contract";
import { writeQuietly } from "../support/by";
import { type CallOptions, call, enterHouse } from "../support/house";
import { allData, rows } from "../support/stores";

const CSV =
  "name,phones,email,birthday,added_at\nMaya,03 123456,m@x.lb,14/5/1985,2026-01-02T10:00:00Z\nRami,70 111222,,,2026-01-01T10:00:00Z\n";
const VCARD = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Maya\r\nTEL;TYPE=CELL:+961 3 123456\r\nBDAY:1985-05-14\r\nEND:VCARD\r\n";

async function bring(raw: BodyInit, contentType: string | null, more: CallOptions<typeof importContacts> = {}) {
  const headers = contentType === null ? undefined : { "content-type": contentType };
  const { status, answer } = await call("staff", importContacts, { raw, headers, ...more });
  return { status, answer };
}

function book(branch: "jounieh" | "batroun" = "jounieh") {
  return rows<{ name: string; phones: string }>(storeFile(branch, "contacts"), "SELECT name, phones FROM contact ORDER BY seq");
}

describe("an import", () => {
  it.each([
    ["text/csv", CSV, 2],
    ["text/csv; charset=utf-8", CSV, 2],
    ["application/vnd.ms-excel", CSV, 2],
    ["text/vcard", VCARD, 1],
    ["text/x-vcard", VCARD, 1],
    ["text/directory; profile=vCard", VCARD, 1],
    ["text/plain", CSV, 2],
    ["text/plain", VCARD, 1],
    ["text/tab-separated-values", CSV.replaceAll(",", "\t"), 2],
  ])("takes %s", async (type, file, count) => {
    enterHouse();
    const { status, answer } = await bring(file, type);
    expect(status).toBe(200);
    expect(answer).toMatchObject({
      inserted: count,
      filled: 0,
      skipped: 0,
      also: 0,
      errors: [],
      failed: 0,
      notes: [],
      noted: 0,
      total: count,
    });
    expect(book()).toContainEqual({ name: "Maya", phones: expect.stringContaining("123456") });
  });

  it.each(["guests.csv", "guests.vcf"])("takes the form's file %s", async (name) => {
    enterHouse();
    const form = new FormData();
    form.set("file", new File([name.endsWith("vcf") ? VCARD : CSV], name));
    const encoded = new Response(form);
    const { answer } = await bring(await encoded.arrayBuffer(), encoded.headers.get("content-type"));
    expect(answer.inserted).toBe(name.endsWith("vcf") ? 1 : 2);
  });

  it("believes the charset that its sender names", async () => {
    enterHouse();
    const file = Buffer.from("name,phones\n\xcd\xe5\xcc,03 123456\n", "latin1");
    await bring(file, 'text/csv; charset="Windows-1252"');
    expect(book().map(({ name }) => name)).toEqual(["ÍåÌ"]);
  });

  it("of a form without a file asks for one", async () => {
    enterHouse();
    const form = new FormData();
    form.set("file", "no file");
    const encoded = new Response(form);
    expect(await bring(await encoded.arrayBuffer(), encoded.headers.get("content-type"))).toMatchObject({
      status: 400,
      answer: { issues: [{ path: "file" }] },
    });
  });

  it.each([
    ["is no form", "multipart/form-data; boundary=x", "Maya,03 123456"],
    ["names no boundary", "multipart/form-data", CSV],
    [
      "was cut short",
      "multipart/form-data; boundary=x",
      `--x\r\nContent-Disposition: form-data; name="file"; filename="g.csv"\r\n\r\n${CSV}`,
    ],
  ])("of a form that %s is refused with a sentence", async (_, type, body) => {
    enterHouse();
    const { status, answer } = await bring(body, type);
    expect({ status, code: answer.code, error: answer.error, path: answer.issues?.[0]?.path }).toEqual({
      status: 400,
      code: "invalid_request",
      error: "This form is damaged or was cut short. Nothing was brought in. Send the file once more.",
      path: "file",
    });
    expect(book()).toEqual([]);
  });

  it.each(["image/png", "application/pdf", "application/json", "text/html", "application/octet-stream"])(
    "does not take %s",
    async (type) => {
      enterHouse();
      expect(await bring(CSV, type)).toMatchObject({ status: 415, answer: { code: "unsupported_media_type" } });
      expect(book()).toEqual([]);
    },
  );

  it("of text that is no contact file says so, and brings nothing", async () => {
    enterHouse();
    const { status, answer } = await bring("Dear all,\nthe party is on Friday.\n", "text/plain");
    expect({ status, inserted: answer.inserted }).toEqual({ status: 200, inserted: 0 });
    expect(answer.errors).toEqual([{ line: 1, reason: expect.stringContaining("neither a vCard nor a CSV file") }]);
  });

  it("says the line and the reason of each row that stays out, and brings the others", async () => {
    enterHouse();
    const file = 'name,phones,birthday\nMaya,03 123456,14/5\n,,\n"Two\nlines",70 111222,31/2\nTia,9.61E+11,\nRami,71 222333,--02-29\n';
    const { answer } = await bring(file, "text/csv");
    expect(answer).toMatchObject({ inserted: 3, total: answer.inserted + answer.errors.length, failed: 1, noted: 1 });
    expect(answer.errors.map(({ line }) => line)).toEqual([6]);
    expect(answer.notes).toEqual([
      {
        line: 4,
        reason:
          "The birthday was not understood. Write it as day/month, for example 14/5, or as 14 May 1985. The guest comes in without it.",
      },
    ]);
    for (const { reason } of [...answer.errors, ...answer.notes]) expect(reason).not.toMatch(/Maya|Tia|03 123456|9\.61/);
    expect(book().map((row) => row.name)).toEqual(["Maya", "Two lines", "Rami"]);
  });

  it("tells the first 1,000 rows that stay out, and counts the others", async () => {
    enterHouse();
    const bad = Array.from({ length: 2_500 }, () => "Tia,9.61E+11,").join("\n");
    const { answer } = await bring(`name,phones,birthday\n${bad}\nMaya,03 123456,\n`, "text/csv", { key: "many" });
    expect(answer).toMatchObject({ inserted: 1, total: 2_501, failed: 2_500 });
    expect(answer.errors).toHaveLength(1_001);
    expect(answer.errors[999]?.line).toBe(1_001);
    expect(answer.errors.at(-1)).toEqual({ line: 1_002, reason: "1,500 more rows were left out as well." });
    const kept = rows<{ answer: string }>(storeFile("jounieh", "contacts"), "SELECT answer FROM receipt").map((row) =>
      JSON.parse(row.answer),
    );
    expect(kept).toEqual([answer]);
  });

  it("does not hold the guest book while its file is read", async () => {
    enterHouse();
    const store = await branchStore("jounieh", "contacts");
    let read = 0;
    let free: () => void = () => {};
    const held = writeQuietly(
      store,
      () =>
        new Promise<void>((resolve) => {
          free = resolve;
        }),
    );
    const bringing = bring(CSV, "text/csv");
    const folder = path.join(dataDir(), "uploads");
    await vi.waitFor(() => {
      read =
        readdirSync(folder)
          .filter((name) => name.endsWith(".rows"))
          .map((name) => rows(path.join(folder, name), "SELECT * FROM sorted").length)[0] ?? 0;
      expect(read).toBe(2);
    }, 20_000);
    free();
    await held;
    expect((await bringing).answer.inserted).toBe(2);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("lists who came under a second name, and who may be the same as somebody else", async () => {
    enterHouse();
    const csv = "name,phones\nMaya Khoury,03 111222\nRita Haddad,03 111222\nElie Saab,70 333444\nOmar,03 111222 / 70 333444\n";
    const { answer } = await bring(csv, "text/csv");
    expect(answer).toMatchObject({
      ...{ inserted: 2, skipped: 2, also: 2, may_be_same: 1 },
      also_known_as: [
        { name: "Maya Khoury", also: "Rita Haddad", phones: "03 111222" },
        { name: "Maya Khoury", also: "Omar" },
      ],
      pairs: [{ name: "Maya Khoury", other: "Elie Saab" }],
    });
  });

  it("inserts, fills and skips nothing when it is repeated", async () => {
    const data = enterHouse();
    // Who said it again is kept.
    const guests = () => Object.entries(allData(data)).filter(([table]) => !/ (source_record|store_info)$/.test(table));
    await bring(CSV, "text/csv");
    const before = guests();
    expect((await bring(CSV, "text/csv")).answer).toMatchObject({
      inserted: 0,
      filled: 0,
      skipped: 2,
      errors: [],
      total: 2,
      dates: expect.objectContaining({ order: "dmy", proven: true }),
    });
    expect(guests()).toEqual(before);
  });

  it("of a guest who is there fills gaps, and overwrites nothing", async () => {
    enterHouse();
    await bring("name,phones,company\nMaya,03 123456,MEA\n", "text/csv");
    const { answer } = await bring("name,phones,company,title,birthday\nMaya Khoury,+961 3 123456,Touch,Pilot,14/5/1985\n", "text/csv");
    expect(answer).toMatchObject({ inserted: 0, filled: 1, skipped: 1 });
    expect(rows(storeFile("jounieh", "contacts"), "SELECT name, company, title, birthday, birth_year, version FROM contact")).toEqual([
      { name: "Maya Khoury", company: "MEA", title: "Pilot", birthday: "--05-14", birth_year: 1985, version: 2 },
    ]);
  });

  it("brought in again finds who has no phone by the name that a fuller one took the place of", async () => {
    enterHouse();
    const file = "name,phones,added_at\nMaya,03 123456,2026-01-02\nMaya,,2026-01-02\nMaya Khoury,03 123456,2026-01-02\n";
    expect((await bring(file, "text/csv")).answer).toMatchObject({ inserted: 1, skipped: 2 });
    expect((await bring(file, "text/csv")).answer).toMatchObject({ inserted: 0, skipped: 3, filled: 0 });
    expect(book().map((row) => row.name)).toEqual(["Maya Khoury"]);
  });

  it("that is a trial run says what it would do and changes nothing", async () => {
    const data = enterHouse();
    await bring("name,phones\nMaya,03 123456\n", "text/csv");
    const before = allData(data);
    const trial = await bring(CSV, "text/csv", { query: { dry_run: "true" } });
    expect(trial.answer).toMatchObject({
      inserted: 1,
      filled: 1,
      skipped: 1,
      errors: [],
      total: 2,
      dates: expect.objectContaining({ order: "dmy", proven: true }),
    });
    expect(allData(data)).toEqual(before);
    const { columns, first_rows, ...counts } = trial.answer;
    expect([columns?.length, first_rows?.length]).toEqual([CSV.split("\n")[0]?.split(",").length, 2]);
    expect((await bring(CSV, "text/csv")).answer).toEqual({ ...counts, import_id: expect.any(String) });
  });

  it("that is a trial run of many guests leaves the search as it was", async () => {
    enterHouse();
    await bring("name,phones\nMaya,03 123456\n", "text/csv");
    const many = ["name,phones", ...Array.from({ length: 800 }, (_, number) => `Guest ${number},70 ${100_000 + number}`)].join("\n");
    expect((await bring(many, "text/csv", { query: { dry_run: "true" } })).answer.inserted).toBe(800);
    const search = async (text: string) =>
      (await call("staff", searchContacts, { query: { search: text } })).answer.contacts.map((contact) => contact.name);
    expect(await search("guest")).toEqual([]);
    expect((await bring(many, "text/csv")).answer.inserted).toBe(800);
    expect(await search("guest 799")).toEqual(["Guest 799"]);
    expect((await bring("name\nLatecomer\n", "text/csv")).answer.inserted).toBe(1);
    expect(await search("latecomer")).toEqual(["Latecomer"]);
  });

  it("keeps one person of two rows, and two people of two countries", async () => {
    enterHouse();
    const { answer } = await bring("name,phones\nRami,71 123 456\nRami K,+961 71 123456\nPierre,+33 6 71 12 34 56\n", "text/csv");
    expect(answer).toMatchObject({ inserted: 2, skipped: 1 });
    expect(book().map((row) => row.name)).toEqual(["Rami K", "Pierre"]);
  });

  it("merges nobody by a placeholder, and two countries are two people whether their numbers are valid or not", async () => {
    enterHouse();
    const file =
      "name,phones\nMaya,0\nRami,0\nTia,11111111\nZiad,11111111\nNour,71 123 456\nPierre,+33 71 123 456\nLuc,+33 0 71 12 34 56\n";
    expect((await bring(file, "text/csv")).answer).toMatchObject({ inserted: 7, skipped: 0 });
    expect((await bring(file, "text/csv")).answer).toMatchObject({ inserted: 0, skipped: 7 });
    const found = async (search: string) =>
      (await call("staff", searchContacts, { query: { search } })).answer.contacts.map((contact) => contact.name).sort();
    expect(await found("11111111")).toEqual(["Tia", "Ziad"]);
    expect(await found("+33 71 123 456")).toEqual(["Pierre"]);
    expect(await found("0")).toEqual(expect.arrayContaining(["Maya", "Rami"]));
    expect(await found("71 123456 ext 5")).toEqual(expect.arrayContaining(["Nour"]));
  });

  it("of one number thousands of times keeps 50 other names, tells of all, and grows no faster than the file", async () => {
    enterHouse();
    const file = `name,phones\n${Array.from({ length: 3_000 }, (_, row) => `Name${row} Of${row},70 123123\n`).join("")}`;
    const { status, answer } = await bring(file, "text/csv");
    expect({ status, ...answer }).toMatchObject({ status: 200, inserted: 1, skipped: 2_999, also: 2_999, names_not_kept: 2_949 });
    expect(
      rows<{ also: string }>(storeFile("jounieh", "contacts"), "SELECT also FROM contact").map(({ also }) => also.split("\n").length),
    ).toEqual([50]);
    const [events] = rows<{ bytes: number }>(storeFile("jounieh", "contacts"), "SELECT sum(length(payload)) AS bytes FROM event");
    expect(events?.bytes).toBeLessThan(5 * file.length);
  });

  it("of numbers that chain everybody together makes guests whose phones every call takes, and says that they may be the same", async () => {
    enterHouse();
    const number = (row: number) => `+96176${100_000 + row}`;
    const file = `name,phones\n${Array.from({ length: 400 }, (_, row) => `Ali,${number(row)};${number(row + 1)}\n`).join("")}`;
    const { status, answer } = await bring(file, "text/csv");
    expect(status).toBe(200);
    expect(answer.inserted).toBeGreaterThan(10);
    expect(answer.may_be_same).toBe(answer.inserted - 1);
    const phones = rows<{ phones: string }>(storeFile("jounieh", "contacts"), "SELECT phones FROM contact");
    expect(Math.max(...phones.map((one) => one.phones.length))).toBeLessThanOrEqual(400);
    const digits = rows<{ digits: string }>(storeFile("jounieh", "contacts"), "SELECT digits FROM contact_phone");
    expect(new Set(digits.map((one) => one.digits)).size).toBe(401);
    expect(digits).toHaveLength(401);
    expect((await bring(file, "text/csv")).answer).toMatchObject({ inserted: 0, united: 0 });
  });

  it("takes guests without a phone once per name and business day", async () => {
    enterHouse();
    // In Beirut: noon, eight in the evening, half past midnight, and half past five of the next morning.
    const times = ["2026-01-01T10:00:00Z", "2026-01-01T18:00:00Z", "2026-01-01T22:30:00Z", "2026-01-02T03:30:00Z"];
    const file = `name,added_at\n${times.map((time) => `Guest,${time}\n`).join("")}`;
    expect((await bring(file, "text/csv")).answer).toMatchObject({ inserted: 2, skipped: 2 });
  });

  it("gives the country code that was chosen to numbers without one", async () => {
    enterHouse();
    await bring("name,phones\nPierre,06 71 12 34 56\n", "text/csv", { query: { country_code: "33" } });
    expect(rows(storeFile("jounieh", "contacts"), "SELECT digits, calling_code FROM contact_phone")).toEqual([
      { digits: "33671123456", calling_code: "33" },
    ]);
  });

  it.each(["0", "0961", "+961", "96112", "x"])("does not take %j for a country code", async (country_code) => {
    enterHouse();
    const { status, answer } = await bring(CSV, "text/csv", { query: { country_code } });
    expect({ status, path: answer.issues?.[0]?.path }).toEqual({ status: 400, path: "country_code" });
    expect(book()).toEqual([]);
  });

  it("into one branch is no other's", async () => {
    enterHouse();
    await bring(CSV, "text/csv", { branch: "batroun" });
    expect(book()).toEqual([]);
    expect(book("batroun")).toHaveLength(2);
    expect(rows(storeFile("batroun", "contacts"), "SELECT DISTINCT branch FROM contact")).toEqual([{ branch: "batroun" }]);
  });

  it("of another file with the same key is refused, however alike the two are", async () => {
    enterHouse();
    await bring("name,phone\nMaya,70 111222\n", "text/csv", { key: "one" });
    const other = await bring("name,phone\nRami,70 333444\n", "text/csv", { key: "one" });
    expect(other.answer.code).toBe("idempotency_mismatch");
  });

  it("with a key is done once", async () => {
    enterHouse();
    const first = await bring(CSV, "text/csv", { key: "one" });
    expect(await bring(CSV, "text/csv", { key: "one" })).toEqual(first);
    expect(first.answer.inserted).toBe(2);
  });

  it("leaves no upload behind, whatever became of it", async () => {
    const data = enterHouse();
    await bring(CSV, "text/csv");
    await bring("nonsense", "text/plain");
    await bring(CSV, "image/png");
    expect(readdirSync(path.join(data, "uploads"))).toEqual([]);
  });

  it("in a form longer than 512 MB is too large, and not a damaged form", async () => {
    enterHouse();
    const piece = Buffer.alloc(1024 * 1024, "x");
    let count = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          count++;
          const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="g.csv"\r\n\r\n';
          controller.enqueue(count === 1 ? Buffer.from(head) : piece);
        },
      },
      { highWaterMark: 0 },
    );
    expect(await bring(body, "multipart/form-data; boundary=x")).toMatchObject({ status: 413, answer: { code: "too_large" } });
  });

  it("longer than 512 MB is cut off, and brings nothing", async () => {
    const data = enterHouse();
    let count = 0;
    const endless = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          count++;
          controller.enqueue(Buffer.from(count === 1 ? "name,phones\n" : `${"Maya,03 123456,".padEnd(1024 * 1024 - 1, "x")}\n`));
        },
      },
      { highWaterMark: 0 },
    );
    expect(await bring(endless, "text/csv")).toMatchObject({ status: 413, answer: { code: "too_large" } });
    expect(count).toBeLessThanOrEqual(515);
    expect(book()).toEqual([]);
    expect(readdirSync(path.join(data, "uploads"))).toEqual([]);
  });
});

describe("what a CSV file says and the book does not take", () => {
  it("is named by its column, with the number of rows: a second name, a second address, a column that nobody knows", async () => {
    enterHouse();
    const file =
      "name,phones,name,Notes,Home City,Business City,Nothing\nMaya,03 111111,Maya Khoury,likes tea,Jbeil,Beirut,\nOmar,03 222222,Omar,,,Zahle,\n";
    expect((await bring(file, "text/csv")).answer).toMatchObject({
      inserted: 2,
      errors: [],
      left_out: [
        { column: "name", rows: 1, phones: 0 },
        { column: "Notes", rows: 1, phones: 0 },
        { column: "Business City", rows: 1, phones: 0 },
      ],
    });
    expect((await bring(CSV, "text/csv")).answer.left_out).toEqual([]);
    expect((await bring(VCARD, "text/vcard")).answer.left_out).toEqual([]);
  });
});
