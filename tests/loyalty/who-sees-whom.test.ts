import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { awardVisit, createCustomer, searchCustomers } from "@/lib/loyalty/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { type MadePerson, makePerson } from "../support/people";
import { rows } from "../support/stores";
import { EVENING } from "../support/tables";
import { award, make, table } from "./visits";

/** Maya of Jounieh is a customer of two numbers; whoever asks works in Batroun alone. */
const MAYA = "70 111 222 / 03 111111";
let data = "";
let maya = "";
let batroun: MadePerson;

beforeEach(async () => {
  data = enterHouse();
  clockAt(EVENING);
  batroun = await makePerson("tony", { branches: ["batroun"] });
  maya = (await make("Maya Khoury", MAYA)).answer.customer.id;
  await award(maya, { table_name: await table([MAYA]) });
});

const finds = async (q: string, { headers } = batroun) => (await call("nobody", searchCustomers, { headers, query: { q } })).answer.results;
const makes = (name: string, phone: string) => call("nobody", createCustomer, { headers: batroun.headers, body: { name, phone } });
const customers = () => rows(path.join(data, "hub.db"), "SELECT id, name, phone, points, merged_into FROM loyalty_customer ORDER BY id");
const visitIn = (branch: string, customer_id: string, table_name: string) =>
  call("nobody", awardVisit, {
    headers: batroun.headers,
    branch,
    body: { customer_id, table_number: "12", points: 5, table_name } as never,
  });

describe("a customer of another branch", () => {
  it("is told by the number that was asked for as an id alone, when somebody makes one of it", async () => {
    const { status, answer } = await makes("Tony", "+961 70 111222");
    expect({ status, code: answer.code, customer: answer.customer }).toEqual({
      status: 409,
      code: "conflict",
      customer: { id: maya, phone: "+961 70 111222" },
    });
    expect(JSON.stringify(answer)).not.toMatch(/khoury|111111/i);
  });

  it("gains no number, and becomes one with nobody, by such a call", async () => {
    await makes("Maya Khoury", "76 333 333");
    const before = customers();
    for (const phone of ["70 111 222 / 71 999 999", "76 333 333 / 70 111 222"]) {
      const { status, answer } = await makes("Maya Khoury", phone);
      expect({ status, text: JSON.stringify(answer.customer) }).toEqual({ status: 409, text: expect.not.stringMatching(/khoury|111111/i) });
    }
    expect(customers()).toEqual(before);
    expect(await finds("71 999 999")).toEqual([]);
  });

  it("does not become one with a customer of one's own by such a call either", async () => {
    const own = (await makes("Maya Khoury", "76 333 333")).answer.customer;
    await visitIn("batroun", own.id, await table(["76 333 333"], { branch: "batroun" }));
    const before = customers();
    const { status, answer } = await makes("Maya Khoury", "76 333 333 / 70 111 222");
    expect([status, answer.customer]).toEqual([409, { ...own, points: 5 }]);
    expect(customers()).toEqual(before);
  });

  it("is found by a whole number as an id alone, and by no name", async () => {
    expect(await finds("03/111111")).toEqual([{ id: maya, phone: "03/111111" }]);
    expect(await finds("Maya")).toEqual([]);
    expect(await finds("khoury")).toEqual([]);
  });

  it("is seen once they have been at a table of one's own branch, and gets points there as ever", async () => {
    const name = await table(["03 111111"], { branch: "batroun" });
    const [found] = await finds("03 111111");
    expect((await visitIn("batroun", found?.id ?? "", name)).answer).toMatchObject({ points_total: 10, already_awarded: false });
    expect(await finds("Maya")).toEqual([{ id: maya, name: "Maya Khoury", phone: MAYA, points: 10 }]);
    expect(await finds("03 111111")).toEqual([{ id: maya, name: "Maya Khoury", phone: "03 111111", points: 10 }]);
    expect((await makes("Maya", "03 111111 / 71 999 999")).answer.customer).toMatchObject({ id: maya, name: "Maya Khoury", points: 10 });
    expect((await finds("71 999 999")).map(({ id }) => id)).toEqual([maya]);
  });

  it("is seen by whoever works in that branch too, and in all", async () => {
    const full = [{ id: maya, name: "Maya Khoury", phone: MAYA, points: 5 }];
    expect(await finds("Maya", await makePerson("nour", { branches: ["batroun", "jounieh"] }))).toEqual(full);
    expect(await finds("Maya", await makePerson("rima"))).toEqual(full);
  });

  it("takes no place among the twenty that are shown of one's own", async () => {
    for (let number = 0; number < 21; number++) await make(`Aaron ${number}`, `70 2000${10 + number}`);
    const own = (await makes("Aaron Last", "76 444 444")).answer.customer.id;
    await visitIn("batroun", own, await table(["76 444 444"], { branch: "batroun" }));
    expect((await finds("Aaron")).map(({ id }) => id)).toEqual([own]);
  });
});

describe("a search that would list everybody", () => {
  it.each(["M", " ا ", "%", "_", "7", "70", "٧٠", "+", "M1", "-- M"])("by %j is refused with a sentence", async (q) => {
    const { status, answer } = await call("staff", searchCustomers, { query: { q } });
    const message = "Type at least two letters of the name, or three digits.";
    expect({ status, issues: answer.issues }).toEqual({ status: 400, issues: [{ path: "q", message }] });
  });

  it.each(["Ma", "ay", "خو", "Kh.", "703", "70 111 222"])("by %j is answered", async (q) => {
    expect((await call("staff", searchCustomers, { query: { q } })).status).toBe(200);
  });
});
