import { beforeEach, describe, expect, it } from "vitest";
import { hubStore } from "@/lib/db/find-store";
import { endOfDay, mergeTables } from "@/lib/evening/contract";
import { searchCustomers } from "@/lib/loyalty/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { allData, alter } from "../support/stores";
import { END_OF_DAY, EVENING, seat } from "../support/tables";
import { award, make, saveAgain, sums, table } from "./visits";

const MAYA = "70 111 222";
let data: string;
let maya: string;

beforeEach(async () => {
  data = enterHouse();
  clockAt(EVENING);
  maya = (await make("Maya", MAYA)).answer.customer.id;
});

describe("a visit", () => {
  it("is worth five points, and says the sum", async () => {
    const first = await award(maya, { table_name: await table([MAYA]) });
    expect(first.answer).toEqual({
      visit: { id: expect.any(String), customer_id: maya, table_number: "12", points: 5 },
      points_total: 5,
      already_awarded: false,
    });
    expect((await award(maya, { table_name: await table([MAYA]) })).answer.points_total).toBe(10);
  });

  it("answers a repeated key with the very first answer", async () => {
    await table([MAYA]);
    const first = await award(maya, {}, { key: "visit-1" });
    expect((await award(maya, {}, { key: "visit-1" })).answer).toEqual(first.answer);
  });

  it("is awarded once per guest and table, in twenty repetitions at once, with and without keys", async () => {
    const table_name = await table([MAYA]);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, number) => award(maya, { table_name }, { key: number % 2 ? undefined : `key ${number % 4}` })),
    );
    expect(answers.map((one) => one.status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map((one) => one.answer.visit.id)).size).toBe(1);
    expect(new Set(answers.map((one) => one.answer.points_total))).toEqual(new Set([5]));
    expect(await sums()).toEqual({ points: 5, visits: 1 });
  });

  it("to a table of the same name in another branch is another visit", async () => {
    const [batroun, tripoli] = [await table([MAYA], { branch: "batroun" }), await table([MAYA], { branch: "tripoli" })];
    expect(batroun).toBe(tripoli);
    await award(maya, { table_name: batroun }, { branch: "batroun" });
    expect((await award(maya, { table_name: tripoli }, { branch: "tripoli" })).answer.points_total).toBe(10);
  });

  it.each([0, 4, 6, 500, -5, 5.5, "5", null])("of %j points is refused", async (points) => {
    const table_name = await table([MAYA]);
    expect(await award(maya, { table_name, points })).toMatchObject({ status: 400, answer: { issues: [{ path: "points" }] } });
    expect((await call("staff", searchCustomers, { query: { q: "Maya" } })).answer.results[0]?.points).toBe(0);
  });
});

describe("points are only for a saved table that holds the guest", () => {
  /** Nothing is written, whatever is asked for. */
  async function refused(...asked: Parameters<typeof award>): Promise<string> {
    const before = allData(data);
    const { status, answer } = await award(...asked);
    expect({ status, code: answer.code }).toEqual({ status: 404, code: "not_found" });
    expect(answer.error).toMatch(/[Nn]o points were awarded\./);
    expect(allData(data)).toEqual(before);
    return answer.error;
  }

  it("and not for a name that somebody invents", async () => {
    await table([MAYA]);
    expect(await refused(maya, { table_name: "2026-11-20 table 99" })).toBe(
      "The saved table 2026-11-20 table 99 of this branch is not there, or does not hold this guest. No points were awarded. Save the table with the guest's phone first.",
    );
  });

  it("nor for one that holds others, whatever number is sent with its name", async () => {
    const others = await table(["03 999 999"], { number: "7" });
    await table([MAYA]);
    await refused(maya, { table_name: others, table_number: "12" });
  });

  it("nor for another branch's", async () => {
    const table_name = await table([MAYA], { branch: "batroun" });
    await refused(maya, { table_name });
    await refused(maya);
    await refused(maya, {}, { branch: "tripoli" });
  });

  it("nor for a number that is not of tonight, or holds others", async () => {
    expect(await refused(maya)).toMatch(/^No saved table 12 of tonight in this branch holds this guest\./);
    await table([MAYA], { number: "13" });
    await table(["03 999 999"]);
    await refused(maya);
    await table([MAYA]);
    clockAt("2026-11-21T03:00:00Z"); // the next business day
    await refused(maya);
  });

  it("nor for nobody, nor for a guest who has left the table again", async () => {
    const table_name = await table([MAYA, "03 999 999"]);
    await refused("01900000-0000-7000-8000-000000000000", { table_name });
    await saveAgain(table_name, ["03 999 999"]);
    await refused(maya, { table_name });
  });

  it("and central seats nobody", async () => {
    await table([MAYA]);
    expect((await award(maya, {}, { branch: "central" })).status).toBe(400);
    expect((await sums()).visits).toBe(0);
  });
});

