import { beforeEach, describe, expect, it } from "vitest";
import { storeFile } from "@/lib/db/files";
import { openGuest } from "@/lib/guest-page/contract";
import { endDecision, sayOnePerson } from "@/lib/guests/contract";
import { changeTiers, previewTiers, readTiers, tiersOfGuests } from "@/lib/loyalty/tiers/contract";
import { bring, find } from "../guests/guests";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { makePerson, makeRole } from "../support/people";
import { rows } from "../support/stores";
import { EVENING, seat } from "../support/tables";
import { award, make } from "./visits";

const MAYA = { name: "Maya", phones: "03 111111" };
const OMAR = { name: "Omar", phones: "70 222222" };
const TIERS = [
  { name: "Friend", visits: 2 },
  { name: "House", visits: 3 },
];

beforeEach(async () => {
  enterHouse();
  clockAt(EVENING);
  await bring(
    [MAYA, OMAR].map(({ name, phones }) => `${name},${phones}`),
    { header: "name,phones" },
  );
});

const seenAt = async () => (await call("admin", readTiers)).answer.changed?.at ?? null;
const name = async (tiers: typeof TIERS | null, seen?: string | null) =>
  call("admin", changeTiers, { body: { tiers, seen: seen === undefined ? await seenAt() : seen } });

/** Seats somebody on a day and gives the points. */
async function visit({ name, phones }: typeof MAYA, day: string, { branch, number }: { branch?: string; number?: string } = {}) {
  clockAt(`${day}T19:30:00Z`);
  const { table_name } = (await seat([{ name, phones }], { branch, number })).answer;
  const { answer } = await make(name, phones);
  const awarded = await award(answer.customer.id, { table_name, table_number: number ?? "12" }, { branch });
  expect(awarded.status, JSON.stringify(awarded.answer)).toBe(200);
}

const guestId = (name: string) =>
  rows<{ id: string }>(storeFile("jounieh", "contacts"), `SELECT id FROM contact WHERE name = '${name}'`)[0]?.id ?? "";
const onPage = async (name: string) => (await call("staff", openGuest, { params: { id: guestId(name) } })).answer.points?.tier ?? null;
const tierOf = async (guest: typeof MAYA) =>
  (await call("staff", tiersOfGuests, { body: { names: [guest.name], phones: [guest.phones] } })).answer.tiers[0]?.name;

