import path from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { closeStores } from "@/lib/db/find-store";
import { endOfDay } from "@/lib/evening/contract";
import { searchCustomers } from "@/lib/loyalty/contract";
import { saveTable } from "@/lib/tables/contract";
import { clockAt } from "../support/clocks";
import { checkEvents } from "../support/event-invariants";
import { call, enterHouse } from "../support/house";
import { alter } from "../support/stores";
import { END_OF_DAY, EVENING, METADATA, open, seat } from "../support/tables";
import { award, make, sums } from "./visits";

let data: string;

beforeEach(() => {
  data = enterHouse();
  clockAt(EVENING);
});

afterEach(async () => {
  await closeStores();
  const database = new Database(path.join(data, "hub.db"), { readonly: true });
  checkEvents(database, "hub.db");
  database.close();
});

const WRONG = "76 300100";
const RIGHT = "76 300200";

/** A table of one guest, awarded as a tablet does it: the customer of the phone, made where there is none. */
async function awarded(branch: string, name: string, phones: string): Promise<string> {
  const { table_name } = (await seat([{ name, phones }], { branch })).answer;
  await awardAt(branch, table_name, name, phones);
  return table_name;
}

async function awardAt(branch: string, table_name: string, name: string, phones: string) {
  const { status, answer } = await award((await make(name, phones)).answer.customer.id, { table_name }, { branch });
  expect(status).toBe(200);
  return answer;
}

/** The same guest with another phone. */
async function correct(branch: string, table_name: string, phones: string): Promise<void> {
  const [guest] = (await open(table_name, branch)).answer.contacts;
  const body = { metadata: METADATA, contacts: [{ ...guest, phones }], table_name };
  expect((await call("staff", saveTable, { branch, body: body as never })).status).toBe(200);
}

async function end(branch: string) {
  clockAt(END_OF_DAY);
  const { status, answer } = await call("admin", endOfDay, { branch });
  expect(status).toBe(200);
  return answer;
}

async function known(phone: string): Promise<string[]> {
  const { answer } = await call("staff", searchCustomers, { query: { q: phone } });
  return answer.results.map(({ name, points }) => `${name} ${points}`);
}

describe("a phone that is corrected after the award", () => {
  it("is the customer's from End of Day on, and the wrong one is free for whose it is", async () => {
    await correct("zgharta", await awarded("zgharta", "Ivo", WRONG), RIGHT);
    expect(await end("zgharta")).toMatchObject({ awarded: 0, taken_back: 0 });
    expect(await known(WRONG)).toEqual([]);
    await awarded("batroun", "Jana", WRONG);
    expect([await known(WRONG), await known(RIGHT)]).toEqual([["Jana 5"], ["Ivo 5"]]);
  });

  it("takes its points along where somebody else came by the wrong number in between", async () => {
    const ivo = await awarded("zgharta", "Ivo", WRONG);
    await awarded("batroun", "Jana", WRONG);
    await correct("zgharta", ivo, RIGHT);
    await end("zgharta");
    await end("batroun");
    expect([await known(WRONG), await known(RIGHT)]).toEqual([["Jana 5"], ["Ivo 5"]]);
    expect(await sums()).toEqual({ points: 10, visits: 2 });
  });

  it("takes its points from the one who was known by the wrong number before, at End of Day", async () => {
    await awarded("batroun", "Anna", WRONG);
    await end("batroun");
    clockAt("2026-11-21T19:00:00Z");
    await correct("batroun", await awarded("batroun", "Boris", WRONG), RIGHT);
    clockAt("2026-11-21T21:20:00Z");
    expect((await call("admin", endOfDay, { branch: "batroun" })).status).toBe(200);
    expect([await known(WRONG), await known(RIGHT)]).toEqual([["Anna 5"], ["Boris 5"]]);
  });

  it("or as soon as a tablet awards by the right one", async () => {
    await awarded("batroun", "Anna", WRONG);
    await end("batroun");
    clockAt("2026-11-21T19:00:00Z");
    const table = await awarded("batroun", "Boris", WRONG);
    await correct("batroun", table, RIGHT);
    expect(await awardAt("batroun", table, "Boris", RIGHT)).toMatchObject({ already_awarded: false, points_total: 5 });
    expect([await known(WRONG), await known(RIGHT)]).toEqual([["Anna 5"], ["Boris 5"]]);
  });

  it("to that of a customer of another name is that customer's award", async () => {
    await awarded("jounieh", "Carl", RIGHT);
    await correct("zgharta", await awarded("zgharta", "Boris", WRONG), RIGHT);
    await end("zgharta");
    expect([await known(WRONG), await known(RIGHT)]).toEqual([[], ["Carl 10"]]);
  });

  it("takes away one of several numbers, and no points", async () => {
    await correct("zgharta", await awarded("zgharta", "Ivo", `${WRONG} / ${RIGHT}`), RIGHT);
    await end("zgharta");
    expect([await known(WRONG), await known(RIGHT)]).toEqual([[], ["Ivo 5"]]);
  });

  it("is forgotten for good: the same slip on another evening is taken back too", async () => {
    await correct("zgharta", await awarded("zgharta", "Ivo", WRONG), RIGHT);
    await end("zgharta");
    clockAt(EVENING);
    await correct("batroun", await awarded("batroun", "Ivo", `${RIGHT} / ${WRONG}`), RIGHT);
    await end("batroun");
    expect([await known(WRONG), await known(RIGHT)]).toEqual([[], ["Ivo 10"]]);
  });

  it("takes away a number that came to the table after the award", async () => {
    const table = await awarded("zgharta", "Ivo", RIGHT);
    await correct("zgharta", table, `${RIGHT} / ${WRONG}`);
    await awardAt("zgharta", table, "Ivo", RIGHT);
    await correct("zgharta", table, RIGHT);
    await end("zgharta");
    expect([await known(WRONG), await known(RIGHT)]).toEqual([[], ["Ivo 5"]]);
  });

  it("takes nothing away where an award is from before it was written down what tables say", async () => {
    await awarded("jounieh", "Ivo", WRONG);
    alter(path.join(data, "hub.db"), "DELETE FROM loyalty_visit_phone");
    await correct("zgharta", await awarded("zgharta", "Ivo", `${WRONG} / ${RIGHT}`), RIGHT);
    await end("zgharta");
    expect([await known(WRONG), await known(RIGHT)]).toEqual([["Ivo 10"], ["Ivo 10"]]);
  });

  it("stays known where another table says it still", async () => {
    await awarded("jounieh", "Ivo", WRONG);
    await correct("zgharta", await awarded("zgharta", "Ivo", `${WRONG} / ${RIGHT}`), RIGHT);
    await end("zgharta");
    expect([await known(WRONG), await known(RIGHT)]).toEqual([["Ivo 10"], ["Ivo 10"]]);
  });
});

it("the number of a guest who was removed is free for whose it is", async () => {
  const table_name = await awarded("zgharta", "Ivo", WRONG);
  const body = { metadata: METADATA, contacts: [{ name: "Lea", phones: RIGHT }], table_name };
  expect((await call("staff", saveTable, { branch: "zgharta", body })).status).toBe(200);
  expect(await end("zgharta")).toMatchObject({ awarded: 1, taken_back: 1 });
  await awarded("batroun", "Jana", WRONG);
  expect([await known(WRONG), await known(RIGHT), await known("Ivo")]).toEqual([["Jana 5"], ["Lea 5"], []]);
});
