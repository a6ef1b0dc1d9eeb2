import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { beforeEach, describe, expect, it } from "vitest";
import { type AuditEntry, checkAudit, exportAudit, listAudit } from "@/lib/audit/contract";
import { wordsOf } from "@/lib/audit/kinds";
import { login, logout, newUser } from "@/lib/auth/contract";
import { downloadFromFolder } from "@/lib/backend-folder/contract";
import { exportBirthdaysCsv, exportBirthdaysVcf } from "@/lib/birthdays/contract";
import { contactVcf, deleteContact, exportCsv, exportVcf } from "@/lib/guests/contract";
import { downloadLogs, packLogs } from "@/lib/logs/contract";
import { exportPersonalData } from "@/lib/personal-data/contract";
import { writeRefusals } from "@/lib/refusals";
import { addStaff } from "@/lib/staff/contract";
import { bring, DATE, endDay, find, mergeAll } from "../guests/guests";
import { clockAt, holdMonotonicClock } from "../support/clocks";
import { bringIn } from "../support/guests";
import { call, enterHouse } from "../support/house";
import { itOnDay } from "../support/on-day";
import { PASSWORDS } from "../support/passwords";
import { makePerson } from "../support/people";
import { rows } from "../support/stores";
import { EVENING, seat } from "../support/tables";

type Query = Record<string, string>;

let data = "";
beforeEach(() => {
  data = enterHouse();
  clockAt(EVENING);
});

async function page(query: Query = {}, headers?: Record<string, string>) {
  const { status, answer } = await call(headers ? "nobody" : "admin", listAudit, { query: query as never, headers });
  expect(status, JSON.stringify(answer)).toBe(200);
  return answer;
}

const said = (entries: AuditEntry[]) => entries.map(({ who, what }) => `${who.name}: ${what}`);

/** Every page of the trail, one after the other. */
async function all(query: Query = {}): Promise<AuditEntry[]> {
  const found: AuditEntry[] = [];
  for (let next: string | null = ""; next !== null; ) {
    const answer = await page({ ...query, ...(next ? { before: next } : {}) });
    found.push(...answer.entries);
    next = answer.next;
  }
  return found;
}