describe("tiers", () => {
  it("are none until somebody names them", async () => {
    await visit(MAYA, "2026-11-18");
    await visit(MAYA, "2026-11-19");
    expect((await call("admin", readTiers)).answer).toEqual({ tiers: null, changed: null });
    expect(await onPage("Maya")).toBeNull();
    const { answer } = await call("staff", tiersOfGuests, { body: { names: ["Maya"], phones: [MAYA.phones] } });
    expect(answer).toEqual({ is_on: false, tiers: [] });
    expect((await name(TIERS)).status).toBe(200);
    expect(await onPage("Maya")).toEqual({ name: "Friend", place: 1, of: 2, falls_on: null });
    expect((await name(null)).answer.message).toBe("Guests have no tiers any more.");
    expect(await onPage("Maya")).toBeNull();
  });

  it("count evenings in restaurants, of twelve months, and say before they end", async () => {
    await name(TIERS);
    await visit(MAYA, "2026-11-20", { number: "12" });
    await visit(MAYA, "2026-11-20", { number: "13" });
    expect(await tierOf(MAYA)).toBeUndefined(); // two tables of one evening
    await visit(MAYA, "2026-11-20", { branch: "batroun" });
    expect(await tierOf(MAYA)).toBe("Friend");
    await visit(MAYA, "2027-03-01");
    expect([await tierOf(MAYA), await tierOf(OMAR)]).toEqual(["House", undefined]);
    clockAt("2027-10-20T12:00:00Z");
    expect(await onPage("Maya")).toMatchObject({ name: "House", falls_on: null });
    clockAt("2027-10-21T12:00:00Z");
    expect(await onPage("Maya")).toMatchObject({ name: "House", falls_on: "2027-11-20" });
    clockAt("2027-11-20T12:00:00Z");
    expect(await tierOf(MAYA)).toBeUndefined(); // one visit is left
  });

  it("follow two guests who become one, and two again", async () => {
    await name(TIERS);
    await visit(MAYA, "2026-11-16");
    await visit(MAYA, "2026-11-17");
    await visit(OMAR, "2026-11-18");
    expect([await onPage("Maya"), await onPage("Omar")]).toMatchObject([{ name: "Friend" }, null]);
    const [[one], [other]] = [await find("111111"), await find("222222")];
    const who = (found: typeof one) => ({ id: found?.id ?? "", name: found?.name ?? "", phones: found?.phones ?? "" });
    const { answer } = await call("staff", sayOnePerson, { body: { identifier: who(one), other: who(other), values: { name: "Maya" } } });
    expect(await onPage("Maya")).toMatchObject({ name: "House" });
    expect((await call("staff", endDecision, { body: { undo_id: answer.undo_id } })).status).toBe(200);
    expect([await onPage("Maya"), await onPage("Omar")]).toMatchObject([{ name: "Friend" }, null]);
  });

  it("are told of nobody whom the caller's branches have not seen", async () => {
    await name(TIERS);
    await visit(MAYA, "2026-11-18");
    await visit(MAYA, "2026-11-19");
    const { headers } = await makePerson("hostess", { branches: ["batroun"] });
    const ask = () => call("nobody", tiersOfGuests, { body: { names: ["Maya"], phones: [MAYA.phones] }, headers, branch: "batroun" });
    expect((await ask()).answer).toEqual({ is_on: true, tiers: [] });
    await visit(MAYA, "2026-11-20", { branch: "batroun" });
    expect((await ask()).answer.tiers).toMatchObject([{ index: 0, name: "House" }]);
  });

  it("are changed by nobody over somebody else's change, and cannot contradict each other", async () => {
    await name(TIERS);
    expect((await name(TIERS.slice(1), null)).status).toBe(409);
    expect((await call("admin", readTiers)).answer.tiers).toEqual(TIERS);
    expect((await name([TIERS[1], TIERS[0]] as typeof TIERS)).status).toBe(400);
    expect(
      (
        await name([
          { name: "Friend", visits: 2 },
          { name: "friend", visits: 3 },
        ])
      ).status,
    ).toBe(400);
    expect((await call("staff", readTiers)).status).toBe(403);
  });
});

describe("the preview of tiers", () => {
  it("says how many would be in which, names those of the caller's branches, and changes nothing", async () => {
    for (const day of ["2026-11-16", "2026-11-17", "2026-11-18"]) await visit(MAYA, day);
    for (const day of ["2026-11-17", "2026-11-18"]) await visit(OMAR, day, { branch: "batroun" });
    const { answer } = await call("admin", previewTiers, { query: { visits: "3,2" } as never });
    expect(answer).toMatchObject({
      since: "2025-11-18",
      tiers: [
        { visits: 2, guests: 1, first: [{ name: "Omar", visits: 2 }] },
        { visits: 3, guests: 1, first: [{ name: "Maya", visits: 3 }] },
      ],
    });
    await makeRole("loyalty", ["nav_loyalty"]);
    const { headers } = await makePerson("manager", { roles: ["loyalty"], branches: ["batroun"] });
    const limited = await call("nobody", previewTiers, { query: { visits: "2,3" } as never, headers, branch: "batroun" });
    expect(limited.answer.tiers.map(({ guests, first }) => [guests, first.map((one) => one.name)])).toEqual([
      [1, ["Omar"]],
      [1, []],
    ]);
    expect((await call("admin", readTiers)).answer.tiers).toBeNull();
  });
});