describe("a client that names no table", () => {
  it("means this business day's of that number, after midnight too, by text or number", async () => {
    await table([MAYA]);
    expect((await award(maya)).answer).toMatchObject({ points_total: 5, already_awarded: false });
    clockAt("2026-11-20T22:40:00Z");
    expect((await award(maya, { table_number: 12 })).answer).toMatchObject({ points_total: 5, already_awarded: true });
    expect((await award(maya, { table_name: "" })).answer).toMatchObject({ points_total: 5, already_awarded: true });
    clockAt("2026-11-21T19:30:00Z");
    await table([MAYA]);
    expect((await award(maya)).answer).toMatchObject({ points_total: 10, already_awarded: false });
  });

  it("means, of two tables of one number, the one that holds the guest", async () => {
    await table(["03 999 999"]);
    const mine = await table([MAYA]);
    expect(mine).toBe("2026-11-20 table 12 (2)");
    expect((await award(maya)).answer.already_awarded).toBe(false);
    expect((await award(maya, { table_name: mine })).answer).toMatchObject({ already_awarded: true, points_total: 5 });
  });

  it("gets the points of each of the two that hold the guest, once", async () => {
    await table([MAYA]);
    await table([MAYA]);
    const totals = [];
    for (let time = 0; time < 3; time++) totals.push((await award(maya)).answer.points_total);
    expect(totals).toEqual([5, 10, 10]);
  });
});

describe("a tablet that comes late", () => {
  it.each([
    ["by the table's name", true],
    ["by the table's number", false],
  ])("is right after Merge All and after End of Day, %s", async (_, byName) => {
    const name = await table([MAYA]);
    const visit = byName ? { table_name: name } : {};
    expect((await call("admin", mergeTables)).status).toBe(200);
    expect((await award(maya, visit)).answer).toMatchObject({ points_total: 5, already_awarded: false });
    clockAt(END_OF_DAY);
    expect((await call("admin", endOfDay)).status).toBe(200);
    expect((await award(maya, visit)).answer).toMatchObject({ points_total: 5, already_awarded: true });
  });

  it("finds the points there the next evening, when it names the table", async () => {
    const table_name = await table([MAYA]);
    clockAt(END_OF_DAY);
    expect((await call("admin", endOfDay)).status).toBe(200);
    clockAt("2026-11-21T19:30:00Z");
    expect((await award(maya, { table_name })).answer).toMatchObject({ points_total: 5, already_awarded: true });
  });
});