describe("the trail", () => {
  it("says who did what in an evening, over all stores, the newest first", async () => {
    await seat([{ name: "Maya", phones: "03 111111" }]);
    await call("admin", addStaff, { params: { branch: "batroun" }, body: { role: "hostess", name: "Nour" } });
    await mergeAll();
    await endDay();
    const entries = await all();
    const words = said(entries);
    expect(words).toEqual(
      expect.arrayContaining([
        "staff: Signed in with a test from 127.0.0.1",
        "admin: Signed in with a test from 127.0.0.1",
        "staff: Saved table 12 of Fri 20 Nov 2026 with 1 guest",
        "admin: Added Nour to the hostesses of batroun",
        "admin: Merged 1 table, 1 guest",
        "admin: End of Day of Fri 20 Nov 2026: 1 table, 1 new guest",
      ]),
    );
    const times = entries.filter(({ at }) => at.startsWith(DATE)).map(({ at }) => at);
    expect(times).toEqual([...times].sort().reverse());
    expect(entries.find(({ kind }) => kind === "table.saved")).toMatchObject({
      who: { kind: "user", name: "staff" },
      where: "jounieh",
      group: "tables",
      result: "done",
      details: expect.arrayContaining([{ name: "guests", value: "1" }]),
    });
    // What a merge did to each guest is said by the merge itself.
    expect(words.join()).not.toContain("of a guest");
    expect((await all({ depth: "all" })).length).toBeGreaterThan(entries.length);
  });

  it("is filtered by person, kind, branch, day and call", async () => {
    await seat([{ name: "Maya", phones: "03 111111" }]);
    clockAt("2026-11-20T19:29:00Z"); // the clock was put right by a minute
    await seat([{ name: "Tia", phones: "03 222222" }], { branch: "batroun", number: "3" });
    clockAt("2026-11-21T18:00:00Z");
    await seat([{ name: "Lara", phones: "03 333333" }], { as: "admin", number: "9" });
    const tables = await all({ group: "tables" });
    expect(said(tables)).toEqual([
      "admin: Saved table 9 of Sat 21 Nov 2026 with 1 guest",
      "staff: Saved table 12 of Fri 20 Nov 2026 with 1 guest",
      "staff: Saved table 3 of Fri 20 Nov 2026 with 1 guest",
    ]);
    const staff = (await page()).people.find(({ name }) => name === "staff");
    expect((await all({ who: staff?.id ?? "", group: "tables" })).length).toBe(2);
    expect((await all({ store: "batroun" })).map(({ where }) => where)).toEqual(["batroun"]);
    expect(said(await all({ from: "2026-11-21", group: "tables" }))).toEqual(said(tables.slice(0, 1)));
    expect(said(await all({ to: "2026-11-20", group: "tables" }))).toEqual(said(tables.slice(1)));
    // The template of the tests was made on the day of its run, whatever the test's clock says.
    expect(await all({ from: "2026-11-22", group: "tables" })).toEqual([]);
    const one = await all({ request: tables[0]?.request_id ?? "" });
    expect(one.length).toBeGreaterThan(0);
    expect(new Set(one.map(({ request_id }) => request_id)).size).toBe(1);
  });

  it("counts what the group's store keeps of one branch as that branch's", async () => {
    await call("admin", addStaff, { params: { branch: "batroun" }, body: { role: "hostess", name: "Nour" } });
    await call("staff", addStaff, { params: { branch: "tripoli" }, body: { role: "waiter", name: "Jad" } });
    const batroun = await all({ store: "batroun" });
    expect(batroun.map(({ kind, where }) => ({ kind, where }))).toContainEqual({ kind: "staff.added", where: "batroun" });
    expect(batroun.filter(({ where }) => where !== "batroun")).toEqual([]);
    const group = await all({ store: "hub" });
    expect(group.map(({ kind }) => kind)).toContain("session.started");
    expect(group.filter(({ kind, where }) => where !== "hub" || kind === "staff.added")).toEqual([]);
  });

  it("comes in pages that leave nothing out and say nothing twice, while more happens", async () => {
    for (let number = 1; number <= 12; number += 1) {
      await seat([{ name: "Guest", phones: "" }], { number: String(number), branch: number % 2 ? "jounieh" : "batroun" });
    }
    const first = await page({ limit: "5", group: "tables" });
    await seat([{ name: "Guest", phones: "" }], { number: "99" });
    const ids = first.entries.map(({ id }) => id);
    for (let next = first.next; next !== null; ) {
      const more = await page({ limit: "5", group: "tables", before: next });
      ids.push(...more.entries.map(({ id }) => id));
      next = more.next;
    }
    expect(ids.length).toBe(12);
    expect(new Set(ids).size).toBe(12);
    expect((await all({ group: "tables" })).length).toBe(13);
  });

  it("refuses places that no page gave", async () => {
    for (const before of ["bm9uc2Vuc2U", "W10", "eyJodWIiOiJ4In0"]) {
      const { status, answer } = await call("admin", listAudit, { query: { before } });
      expect({ before, status }).toEqual({ before, status: before === "W10" ? 200 : 400 });
      if (status !== 200) expect(answer.error).toBe("This is no place in the trail. Begin anew.");
    }
    expect((await call("admin", listAudit, { query: { before: "../.." } })).status).toBe(400);
    expect((await call("admin", listAudit, { query: { group: "x" } as never })).status).toBe(400);
  });

  it("says that days are the wrong way round, and shows no empty trail for it", async () => {
    const wrongWay = { from: "2026-11-21", to: "2026-11-20" };
    for (const contract of [listAudit, exportAudit]) {
      const { status, answer } = await call("admin", contract, { query: wrongWay });
      expect(status).toBe(400);
      expect(answer).toMatchObject({ issues: [{ path: "to", message: "The last day lies before the first. Change one of the two." }] });
    }
    expect((await call("admin", listAudit, { query: { ...wrongWay, to: wrongWay.from } })).status).toBe(200);
  });

  it("says which stores could not be read, and shows the others", async () => {
    await seat([{ name: "Guest", phones: "" }], { branch: "batroun" });
    await leaveStores();
    renameSync(path.join(data, "ehden", "contacts.db"), path.join(data, "ehden", "away.db"));
    const { entries, unavailable } = await page({ group: "tables" });
    expect(unavailable).toEqual(["ehden contacts"]);
    expect(entries.length).toBe(1);
  });

  it("is for those who may do everything; of some branches, for theirs alone", async () => {
    await seat([{ name: "Guest", phones: "" }], { branch: "batroun" });
    await seat([{ name: "Guest", phones: "" }], { branch: "jounieh" });
    const local = await makePerson("local", { roles: ["admin"], branches: ["batroun"] });
    const { entries, people } = await page({ depth: "all" }, local.headers);
    expect(new Set(entries.map(({ where }) => where))).toEqual(new Set(["batroun"]));
    expect(people).toEqual([]);
    for (const branch of ["batroun", "jounieh"])
      await call("admin", addStaff, { params: { branch }, body: { role: "waiter", name: "Elio" } });
    const seen = (await page({ depth: "all" }, local.headers)).entries;
    expect(seen.filter(({ kind }) => kind === "staff.added").map(({ where }) => where)).toEqual(["batroun"]);
    const { answer } = await call("nobody", checkAudit, { headers: local.headers });
    expect(answer.stores.map(({ store }) => store)).toEqual(["batroun contacts", "batroun table"]);
    expect((await page({ store: "jounieh" }, local.headers)).entries).toEqual([]);
    expect((await page({ store: "hub" }, local.headers)).entries).toEqual([]);
    const { bytes } = await call("nobody", exportAudit, { headers: local.headers, query: {} });
    const places = bytes
      .toString()
      .trimEnd()
      .split("\r\n")
      .slice(1)
      .map((line) => line.split(",")[3]);
    expect(new Set(places)).toEqual(new Set(["batroun"]));
    expect((await call("staff", listAudit)).status).toBe(403);
  });
});

