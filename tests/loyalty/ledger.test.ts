import Database from "better-sqlite3";
import { beforeEach, describe, expect, it } from "vitest";
import { listAudit } from "@/lib/audit/contract";
import { hubFile, storeFile } from "@/lib/db/files";
import { endOfDay } from "@/lib/evening/contract";
import { openGuest } from "@/lib/guest-page/contract";
import { endDecision, sayOnePerson } from "@/lib/guests/contract";
import { checkWhereDue, lastCheck } from "@/lib/loyalty/ledger/check";
import { bring, find } from "../guests/guests";
import { clockAt } from "../support/clocks";
import { checkEvents } from "../support/event-invariants";
import { call, enterHouse } from "../support/house";
import { hubBefore } from "../support/older";
import { alter, rows } from "../support/stores";
import { END_OF_DAY, EVENING, seat } from "../support/tables";
import { award, make, saveAgain, table } from "./visits";

beforeEach(() => {
  enterHouse();
  clockAt(EVENING);
});

interface LineRow {
  customer_id: string;
  type: string;
  points: number;
  source: string;
}

const lines = () => rows<LineRow>(hubFile(), "SELECT customer_id, type, points, source FROM loyalty_ledger ORDER BY seq");
const balances = () => rows<{ name: string; points: number }>(hubFile(), "SELECT name, points FROM loyalty_customer ORDER BY name");

function checkHub(): void {
  const database = new Database(hubFile(), { readonly: true });
  checkEvents(database, "hub.db");
  database.close();
}

describe("the ledger", () => {
  it("has a line for each award, once, and one that takes it back where nobody of it is at the table any more", async () => {
    const table_name = await table(["03 111111", "70 222222"]);
    const maya = (await make("Maya", "03 111111")).answer.customer.id;
    await award(maya, { table_name });
    await award(maya, { table_name });
    expect(lines()).toEqual([{ customer_id: maya, type: "ACCUMULATE_POINTS", points: 5, source: "table" }]);
    await saveAgain(table_name, ["70 222222"]);
    clockAt(END_OF_DAY);
    await call("admin", endOfDay);
    expect(lines().map(({ type, points }) => [type, points])).toEqual([
      ["ACCUMULATE_POINTS", 5],
      ["ACCUMULATE_POINTS", 5],
      ["OTHER", -5],
    ]);
    const [first, , back] = rows<{ id: string; reverses: string; of_line: string }>(hubFile(), "SELECT * FROM loyalty_ledger ORDER BY seq");
    expect(back).toMatchObject({ reverses: first?.id, of_line: first?.id });
    checkHub();
  });

  it("is appended to and never changed: only whose a line is may change", async () => {
    const maya = (await make("Maya", "03 111111")).answer.customer.id;
    await award(maya, { table_name: await table(["03 111111"]) });
    for (const change of ["points = 50", "reason = 'x'", "written_for = 'x'", "at = ''", "type = 'OTHER'", "of_line = 'x'"])
      expect(() => alter(hubFile(), `UPDATE loyalty_ledger SET ${change}`), change).toThrow("lines of the ledger are never changed");
    expect(() => alter(hubFile(), "DELETE FROM loyalty_ledger")).toThrow("lines of the ledger are never deleted");
    expect(() => alter(hubFile(), "UPDATE loyalty_ledger SET customer_id = customer_id")).not.toThrow();
  });

  it("is compared with the balances once a business day, and a difference is reported and not mended", async () => {
    const maya = (await make("Maya", "03 111111")).answer.customer.id;
    await award(maya, { table_name: await table(["03 111111"]) });
    expect(await checkWhereDue()).toBe(true);
    expect(await lastCheck()).toMatchObject({ customers: 1, lines: 1, differs: 0 });
    expect(await checkWhereDue()).toBe(false);
    alter(hubFile(), "UPDATE loyalty_customer SET points = 7");
    clockAt("2026-11-21T19:30:00Z");
    expect(await checkWhereDue()).toBe(true);
    expect(await lastCheck()).toMatchObject({ differs: 1, first: [{ customer_id: maya, balance: 7, ledger: 5 }] });
    expect(balances()).toEqual([{ name: "Maya", points: 7 }]);
    const { answer } = await call("admin", listAudit, { query: {} });
    expect(JSON.stringify(answer)).toContain("Found 1 loyalty balance that is not the sum of the ledger");
  });
});

