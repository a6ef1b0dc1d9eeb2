import path from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { customersAgree } from "@/lib/loyalty/award-matching";
import { type LoyaltyCustomer, searchCustomers } from "@/lib/loyalty/contract";
import { checkEvents } from "../support/event-invariants";
import { call, enterHouse } from "../support/house";
import { hubBefore } from "../support/older";
import { rows } from "../support/stores";
import { make } from "./visits";

const find = async (q: string) => (await call("staff", searchCustomers, { query: { q } })).answer.results;
const names = async (q: string) => (await find(q)).map((one) => one.name);

function eventsOf(data: string, kind: string): { payload: string }[] {
  return rows(path.join(data, "hub.db"), `SELECT payload FROM event WHERE kind = '${kind}'`);
}

function checkHub(data: string): void {
  const database = new Database(path.join(data, "hub.db"), { readonly: true });
  checkEvents(database, "hub.db");
  database.close();
}

describe("a loyalty customer", () => {
  it("is made with no points", async () => {
    enterHouse();
    const { status, answer } = await make(" Maya ", "70 111 222");
    expect(status).toBe(201);
    expect(answer.customer).toEqual({ id: expect.any(String), name: "Maya", phone: "70 111 222", points: 0 });
  });

  it("is not made of a number that nobody can have", async () => {
    enterHouse();
    for (const phone of ["0", "11111111", "fax 01 234567"]) {
      const { status, answer } = await make("Maya", phone);
      expect({ phone, status, path: answer.issues?.[0]?.path }).toEqual({ phone, status: 400, path: "phone" });
    }
    expect((await make("Maya", "0, 03 123456")).status).toBe(201);
    expect((await make("Rami", "0, 70 123456")).status).toBe(201);
  });

  it("whose phone is known in any spelling is the one that is known", async () => {
    enterHouse();
    const { answer } = await make("Maya", "03 123456");
    for (const phone of ["03/123456", "+961 3 123 456", "009613123456", "٠٣ ١٢٣٤٥٦"]) {
      const again = await make("Other", phone);
      expect(again).toMatchObject({ status: 409, answer: { code: "conflict", customer: answer.customer } });
    }
  });

  it("of another country with the same last digits is somebody else", async () => {
    enterHouse();
    await make("Rami", "71 123 456");
    expect((await make("Pierre", "+33 6 71 12 34 56")).status).toBe(201);
    expect(await names("+33671123456")).toEqual(["Pierre"]);
    expect(await names("71123456")).toEqual(["Rami"]);
  });

  it("is made once when ten ask at once, by either number", async () => {
    const data = enterHouse();
    const phones = ["03 123456 / 70 222 222", "70 222 222 / 03 123456"];
    const answers = await Promise.all(Array.from({ length: 10 }, (_, number) => make("Maya", phones[number % 2] ?? "")));
    expect(answers.map((one) => one.status).sort()).toEqual([201, ...Array(9).fill(409)]);
    expect(new Set(answers.map((one) => one.answer.customer.id)).size).toBe(1);
    checkHub(data);
  });

  it("needs digits in the phone, and a name", async () => {
    enterHouse();
    expect(await make("Maya", "none")).toMatchObject({ status: 400, answer: { issues: [{ path: "phone" }] } });
    expect((await make(" ", "03 123456")).status).toBe(400);
  });

  it("is found by phone and by a part of the name", async () => {
    enterHouse();
    await make("Maya Khoury", "70 111 222");
    await make("Rami Khoury", "03 123456");
    expect(await names("+961 70 111222")).toEqual(["Maya Khoury"]);
    expect(await names("03/123456, 70 111 222")).toHaveLength(2);
    expect(await names("khoury")).toEqual(["Maya Khoury", "Rami Khoury"]);
    expect(await names("03 999999")).toEqual([]);
    expect(await names("kh%ry")).toEqual([]);
  });
});

describe("a customer of several phones", () => {
  it("is one, and found by each of them, with the phone that was asked for", async () => {
    enterHouse();
    const { status, answer } = await make("Maya", "03 111 111 / 70 222 222");
    expect({ status, phone: answer.customer.phone }).toEqual({ status: 201, phone: "03 111 111 / 70 222 222" });
    const { id } = answer.customer;
    expect(await find("+961 3 111111")).toEqual([{ id, name: "Maya", phone: "03 111 111", points: 0 }]);
    expect(await find("70222222")).toEqual([{ id, name: "Maya", phone: "70 222 222", points: 0 }]);
    expect(await find("Maya")).toEqual([answer.customer]);
  });

  it("whom one number makes known gains the others", async () => {
    const data = enterHouse();
    const { answer } = await make("Maya", "03 111111");
    const again = await make("Maya", "70 222222 / 03 111111 / +33 6 71 12 34 56", "the same key");
    expect(again).toMatchObject({ status: 409, answer: { customer: { id: answer.customer.id } } });
    for (const phone of ["03 111111", "70 222222", "+33671123456"])
      expect((await find(phone)).map(({ id }) => id)).toEqual([again.answer.customer.id]);
    expect(JSON.parse(eventsOf(data, "customer.changed")[0]?.payload ?? "")).toEqual({
      old: { name: "Maya", phone: "03 111111" },
      new: { name: "Maya", phone: "03 111111, 70 222222, +33 6 71 12 34 56" },
    });
    await make("Maya", "70 222222 / 03 111111");
    expect(eventsOf(data, "customer.changed")).toHaveLength(1);
    expect(await make("Maya", "70 222222 / 03 111111 / +33 6 71 12 34 56", "the same key")).toMatchObject({ status: 409 });
    checkHub(data);
  });

  it("keeps a name, and takes one where nobody knew it", async () => {
    enterHouse();
    await make("Guest", "03 111111");
    expect((await make("Maya", "03 111111")).answer.customer.name).toBe("Maya");
    expect((await make("Rami", "03 111111")).answer.customer.name).toBe("Maya");
  });

  it("answers a repeated key with the very first answer, and gains no number by it", async () => {
    enterHouse();
    const first = await make("Maya", "03 111111", "key");
    expect(await make("Maya", "03 111111", "key")).toMatchObject({ status: 201, answer: first.answer });
  });
});

