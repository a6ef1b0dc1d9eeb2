import { beforeEach, expect, it } from "vitest";
import { type AllDataChoices, readChoices, saveChoices } from "@/lib/all-data/choices/contract";
import { dateSaid, filtersAsked, sameFilters, USUAL_VIEWS } from "@/lib/all-data/views";
import { hubFile } from "@/lib/db/files";
import { call, enterHouse, type Person } from "../support/house";
import { alter, rows } from "../support/stores";

beforeEach(() => void enterHouse());

const MINE: AllDataChoices = {
  columns: ["name", "company", "points"],
  sort: "name",
  size: "100",
  filters: { company: "MEA" },
  views: [{ name: "Lost", filters: { not_seen_since: "today-365" }, sort: "name" }],
};

const kept = async (who: Person) => (await call(who, readChoices)).answer.choices;

it("what somebody chose is theirs on every device, and nobody else's", async () => {
  expect(await kept("staff")).toBeNull();
  expect((await call("staff", saveChoices, { body: MINE })).status).toBe(200);
  expect(await kept("staff")).toEqual(MINE);
  expect(await kept("admin")).toBeNull();
  const other = { ...MINE, columns: ["name" as const], views: [] };
  expect((await call("staff", saveChoices, { body: other })).status).toBe(200);
  expect(await kept("staff")).toEqual(other);
  expect((await call("keyless", readChoices)).status).toBe(403);
});

it("no name or phone that was looked for is kept, and no more views than a list can show", async () => {
  const { status } = await call("staff", saveChoices, { body: { ...MINE, filters: { text: "Maya" } } as never });
  expect(status).toBe(400);
  const views = Array.from({ length: 31 }, (_, at) => ({ name: `View ${at}`, filters: {}, sort: "name" as const }));
  const many = await call("staff", saveChoices, { body: { ...MINE, views } });
  expect([many.status, many.answer.issues?.[0]?.message]).toEqual([400, "At most 30 views are kept. Remove one first."]);
  expect(rows(hubFile(), "SELECT * FROM user_choice")).toEqual([]);
});

it("what another version wrote and this one cannot read is as if nothing was chosen", async () => {
  await call("staff", saveChoices, { body: MINE });
  alter(hubFile(), `UPDATE user_choice SET value = '{"columns":["zodiac"]}'`);
  expect(await kept("staff")).toBeNull();
});

it("a day that a view says from today on is another date tomorrow", () => {
  expect(dateSaid("today", "2026-11-20")).toBe("2026-11-20");
  expect(dateSaid("today-90", "2026-11-20")).toBe("2026-08-22");
  expect(filtersAsked({ not_seen_since: "today-1", company: "today", email: "" }, "2026-03-01")).toEqual({
    not_seen_since: "2026-02-28",
    company: "today",
  });
  expect(USUAL_VIEWS.map(({ name }) => name)).toEqual([
    "No birthday",
    "Invalid phone",
    "Possible duplicates",
    "Not seen 90 days",
    "Opted out",
    "Added today by branch",
  ]);
  expect(sameFilters({ company: "MEA", email: "" }, { company: "MEA" })).toBe(true);
  expect(sameFilters({ company: "MEA" }, { company: "Touch" })).toBe(false);
});
