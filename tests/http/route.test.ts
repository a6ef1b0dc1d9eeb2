import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { login, logout, me, newUser } from "@/lib/auth/contract";
import { searchByDate } from "@/lib/date-search/contract";
import { storeFile } from "@/lib/db/files";
import { mergeTables } from "@/lib/evening/contract";
import { searchContacts } from "@/lib/guest-search/contract";
import { health } from "@/lib/health/contract";
import { importContacts } from "@/lib/import/contract";
import { createCustomer } from "@/lib/loyalty/contract";
import { runMergeByDate } from "@/lib/merging/contract";
import { listSavedTables, openTable, saveTable, tableLog } from "@/lib/tables/contract";
import { holdMonotonicClock } from "../support/clocks";
import { routeOf } from "../support/handlers";
import { call, enterHouse, tokenFor } from "../support/house";
import { allData, alter, rows } from "../support/stores";
import { METADATA, open, openTables, seat } from "../support/tables";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

describe("the request id", () => {
  it("of the caller comes back, in the header and in an error", async () => {
    enterHouse();
    const headers = { "x-request-id": "till-4_00000017" };
    expect((await call("nobody", health, { headers })).headers.get("x-request-id")).toBe("till-4_00000017");
    expect((await call("nobody", me, { headers })).answer.request_id).toBe("till-4_00000017");
  });

  it.each(["short", "x".repeat(65), "with space 1", "<script>alert(1)</script>", ""])(
    "of a caller who sends %j is one of the server's own",
    async (id) => {
      enterHouse();
      const { headers, answer } = await call("nobody", me, { headers: { "x-request-id": id } });
      expect(headers.get("x-request-id")).toMatch(UUID);
      expect(answer.request_id).toBe(headers.get("x-request-id"));
    },
  );
});

describe("an error", () => {
  it("has one sentence in both fields that clients read, a code and the request id, and nothing else", async () => {
    enterHouse();
    const { answer } = await call("nobody", me);
    expect(answer).toEqual({
      error: "Please sign in.",
      detail: "Please sign in.",
      code: "unauthenticated",
      request_id: expect.stringMatching(UUID),
    });
  });

  it("of a field names the field", async () => {
    enterHouse();
    const { answer } = await call("staff", saveTable, {
      body: { metadata: { ...METADATA, waiter: " " }, contacts: [{ name: "Maya", birthday: "31/2" }] },
    });
    expect(answer.issues).toEqual([
      { path: "metadata.waiter", message: "The waiter is missing." },
      { path: "contacts.0.birthday", message: expect.stringContaining("day/month") },
    ]);
    expect(answer.error).toBe("The waiter is missing.");
  });

  it("says in plain words what is wrong, and not what a program calls it", async () => {
    enterHouse();
    const metadata = { ...METADATA, city: "a".repeat(101) };
    const { answer } = await call("staff", saveTable, { body: { metadata, contacts: [{ name: "Maya" }], version: 0 } });
    expect(answer.issues?.map(({ message }) => message)).toEqual([
      "The city is longer than 100 characters.",
      "The version is less than 1.",
    ]);
    const merged = await call("admin", runMergeByDate, {
      query: { action: "merge" as never, date: "2026-11-20" },
    });
    expect(merged.answer.error).toBe("The action must be one of these: merge_by_date_all_branches.");
  });

  it("of the server's own says nothing of its inside", async () => {
    const data = enterHouse();
    await seat([{ name: "Maya", phones: "03 111111" }]);
    alter(storeFile("jounieh", "table"), "UPDATE saved_table SET version = 'many'");
    const { status, answer, headers } = await call("staff", listSavedTables);
    expect(status).toBe(500);
    expect(answer).toEqual({
      error: "Something went wrong on the server. Nothing you typed is lost. Try again.",
      detail: answer.error,
      code: "internal",
      request_id: headers.get("x-request-id"),
    });
    const line = logLines(data).find((one) => one.status === 500);
    expect(line).toMatchObject({ code: "internal", path: "/saved-tables", branch: "jounieh", request_id: answer.request_id, level: 50 });
    expect(line?.err.where.length).toBeGreaterThan(0);
  });
});