describe("a sign-in", () => {
  const PHONE = "Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36";

  it("says with which device and from where, on the screen and in the file", async () => {
    const body = { username: "staff", password: PASSWORDS.staff };
    await call("nobody", login, { body, address: "10.0.0.7", headers: { "user-agent": PHONE } });
    const [entry] = (await page({ group: "sign-ins" })).entries;
    expect(entry).toMatchObject({
      who: { name: "staff" },
      what: "Signed in with Chrome on Android from 10.0.0.7",
      details: expect.arrayContaining([
        { name: "device", value: "Chrome on Android" },
        { name: "address", value: "10.0.0.7" },
      ]),
    });
    const { bytes } = await call("admin", exportAudit, { query: { group: "sign-ins" } });
    expect(bytes.toString()).toContain("staff,Signed in with Chrome on Android from 10.0.0.7,");
    // The browser's own word for itself says more than anybody needs.
    expect(JSON.stringify(rows(path.join(data, "hub.db"), "SELECT * FROM event"))).not.toContain("SM-A155F");
  });

  it("of a version that kept neither can be read as before", () => {
    const event = { kind: "session.started", payload: { user_id: "0198" }, subjects: ["0198", "0199"] };
    expect(wordsOf(event, new Map()).what).toBe("Signed in");
  });
});

