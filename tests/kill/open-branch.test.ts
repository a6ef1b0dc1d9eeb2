import { afterAll, beforeAll, expect, test } from "vitest";
import { KillHouse } from "./house";

let house: KillHouse;

beforeAll(async () => {
  house = await KillHouse.open("2026-11-20T20:00:00.000Z");
});
afterAll(() => house.close());

interface Health {
  ok: boolean;
  branches: string[];
}

const asked = () => house.ask<Health>("GET", "/health", "jounieh");
const open = (key: string, name: string) => house.request("POST", "/branches", { body: { key, name }, key: `open ${key}` });

/** Between its row and its stores, in the row's transaction, and before its answer was kept. */
const POINTS = ["open-branch:row", "write:events", "write:receipt"];

test("a killed opening has made all of the branch or nothing, and is done once when it is asked for again", {
  timeout: 300_000,
}, async () => {
  const keys = POINTS.map((_, index) => `branch-${index}`);
  for (const [index, point] of POINTS.entries()) {
    const key = keys[index] ?? "";
    house.arm(point);
    expect(await open(key, `Branch ${index}`)).toBeNull();
    house.arm("");
    await house.restart();
    const state = await asked();
    const isThere = house.rows("hub.db", `SELECT key FROM branch WHERE key = '${key}'`).length === 1;
    expect([state.ok, state.branches.includes(key)]).toEqual([true, isThere]);
    const again = await open(key, `Branch ${index}`);
    expect(again?.status).toBe(201);
    expect(house.rows("hub.db", `SELECT kind FROM event WHERE kind = 'branch.opened' AND subjects LIKE '%"${key}"%'`)).toHaveLength(1);
    expect(house.rows("hub.db", `SELECT kind FROM known_store WHERE branch = '${key}' ORDER BY kind`)).toEqual([
      { kind: "contacts" },
      { kind: "table" },
    ]);
  }
  await house.stop();
  await house.start();
  expect((await asked()).branches).toEqual(["jounieh", "batroun", "tripoli", "zgharta", "ehden", ...keys, "central"]);
});