describe("every answer", () => {
  it("may be kept by nobody", async () => {
    enterHouse();
    const answers = [
      await call("nobody", health),
      await call("staff", listSavedTables),
      await call("nobody", me),
      await call("staff", openTable, { params: { name: "none" } }),
      await call("staff", listSavedTables, { branch: "paris" }),
    ];
    expect(answers.map((one) => one.status)).toEqual([200, 200, 401, 404, 400]);
    for (const { headers } of answers) expect(headers.get("cache-control")).toBe("no-store");
  });
});

describe("the branch", () => {
  const search = (branch?: string, query: Record<string, string> = {}) => call("staff", listSavedTables, { branch, query: query as never });

  it.each(["paris", "jounieh,batroun", "../batroun", "__proto__", "constructor", "jounieh\u0000"])("%j is unknown", async (branch) => {
    enterHouse();
    const { status, answer } = await call("staff", listSavedTables, { query: { branch } as never });
    expect({ status, code: answer.code }).toEqual({ status: 400, code: "unknown_branch" });
  });

  it("of the header or the address wins over the server's own, and all are read in any case", async () => {
    enterHouse({ BRANCH: "ehden" });
    const saved = await Promise.all(["batroun", "tripoli", "ehden"].map((branch) => seat([{ name: branch }], { branch, number: branch })));
    const names = saved.map((one) => [one.answer.table_name]);
    expect((await search("Batroun ", { branch: "BATROUN" })).answer.tables).toEqual(names[0]);
    expect((await search(undefined, { branch: "TRIPOLI" })).answer.tables).toEqual(names[1]);
    expect((await search()).answer.tables).toEqual(names[2]);
  });

  it("is Jounieh where nothing says otherwise", async () => {
    enterHouse();
    await seat([{ name: "Maya" }], { branch: "jounieh" });
    expect((await search()).answer.tables).toHaveLength(1);
  });

  it("that another server keeps is named with its address", async () => {
    enterHouse({ BRANCHES: "jounieh", API_BASES: "batroun=http://10.0.2.5:8000/api" });
    expect(await search("batroun")).toMatchObject({
      status: 421,
      answer: { code: "wrong_server", error: "Batroun is not kept on this server. It is kept at http://10.0.2.5:8000/api." },
    });
    expect(await search("tripoli")).toMatchObject({ status: 421, answer: { error: "Tripoli is not kept on this server." } });
    expect((await search("jounieh")).status).toBe(200);
    const merge = await call("admin", runMergeByDate, { query: { action: "merge_by_date_all_branches", date: "2026-11-20" } });
    expect(merge).toMatchObject({ status: 421, answer: { code: "wrong_server" } });
  });

  it("central seats nobody, but has a guest book", async () => {
    enterHouse();
    const refused = await seat([{ name: "Maya" }], { branch: "central" });
    expect(refused).toMatchObject({
      status: 400,
      answer: { code: "unknown_branch", error: "Central has no tables of its own. Choose a restaurant." },
    });
    expect((await call("staff", searchContacts, { branch: "central", query: { search: "m" } })).status).toBe(200);
    expect((await call("staff", searchByDate, { branch: "central", query: { date: "2026-11-20" } })).status).toBe(200);
  });

  it("does not matter to calls about the whole group, as long as there is such a branch", async () => {
    enterHouse({ BRANCHES: "jounieh" });
    for (const branch of ["central", "batroun"]) expect((await call("staff", tableLog, { branch })).status).toBe(200);
    expect(await call("staff", tableLog, { branch: "paris" })).toMatchObject({ status: 400, answer: { code: "unknown_branch" } });
  });
});

