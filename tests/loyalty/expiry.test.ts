import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { changeReadOnly } from "@/lib/control/contract";
import { bySystem } from "@/lib/db/actor";
import { backUp } from "@/lib/db/backup";
import { backupsDir, hubFile, storeFile } from "@/lib/db/files";
import { closeStores } from "@/lib/db/find-store";
import { restoreStore } from "@/lib/db/restore";
import { openGuest } from "@/lib/guest-page/contract";
import { addMonths } from "@/lib/local-time";
import { changeExpiry, previewExpiry, readExpiry } from "@/lib/loyalty/expiry/contract";
import { expirePoints } from "@/lib/loyalty/expiry/nightly";
import { checkBalances } from "@/lib/loyalty/ledger/check";
import { bring } from "../guests/guests";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { makePerson, makeRole } from "../support/people";
import { rows } from "../support/stores";
import { EVENING, seat } from "../support/tables";
import { adjust, confirm, finish, issue, makeReward } from "./spending";
import { award, make } from "./visits";

let [maya, omar] = ["", ""];

beforeEach(async () => {
  enterHouse();
  clockAt(EVENING);
  await bring(["Maya,03 111111", "Omar,70 222222"], { header: "name,phones" });
  [maya, omar] = ["Maya", "Omar"].map(idOf) as [string, string];
});

const idOf = (name: string) =>
  rows<{ id: string }>(storeFile("jounieh", "contacts"), `SELECT id FROM contact WHERE name = '${name}'`)[0]?.id ?? "";
const set = (months: number | null) => call("admin", changeExpiry, { body: { months } });
const points = async (guest: string) => (await call("admin", openGuest, { params: { id: guest } })).answer.points;
const preview = async (months: number) => (await call("admin", previewExpiry, { query: { months: String(months) } })).answer;

async function visit(name: string, phones: string, branch?: string): Promise<void> {
  const { table_name } = (await seat([{ name, phones }], { branch })).answer;
  const { answer } = await make(name, phones);
  expect((await award(answer.customer.id, { table_name }, { branch })).status).toBe(200);
}

const NOTHING = { guests: 0, points: 0 };

it.each([
  ["2026-11-30", 3, "2027-02-28"],
  ["2027-11-30", 3, "2028-02-29"],
  ["2026-12-15", 1, "2027-01-15"],
  ["2027-01-31", -2, "2026-11-30"],
])("of %s, %i months later is %s", (day, months, later) => {
  expect(addMonths(day, months)).toBe(later);
});