describe("refusals", () => {
  const refusals = () => all({ group: "refusals" });
  /** How often a call was refused, in however many parts that was written: each second has one. */
  const timesOf = (found: Awaited<ReturnType<typeof refusals>>, call: string) =>
    said(found)
      .filter((words) => words.includes(`Was refused ${call}: 401 unauthenticated`))
      .reduce((sum, words) => sum + Number(/, (\d+) times/.exec(words)?.[1] ?? 1), 0);

  it("say who was refused which call, and by which code", async () => {
    await call("staff", newUser, { body: { username: "x", password: "long enough", roles: ["staff"] } });
    await call("keyless", packLogs, { address: "10.0.0.7" });
    await call("nobody", packLogs, { address: "10.0.0.8" });
    const local = await makePerson("local", { branches: ["batroun"] });
    await call("nobody", exportVcf, { query: { date: DATE }, branch: "jounieh", headers: local.headers });
    const found = await refusals();
    expect(said(found).sort()).toEqual(
      [
        "Nobody who is signed in: Was refused POST /logs/pack-zip: 401 unauthenticated",
        "keyless: Was refused POST /logs/pack-zip: 403 forbidden",
        "local: Was refused GET /export-vcf: 403 branch_forbidden",
        "staff: Was refused POST /auth/new-user: 403 forbidden",
      ].sort(),
    );
    expect(found.every(({ result }) => result === "refused")).toBe(true);
    expect(found.find(({ who }) => who.name === "keyless")?.subjects).toEqual(["10.0.0.7"]);
  });

  it("of one kind are counted together: a forgotten tablet fills no disk", async () => {
    const clock = holdMonotonicClock();
    for (let asked = 0; asked < 50; asked += 1) await call("nobody", packLogs, { address: "10.0.0.8" });
    expect(said(await refusals())).toEqual([expect.stringContaining("401 unauthenticated, 50 times")]);
    clock.pass(11 * 60_000);
    await call("nobody", packLogs, { address: "10.0.0.8" });
    expect((await refusals()).length).toBe(2);
    for (let address = 0; address < 300; address += 1) await call("nobody", packLogs, { address: `10.1.0.${address}` });
    const found = await refusals();
    expect(found.length).toBeLessThan(205);
    expect(timesOf(found, "many calls")).toBe(101);
  });

  it("that come again later bear the call and the address of then", async () => {
    const refuse = (id: string, address: string) => call("keyless", packLogs, { address, headers: { "x-request-id": id } });
    await refuse("first-call", "10.0.0.7");
    expect((await refusals()).map(({ request_id, subjects }) => [request_id, subjects])).toEqual([["first-call", ["10.0.0.7"]]]);
    await refuse("second-call", "10.0.0.9");
    await refuse("third-call", "10.0.0.9");
    expect((await refusals()).map(({ request_id, subjects }) => [request_id, subjects])).toEqual([
      ["second-call", ["10.0.0.9"]],
      ["first-call", ["10.0.0.7"]],
    ]);
  });

  it("are all there for whoever reads the trail while they are being written", async () => {
    for (let address = 0; address < 30; address += 1) await call("nobody", packLogs, { address: `10.2.0.${address}` });
    const begun = writeRefusals();
    await writeRefusals(true);
    const written = rows(path.join(data, "hub.db"), "SELECT count(*) AS n FROM event WHERE kind = 'calls.refused'");
    await begun;
    expect(written).toEqual([{ n: 30 }]);
  });

  itOnDay(3)("that could not be written while another process held the hub are written afterwards, once", async () => {
    expect(await refusals()).toEqual([]);
    const other = new Database(path.join(data, "hub.db"));
    other.exec("BEGIN IMMEDIATE");
    await call("nobody", packLogs, { address: "10.0.0.8" });
    await expect(writeRefusals(true)).rejects.toMatchObject({ code: "busy" });
    await call("nobody", packLogs, { address: "10.0.0.8" });
    other.close();
    expect(timesOf(await refusals(), "POST /logs/pack-zip")).toBe(2);
    expect(timesOf(await refusals(), "POST /logs/pack-zip")).toBe(2);
  });

  it("are none of what was merely typed wrong", async () => {
    await call("admin", newUser, { body: { username: "", password: "", roles: [] } });
    await call("admin", deleteContact, { query: { id: "" } });
    expect(await refusals()).toEqual([]);
  });

  it("hold no password, token or name that was tried", async () => {
    await call("nobody", login, { body: { username: "maya.haddad", password: "guessed-password" }, address: "10.0.0.9" });
    expect(said(await refusals())).toEqual(["Nobody who is signed in: Was refused POST /auth/login: 401 unauthenticated"]);
    const kept = JSON.stringify(rows(path.join(data, "hub.db"), "SELECT * FROM event"));
    for (const word of ["maya.haddad", "guessed-password"]) expect(kept).not.toContain(word);
  });
});

