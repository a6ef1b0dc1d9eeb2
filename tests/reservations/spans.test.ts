import { beforeEach, expect, it } from "vitest";
import { reservationMeasures, searchReservations } from "@/lib/reservations/day/contract";
import { listDays } from "@/lib/reservations/rules/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { makePerson, makeRole } from "../support/people";
import { book, DAY, haveRules, SATURDAY } from "./support";

beforeEach(async () => {
  enterHouse();
  clockAt(SATURDAY);
  await haveRules();
});

it("sums of reservations, and the days that are other, are told of two years at most", async () => {
  await book({ source: "instagram", occasion: "birthday" });
  const measures = (from: string, to: string) => call("admin", reservationMeasures, { query: { from, to } });
  expect((await measures("2026-01-01", "2027-12-31")).answer).toMatchObject({
    bookings: 1,
    covers: 2,
    by_source: [{ source: "instagram", bookings: 1 }],
    by_occasion: [{ occasion: "birthday", bookings: 1 }],
  });
  const long = await measures("1900-01-01", "2199-12-31");
  expect([long.status, long.answer.error]).toEqual([
    400,
    "That is more than two years. Choose a shorter stretch of days. Nothing was changed.",
  ]);
  const turned = await measures(DAY, "2026-11-20");
  expect([turned.status, turned.answer.error]).toEqual([400, "The last day lies before the first. Nothing was changed."]);
  expect((await call("admin", listDays, { query: { until: "2199-12-31" } })).status).toBe(400);
  expect((await call("admin", listDays, { query: { from: DAY, until: "2027-11-21" } })).status).toBe(200);
});

it("a search finds by name, by number and by code, those to come first, and by no number for whoever sees none", async () => {
  const later = (await book({ name: "Nour Karam", date: "2026-11-28" })).answer;
  const tonight = (await book({ name: "Karam Nour", phones: "70 222222" })).answer;
  const ids = async (search: string, headers?: Record<string, string>) => {
    const { answer } = await call(headers ? "nobody" : "admin", searchReservations, { query: { search }, ...(headers && { headers }) });
    return answer.reservations.map(({ id }) => id);
  };
  expect(await ids("karam")).toEqual([tonight.id, later.id]);
  expect([await ids("03 111 111"), await ids("2222"), await ids(later.code.toLowerCase())]).toEqual([[later.id], [tonight.id], [later.id]]);
  clockAt("2026-11-25T16:00:00Z");
  expect(await ids("nour")).toEqual([later.id, tonight.id]);
  await makeRole("looker", ["nav_reservations"]);
  const looker = await makePerson("looker", { roles: ["looker"] });
  expect(await ids("2222", looker.headers as Record<string, string>)).toEqual([]);
});
