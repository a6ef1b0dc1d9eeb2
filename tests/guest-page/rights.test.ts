import { beforeEach, describe, expect, it } from "vitest";
import { moreOfGuest, openGuest } from "@/lib/guest-page/contract";
import { LISTS } from "@/lib/guest-page/rights";
import { awardVisit, createCustomer } from "@/lib/loyalty/contract";
import { bring, find } from "../guests/guests";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { makePerson, makeRole } from "../support/people";
import { write } from "../support/queue";
import { EVENING, seat } from "../support/tables";

let id = "";

beforeEach(async () => {
  enterHouse();
  clockAt(EVENING);
  await bring(["Maya Khoury,03 111111"], { header: "name,phones" });
  id = (await find("Maya Khoury"))[0]?.id ?? "";
});

/** Maya at a table of a branch, with her points and a letter of that branch. */
async function visit(branch: string) {
  const { answer } = await seat([{ name: "Maya Khoury", phones: "03 111111" }], { branch, number: "31" });
  const { answer: made } = await call("staff", createCustomer, { body: { name: "Maya Khoury", phone: "03 111111" } });
  const body = { customer_id: made.customer.id, table_number: "31", points: 5 as const, table_name: answer.table_name };
  expect((await call("staff", awardVisit, { branch, body })).status).toBe(200);
}

it("is refused without the right to search guests", async () => {
  for (const ask of [openGuest, moreOfGuest] as const) {
    const query = { of: "visits", next: "x" } as never;
    expect((await call("keyless", ask, { params: { id }, query })).status).toBe(403);
  }
});

describe("each list", () => {
  it("is null without its right, and asked for alone refused: the answer holds nothing of it", async () => {
    await visit("jounieh");
    await makeRole("finder", ["nav_guest_search"]);
    const { headers } = await makePerson("finder", { roles: ["finder"] });
    const { answer } = await call("nobody", openGuest, { headers, params: { id } });
    expect(LISTS.filter((list) => answer[list] === null)).toEqual(["points", "history"]);
    for (const of of ["points", "history"] as const) {
      const asked = await call("nobody", moreOfGuest, { headers, params: { id }, query: { of, next: "z" } });
      expect([of, asked.status]).toEqual([of, 403]);
    }
    expect((await call("staff", openGuest, { params: { id } })).answer.points?.total).toBe(5);
    expect((await call("staff", openGuest, { params: { id } })).answer.history).toBeNull();
    expect((await call("admin", openGuest, { params: { id } })).answer.history).not.toBeNull();
  });
});

describe("whoever works in some branches", () => {
  it("gets visits and awards of the others as a count, no message of theirs, and no word of which branch it was", async () => {
    for (const branch of ["jounieh", "batroun", "ehden"]) await visit(branch);
    await write([{ name: "Maya", phone: "03 111111" }]);
    const { headers } = await makePerson("tony", { branches: ["jounieh"] });
    const tonight = (await call("nobody", openGuest, { headers, params: { id } })).answer;
    expect([tonight.visits?.elsewhere, tonight.points?.elsewhere], "where they sit in this minute is nobody else's").toEqual([0, 0]);
    clockAt("2026-11-21T19:30:00Z");
    const again = (await makePerson("tony2", { branches: ["jounieh"] })).headers;
    const { answer } = await call("nobody", openGuest, { headers: again, params: { id } });
    expect(answer.visits).toMatchObject({ elsewhere: 2, unavailable: [], elsewhere_unread: false, items: [{ branch: "jounieh" }] });
    expect(answer.points).toMatchObject({ elsewhere: 2, total: 15, items: [{ branch: "jounieh" }] });
    expect(answer.messages?.items).toHaveLength(1);
    expect(JSON.stringify(answer)).not.toMatch(/batroun|ehden/i);
    const other = await makePerson("nour", { branches: ["batroun"] });
    expect((await call("nobody", openGuest, { headers: other.headers, params: { id } })).status).toBe(403);
    expect((await call("nobody", openGuest, { headers: other.headers, params: { id }, branch: "batroun" })).status).toBe(404);
  });

  it("sees no message of another branch", async () => {
    await write([{ name: "Maya", phone: "03 111111" }]);
    await bring(["Maya Khoury,03 111111"], { header: "name,phones", branch: "batroun" });
    const { headers } = await makePerson("nour", { branches: ["batroun"] });
    const [{ id: there = "" } = {}] = await find("Maya Khoury", "batroun");
    const { answer } = await call("nobody", openGuest, { headers, params: { id: there }, branch: "batroun" });
    expect(answer.messages).toEqual({ items: [], more: 0, next: null });
  });
});
