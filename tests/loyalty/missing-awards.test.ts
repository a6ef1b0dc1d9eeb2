import path from "node:path";
import Database from "better-sqlite3";
import { beforeEach, describe, expect, it } from "vitest";
import { endOfDay } from "@/lib/evening/contract";
import { clockAt } from "../support/clocks";
import { checkEvents } from "../support/event-invariants";
import { call, enterHouse } from "../support/house";
import { itOnDay } from "../support/on-day";
import { allData, alter, rows } from "../support/stores";
import { END_OF_DAY, EVENING, openTables } from "../support/tables";
import { award, make, saveAgain, sums, table } from "./visits";

let data: string;

beforeEach(() => {
  data = enterHouse();
  clockAt(EVENING);
});

const hub = () => path.join(data, "hub.db");

async function run(key?: string, instant = END_OF_DAY) {
  clockAt(instant);
  const { status, answer } = await call("admin", endOfDay, { key });
  expect(status).toBe(200);
  return answer;
}

const pointsOf = (phone: string) =>
  rows<{ points: number }>(
    hub(),
    `SELECT points FROM loyalty_customer c JOIN loyalty_customer_phone p ON p.customer_id = c.id WHERE p.digits = '${phone}'`,
  ).map(({ points }) => points);

describe("what no tablet could award, End of Day does", () => {
  it("once for each guest with a readable phone, with a customer of all the numbers", async () => {
    const first = await table(["03 111111 / 70 222222", "no phone", "76 333333"], { number: "1" });
    await table(["70 222222"], { number: "2" });
    const known = (await make("Maya", "76 333333")).answer.customer;
    await award(known.id, { table_name: first });
    expect(await run()).toMatchObject({ awarded: 2, already_done: false });
    expect(await sums()).toEqual({ points: 15, visits: 3 });
    expect([pointsOf("9613111111"), pointsOf("96170222222"), pointsOf("96176333333")]).toEqual([[10], [10], [5]]);
    const database = new Database(hub(), { readonly: true });
    checkEvents(database, "hub.db");
    database.close();
  });

  it("and nothing when it is run again, but for what was saved since", async () => {
    await table(["03 111111"]);
    expect((await run()).awarded).toBe(1);
    const before = allData(data)["hub.db loyalty_visit"];
    expect(await run()).toMatchObject({ awarded: 0, already_done: true });
    expect(allData(data)["hub.db loyalty_visit"]).toEqual(before);
    await table(["70 222222"], { number: "9" });
    expect((await run()).awarded).toBe(1);
    expect((await run()).awarded).toBe(0);
    expect((await run(undefined, "2026-11-21T21:15:00Z")).awarded).toBe(0);
  });

  it("for the tables of forgotten evenings too, however old", async () => {
    const old = await table(["03 111111"]);
    alter(
      path.join(data, "jounieh/table.db"),
      `UPDATE saved_table SET business_day = '2026-10-01', name = '2026-10-01 table 12' WHERE name = '${old}'`,
    );
    clockAt("2026-11-19T19:30:00Z");
    await table(["03 111111"]);
    expect((await run()).awarded).toBe(2);
    expect(await openTables()).toEqual([]);
    expect(pointsOf("9613111111")).toEqual([10]);
  });

  it("of its own branch alone", async () => {
    await table(["03 111111"], { branch: "batroun" });
    expect((await run()).awarded).toBe(0);
  });

  it("says the same to a repeated key", async () => {
    await table(["03 111111"]);
    const first = await run("key");
    expect(first.awarded).toBe(1);
    expect(await run("key")).toEqual(first);
  });

  it("tells a second number to the customer of a guest who has the award", async () => {
    const table_name = await table(["03 111111"]);
    const { answer } = await make("Maya", "03 111111");
    await award(answer.customer.id, { table_name });
    await saveAgain(table_name, ["03 111111 / 70 222222"]);
    expect((await run()).awarded).toBe(0);
    expect(pointsOf("96170222222")).toEqual([5]);
  });

  it("does not fail when awarding fails, and the next run makes up for it", async () => {
    for (const number of ["1", "2", "3"]) await table([`03 11111${number}`], { number });
    alter(hub(), "CREATE TRIGGER no_points BEFORE INSERT ON loyalty_visit BEGIN SELECT RAISE(ABORT, 'no points today'); END");
    expect(await run()).toMatchObject({ awarded: 0, inserted: 3, already_done: false });
    expect([await openTables(), await sums()]).toEqual([[], { points: 0, visits: 0 }]);
    alter(hub(), "DROP TRIGGER no_points");
    expect(await run()).toMatchObject({ awarded: 3, already_done: true });
  });

  it("does not fail when the awards cannot even be read", async () => {
    await table(["03 111111"]);
    alter(hub(), "ALTER TABLE loyalty_visit RENAME COLUMN guest_id TO somebody");
    expect(await run()).toMatchObject({ awarded: 0, inserted: 1, already_done: false });
    expect(await openTables()).toEqual([]);
    alter(hub(), "ALTER TABLE loyalty_visit RENAME COLUMN somebody TO guest_id");
    expect((await run()).awarded).toBe(1);
  });

  it("makes up for it on the next evening, when nobody ran it again", async () => {
    await table(["03 111111"]);
    alter(hub(), "CREATE TRIGGER no_points BEFORE INSERT ON loyalty_visit BEGIN SELECT RAISE(ABORT, 'no points today'); END");
    await run();
    alter(hub(), "DROP TRIGGER no_points");
    expect((await run(undefined, "2026-11-21T21:15:00Z")).awarded).toBe(1);
  });

  it("leaves out one table that cannot be awarded, and awards the others", async () => {
    for (const number of ["1", "2", "3"]) await table([`03 11111${number}`], { number });
    alter(
      hub(),
      "CREATE TRIGGER no_points BEFORE INSERT ON loyalty_visit WHEN new.table_number = '2' BEGIN SELECT RAISE(ABORT, 'not this one'); END",
    );
    expect((await run()).awarded).toBe(2);
  });

  itOnDay(4)(
    "copes with a full evening, and looks a second time in less than the first",
    async () => {
      for (let number = 0; number < 25; number++) {
        await table(
          Array.from({ length: 8 }, (_, guest) => `03 ${200_000 + number * 8 + guest} / 70 ${300_000 + number * 8 + guest}`),
          { number: String(number) },
        );
      }
      const times: number[] = [];
      for (const awarded of [200, 0]) {
        const begun = performance.now();
        expect((await run()).awarded).toBe(awarded);
        times.push(performance.now() - begun);
      }
      expect(await sums()).toEqual({ points: 1000, visits: 200 });
      expect(times[1]).toBeLessThan(times[0] ?? 0);
    },
    60_000,
  );
});