describe("one award per guest and saved table", () => {
  const SECOND = "03 333 333";

  it("whichever of the guest's numbers is asked for", async () => {
    const table_name = await table([`${MAYA} / ${SECOND}`]);
    const other = (await make("Maya", SECOND)).answer.customer.id;
    expect((await award(other, { table_name })).answer).toMatchObject({ already_awarded: false, points_total: 5 });
    expect((await award(maya, { table_name })).answer).toMatchObject({ already_awarded: true, points_total: 5 });
    expect(await sums()).toEqual({ points: 5, visits: 1 });
  });

  it("also when the two numbers are customers of different names", async () => {
    const table_name = await table([`${MAYA} / ${SECOND}`]);
    const rami = (await make("Rami", SECOND)).answer.customer.id;
    expect((await award(rami, { table_name })).answer).toMatchObject({ visit: { customer_id: rami }, already_awarded: false });
    expect((await award(maya, { table_name })).answer).toMatchObject({ visit: { customer_id: rami }, already_awarded: true });
    expect(await sums()).toEqual({ points: 5, visits: 1 });
  });

  it("when the table is saved again, with a second number and then without the first", async () => {
    const table_name = await table([MAYA]);
    await award(maya, { table_name });
    await saveAgain(table_name, [`${MAYA} / ${SECOND}`]);
    await saveAgain(table_name, [SECOND]);
    const other = (await make("Maya", SECOND)).answer.customer.id;
    expect((await award(other, { table_name })).answer).toMatchObject({ visit: { customer_id: maya }, already_awarded: true });
    expect((await make("Maya", SECOND)).answer.customer).toMatchObject({ id: maya, points: 5 });
  });

  it("when a guest is taken off the table and comes back", async () => {
    const table_name = await table([MAYA, "03 999 999"]);
    await award(maya, { table_name });
    await saveAgain(table_name, ["03 999 999"]);
    await saveAgain(table_name, ["03 999 999", MAYA]);
    expect((await award(maya, { table_name })).answer).toMatchObject({ already_awarded: true, points_total: 5 });
  });

  it("when a guest who is two customers is taken off the table and comes back", async () => {
    const table_name = await table([`${MAYA} / ${SECOND}`, "03 999 999"]);
    const rami = (await make("Rami", SECOND)).answer.customer.id;
    await award(rami, { table_name });
    await saveAgain(table_name, ["03 999 999"]);
    await saveAgain(table_name, ["03 999 999", `${MAYA} / ${SECOND}`]);
    expect((await award(maya, { table_name })).answer).toMatchObject({ visit: { customer_id: rami }, already_awarded: true });
  });

  it("leaves a guest the own award, whose second number is that of another guest's customer", async () => {
    const table_name = await table(["76 444 444", `${MAYA} / ${SECOND}`]);
    const rami = (await make("Rami", `76 444 444 / ${SECOND}`)).answer.customer.id;
    expect((await award(rami, { table_name })).answer).toMatchObject({ visit: { customer_id: rami }, already_awarded: false });
    expect((await award(maya, { table_name })).answer).toMatchObject({ visit: { customer_id: maya }, already_awarded: false });
    expect(await sums()).toEqual({ points: 10, visits: 2 });
  });

  it("given by an older version, by the number of the evening's table", async () => {
    const table_name = await table([MAYA]);
    alter(
      `${data}/hub.db`,
      `INSERT INTO loyalty_visit (id, customer_id, branch, table_number, table_key, points, created_at) VALUES ('v', '${maya}', 'jounieh', '12', '2026-11-20 number 12', 5, '2026-11-20')`,
    );
    expect((await award(maya, { table_name })).answer).toMatchObject({ visit: { id: "v" }, already_awarded: true });
  });

  it("by the id of a customer who has become a part of another since", async () => {
    const table_name = await table([SECOND]);
    const { answer } = await make("Maya", SECOND);
    await make("Maya", `${MAYA} / ${SECOND}`);
    expect((await award(answer.customer.id, { table_name })).answer).toMatchObject({ visit: { customer_id: maya }, points_total: 5 });
  });

  it("by the id of a customer who has become a part of one that has become a part of another", async () => {
    const [third, table_name] = ["76 555555", await table([SECOND])];
    const second = (await make("Maya", SECOND)).answer.customer.id;
    const younger = (await make("Maya", third)).answer.customer.id;
    await make("Maya", `${SECOND} / ${third}`);
    await make("Maya", `${MAYA} / ${SECOND}`);
    for (const id of [younger, second])
      expect((await award(id, { table_name })).answer).toMatchObject({ visit: { customer_id: maya }, points_total: 5 });
  });

  it("counts two guests of different names who share nothing but a customer's two numbers as that one", async () => {
    const table_name = await table([MAYA, SECOND]);
    await make("Maya", `${MAYA} / ${SECOND}`);
    expect((await award(maya, { table_name })).answer.points_total).toBe(5);
    expect((await award(maya, { table_name })).answer).toMatchObject({ points_total: 5, already_awarded: true });
  });

  it("sums the points of two who become one, and counts the table where both had points once", async () => {
    const apart = await seat([
      { name: "Maya", phones: MAYA },
      { name: "Maya K", phones: SECOND },
    ]);
    const other = (await make("Maya K", SECOND)).answer.customer.id;
    for (const id of [maya, other]) await award(id, { table_name: apart.answer.table_name });
    await award(other, { table_name: await table([SECOND]) });
    const elsewhere = await table([SECOND], { branch: "batroun" });
    expect(elsewhere, "of the same name").toBe(apart.answer.table_name);
    await award(other, { table_name: elsewhere }, { branch: "batroun" });
    expect(await sums()).toEqual({ points: 20, visits: 4 });
    expect((await make("Maya", `${MAYA} / ${SECOND}`)).answer.customer).toMatchObject({ id: maya, points: 15 });
    expect(await sums()).toEqual({ points: 15, visits: 3 });
    const { read } = await hubStore();
    expect(await read.loyaltyVisit.count({ where: { customer_id: maya, counted_in: null } })).toBe(3);
  });

  it("leaves a guest without a readable phone without a customer", async () => {
    await table([MAYA, "no phone"]);
    expect((await award(maya)).status).toBe(200);
    expect(await sums()).toEqual({ points: 5, visits: 1 });
  });
});
