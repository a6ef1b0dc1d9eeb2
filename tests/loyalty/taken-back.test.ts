import path from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { closeStores } from "@/lib/db/find-store";
import { endOfDay } from "@/lib/evening/contract";
import { saveTable } from "@/lib/tables/contract";
import { clockAt } from "../support/clocks";
import { checkEvents } from "../support/event-invariants";
import { call, enterHouse } from "../support/house";
import { alter, rows } from "../support/stores";
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

const MAYA = { name: "Maya", phones: "03 111111" };
const OMAR = { name: "Omar", phones: "03 222222" };

type Guest = { id?: string; name: string; phones: string };

async function save(name: string, number: string, contacts: Guest[]): Promise<void> {
  const body = { metadata: { ...METADATA, table_number: number }, contacts, table_name: name };
  expect((await call("staff", saveTable, { body })).status).toBe(200);
}

/** A table whose guests a tablet has awarded. */
async function awarded(number: string, guests: Guest[]): Promise<string> {
  const { table_name } = (await seat(guests, { number })).answer;
  for (const { name, phones } of guests) {
    const customer = (await make(name, phones)).answer.customer;
    expect((await award(customer.id, { table_name, table_number: number })).status).toBe(200);
  }
  return table_name;
}

async function end() {
  clockAt(END_OF_DAY);
  const { status, answer } = await call("admin", endOfDay);
  expect(status).toBe(200);
  return answer;
}

const points = () =>
  Object.fromEntries(
    rows<{ name: string; points: number }>(path.join(data, "hub.db"), "SELECT name, points FROM loyalty_customer").map((one) => [one.name, one.points]), // biome-ignore format: one line
  );

describe("points follow the tables", () => {
  it("a guest who was removed has none for that table after End of Day, and the answer says so", async () => {
    const name = await awarded("1", [MAYA, OMAR]);
    await save(name, "1", [MAYA]);
    expect(await end()).toMatchObject({ awarded: 0, taken_back: 1 });
    expect(points()).toEqual({ Maya: 5, Omar: 0 });
    expect(await end()).toMatchObject({ awarded: 0, taken_back: 0, already_done: true });
  });

  it("a guest who was moved to another table has one award, whoever gave it", async () => {
    const first = await awarded("1", [MAYA, OMAR]);
    const second = await awarded("2", [{ name: "Zeina", phones: "03 333333" }, OMAR]);
    const third = (await seat([MAYA], { number: "3" })).answer.table_name;
    await save(first, "1", [{ name: "Lea", phones: "03 444444" }]);
    expect(await end()).toMatchObject({ awarded: 2, taken_back: 2 });
    expect(points()).toEqual({ Maya: 5, Omar: 5, Zeina: 5, Lea: 5 });
    expect([second, third]).toHaveLength(2);
  });

  it("a guest who really sat at two tables keeps both", async () => {
    await awarded("1", [MAYA]);
    await awarded("2", [MAYA]);
    expect(await end()).toMatchObject({ awarded: 0, taken_back: 0 });
    expect(points()).toEqual({ Maya: 10 });
  });

  it("a guest who was corrected, lost the phone, or was typed anew keeps the award", async () => {
    const name = await awarded("1", [MAYA, OMAR, { name: "Zeina", phones: "03 333333" }]);
    const [maya, omar] = (await open(name)).answer.contacts;
    await save(name, "1", [
      { id: maya?.id, name: "Maia", phones: "03 111119" },
      { id: omar?.id, name: "Omar", phones: "" },
      { name: "Zaynab", phones: "+961 3 333333" },
    ]);
    expect(await end()).toMatchObject({ awarded: 0, taken_back: 0 });
    expect(await sums()).toEqual({ points: 15, visits: 3 });
  });

  it("an award stays where somebody at the table has the customer's number, and where it is of before guests had ids", async () => {
    const name = await awarded("1", [MAYA, OMAR]);
    const omar = (await open(name)).answer.contacts.find((guest) => guest.name === "Omar");
    await save(name, "1", [{ id: omar?.id, name: "Omar", phones: "03 222222 / 03 111111" }]);
    const old = await awarded("2", [MAYA, OMAR]);
    alter(path.join(data, "hub.db"), `UPDATE loyalty_visit SET guest_id = NULL WHERE table_key = '${old}'`);
    await save(old, "2", [MAYA]);
    expect(await end()).toMatchObject({ awarded: 0, taken_back: 0 });
    expect(points()).toEqual({ Maya: 10, Omar: 10 });
  });

  it("End of Day does not fail when taking back fails, and the next run makes up for it", async () => {
    const name = await awarded("1", [MAYA, OMAR]);
    await save(name, "1", [MAYA]);
    alter(path.join(data, "hub.db"), "CREATE TRIGGER keep BEFORE DELETE ON loyalty_visit BEGIN SELECT RAISE(ABORT, 'not today'); END");
    expect(await end()).toMatchObject({ taken_back: 0, already_done: false });
    alter(path.join(data, "hub.db"), "DROP TRIGGER keep");
    expect(await end()).toMatchObject({ taken_back: 1, already_done: true });
    expect(points()).toEqual({ Maya: 5, Omar: 0 });
  });
});