describe("a body", () => {
  const valid = JSON.stringify({ metadata: METADATA, contacts: [{ name: "Maya", phones: "03 111111" }] });
  const send = (raw: BodyInit, headers: Record<string, string> = {}) => call("staff", saveTable, { raw, headers });
  const refusal = ({ status, answer }: Awaited<ReturnType<typeof send>>) => `${status} ${answer.code}`;

  it.each(["{", "[1,", "undefined", "{'a': 1}", "null{}", '"\\ud8"', "<xml/>"])("%j is not JSON", async (raw) => {
    enterHouse();
    expect(refusal(await send(raw))).toBe("400 bad_json");
    expect(await openTables()).toEqual([]);
  });

  it("that is no UTF-8 is refused, and nothing is put in the place of a broken letter", async () => {
    enterHouse();
    expect(refusal(await send(Buffer.concat([Buffer.from('{"metadata": "'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')])))).toBe(
      "400 bad_json",
    );
  });

  it.each(["null", "[]", '"text"', "42", "true", ""])("%j is no object", async (raw) => {
    enterHouse();
    expect(refusal(await send(raw))).toBe("400 invalid_request");
  });

  it.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/jsonp", "text/json"])(
    "of the type %s is not read",
    async (type) => {
      enterHouse();
      expect(refusal(await send(valid, { "content-type": type }))).toBe("415 unsupported_media_type");
      expect(await openTables()).toEqual([]);
    },
  );

  it.each(["application/json", "application/json; charset=utf-8", "Application/JSON", "application/merge-patch+json"])(
    "of the type %s is read",
    async (type) => {
      enterHouse();
      expect((await send(valid, { "content-type": type })).status).toBe(200);
    },
  );

  it("longer than a megabyte is refused before one byte of it is read", async () => {
    enterHouse();
    await tokenFor("staff");
    const body = endless();
    const answer = await send(body.stream, { "content-length": String(1024 * 1024 + 1) });
    expect(refusal(answer)).toBe("413 too_large");
    expect(answer.answer.error).toBe("This is too large: at most 1 MB are taken. Nothing was changed.");
    expect(body.pulls()).toBe(0);
  });

  it("that does not say its length is cut at a megabyte", async () => {
    enterHouse();
    await tokenFor("staff");
    const body = endless();
    expect(refusal(await send(body.stream))).toBe("413 too_large");
    expect(body.pulls()).toBeLessThanOrEqual(18);
  });

  it("of a stranger is not read at all", async () => {
    enterHouse();
    const body = endless();
    expect((await call("nobody", saveTable, { raw: body.stream })).status).toBe(401);
    expect((await call("keyless", saveTable, { raw: endless().stream })).status).toBe(403);
    expect(body.pulls()).toBe(0);
  });

  it("of exactly a megabyte is read", async () => {
    enterHouse();
    const padded = valid.replace(/}$/, `${" ".repeat(1024 * 1024 - valid.length)}}`);
    expect(Buffer.byteLength(padded)).toBe(1024 * 1024);
    expect((await send(padded)).status).toBe(200);
    expect(refusal(await send(`${padded} `))).toBe("413 too_large");
  });
});

/** A body that never ends, in pieces of 64 kB, and that knows how often it was asked for one. */
function endless(): { stream: ReadableStream<Uint8Array>; pulls: () => number } {
  let count = 0;
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        count++;
        controller.enqueue(new Uint8Array(64 * 1024).fill(0x20));
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, pulls: () => count };
}

describe("a date", () => {
  it.each(["2026-02-30", "2026-13-01", "20/11/2026", "2026-11-20T00:00:00Z", "26-11-20", "today", "", "2026-11-20' OR '1'='1"])(
    "%j is refused",
    async (date) => {
      enterHouse();
      const { status, answer } = await call("staff", searchByDate, { query: { date } });
      expect({ status, code: answer.code }).toEqual({ status: 400, code: "invalid_request" });
      expect(answer.issues?.map((issue) => issue.path)).toEqual(["date"]);
    },
  );

  it("must be there", async () => {
    enterHouse();
    expect((await call("staff", searchByDate, {})).answer.issues?.[0]?.path).toBe("date");
  });
});

describe("names", () => {
  const NAMES = [
    "رامي خوري",
    "فاطمة الزّهراء",
    "Zoë Müller-Łukasz",
    "Zoe\u0308",
    "李小龍",
    "Иван Петров",
    "जॉन",
    "ديمة 🌸",
    "👨‍👩‍👧‍👦 family",
    "<script>alert('x')</script>",
    "<b>Bold</b> & \"quoted\" 'name'",
    "Robert'); DROP TABLE saved_table;--",
    "=cmd|' /C calc'!A0",
    "{{7*7}} %s %n",
    "C:\\Users\\Rami",
    "نصف\u200cفاصلة",
    "x".repeat(200),
  ];

  it("in any script, with any sign, come back as they were", async () => {
    enterHouse();
    const { answer } = await seat(NAMES.map((name, index) => ({ name, phones: `03 ${100_000 + index}`, company: name, address: name })));
    const { contacts } = (await open(answer.table_name)).answer;
    expect(contacts.map((guest) => guest.name)).toEqual(NAMES);
    expect(contacts.map((guest) => guest.company)).toEqual(NAMES);
    expect(contacts.map((guest) => guest.address)).toEqual(NAMES);
    const feed = await call("staff", tableLog);
    expect(feed.answer.logs[0]?.contacts.map((guest) => guest.name)).toEqual(NAMES);
  });

  it("of hostesses, waiters and tables too", async () => {
    enterHouse();
    for (const name of NAMES.filter((one) => one.length <= 100)) {
      const metadata = { hostess: name, waiter: name, table_number: name };
      const { answer, status } = await call("staff", saveTable, { body: { metadata, contacts: [{ name: "Maya" }] } });
      expect(status).toBe(200);
      expect((await open(answer.table_name)).answer.metadata).toMatchObject(metadata);
    }
  });
});

describe("what nobody can see or type", () => {
  const DIRTY = "Maya\u0007 \r\n\u202eKhoury \u001b";

  it("is taken out of every field of a guest, as an import takes it out", async () => {
    enterHouse();
    const guest = {
      name: DIRTY,
      phones: "03 111111\n\u200e03 222222",
      email: "m@x.lb\u0007",
      company: DIRTY,
      title: DIRTY,
      address: "Rue 1\nJounieh",
    };
    const { answer } = await seat([guest]);
    const kept = {
      name: "Maya Khoury",
      phones: "03 111111, 03 222222",
      email: "m@x.lb",
      company: "Maya Khoury",
      title: "Maya Khoury",
      address: "Rue 1, Jounieh",
    };
    expect((await open(answer.table_name)).answer.contacts[0]).toMatchObject(kept);
    const quoted = Object.values(guest).map((text) => `"${text}\u0000"`);
    await call("admin", importContacts, { raw: `${Object.keys(guest)}\n${quoted}\n`, headers: { "content-type": "text/csv" } });
    expect((await call("staff", searchContacts, { query: { search: "Maya" } })).answer.contacts[0]).toMatchObject(kept);
  });

  it("is taken out of the table, its hostess and its waiter, and refused where nothing is left", async () => {
    enterHouse();
    const save = (text: string) =>
      call("staff", saveTable, { body: { metadata: { hostess: text, waiter: text, table_number: text }, contacts: [{ name: "Maya" }] } });
    const saved = await save(DIRTY);
    expect(saved.answer.table_name).toMatch(/ table Maya Khoury$/);
    expect((await open(saved.answer.table_name)).answer.metadata).toMatchObject({
      hostess: "Maya Khoury",
      waiter: "Maya Khoury",
      table_number: "Maya Khoury",
    });
    expect(await save("\u0007\u202e")).toMatchObject({ status: 400, answer: { error: "The hostess is missing." } });
  });
});

describe("a text that no file can hold", () => {
  const sentence = (field: string) => `"${field}" holds a character that no text can hold: NUL, or half of one that was cut in two.`;

  it.each(["Maya\u0000", "\u0000", "Maya \ud83c", "\udf38Maya"])(
    "is refused wherever it stands, and nothing is stored: %j",
    async (text) => {
      const data = enterHouse();
      const before = allData(data);
      const { status, answer } = await seat([
        { name: "Rami", phones: "03 123456" },
        { name: text, company: text },
      ]);
      expect({ status, code: answer.code, issues: answer.issues }).toEqual({
        status: 400,
        code: "invalid_request",
        issues: ["name", "company"].map((field) => ({
          path: `contacts.1.${field}`,
          message: `Guest 2: ${sentence(field)} Nothing was changed. Take it out and send it again.`,
        })),
      });
      const named = await call("staff", saveTable, { body: { metadata: METADATA, contacts: [{ name: "Maya", [text]: "x" } as never] } });
      expect(named).toMatchObject({
        status: 400,
        answer: { issues: [{ path: "contacts.0", message: expect.stringContaining("A field's name") }] },
      });
      expect(allData(data)).toEqual(before);
    },
  );

  it("is refused in a query too", async () => {
    enterHouse();
    const { status, answer } = await call("staff", searchContacts, { query: { search: "Maya\u0000" } });
    expect({ status, issues: answer.issues?.map(({ path }) => path) }).toEqual({ status: 400, issues: ["search"] });
  });

  it("costs no more than its length, however deep it stands", async () => {
    enterHouse();
    const deep = `${'{"a":['.repeat(20_000)}"\\u0000"${"]}".repeat(20_000)}`;
    expect((await call("staff", saveTable, { raw: deep })).status).toBe(400);
    const many = JSON.stringify({ contacts: Array.from({ length: 20_000 }, () => "\u0000") });
    expect((await call("staff", saveTable, { raw: many })).answer.issues).toHaveLength(20);
  });

  it("may stand twenty deep and no deeper; brackets in a text are a text", async () => {
    enterHouse();
    const save = (note: string) =>
      call("staff", saveTable, { raw: `{"metadata":${JSON.stringify(METADATA)},"contacts":[{"name":"Maya"}],"note":${note}}` });
    const answers = await Promise.all([18, 19, 20].map((depth) => save("[".repeat(depth) + "]".repeat(depth))));
    expect(answers.map(({ answer }) => answer.detail?.includes("deep"))).toEqual([false, false, true]);
    const written = JSON.stringify({ metadata: METADATA, contacts: [{ name: `Maya ${"[{".repeat(30)}\\"${"[".repeat(30)}` }] });
    expect((await call("staff", saveTable, { raw: written })).status).toBe(200);
  });

  it("is cleaned in a whole emoji and in escaped letters: they are texts like any other", async () => {
    enterHouse();
    const { answer } = await call("staff", saveTable, {
      raw: JSON.stringify({ metadata: METADATA, contacts: [{ name: "x" }] }).replace('"x"', '"\\u0041 \\ud83c\\udf38 \\\\u0000"'),
    });
    expect((await open(answer.table_name)).answer.contacts[0]?.name).toBe("A 🌸 \\u0000");
  });
});

describe("an Idempotency-Key", () => {
  const body = (name: string) => ({ metadata: METADATA, contacts: [{ name, phones: "03 111111" }] });

  it("does its work once, however often it comes", async () => {
    enterHouse();
    const answers = await Promise.all(Array.from({ length: 10 }, () => call("staff", saveTable, { body: body("Maya"), key: "one" })));
    const later = await call("staff", saveTable, { body: body("Maya"), key: "one" });
    for (const one of answers) expect(one.answer).toEqual(later.answer);
    expect(await openTables()).toEqual([later.answer.table_name]);
  });

  it("is the same at the same address with a slash at its end", async () => {
    enterHouse();
    const headers = { authorization: `Bearer ${await tokenFor("staff")}`, "content-type": "application/json", "idempotency-key": "one" };
    const send = async (path: string) =>
      (await routeOf(saveTable))(new Request(`http://127.0.0.1${path}`, { method: "POST", headers, body: JSON.stringify(body("Maya")) }), {
        params: Promise.resolve({}),
      });
    const answers = [await send("/api/save-table"), await send("/save-table/")];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await openTables()).toHaveLength(1);
  });

  it("with another body is refused, also while the first is under way", async () => {
    enterHouse();
    await tokenFor("staff");
    const answers = await Promise.all(["Maya", "Rami"].map((name) => call("staff", saveTable, { body: body(name), key: "one" })));
    expect(answers.map((one) => one.status).sort()).toEqual([200, 409]);
    expect(answers.find((one) => one.status === 409)?.answer.code).toBe("idempotency_mismatch");
    const otherBranch = await call("staff", saveTable, { body: body("Maya"), key: "one", branch: "batroun" });
    expect(otherBranch.status).toBe(200);
    expect(await openTables()).toHaveLength(1);
  });

  it("with another address is refused", async () => {
    enterHouse();
    const { changeRole } = await import("@/lib/auth/contract");
    const set = (role: string) => call("admin", changeRole, { params: { role }, body: { permissions: ["nav_home"] }, key: "one" });
    expect((await set("cook")).status).toBe(200);
    expect((await set("driver")).answer.code).toBe("idempotency_mismatch");
  });

  it("of somebody else is another key", async () => {
    enterHouse();
    const mine = await call("staff", createCustomer, { body: { name: "Maya", phone: "70 111222" }, key: "one" });
    const theirs = await call("admin", createCustomer, { body: { name: "Rami", phone: "70 333444" }, key: "one" });
    expect([mine.status, theirs.status]).toEqual([201, 201]);
  });

  it("of a table's draft stays the tablet's at a change of shift: it is not saved twice", async () => {
    enterHouse();
    const mine = await call("staff", saveTable, { body: body("Maya"), key: "one" });
    const resent = await call("admin", saveTable, { body: body("Maya"), key: "one" });
    expect(resent.answer).toEqual(mine.answer);
    expect(rows(storeFile("jounieh", "table"), "SELECT name FROM saved_table")).toHaveLength(1);
  });

  it("is forgotten after 24 hours", async () => {
    enterHouse();
    const { clockAt } = await import("../support/clocks");
    clockAt("2026-11-20T19:00:00.000Z");
    const first = await call("staff", saveTable, { body: body("Maya"), key: "one" });
    clockAt("2026-11-21T18:59:59.999Z");
    expect((await call("staff", saveTable, { body: body("Maya"), key: "one" })).answer).toEqual(first.answer);
    clockAt("2026-11-21T19:00:00.001Z");
    const next = await call("staff", saveTable, { body: body("Maya"), key: "one" });
    expect(next.answer.table_name).not.toBe(first.answer.table_name);
    expect(rows(storeFile("jounieh", "table"), "SELECT key FROM receipt")).toHaveLength(1);
  });

  it("of a call that was refused may be used again", async () => {
    enterHouse();
    expect((await call("staff", saveTable, { body: { ...body("Maya"), contacts: [] }, key: "one" })).status).toBe(400);
    expect((await call("staff", saveTable, { body: body("Maya"), key: "one" })).status).toBe(200);
  });

  it("also keeps the answers of calls about the group, with their status", async () => {
    enterHouse();
    const user = { username: "nour", password: "long enough", roles: ["staff"] };
    const answers = await Promise.all([1, 2, 3].map(() => call("admin", newUser, { body: user, key: "one" })));
    expect(answers.map((one) => one.status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map((one) => one.answer.user.id)).size).toBe(1);
    const customer = { name: "Maya", phone: "03 111111" };
    for (let time = 0; time < 2; time++) expect((await call("staff", createCustomer, { body: customer, key: "two" })).status).toBe(201);
  });

  it("of more than 200 characters is refused", async () => {
    enterHouse();
    expect((await call("staff", saveTable, { body: body("Maya"), key: "k".repeat(201) })).answer.code).toBe("invalid_request");
  });
});

describe("too many calls", () => {
  it("in a minute are refused, for the one who makes them", async () => {
    enterHouse();
    const clock = holdMonotonicClock();
    const send = (person: "admin" | "staff") => call(person, importContacts, { raw: "x", headers: { "content-type": "image/png" } });
    for (let time = 0; time < (importContacts.perMinute ?? 0); time++) expect((await send("staff")).status).toBe(415);
    clock.pass(20_000);
    const refused = await send("staff");
    expect(refused).toMatchObject({ status: 429, answer: { code: "rate_limited" } });
    expect(refused.headers.get("retry-after")).toBe("40");
    expect((await send("admin")).status).toBe(415);
    clock.pass(40_001);
    expect((await send("staff")).status).toBe(415);
  });
});

interface LogLine {
  level: number;
  status: number;
  path: string;
  code?: string;
  branch?: string;
  request_id?: string;
  user?: string;
  err: { where: string[] };
}

function logText(data: string): string {
  const folder = path.join(data, "logs");
  return readdirSync(folder)
    .map((name) => readFileSync(path.join(folder, name), "utf8"))
    .join("");
}

function logLines(data: string): LogLine[] {
  return logText(data)
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as LogLine);
}

