import { describe, expect, it } from "vitest";
import { hubStore } from "@/lib/db/stores";
import { awardVisit, createCustomer, searchCustomers } from "@/lib/loyalty/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { EVENING } from "../support/tables";

const create = (name: string, phone: string) => call("staff", createCustomer, { body: { name, phone } });

async function award(customer_id: string, more: Record<string, unknown> = {}, options: { branch?: string; key?: string } = {}) {
  return call("staff", awardVisit, {
    body: { customer_id, table_number: "12", points: 5, table_name: "2026-11-20 table 12", ...more } as never,
    ...options,
  });
}

const find = async (q: string) => (await call("staff", searchCustomers, { query: { q } })).answer.results.map((one) => one.name);

describe("a loyalty customer", () => {
  it("is made with no points", async () => {
    enterHouse();
    const { status, answer } = await create(" Maya ", "70 111 222");
    expect(status).toBe(201);
    expect(answer.customer).toEqual({ id: expect.any(String), name: "Maya", phone: "70 111 222", points: 0 });
  });

  it("whose phone is known in any spelling is the one that is known", async () => {
    enterHouse();
    const { answer } = await create("Maya", "03 123456");
    for (const phone of ["03/123456", "+961 3 123 456", "009613123456", "٠٣ ١٢٣٤٥٦"]) {
      const again = await create("Other", phone);
      expect(again).toMatchObject({ status: 409, answer: { code: "conflict", customer: answer.customer } });
    }
  });

  it("of another country with the same last digits is somebody else", async () => {
    enterHouse();
    await create("Rami", "71 123 456");
    expect((await create("Pierre", "+33 6 71 12 34 56")).status).toBe(201);
    expect(await find("+33671123456")).toEqual(["Pierre"]);
    expect(await find("71123456")).toEqual(["Rami"]);
  });

  it("is made once when ten ask at once", async () => {
    enterHouse();
    const answers = await Promise.all(Array.from({ length: 10 }, () => create("Maya", "03 123456")));
    expect(answers.map((one) => one.status).sort()).toEqual([201, ...Array(9).fill(409)]);
    expect(new Set(answers.map((one) => one.answer.customer.id)).size).toBe(1);
  });

  it("needs digits in the phone, and a name", async () => {
    enterHouse();
    expect(await create("Maya", "none")).toMatchObject({ status: 400, answer: { issues: [{ path: "phone" }] } });
    expect((await create(" ", "03 123456")).status).toBe(400);
  });

  it("is not made of a number that nobody can have", async () => {
    enterHouse();
    for (const phone of ["0", "11111111", "fax 01 234567"]) {
      const { status, answer } = await create("Maya", phone);
      expect({ phone, status, path: answer.issues?.[0]?.path }).toEqual({ phone, status: 400, path: "phone" });
    }
    expect((await create("Maya", "0, 03 123456")).status).toBe(201);
    expect((await create("Rami", "0, 70 123456")).status).toBe(201);
    expect(await find("0")).toEqual([]);
    expect(await find("03 123456")).toEqual(["Maya"]);
  });

  it("is found by phone and by a part of the name", async () => {
    enterHouse();
    await create("Maya Khoury", "70 111 222");
    await create("Rami Khoury", "03 123456");
    expect(await find("+961 70 111222")).toEqual(["Maya Khoury"]);
    expect(await find("03/123456, 70 111 222")).toHaveLength(2);
    expect(await find("khoury")).toEqual(["Maya Khoury", "Rami Khoury"]);
    expect(await find("03 999999")).toEqual([]);
    expect(await find("%")).toEqual([]);
  });
});

describe("a visit", () => {
  it("is worth five points, and says the sum", async () => {
    enterHouse();
    const { answer } = await create("Maya", "70 111 222");
    const first = await award(answer.customer.id);
    expect(first.answer).toEqual({
      visit: { id: expect.any(String), customer_id: answer.customer.id, table_number: "12", points: 5 },
      points_total: 5,
      already_awarded: false,
    });
    expect((await award(answer.customer.id, { table_name: "2026-11-21 table 12" })).answer.points_total).toBe(10);
  });

  it("answers a repeated key with the very first answer", async () => {
    enterHouse();
    const { answer } = await call("staff", createCustomer, { body: { name: "Maya", phone: "03 777777" } });
    const visit = () =>
      call("staff", awardVisit, { key: "visit-1", body: { customer_id: answer.customer.id, table_number: "9", points: 5 } });
    const first = await visit();
    expect((await visit()).answer).toEqual(first.answer);
  });

  it("is awarded once per guest and table, in twenty repetitions at once, with and without keys", async () => {
    enterHouse();
    const { answer } = await create("Maya", "70 111 222");
    const { customer } = answer;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, number) => award(customer.id, {}, { key: number % 2 ? undefined : `key ${number % 4}` })),
    );
    expect(answers.map((one) => one.status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map((one) => one.answer.visit.id)).size).toBe(1);
    expect(new Set(answers.map((one) => one.answer.points_total))).toEqual(new Set([5]));
    const hub = await hubStore();
    expect(await hub.read.loyaltyVisit.count()).toBe(1);
    expect((await hub.read.loyaltyCustomer.findUniqueOrThrow({ where: { id: customer.id } })).points).toBe(5);
  });

  it("to a table of the same name in another branch is another visit", async () => {
    enterHouse();
    const { answer } = await create("Maya", "70 111 222");
    await award(answer.customer.id, {}, { branch: "batroun" });
    expect((await award(answer.customer.id, {}, { branch: "tripoli" })).answer.points_total).toBe(10);
  });

  it("of a client that names no table is one per table number and business day", async () => {
    enterHouse();
    const { answer } = await create("Maya", "70 111 222");
    const totals: number[] = [];
    for (const [instant, table_number] of [
      [EVENING, "12"],
      ["2026-11-20T22:40:00Z", 12],
      ["2026-11-20T22:41:00Z", "13"],
      ["2026-11-21T03:00:00Z", "12"],
    ] as const) {
      clockAt(instant);
      totals.push((await award(answer.customer.id, { table_name: undefined, table_number })).answer.points_total);
    }
    expect(totals).toEqual([5, 5, 10, 15]);
  });

  it.each([0, 4, 6, 500, -5, 5.5, "5", null])("of %j points is refused", async (points) => {
    enterHouse();
    const { answer } = await create("Maya", "70 111 222");
    expect(await award(answer.customer.id, { points })).toMatchObject({ status: 400, answer: { issues: [{ path: "points" }] } });
    expect((await call("staff", searchCustomers, { query: { q: "Maya" } })).answer.results[0]?.points).toBe(0);
  });

  it("of nobody is refused", async () => {
    enterHouse();
    expect(await award("01900000-0000-7000-8000-000000000000")).toMatchObject({ status: 404, answer: { code: "not_found" } });
  });
});