describe("two who were one and are two again", () => {
  it("each have the own award of a table at which both were, which counted once in between", async () => {
    await bring(["Maya,03 111111", "Maya K,70 222222"], { header: "name,phones" });
    const both = [
      { name: "Maya", phones: "03 111111" },
      { name: "Maya K", phones: "70 222222" },
    ];
    const { table_name } = (await seat(both)).answer;
    for (const { name, phones } of both) await award((await make(name, phones)).answer.customer.id, { table_name });
    clockAt(END_OF_DAY);
    await call("admin", endOfDay);
    const ids = rows<{ id: string }>(storeFile("jounieh", "contacts"), "SELECT id FROM contact ORDER BY seq");
    const [one = { id: "" }, other = { id: "" }] = ids;
    const said = await call("staff", sayOnePerson, { body: { identifier: one, other } });
    expect(said.status).toBe(200);
    clockAt("2026-11-21T19:30:00Z");
    const [shown] = await find("03 111111");
    await seat([{ name: shown?.name ?? "", phones: shown?.phones ?? "" }], { number: "7" });
    clockAt("2026-11-21T21:20:00Z");
    await call("admin", endOfDay);
    expect(balances().reduce((sum, { points }) => sum + points, 0)).toBe(10);
    checkHub();
    expect((await call("staff", endDecision, { body: { undo_id: said.answer.undo_id } })).status).toBe(200);
    const totals = await Promise.all(
      rows<{ id: string }>(storeFile("jounieh", "contacts"), "SELECT id FROM contact ORDER BY seq").map(
        async ({ id }) => (await call("admin", openGuest, { params: { id } })).answer.points?.total,
      ),
    );
    expect(totals.toSorted()).toEqual([10, 5]);
    checkHub();
  });
});

describe("the points of an older version", () => {
  it("are a line for each award, and one for what no award explains; each balance is the sum of its lines", () => {
    const { file, update } = hubBefore("20261130080000_loyalty_ledger");
    const older = new Database(file);
    older.exec(`INSERT INTO loyalty_customer (id, name, phone, points, created_at) VALUES
      ('maya', 'Maya', '', 10, '2026-11-01'), ('rami', 'Rami', '', 8, '2026-11-02'), ('lea', 'Lea', '', 0, '2026-11-03'), ('omar', 'Omar', '', 3, '2026-11-04');
      INSERT INTO loyalty_visit (id, customer_id, branch, table_number, table_key, points, created_at) VALUES
      ('a', 'maya', 'jounieh', '1', '2026-11-05 table 1', 5, '2026-11-05'), ('b', 'maya', 'batroun', '1', '2026-11-05 table 1', 5, '2026-11-06'),
      ('c', 'rami', 'jounieh', '2', '2026-11-05 table 2', 5, '2026-11-05'), ('d', 'omar', 'jounieh', '2', '2026-11-05 table 2', 5, '2026-11-07')`);
    older.close();
    expect(update()).toContain("20261130080000_loyalty_ledger");
    expect(rows(file, "SELECT id, customer_id, written_for, type, points, visit_id, branch, at FROM loyalty_ledger ORDER BY seq")).toEqual([
      ...[
        ["a", "maya", "jounieh", "2026-11-05"],
        ["c", "rami", "jounieh", "2026-11-05"],
        ["b", "maya", "batroun", "2026-11-06"],
        ["d", "omar", "jounieh", "2026-11-07"],
      ].map(([visit_id, who, branch, at]) => ({
        ...{ id: `${visit_id}/award`, customer_id: who, written_for: who, type: "ACCUMULATE_POINTS", points: 5, visit_id, branch, at },
      })),
      ...[
        ["rami", 3, "2026-11-02"],
        ["omar", -2, "2026-11-04"],
      ].map(([who, points, at]) => ({
        ...{ id: `${who}/opening`, customer_id: who, written_for: who, type: "OTHER", points, visit_id: null, branch: "", at },
      })),
    ]);
    const sums = "SELECT c.id FROM loyalty_customer c LEFT JOIN loyalty_ledger l ON l.customer_id = c.id GROUP BY c.id HAVING c.points <> coalesce(sum(l.points), 0)"; // biome-ignore format: one line
    expect(rows(file, sums)).toEqual([]);
  });
});