describe("the log", () => {
  it("has a line for each call, and no name, phone, token, password or search in any", async () => {
    const data = enterHouse();
    const token = await tokenFor("staff");
    const secrets = [
      "Markername",
      "Marker Company",
      "03 987654",
      "03987654",
      "9613987654",
      "Markerstreet",
      "markerlamp and ink",
      "Markersearch",
      token,
      token.slice(-40),
    ];
    const saved = await seat([{ name: "Markername", phones: "03 987654", company: "Marker Company", address: "Markerstreet" }], {
      number: "Markertable",
    });
    secrets.push(saved.answer.table_name, "Markertable");
    await open(saved.answer.table_name);
    await call("nobody", login, { body: { username: "Markername", password: "markerlamp and ink" } });
    await call("admin", newUser, { body: { username: "Markername", password: "markerlamp and ink", roles: ["Markerrole"] } });
    await call("staff", searchContacts, { query: { search: "Markersearch" } });
    await call("staff", openTable, { params: { name: "Markername" } });
    await call("staff", createCustomer, { body: { name: "Markername", phone: "03 987654" } });
    await call("staff", createCustomer, { body: { name: "Markername", phone: "03 987654" } });
    await call("staff", saveTable, { raw: '{"Markername": "03 987654"', headers: {} });
    await call("staff", saveTable, { body: { metadata: METADATA, contacts: [{ name: { Markername: "03 987654" } }] } as never });
    await call("nobody", me, { headers: { authorization: `Bearer ${token}x` } });
    // An error whose own words quote what somebody typed, and look like a line of a stack.
    await seat([{ name: "Markername\n    at Markerstreet (03 987654)", phones: "03 987655" }]);
    alter(
      storeFile("jounieh", "table"),
      "CREATE TRIGGER quote BEFORE INSERT ON guest_row WHEN NEW.name LIKE '%at %' BEGIN SELECT RAISE(ABORT, NEW.name); END",
    );
    expect((await call("admin", mergeTables)).status).toBe(500);
    await call("staff", logout);

    const lines = logLines(data);
    expect(lines.length).toBeGreaterThanOrEqual(14);
    for (const line of lines.filter((one) => one.path))
      expect(line).toMatchObject({ status: expect.any(Number), ms: expect.any(Number), request_id: expect.stringMatching(UUID) });
    expect(lines.some((line) => line.path === "/table/{name}" && line.status === 404)).toBe(true);
    expect(lines.filter((line) => line.status === 500)).toHaveLength(1);
    const text = logText(data);
    for (const secret of secrets) expect(text.includes(secret), secret).toBe(false);
    expect(text).not.toMatch(/marker/i);
    expect(text).not.toContain(data);
  });
});

describe("what a refused body would have done", () => {
  it("was not done: the stores are as they were", async () => {
    const data = enterHouse();
    await seat([{ name: "Maya", phones: "03 111111" }]);
    const before = allData(data);
    for (const raw of ["{", "[]", '{"metadata": {}}', '{"metadata": {"hostess": "R"}, "contacts": [{}]}'])
      await call("staff", saveTable, { raw });
    expect(allData(data)).toEqual(before);
  });
});