describe("two customers whose numbers come together", () => {
  const both = "70 222222 / 03 111111";

  it.each([
    ["Maya", "Maya Khoury"],
    ["مايا خوري", "خورى"],
    ["Guest", "Maya"],
  ])("are one when %s and %s may be one name", async (older, younger) => {
    const data = enterHouse();
    const first = (await make(older, "03 111111")).answer.customer;
    const second = (await make(younger, "70 222222")).answer.customer;
    const { status, answer } = await make(younger, both);
    expect({ status, id: answer.customer.id }).toEqual({ status: 409, id: first.id });
    for (const phone of ["03 111111", "70 222222"]) expect((await find(phone)).map(({ id }) => id)).toEqual([first.id]);
    expect((await find(younger)).filter(({ id }) => id === second.id)).toEqual([]);
    expect(JSON.parse(eventsOf(data, "customers.united")[0]?.payload ?? "").old).toMatchObject({ kept: first, gone: second });
    checkHub(data);
  });

  it("both stay when their names do not agree, and the older is answered", async () => {
    const data = enterHouse();
    const first = (await make("Maya", "03 111111")).answer.customer;
    const second = (await make("Rami", "70 222222")).answer.customer;
    expect((await make("Rami", both)).answer.customer).toEqual(first);
    expect((await find("70 222222")).map(({ id }) => id)).toEqual([second.id]);
    expect((await find(both)).map(({ id }) => id)).toEqual([first.id, second.id]);
    expect(eventsOf(data, "customers.united")).toEqual([]);
  });

  it("compare names by their words", () => {
    const pairs = [
      ["Maya Khoury", "khoury MAYA", true],
      ["Élodie", "elodie haddad", true],
      ["Maya Khoury", "Maya Haddad", false],
      ["Maya", "May", false],
      ["", "Maya", true],
    ] as const;
    for (const [one, other, agree] of pairs) expect([customersAgree(one, other), customersAgree(other, one)]).toEqual([agree, agree]);
  });
});

describe("the customers of an older version", () => {
  it("keep their number, and are known by every other one that was typed", () => {
    const { file, update } = hubBefore("20261122010000_loyalty_phones");
    const older = new Database(file);
    const insert = older.prepare("INSERT INTO loyalty_customer VALUES (@id, @id, @phone, @digits, @key, '961', 5, '2026-11-01')");
    insert.run({ id: "one", phone: "03 111111", digits: "9613111111", key: "13111111" });
    insert.run({ id: "two", phone: "70/222222, 03 333 333; +33 6 71 12 34 56", digits: "96170222222", key: "70222222" });
    older.exec(
      "INSERT INTO loyalty_visit (id, customer_id, branch, table_number, table_key, points, created_at) VALUES ('v', 'one', 'jounieh', '12', '2026-11-01 table 12', 5, '2026-11-01')",
    );
    older.close();
    expect(update()).toContain("20261122010000_loyalty_phones");
    expect(rows(file, "SELECT * FROM loyalty_customer_phone ORDER BY customer_id, position")).toEqual([
      { customer_id: "one", position: 0, digits: "9613111111", key: "13111111", calling_code: "961" },
      { customer_id: "two", position: 0, digits: "96170222222", key: "70222222", calling_code: "961" },
      { customer_id: "two", position: 1, digits: "9613333333", key: "13333333", calling_code: "961" },
      { customer_id: "two", position: 2, digits: "33671123456", key: "71123456", calling_code: "33" },
    ]);
    expect(rows<LoyaltyCustomer>(file, "SELECT id, points, merged_into FROM loyalty_customer ORDER BY id")).toEqual([
      { id: "one", points: 5, merged_into: null },
      { id: "two", points: 5, merged_into: null },
    ]);
    expect(rows(file, "SELECT id, guest_id FROM loyalty_visit")).toEqual([{ id: "v", guest_id: null }]);
  });
});