describe("points", () => {
  it("are kept for ever until somebody sets it, and for two weeks after", async () => {
    await adjust(maya, 30);
    clockAt("2031-11-20T04:00:00Z");
    expect(await expirePoints()).toEqual(NOTHING);
    expect((await call("admin", readExpiry)).answer.expiry).toBeNull();
    expect((await points(maya))?.expires).toBeNull();
    expect((await set(12)).answer.expiry).toMatchObject({ months: 12, begins_on: "2031-12-04" });
    clockAt("2031-12-03T12:00:00Z");
    expect(await expirePoints()).toEqual(NOTHING);
    expect((await points(maya))?.expires).toEqual({ points: 30, on: "2031-12-04" });
    clockAt("2031-12-04T04:00:00Z");
    expect(await expirePoints()).toEqual({ guests: 1, points: 30 });
    expect(await expirePoints()).toEqual(NOTHING);
    expect(await points(maya)).toMatchObject({ total: 0, expires: null });
    expect((await points(maya))?.items[0]).toMatchObject({ type: "EXPIRE_POINTS", points: -30, reason: "Not here for 12 months" });
    expect((await checkBalances(bySystem("test"))).differs).toBe(0);
  });

  it("are kept by each visit, in whatever restaurant, and lost after as many months again", async () => {
    await visit("Maya", "03 111111");
    await set(3);
    clockAt("2027-02-10T19:30:00Z");
    await visit("Maya", "03 111111", "batroun");
    clockAt("2027-05-09T19:30:00Z");
    expect(await expirePoints()).toEqual(NOTHING);
    clockAt("2027-05-10T19:30:00Z");
    expect(await expirePoints()).toEqual({ guests: 1, points: 10 });
  });

  it("that were spent, or are held for a reward, are not taken again; what is given back is", async () => {
    await adjust(maya, 30);
    await set(3);
    clockAt("2027-02-20T18:00:00Z");
    const reward = await makeReward();
    const given = (await issue(maya, reward)).answer.redemption.id;
    await confirm(given);
    await finish(given);
    const held = (await issue(maya, reward)).answer.redemption.id;
    expect(await expirePoints()).toEqual({ guests: 1, points: 20 });
    expect((await points(maya))?.total).toBe(0);
    await finish(held, "release");
    expect((await points(maya))?.total).toBe(5);
    expect(await expirePoints()).toEqual({ guests: 1, points: 5 });
  });

  it("that were given later are lost later", async () => {
    await adjust(maya, 30);
    clockAt("2026-12-20T19:30:00Z");
    await adjust(maya, 7);
    await set(3);
    clockAt("2027-02-21T04:00:00Z");
    expect(await expirePoints()).toEqual({ guests: 1, points: 30 });
    expect((await points(maya))?.expires).toEqual({ points: 7, on: "2027-03-20" });
    clockAt("2029-03-21T04:00:00Z"); // a server that was off for two years
    expect(await expirePoints()).toEqual({ guests: 1, points: 7 });
  });

  it("are kept while the house is read-only, and for two weeks after the hub came out of a backup", async () => {
    await adjust(maya, 30);
    await set(3);
    clockAt("2027-03-20T19:30:00Z");
    const readOnly = (on: boolean) => call("admin", changeReadOnly, { body: { on, reason: on ? "The server moves" : "" } });
    await readOnly(true);
    expect(await expirePoints()).toEqual(NOTHING);
    await readOnly(false);
    const backup = await backUp(hubFile(), "daily");
    expect(await expirePoints()).toEqual({ guests: 1, points: 30 });
    await closeStores();
    restoreStore({ owner: "hub", kind: "hub", file: hubFile() }, path.join(backupsDir(hubFile()), backup));
    expect((await call("admin", readExpiry)).answer.expiry?.begins_on).toBe("2027-04-03");
    expect(await expirePoints()).toEqual(NOTHING);
    clockAt("2027-04-03T04:00:00Z");
    expect(await expirePoints()).toEqual({ guests: 1, points: 30 });
  });

  it("are kept once it is ended, and set again it begins anew", async () => {
    await adjust(maya, 30);
    await set(3);
    clockAt("2027-03-20T19:30:00Z");
    expect((await set(null)).answer.message).toBe("Points are kept for ever again.");
    expect(await expirePoints()).toEqual(NOTHING);
    expect((await set(3)).answer.expiry?.begins_on).toBe("2027-04-03");
    clockAt("2027-03-25T19:30:00Z");
    expect((await set(3)).answer.expiry?.begins_on).toBe("2027-04-03"); // said twice, it does not move
    expect((await set(2)).status).toBe(400);
  });
});

describe("the preview", () => {
  it("says who would lose what and when, and changes nothing", async () => {
    await adjust(maya, 30);
    clockAt("2026-12-20T19:30:00Z");
    await adjust(omar, 7);
    clockAt("2027-02-20T19:30:00Z");
    expect(await preview(3)).toMatchObject({
      begins_on: "2027-03-06",
      first: { guests: 1, points: 30 },
      later: { guests: 1, points: 7, until: "2027-06-04" },
      guests: [
        { name: "Maya", points: 30, on: "2027-03-06", last_visit: null },
        { name: "Omar", points: 7, on: "2027-03-20", last_visit: null },
      ],
    });
    expect((await call("admin", readExpiry)).answer.expiry).toBeNull();
    expect((await points(maya))?.total).toBe(30);
  });

  it("names nobody of another branch to whoever is limited to some, and counts them", async () => {
    await visit("Maya", "03 111111");
    await visit("Omar", "70 222222", "batroun");
    clockAt("2027-03-20T19:30:00Z");
    await makeRole("loyalty", ["nav_loyalty"]);
    const { headers } = await makePerson("manager", { roles: ["loyalty"], branches: ["batroun"] });
    const { answer } = await call("nobody", previewExpiry, { query: { months: "3" }, headers, branch: "batroun" });
    expect(answer.first).toEqual({ guests: 2, points: 10 });
    expect(answer.guests.map(({ name }) => name)).toEqual(["Omar"]);
    expect((await call("nobody", changeExpiry, { body: { months: 12 }, headers, branch: "batroun" })).status).toBe(403);
  });
});
