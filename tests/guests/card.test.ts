import path from "node:path";
import { beforeEach, expect, it } from "vitest";
import { guestCard } from "@/lib/guests/contract";
import { awardVisit, createCustomer } from "@/lib/loyalty/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse, tokenFor } from "../support/house";
import { alter } from "../support/stores";
import { EVENING, seat } from "../support/tables";
import { endDay, find, mergeAll, mergeDate } from "./guests";

beforeEach(async () => {
  const data = enterHouse();
  clockAt("2026-11-10T19:30:00Z");
  await Promise.all([tokenFor("staff"), tokenFor("admin")]);
  alter(path.join(data, "hub.db"), "UPDATE session SET expires_at = '2099-01-01T00:00:00.000Z'");
});

const cardOf = async (name: string, branch?: string) => {
  const [{ id = "" } = {}] = await find(name, branch);
  return (await call("staff", guestCard, { params: { id }, branch })).answer;
};

it("a guest's card says in which branches and when they were last here, and their points", async () => {
  clockAt("2026-11-10T19:30:00Z");
  await seat([{ name: "Maya", phones: "03 111111" }], { branch: "batroun" });
  await mergeAll("batroun");
  clockAt(EVENING);
  const { answer } = await seat([
    { name: "Maya K", phones: "+961 3 111 111" },
    { name: "Rami", phones: "03 222222" },
  ]);
  const { customer } = (await call("staff", createCustomer, { body: { name: "Maya", phone: "03 111111" } })).answer;
  const body = { customer_id: customer.id, table_number: "12", points: 5 as const, table_name: answer.table_name };
  expect((await call("staff", awardVisit, { body })).status).toBe(200);
  await endDay();
  await mergeDate();
  for (const branch of ["jounieh", "central"]) {
    const card = await cardOf("Maya", branch);
    expect(card).toMatchObject({ last_visit: "2026-11-20", points: 5, unavailable: [] });
    expect(card.visits).toEqual([
      { branch: "jounieh", evenings: 1, last: "2026-11-20" },
      { branch: "batroun", evenings: 1, last: "2026-11-10" },
    ]);
  }
  expect(await cardOf("Rami")).toMatchObject({ points: 5, visits: [{ branch: "jounieh", evenings: 1 }] });
  const [{ id = "" } = {}] = await find("Rami");
  expect((await call("staff", guestCard, { params: { id }, branch: "batroun" })).status).toBe(404);
});

it("a table of tonight counts before any merge, and another's number under another name does not", async () => {
  clockAt("2026-11-10T19:30:00Z");
  await seat([{ name: "Maya", phones: "03 111111" }]);
  await mergeAll();
  clockAt(EVENING);
  await seat([{ name: "Ali", phones: "03 111111" }], { branch: "ehden" });
  await seat([{ name: "Maya", phones: "03 111111" }], { branch: "tripoli" });
  await mergeDate("2026-11-10");
  expect((await cardOf("Maya", "central")).visits).toEqual([
    { branch: "tripoli", evenings: 1, last: "2026-11-20" },
    { branch: "jounieh", evenings: 1, last: "2026-11-10" },
  ]);
});

it("an evening of a namesake does not count whose number only the country tells apart", async () => {
  clockAt("2026-11-10T19:30:00Z");
  await seat([{ name: "Rami", phones: "71 123 456" }]);
  await mergeAll();
  clockAt(EVENING);
  await seat([{ name: "Rami", phones: "+33 6 71 12 34 56" }], { branch: "batroun" });
  await mergeAll("batroun");
  await mergeDate("2026-11-10");
  expect((await cardOf("Rami", "central")).visits).toEqual([{ branch: "jounieh", evenings: 1, last: "2026-11-10" }]);
});
