import { renameSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import { listAudit } from "@/lib/audit/contract";
import { bySystem } from "@/lib/db/actor";
import { storeFile } from "@/lib/db/files";
import { closeStores } from "@/lib/db/find-store";
import { endOfDay } from "@/lib/evening/contract";
import { openGuest } from "@/lib/guest-page/contract";
import { endDecision, sayOnePerson } from "@/lib/guests/contract";
import { changeExpiry, previewExpiry } from "@/lib/loyalty/expiry/contract";
import { expirePoints } from "@/lib/loyalty/expiry/nightly";
import { checkBalances } from "@/lib/loyalty/ledger/check";
import { bring, find } from "../guests/guests";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { EVENING, seat } from "../support/tables";
import { adjust } from "./spending";
import { award, make, saveAgain } from "./visits";

const ONE = "03 111111";
const OTHER = "70 222222";
const OMAR = "71 333333";

beforeEach(async () => {
  enterHouse();
  clockAt(EVENING);
  await bring([`Maya,${ONE}`, `Maya Khoury,${OTHER}`, `Omar,${OMAR}`], { header: "name,phones" });
});

const guestWith = async (phone: string, branch?: string) => {
  const found = (await find(phone, branch))[0];
  if (!found) throw new Error(`nobody has ${phone}`);
  return found;
};
const idWith = async (phone: string) => (await guestWith(phone)).id;
const points = async (phone: string) => (await call("admin", openGuest, { params: { id: await idWith(phone) } })).answer.points;
const set = (months: number) => call("admin", changeExpiry, { body: { months } });
const preview = async () => (await call("admin", previewExpiry, { query: { months: "3" } })).answer;

async function unite(branch?: string): Promise<string> {
  const who = ({ id, name, phones }: { id: string; name: string; phones: string }) => ({ id, name, phones });
  const body = { identifier: who(await guestWith(ONE, branch)), other: who(await guestWith(OTHER, branch)) };
  const { status, answer } = await call("staff", sayOnePerson, { body, branch });
  expect(status, JSON.stringify(answer)).toBe(200);
  return answer.undo_id;
}

async function visit(name: string, phones: string, branch?: string): Promise<void> {
  const { table_name } = (await seat([{ name, phones }], { branch })).answer;
  const { answer } = await make(name, phones);
  expect((await award(answer.customer.id, { table_name }, { branch })).status).toBe(200);
}

async function night(day: string, branch: string): Promise<void> {
  clockAt(`${day}T21:20:00Z`);
  expect((await call("admin", endOfDay, { branch })).status).toBe(200);
}

const NOTHING = { guests: 0, points: 0 };

describe("points of a guest who is two loyalty customers", () => {
  beforeEach(async () => {
    await adjust(await idWith(ONE), 30);
    await adjust(await idWith(OTHER), 20);
    await adjust(await idWith(OMAR), 7);
    await set(3);
  });

  it("are all kept by a visit of either, and so say the page and the preview", async () => {
    await unite();
    clockAt("2027-02-10T19:30:00Z");
    await visit("Maya", ONE);
    clockAt("2027-02-21T04:00:00Z");
    expect((await preview()).guests.map(({ name, on }) => [name, on])).toEqual([["Omar", "2027-02-21"], ["Maya", "2027-05-10"]]); // biome-ignore format: one line
    expect(await expirePoints()).toEqual({ guests: 1, points: 7 });
    expect(await points(ONE)).toMatchObject({ total: 55, expires: { points: 55, on: "2027-05-10" } });
    clockAt("2027-05-09T19:30:00Z");
    expect(await expirePoints()).toEqual(NOTHING);
    expect(await preview()).toMatchObject({ later: { guests: 1, points: 55 }, guests: [{ points: 55, last_visit: "2027-02-10" }] });
    clockAt("2027-05-10T04:00:00Z");
    expect(await expirePoints()).toEqual({ guests: 1, points: 55 });
    expect((await checkBalances(bySystem("test"))).differs).toBe(0);
  });

  it("are kept by a visit of either where another branch's book alone takes them for one guest", async () => {
    await bring([`Maya,${ONE}`, `Maya Khoury,${OTHER}`], { header: "name,phones", branch: "batroun" });
    await unite("batroun");
    clockAt("2027-02-10T19:30:00Z");
    await visit("Maya", ONE);
    clockAt("2027-02-21T04:00:00Z");
    expect((await points(OTHER))?.expires).toEqual({ points: 20, on: "2027-05-10" });
    expect(await expirePoints()).toEqual({ guests: 1, points: 7 });
  });

  it("are lost by each alone once they are two guests again", async () => {
    const undo_id = await unite();
    clockAt("2027-02-10T19:30:00Z");
    await visit("Maya", ONE);
    expect((await call("staff", endDecision, { body: { undo_id } })).status).toBe(200);
    clockAt("2027-02-21T04:00:00Z");
    expect((await preview()).guests.map(({ name, points: lost }) => [name, lost])).toEqual([["Maya Khoury", 20], ["Omar", 7], ["Maya", 35]]); // biome-ignore format: one line
    expect(await expirePoints()).toEqual({ guests: 2, points: 27 });
  });

  it("come back where the two turn out to be one guest after one of them lost theirs, and go again once they are two", async () => {
    clockAt("2027-02-10T19:30:00Z");
    await visit("Maya", ONE);
    clockAt("2027-02-21T04:00:00Z");
    expect(await expirePoints()).toEqual({ guests: 2, points: 27 });
    const undo_id = await unite();
    clockAt("2027-02-22T04:00:00Z");
    expect(await expirePoints()).toEqual(NOTHING);
    expect(await points(ONE)).toMatchObject({ total: 55, expires: { points: 55 } });
    expect(await expirePoints()).toEqual(NOTHING); // given back once
    expect((await points(ONE))?.total).toBe(55);
    await call("staff", endDecision, { body: { undo_id } });
    clockAt("2027-02-23T04:00:00Z");
    expect(await expirePoints()).toEqual({ guests: 1, points: 20 });
  });

  it("are lost together by a server that was off, and of one guest", async () => {
    await unite();
    clockAt("2026-12-20T19:30:00Z");
    await adjust(await idWith(ONE), 4);
    clockAt("2029-03-21T04:00:00Z");
    expect(await expirePoints()).toEqual({ guests: 2, points: 61 });
  });

  it("are lost by nobody while a guest book cannot be read: it may know of a visit", async () => {
    clockAt("2027-02-21T04:00:00Z");
    await closeStores();
    renameSync(storeFile("batroun", "contacts"), `${storeFile("batroun", "contacts")}.away`);
    await expect(expirePoints()).rejects.toMatchObject({ code: "conflict", message: expect.stringContaining("Nobody loses points") });
    expect((await call("admin", previewExpiry, { query: { months: "3" } })).status).toBe(409);
    expect((await points(OMAR))?.total).toBe(7);
  });
});

describe("a visit that is recorded after the night in which points were lost", () => {
  beforeEach(async () => {
    await adjust(await idWith(ONE), 30);
    await set(3);
    clockAt("2027-02-18T19:30:00Z");
  });

  it("brings them back where it was in time", async () => {
    await seat([{ name: "Maya", phones: ONE }], { number: "7" }); // no tablet gives points, and the evening is not ended
    clockAt("2027-02-21T04:00:00Z");
    expect(await expirePoints()).toEqual({ guests: 1, points: 30 });
    await night("2027-02-21", "jounieh");
    clockAt("2027-02-22T04:00:00Z");
    expect(await expirePoints()).toEqual(NOTHING);
    expect(await points(ONE)).toMatchObject({ total: 35, expires: { points: 30, on: "2027-05-18" } });
    expect((await points(ONE))?.items[0]).toMatchObject({ type: "EXPIRE_POINTS", points: 30, reason: "A visit was recorded later" });
    const { answer } = await call("admin", listAudit, { query: {} });
    expect(answer.entries.map(({ what }) => what)).toContain(
      "Gave 30 points back that were lost after 3 months: a visit before was recorded later",
    );
    expect((await checkBalances(bySystem("test"))).differs).toBe(0);
    clockAt("2027-05-18T04:00:00Z");
    expect(await expirePoints()).toEqual({ guests: 1, points: 30 });
  });

  it("brings nothing back after a month: whoever corrects that late gives points by hand", async () => {
    await seat([{ name: "Maya", phones: ONE }], { number: "7" });
    clockAt("2027-02-21T04:00:00Z");
    expect(await expirePoints()).toEqual({ guests: 1, points: 30 });
    await night("2027-03-24", "jounieh");
    clockAt("2027-03-25T04:00:00Z");
    expect(await expirePoints()).toEqual(NOTHING);
    expect((await points(ONE))?.total).toBe(5);
  });

  it("brings nothing back where it was too late, nor what other months took", async () => {
    clockAt("2027-02-20T04:00:00Z");
    expect(await expirePoints()).toEqual({ guests: 1, points: 30 });
    clockAt("2027-02-20T19:30:00Z");
    await visit("Maya", ONE);
    clockAt("2027-02-21T04:00:00Z");
    expect(await expirePoints()).toEqual(NOTHING);
    expect((await points(ONE))?.total).toBe(5);
    await set(12);
    clockAt("2027-03-08T04:00:00Z");
    expect(await expirePoints()).toEqual(NOTHING);
    expect((await points(ONE))?.total).toBe(5);
  });

  it("brings them back where its number was corrected later", async () => {
    const { table_name } = (await seat([{ name: "Maya", phones: "03 999999" }])).answer;
    await award((await make("Maya", "03 999999")).answer.customer.id, { table_name });
    clockAt("2027-02-21T04:00:00Z");
    expect(await expirePoints()).toEqual({ guests: 1, points: 30 });
    await saveAgain(table_name, [ONE]);
    await night("2027-02-21", "jounieh");
    clockAt("2027-02-22T04:00:00Z");
    expect(await expirePoints()).toEqual(NOTHING);
    expect((await points(ONE))?.total).toBe(35);
  });

  it("brings no points back of an award that was taken back meanwhile", async () => {
    clockAt("2027-02-12T19:30:00Z");
    await visit("Omar", OMAR);
    clockAt("2027-02-18T19:30:00Z");
    const { table_name } = (await seat([{ name: "Omar", phones: OMAR }])).answer;
    await award((await make("Omar", OMAR)).answer.customer.id, { table_name });
    clockAt("2027-05-10T19:30:00Z");
    await seat([{ name: "Omar", phones: OMAR }], { number: "8" }); // settled after the points are lost
    clockAt("2027-05-19T04:00:00Z");
    expect(await expirePoints()).toMatchObject({ points: 40 });
    await saveAgain(table_name, [ONE]);
    await night("2027-05-19", "jounieh");
    clockAt("2027-05-20T04:00:00Z");
    await expirePoints();
    expect((await points(OMAR))?.total).toBe(10); // those of the first table, and of the last one
    expect((await checkBalances(bySystem("test"))).differs).toBe(0);
  });
});