describe("exports and sign-ins", () => {
  it("are there before the file goes, with who took which day of which branch", async () => {
    await bring([`Maya,03 111111,${EVENING}`]);
    const { status } = await call("staff", exportVcf, { query: { date: DATE }, branch: "jounieh" });
    expect(status).toBe(200);
    const { entries } = await page({ group: "exports" });
    expect(said(entries)).toEqual(["staff: Took out the guests of Fri 20 Nov 2026 as a vCard file"]);
    expect(entries[0]?.details).toContainEqual({ name: "branch", value: "jounieh" });
    expect(JSON.stringify(entries)).not.toContain("111111");
  });

  it("are there of whatever gives guests out", async () => {
    await bring([`Maya,03 111111,${EVENING}`]);
    await bringIn(["Rami,03 222222,20/11"]);
    const [{ id = "" } = {}] = await find("Rami");
    const statuses = [
      await call("staff", exportCsv, { query: { date: DATE } }),
      await call("staff", contactVcf, { params: { id } }),
      await call("staff", exportBirthdaysCsv, { query: { date: "2026-11-20" } }),
      await call("staff", exportBirthdaysVcf, { query: { date: "2026-11-20" } }),
      await call("admin", exportPersonalData, { body: { phones: "03 222222" } }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
    expect(said((await page({ group: "exports" })).entries)).toEqual([
      "admin: Took out all that is kept of one person",
      "staff: Took out the birthdays of Fri 20 Nov 2026 as a vCard file",
      "staff: Took out the birthdays of Fri 20 Nov 2026 as a CSV file",
      "staff: Took out one guest as a vCard file",
      "staff: Took out the guests of Fri 20 Nov 2026 as a CSV file",
    ]);
  });

  it("of a file of the server say which file", async () => {
    const { answer: packed } = await call("staff", packLogs);
    expect((await call("staff", downloadLogs, { params: { filename: packed.filename } })).status).toBe(200);
    mkdirSync(path.join(data, "menus"), { recursive: true });
    writeFileSync(path.join(data, "menus", "jounieh.pdf"), "%PDF-1.4 the menu");
    expect((await call("staff", downloadFromFolder, { query: { path: "menus/jounieh.pdf" } })).status).toBe(200);
    expect(said((await page({ group: "exports" })).entries)).toEqual([
      "staff: Took out a file of the data folder: menus/jounieh.pdf",
      `staff: Took out packed logs: ${packed.filename}`,
      "staff: Packed 0 daily logs",
    ]);
  });

  it("of nothing are none", async () => {
    expect((await call("staff", exportVcf, { query: { date: "2020-01-01" } })).status).toBe(404);
    expect((await page({ group: "exports" })).entries).toEqual([]);
  });

  it("name sign-in and log-out", async () => {
    const person = await makePerson("nour");
    await call("nobody", logout, { headers: person.headers });
    expect(said((await page({ group: "sign-ins" })).entries).slice(0, 2)).toEqual(["nour: Logged out", "nour: Signed in from here"]);
  });

  it("of the trail itself: a CSV that no spreadsheet runs, whole", async () => {
    await call("admin", addStaff, { params: { branch: "batroun" }, body: { role: "waiter", name: "=HYPERLINK(1)" } });
    for (let number = 1; number <= 30; number += 1) await seat([{ name: "Guest", phones: "" }], { number: String(number) });
    const { status, bytes, headers } = await call("admin", exportAudit, { query: {} });
    expect(status).toBe(200);
    expect(headers.get("content-disposition")).toContain("audit-trail-2026-11-20.csv");
    const lines = bytes.toString().split("\r\n");
    expect(lines[0]).toBe("\ufeffWhen (UTC),Who,What,Where,Result,Kind,Request,Details");
    expect(lines.filter((line) => line.includes("table.saved")).length).toBe(30);
    expect(lines.find((line) => line.includes("HYPERLINK"))).not.toMatch(/(^|,)"?=/);
    expect(said((await page({ group: "exports" })).entries)).toEqual(["admin: Took out the audit trail"]);
  });
});

it("keeps a guest's deletion with what was there, and is found by the call's own id", async () => {
  await bring([`Maya,03 111111,${EVENING}`]);
  const [maya] = await find("Maya");
  const { headers } = await call("admin", deleteContact, {
    query: { id: maya?.id ?? "", store: "contacts" },
    headers: { "x-request-id": "a-call-of-the-test" },
  });
  expect(headers.get("x-request-id")).toBe("a-call-of-the-test");
  const [entry] = await all({ request: "a-call-of-the-test" });
  expect(entry).toMatchObject({
    what: "Deleted Maya",
    where: "jounieh",
    details: expect.arrayContaining([{ name: "gone.name", value: "Maya" }]),
  });
});

async function leaveStores(): Promise<void> {
  const { closeStores } = await import("@/lib/db/find-store");
  await closeStores();
}
