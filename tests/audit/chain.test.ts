import path from "node:path";
import Database from "better-sqlite3";
import { beforeEach, describe, expect, it } from "vitest";
import { sealTrail } from "@/lib/audit/anchor-chain";
import { checkAudit } from "@/lib/audit/contract";
import { hashOf } from "@/lib/db/event-chain";
import { closeStores, probeStores } from "@/lib/db/find-store";
import { bring, endDay, mergeAll, mergeDate } from "../guests/guests";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { EVENING, seat } from "../support/tables";

let data = "";
beforeEach(async () => {
  data = enterHouse();
  clockAt(EVENING);
  await seat([{ name: "Maya", phones: "03 111111" }], { number: "1" });
  await seat([{ name: "Tia", phones: "03 222222" }], { number: "2" });
  await seat([{ name: "Lara", phones: "03 333333" }], { number: "3" });
});

const check = async () => {
  await probeStores("start"); // a store that lacks something is read whole first
  return (await call("admin", checkAudit)).answer;
};
const stateOf = async (store: string) => (await check()).stores.find((one) => one.store === store);

/** Somebody who can write to the file, and takes what stands against it away first. */
async function tamper(sql: string, store = "jounieh/table.db"): Promise<void> {
  await closeStores();
  const database = new Database(path.join(data, store));
  const guards = database.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND name LIKE 'event_never%'").all() as {
    name: string;
    sql: string;
  }[];
  for (const { name } of guards) database.exec(`DROP TRIGGER ${name}`);
  database.pragma("foreign_keys = OFF");
  database.exec(sql);
  for (const guard of guards) database.exec(guard.sql);
  database.close();
}

describe("the chain of events", () => {
  it("hangs together after an evening with merges, an import and a restart", async () => {
    await bring(["Nour,03 444444,2026-11-19", "Rita,03 555555,2026-11-19"]);
    await mergeAll();
    await endDay();
    await mergeDate();
    await closeStores();
    await seat([{ name: "Late", phones: "03 666666" }], { number: "8" });
    const { intact, stores } = await check();
    expect(stores.filter(({ broken_at }) => broken_at !== null)).toEqual([]);
    expect(intact).toBe(true);
    const chained = Object.fromEntries(stores.map((one) => [one.store, one.chained]));
    expect(chained["jounieh table"]).toBeGreaterThan(4);
    expect(chained["jounieh contacts"]).toBeGreaterThan(0);
    expect(chained["central contacts"]).toBeGreaterThan(0);
    expect(chained.hub).toBeGreaterThan(2);
  });

  it("cannot be changed by a statement", async () => {
    await closeStores();
    const database = new Database(path.join(data, "jounieh/table.db"));
    expect(() => database.exec("UPDATE event SET actor_id = 'x'")).toThrow("events are never changed");
    expect(() => database.exec("DELETE FROM event")).toThrow("events are never deleted");
    database.close();
  });

  it.each([
    ["another person", "UPDATE event SET actor_id = 'somebody else' WHERE seq = 2", 2],
    ["another time", "UPDATE event SET at = '2026-11-20T10:00:00.000Z' WHERE seq = 2", 2],
    ["another value", "UPDATE event SET payload = replace(payload, '\"guests\":1', '\"guests\":9') WHERE seq = 1", 1],
    ["one that went", "DELETE FROM event WHERE seq = 2", 3],
    ["the last one that went", "DELETE FROM event WHERE seq = 3", 3],
    ["all that went", "DELETE FROM event", 1],
    [
      "two that changed places",
      "UPDATE event SET seq = 9 WHERE seq = 1; UPDATE event SET seq = 1 WHERE seq = 2; UPDATE event SET seq = 2 WHERE seq = 9",
      1,
    ],
    ["one without a hash", "UPDATE event SET hash = '' WHERE seq = 2", 2],
    [
      "one that was slipped in",
      "INSERT INTO event (id, at, kind, actor_kind, actor_id, request_id, subjects, payload, hash) SELECT 'new', at, kind, actor_kind, actor_id, request_id, subjects, payload, hash FROM event WHERE seq = 3",
      4,
    ],
  ])("shows %s", async (_, sql, at) => {
    expect(await stateOf("jounieh table")).toMatchObject({ broken_at: null, chained: 3 });
    await tamper(sql);
    expect(await stateOf("jounieh table")).toMatchObject({ broken_at: at });
    expect((await check()).intact).toBe(false);
  });

  it("shows a whole chain that was written anew, by what the hub has sealed", async () => {
    await sealTrail("jounieh");
    await seat([{ name: "Guest", phones: "" }], { number: "4" });
    expect(await stateOf("jounieh table")).toMatchObject({ broken_at: null });
    await forge();
    expect(await stateOf("jounieh table")).toMatchObject({ broken_at: 3 });
  });

  it("shows a file that was put back to an earlier evening", async () => {
    await sealTrail("jounieh");
    await tamper("DELETE FROM event WHERE seq = 3; UPDATE sqlite_sequence SET seq = 2 WHERE name = 'event'");
    expect(await stateOf("jounieh table")).toMatchObject({ broken_at: 3 });
  });

  it("begins after the events of an older version, which have no hash", async () => {
    await tamper("UPDATE event SET hash = ''");
    await seat([{ name: "Guest", phones: "" }], { number: "5" });
    expect(await stateOf("jounieh table")).toMatchObject({ broken_at: null, older: 3, chained: 1 });
  });
});

/** Changes the first event and writes all hashes anew, as somebody would who has read the code. */
async function forge(): Promise<void> {
  await tamper("UPDATE event SET actor_id = 'somebody else' WHERE seq = 1");
  await closeStores();
  const database = new Database(path.join(data, "jounieh/table.db"));
  database.exec("DROP TRIGGER event_never_changes");
  let before = "";
  for (const event of database.prepare("SELECT * FROM event ORDER BY seq").all() as (Parameters<typeof hashOf>[0] & { seq: number })[]) {
    before = hashOf(event, before);
    database.prepare("UPDATE event SET hash = ? WHERE seq = ?").run(before, event.seq);
  }
  database.exec(
    'CREATE TRIGGER "event_never_changes" BEFORE UPDATE ON "event" BEGIN SELECT RAISE(ABORT, \'events are never changed\'); END',
  );
  database.close();
}
