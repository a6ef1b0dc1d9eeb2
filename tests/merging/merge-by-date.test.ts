import fs, {
  closeSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import type { BodyInputOf } from "@/lib/api/endpoint";
import { storeFile } from "@/lib/db/files";
import { closeStores } from "@/lib/db/find-store";
import { mergeTables } from "@/lib/evening/contract";
import { searchContacts } from "@/lib/guest-search/contract";
import { runMergeByDate, runMergeByDateFallback } from "@/lib/merging/contract";
import type { saveTable } from "@/lib/tables/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { refuse } from "../support/refusals";
import { allData, alter, rows } from "../support/stores";
import { END_OF_DAY, EVENING, seat } from "../support/tables";

const DATE = "2026-11-20";

type Guests = BodyInputOf<typeof saveTable>["contacts"];

/** An evening of a branch: one table, and Merge All. */
async function evening(branch: string, guests: Guests): Promise<void> {
  await seat(guests, { branch });
  expect((await call("admin", mergeTables, { branch })).status).toBe(200);
}

async function merge(query: Record<string, string> = {}) {
  const { status, answer } = await call("admin", runMergeByDate, {
    query: { action: "merge_by_date_all_branches", date: DATE, force: "true", backup: "false", ...query } as never,
  });
  return { status, ...answer };
}

function central() {
  return rows<{ name: string; branch: string }>(storeFile("central", "contacts"), "SELECT name, branch FROM contact ORDER BY name");
}

/** A folder outside the data folder; gone when the test is. */
function folderOutside(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "daftar-branches-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Garbage in the table page that holds the newest guest rows; the pages before it stay whole. */
function spoilLastRow(file: string): void {
  const database = new Database(file);
  database.pragma("journal_mode = DELETE");
  const page = database.prepare("SELECT max(pageno) FROM dbstat WHERE name = 'guest_row' AND pagetype = 'leaf'").pluck().get() as number;
  database.close();
  const handle = openSync(file, "r+");
  writeSync(handle, Buffer.alloc(4096, 0xa5), 0, 4096, (page - 1) * 4096);
  closeSync(handle);
}

describe("Merge by Date", () => {
  it("brings a date's guests of every branch into the central guest book, each person once", async () => {
    enterHouse();
    clockAt(EVENING);
    await evening("batroun", [
      { name: "Maya", phones: "70 111222", company: "MEA" },
      { name: "Rami", phones: "03 123456" },
    ]);
    await evening("tripoli", [
      { name: "Maya K", phones: "+961 70 111 222", company: "Touch", email: "m@x.lb" },
      { name: "Tia", phones: "03 999999" },
    ]);
    clockAt("2026-11-21T19:30:00Z");
    await evening("tripoli", [{ name: "Tomorrow", phones: "03 888888" }]);
    const answer = await merge();
    expect(answer).toMatchObject({
      status: 200,
      inserted: 3,
      skipped: 1,
      filled: 1,
      root: "the data folder",
      sources_ignored: [],
      backup: null,
    });
    expect(answer.sources_used.filter((source) => source.rows > 0)).toEqual([
      { branch: "batroun", file: "batroun/table.db", rows: 2 },
      { branch: "tripoli", file: "tripoli/table.db", rows: 2 },
    ]);
    expect(answer.sources_scanned).toBe(5);
    expect(central()).toEqual([
      { name: "Maya K", branch: "batroun" },
      { name: "Rami", branch: "batroun" },
      { name: "Tia", branch: "tripoli" },
    ]);
    expect(rows(storeFile("central", "contacts"), "SELECT company, email FROM contact WHERE name = 'Maya K'")).toEqual([
      { company: "MEA", email: "m@x.lb" },
    ]);
  });

  it("inserts and fills nothing when it is run again", async () => {
    const data = enterHouse();
    clockAt(EVENING);
    await evening("batroun", [{ name: "Maya", phones: "70 111222" }, { name: "Guest" }]);
    await evening("tripoli", [{ name: "Maya", phones: "70 111222", email: "m@x.lb" }]);
    await merge();
    const before = allData(data);
    expect(await merge()).toMatchObject({ inserted: 0, skipped: 3, filled: 0 });
    expect(allData(data)).toEqual(before);
  });

  it("keeps two people of one key and two countries", async () => {
    enterHouse();
    clockAt(EVENING);
    await evening("batroun", [{ name: "Rami", phones: "71 123 456" }]);
    await evening("tripoli", [{ name: "Pierre", phones: "+33 6 71 12 34 56" }]);
    expect(await merge()).toMatchObject({ inserted: 2, skipped: 0 });
    expect(await merge()).toMatchObject({ inserted: 0, skipped: 2 });
  });

  it("of more than 500 guests leaves a central search that finds them", async () => {
    enterHouse();
    clockAt(EVENING);
    for (const [index, branch] of ["batroun", "tripoli", "ehden"].entries()) {
      await evening(
        branch,
        Array.from({ length: 190 }, (_, number) => ({
          name: `${branch} guest ${number}`,
          phones: `03 ${index}${10_000 + number}`,
        })),
      );
    }
    expect(await merge()).toMatchObject({ inserted: 570 });
    const { answer } = await call("staff", searchContacts, { branch: "central", query: { search: "tripoli 189" } });
    expect(answer.contacts.map((contact) => contact.name)).toEqual(["tripoli guest 189"]);
  });

  it("before 23:15 needs force", async () => {
    enterHouse();
    clockAt("2026-11-20T21:14:59Z");
    for (const force of ["false", "0", undefined] as const) {
      const refused = await call("admin", runMergeByDate, {
        query: { action: "merge_by_date_all_branches", date: DATE, ...(force && { force }) },
      });
      const error = "Without Force, Merge by Date is available after 23:15. Nothing was changed. Choose Force to run it now.";
      expect(refused).toMatchObject({ status: 409, answer: { code: "too_early", error } });
    }
    expect((await merge({ force: "true" })).status).toBe(200);
    expect((await merge({ force: "1" })).status).toBe(200);
    clockAt(END_OF_DAY);
    expect((await merge({ force: "false" })).status).toBe(200);
  });

  it("makes a readable backup of the central book first, unless it is told not to", async () => {
    enterHouse();
    clockAt(EVENING);
    await evening("batroun", [{ name: "Maya", phones: "70 111222" }]);
    const { backup } = await merge({ backup: "true" });
    const folder = path.join(path.dirname(storeFile("central", "contacts")), "backups");
    expect(readdirSync(folder)).toEqual([backup]);
    expect(rows(path.join(folder, backup ?? ""), "SELECT * FROM contact")).toEqual([]);
    await merge({ backup: "false" });
    expect(readdirSync(folder).filter((name) => name.endsWith(".db"))).toEqual([backup]);
  });

  it("answers a GET the same way", async () => {
    enterHouse();
    clockAt(EVENING);
    await evening("batroun", [{ name: "Maya", phones: "70 111222" }]);
    const { answer } = await call("admin", runMergeByDateFallback, { query: { date: DATE, force: "true", backup: "false" } });
    expect(answer).toMatchObject({ inserted: 1, skipped: 0 });
    expect(await merge()).toMatchObject({ inserted: 0, skipped: 1 });
  });

  it("knows one action only", async () => {
    enterHouse();
    expect(await merge({ action: "fetch" })).toMatchObject({ status: 400, code: "invalid_request" });
  });

  it("is refused while it runs", async () => {
    enterHouse();
    // As long as somebody else writes the central book, the first one runs.
    const other = new Database(storeFile("central", "contacts"));
    other.exec("BEGIN IMMEDIATE");
    let answered = 0;
    const merges = [merge(), merge(), merge()].map((one) => one.finally(() => answered++));
    await expect.poll(() => answered, { interval: 5, timeout: 4_000 }).toBe(2);
    other.exec("COMMIT");
    other.close();
    const answers = await Promise.all(merges);
    expect(answers.map((one) => one.status).sort()).toEqual([200, 409, 409]);
    expect(answers.find((one) => one.status === 409)?.code).toBe("already_running");
  });

  it("reads only: the branches' stores are as they were", async () => {
    const data = enterHouse();
    clockAt(EVENING);
    await evening("batroun", [{ name: "Maya", phones: "70 111222" }]);
    const before = allData(data);
    await merge();
    const after = allData(data);
    for (const name of Object.keys(before).filter((one) => !one.startsWith("central")))
      expect({ [name]: after[name] }).toEqual({ [name]: before[name] });
  });
});

describe("the sources", () => {
  it("say why each file that was left out was left out", async () => {
    const data = enterHouse();
    clockAt(EVENING);
    await evening("batroun", [{ name: "Maya", phones: "70 111222" }]);
    await closeStores();
    for (const folder of ["a-text", "b-empty", "c-foreign", "d-half", "e-old", "f-gone"]) mkdirSync(path.join(data, folder));
    writeFileSync(path.join(data, "a-text/table.db"), "This is no database, only its name says so.");
    writeFileSync(path.join(data, "b-empty/table.db"), "");
    const foreign = new Database(path.join(data, "c-foreign/table.db"));
    foreign.exec("CREATE TABLE guests (name TEXT)");
    foreign.close();
    copyFileSync(storeFile("batroun", "table"), path.join(data, "d-half/table.db"));
    truncateSync(path.join(data, "d-half/table.db"), 8 * 4096);
    const old = new Database(path.join(data, "e-old/table.db"));
    old.exec(
      "CREATE TABLE guest_row (seq INTEGER PRIMARY KEY, business_day TEXT, name TEXT); INSERT INTO guest_row VALUES (1, '2026-11-20', 'Old')",
    );
    old.close();
    symlinkSync(path.join(data, "nowhere.db"), path.join(data, "f-gone/table.db"));
    const answer = await merge();
    expect(answer).toMatchObject({ status: 200, inserted: 1, sources_scanned: 10 });
    const reasons = Object.fromEntries(answer.sources_ignored.map(({ file, reason }) => [file, reason]));
    expect(reasons).toEqual({
      "a-text/table.db": "its file holds no tables",
      "b-empty/table.db": "its file is not one of Daftar's",
      "c-foreign/table.db": "its file is not one of Daftar's",
      "d-half/table.db": "its file is damaged",
      "e-old/table.db": "its file is not one of Daftar's",
      "f-gone/table.db": "its file cannot be read",
    });
  });

  it("are each read once, also where a link leads to one a second time", async () => {
    const data = enterHouse();
    clockAt(EVENING);
    await evening("batroun", [{ name: "Maya", phones: "70 111222" }]);
    mkdirSync(path.join(data, "sent"));
    copyFileSync(storeFile("tripoli", "table"), path.join(data, "sent/table.db"));
    symlinkSync(path.join(data, "sent/table.db"), path.join(data, "sent/table-again.db"));
    symlinkSync(storeFile("batroun", "table"), path.join(data, "sent/table-of-batroun.db"));
    const answer = await merge();
    expect(answer.inserted).toBe(1);
    expect(answer.sources_ignored).toEqual([
      { file: "sent/table-of-batroun.db", reason: "the same file a second time" },
      { file: "sent/table.db", reason: "the same file a second time" },
      { branch: "tripoli", file: "sent/table-again.db", reason: "a copy of another file, which was read" },
    ]);
    expect(answer.sources_used.filter((source) => source.rows > 0)).toHaveLength(1);
  });

  it("name every configured branch, also one whose table store is missing", async () => {
    enterHouse({ BRANCHES: "jounieh,zgharta,central" });
    clockAt(EVENING);
    await evening("jounieh", [{ name: "Maya", phones: "70 111222" }]);
    await closeStores();
    rmSync(storeFile("zgharta", "table"));
    for (const folder of ["batroun", "tripoli", "ehden"]) rmSync(path.dirname(storeFile(folder as "ehden", "table")), { recursive: true });
    expect(await merge()).toMatchObject({
      status: 200,
      inserted: 1,
      sources_scanned: 1,
      sources_used: [{ branch: "jounieh", file: "jounieh/table.db" }],
      sources_ignored: [{ branch: "zgharta", file: "zgharta/table.db", reason: "it has no tables" }],
    });
  });

  it("refuse another branch's file in a branch's folder, and still read that branch's own", async () => {
    enterHouse();
    clockAt(EVENING);
    await evening("tripoli", [{ name: "Maya", phones: "70 111222" }]);
    await evening("ehden", [{ name: "Tia", phones: "70 333444" }]);
    await closeStores();
    copyFileSync(storeFile("tripoli", "table"), storeFile("batroun", "table"));
    rmSync(storeFile("ehden", "table"));
    symlinkSync(storeFile("tripoli", "table"), storeFile("ehden", "table"));
    const answer = await merge();
    expect(answer).toMatchObject({ status: 200, inserted: 1 });
    expect(answer.sources_ignored).toEqual([
      { branch: "batroun", file: "batroun/table.db", reason: "its file holds the tables of Tripoli" },
      { branch: "ehden", file: "ehden/table.db", reason: "its file holds the tables of Tripoli" },
    ]);
    expect(answer.sources_used.map(({ branch, rows }) => [branch, rows])).toEqual([
      ["jounieh", 0],
      ["tripoli", 1],
      ["zgharta", 0],
    ]);
  });

  it("of a branch are read once, and of several copies the one in which the most has happened", async () => {
    const outside = folderOutside();
    enterHouse({ BRANCHES_ROOTS: outside });
    clockAt(EVENING);
    const send = async (folder: string) => {
      await closeStores();
      mkdirSync(path.join(outside, folder));
      copyFileSync(storeFile("batroun", "table"), path.join(outside, folder, "table.db"));
    };
    await evening("batroun", [{ name: "Maya", phones: "70 111222" }]);
    await send("a-friday");
    await evening("batroun", [{ name: "Tia", phones: "70 333444" }]);
    await send("b-saturday");
    await evening("batroun", [{ name: "Rami", phones: "70 555666" }]);
    const theirs = await merge({ branches_root: outside, include_server_table: "no" });
    expect(theirs).toMatchObject({ inserted: 2, sources_used: [{ branch: "batroun", file: "b-saturday/table.db", rows: 2 }] });
    expect(theirs.sources_ignored).toContainEqual({
      branch: "batroun",
      file: "a-friday/table.db",
      reason: "a copy of another file, which was read",
    });
    expect(theirs.sources_ignored).toContainEqual({
      branch: "jounieh",
      file: "jounieh/table.db",
      reason: "this server's own tables are not included",
    });
    const ours = await merge({ branches_root: outside });
    expect(ours).toMatchObject({ inserted: 1, skipped: 2 });
    expect(ours.sources_ignored.map(({ reason }) => reason)).toEqual(Array(2).fill("a copy of another file, which was read"));
  });

  it("are this server's own when no folder is named, whatever is said of them", async () => {
    enterHouse();
    clockAt(EVENING);
    await evening("batroun", [{ name: "Maya", phones: "70 111222" }]);
    const answer = await merge({ include_server_table: "false", branches_root: "" });
    expect(answer).toMatchObject({ inserted: 1, sources_scanned: 5, sources_ignored: [] });
  });

  it("leave this server's own tables out when a folder is named and they are told to", async () => {
    const outside = folderOutside();
    enterHouse({ BRANCHES_ROOTS: outside });
    clockAt(EVENING);
    await evening("batroun", [{ name: "Maya", phones: "70 111222" }]);
    const answer = await merge({ branches_root: outside, include_server_table: "false" });
    expect(answer).toMatchObject({ inserted: 0, sources_used: [] });
    expect(answer.sources_ignored).toHaveLength(5);
    expect(new Set(answer.sources_ignored.map(({ reason }) => reason))).toEqual(new Set(["this server's own tables are not included"]));
  });

  it("may lie in a folder of the settings, and their guests are of the branch that the file names", async () => {
    const outside = folderOutside();
    enterHouse({ BRANCHES_ROOTS: outside });
    clockAt(EVENING);
    await evening("batroun", [{ name: "Maya", phones: "70 111222" }]);
    await closeStores();
    mkdirSync(path.join(outside, "usb-stick/friday"), { recursive: true });
    copyFileSync(storeFile("batroun", "table"), path.join(outside, "usb-stick/friday/table.db"));
    const answer = await merge({ branches_root: `  ${outside} `, include_server_table: "false" });
    expect(answer).toMatchObject({
      status: 200,
      inserted: 1,
      root: outside,
      sources_used: [{ branch: "batroun", file: "usb-stick/friday/table.db", rows: 1 }],
    });
  });

  it("are left out where their pages are damaged, however far in, and the others are merged", async () => {
    const data = enterHouse();
    clockAt(EVENING);
    await evening("batroun", [{ name: "Maya", phones: "70 111222" }]);
    for (let table = 0; table < 4; table++) {
      const guests = Array.from({ length: 150 }, (_, guest) => ({
        name: `Guest ${guest}`,
        phones: `03 ${table}${10_000 + guest}`,
        address: "x".repeat(400),
      }));
      await seat(guests, { branch: "tripoli", number: `${table}` });
    }
    await call("admin", mergeTables, { branch: "tripoli" });
    await closeStores();
    mkdirSync(path.join(data, "sent"));
    const sent = path.join(data, "sent/table.db");
    copyFileSync(storeFile("tripoli", "table"), sent);
    alter(sent, "UPDATE store_info SET value = 'another store' WHERE name = 'id'; PRAGMA wal_checkpoint(TRUNCATE)");
    spoilLastRow(sent);
    expect(await merge()).toMatchObject({
      status: 200,
      inserted: 601,
      sources_ignored: [{ file: "sent/table.db", reason: "its file is damaged" }],
    });
    expect(central()).toHaveLength(601);
  });

  it("give what they can where a row is no guest, and say how many were not", async () => {
    const data = enterHouse();
    clockAt(EVENING);
    mkdirSync(path.join(data, "sent"));
    const foreign = new Database(path.join(data, "sent/table.db"));
    foreign.exec(`
      CREATE TABLE guest_row (seq INTEGER PRIMARY KEY, business_day, name, phones, email, company, title, birthday, birth_year, address, added_at);
      CREATE TABLE guest_row_phone (guest_seq, position, digits, key, calling_code);
      INSERT INTO guest_row SELECT value ->> 0, '${DATE}', value ->> 1, '', '', '', '', '', value ->> 2, '', value ->> 3 FROM json_each('${JSON.stringify(
        [
          [1, null, null, "2026-11-20T19:00:00Z"],
          [2, "Maya", null, "2026-11-20T19:00:00Z"],
          [3, "Rami", null, "yesterday"],
          [4, "Tia", "old", "2026-11-20T19:00:00Z"],
          [5, "Lea", null, "2026-11-20T19:00:00Z"],
        ],
      )}');
      INSERT INTO guest_row_phone VALUES (5, 0, '9613123456', NULL, '961')`);
    foreign.close();
    expect(await merge()).toMatchObject({
      status: 200,
      inserted: 1,
      sources_scanned: 6,
      sources_ignored: [{ file: "sent/table.db", reason: "4 rows are no guests of Daftar" }],
    });
    expect(central().map((row) => row.name)).toEqual(["Maya"]);
  });

  it("are left out where a link leads out of the allowed folders", async () => {
    const outside = folderOutside();
    const data = enterHouse();
    clockAt(EVENING);
    await evening("batroun", [{ name: "Maya", phones: "70 111222" }]);
    await closeStores();
    copyFileSync(storeFile("batroun", "table"), path.join(outside, "table.db"));
    mkdirSync(path.join(data, "sent"));
    symlinkSync(path.join(outside, "table.db"), path.join(data, "sent/table.db"));
    const answer = await merge({ branches_root: path.join(data, "sent"), include_server_table: "false" });
    expect(answer).toMatchObject({ status: 200, inserted: 0, sources_used: [] });
    expect(answer.sources_ignored).toContainEqual({ file: "table.db", reason: "outside the allowed folders" });
  });

  it("are left out below a folder that cannot be read", async () => {
    const data = enterHouse();
    clockAt(EVENING);
    await evening("batroun", [{ name: "Maya", phones: "70 111222" }]);
    mkdirSync(path.join(data, "locked"));
    mkdirSync(path.join(data, "sent/gone"), { recursive: true });
    const codes: Record<string, string> = { [path.join(data, "locked")]: "EACCES", [path.join(data, "sent/gone")]: "ENOENT" };
    refuse(fs, "readdirSync", (folder) => codes[folder] ?? null);
    expect(await merge()).toMatchObject({
      status: 200,
      inserted: 1,
      sources_ignored: [
        { file: "locked", reason: "its folder cannot be read" },
        { file: "sent/gone", reason: "its folder cannot be read" },
      ],
    });
  });

  it("are not looked for in backups", async () => {
    const data = enterHouse();
    clockAt(EVENING);
    await evening("batroun", [{ name: "Maya", phones: "70 111222" }]);
    expect(readdirSync(path.join(data, "batroun/backups")).length).toBeGreaterThan(0);
    expect((await merge()).sources_scanned).toBe(5);
  });

  it.each(["/", "/etc", "..", "../..", "batroun/../..", "/tmp", "no-such-folder", "hub.db", "\u0000"])(
    "are not looked for in %j",
    async (root) => {
      const data = enterHouse();
      const answer = await merge({ branches_root: root });
      expect(answer).toMatchObject({ status: 400, code: "invalid_request", issues: [{ path: "branches_root" }] });
      expect(JSON.stringify(answer)).not.toContain(data);
      expect(central()).toEqual([]);
    },
  );

  it("are not looked for in a folder whose name only begins like an allowed one, nor behind a link out of it", async () => {
    const outside = folderOutside();
    mkdirSync(path.join(outside, "branches"));
    mkdirSync(path.join(outside, "branches-of-others"));
    symlinkSync("/etc", path.join(outside, "branches/link"));
    enterHouse({ BRANCHES_ROOTS: path.join(outside, "branches") });
    expect((await merge({ branches_root: path.join(outside, "branches-of-others") })).status).toBe(400);
    expect((await merge({ branches_root: path.join(outside, "branches/link") })).status).toBe(400);
    expect((await merge({ branches_root: path.join(outside, "branches") })).status).toBe(200);
  });
});
