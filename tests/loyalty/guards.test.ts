import { beforeEach, describe, expect, it } from "vitest";
import { hubFile, storeFile } from "@/lib/db/files";
import { openGuest } from "@/lib/guest-page/contract";
import { adjustPoints, decideAdjustment, listAdjustments } from "@/lib/points-by-hand/contract";
import { cardOfCode, codeOf, codeOfCard } from "@/lib/rewards/codes";
import { confirmReward, createReward, finishReward, listRewards, undoReward } from "@/lib/rewards/contract";
import { lapseRewards } from "@/lib/rewards/lapse";
import { voucherKeys } from "@/lib/vouchers/keys";
import { bring } from "../guests/guests";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { makePerson, makeRole } from "../support/people";
import { rows } from "../support/stores";
import { EVENING } from "../support/tables";
import { adjust, codeSent, confirm, finish, issue, makeReward } from "./spending";

let guest = "";

beforeEach(async () => {
  enterHouse();
  clockAt(EVENING);
  await bring(["Maya,03 111111", "Nobody Calls,"], { header: "name,phones" });
  guest = idOf("Maya");
});

const idOf = (name: string) =>
  rows<{ id: string }>(storeFile("jounieh", "contacts"), `SELECT id FROM contact WHERE name = '${name}'`)[0]?.id ?? "";
const total = async () => (await call("admin", openGuest, { params: { id: guest } })).answer.points?.total;

/** Somebody who keeps the programme, in some restaurants alone. */
async function manager(name: string, branches: string[] | null = null) {
  await makeRole("loyalty", ["nav_loyalty"]);
  return (await makePerson(name, { roles: ["loyalty"], branches })).headers;
}

describe("points by hand above the limit", () => {
  it("are not even asked for where the guest has fewer, nor taken where they have fewer by the time somebody decides", async () => {
    await adjust(guest, 90);
    expect((await adjust(guest, -200)).answer.error).toBe("Maya has 90 points: no more can be taken. Nothing was changed.");
    expect((await adjust(guest, -80)).answer).toMatchObject({ state: "waiting", total: 90 });
    const [asked] = (await call("admin", listAdjustments)).answer.waiting;
    const { id } = (await issue(guest, await makeReward({ points: 20 }), { way: "card" })).answer.redemption;
    const headers = await manager("second");
    const decide = () => call("nobody", decideAdjustment, { params: { id: asked?.id ?? "" }, body: { approve: true }, headers });
    expect((await decide()).answer.error).toBe("Maya has 70 points: no more can be taken. Nothing was changed.");
    expect((await call("admin", listAdjustments)).answer.waiting).toHaveLength(1); // it waits still
    await finish(id, "release");
    expect((await decide()).status).toBe(200);
    expect(await total()).toBe(10);
  });

  it("are shown to nobody of another restaurant, and decided by nobody there", async () => {
    await adjust(guest, 500);
    const [asked] = (await call("admin", listAdjustments)).answer.waiting;
    const headers = await manager("elsewhere", ["batroun"]);
    expect((await call("nobody", listAdjustments, { headers, branch: "batroun" })).answer.waiting).toEqual([]);
    const decided = await call("nobody", decideAdjustment, {
      params: { id: asked?.id ?? "" },
      body: { approve: true },
      headers,
      branch: "batroun",
    });
    expect(decided.status).toBe(404);
    expect(await total()).toBe(0);
  });

  it("are given to nobody whose points could not be found again", async () => {
    const { status, answer } = await adjust(idOf("Nobody Calls"), 5);
    expect([status, answer.error]).toEqual([409, expect.stringContaining("Points are found again by a phone number")]);
    const elsewhere = await call("admin", adjustPoints, { body: { guest, points: 5, reason: "Lost card" }, branch: "batroun" });
    expect(elsewhere.status).toBe(404); // a guest of another branch's book
  });
});

describe("a reward", () => {
  it("is not given before its first day, for more than it takes, or for a part that is worth nothing", async () => {
    await adjust(guest, 60);
    const later = (await call("admin", createReward, { body: { ...REWARD, valid_from: "2026-11-21" } })).answer.reward.id;
    expect((await issue(guest, later, { way: "card" })).answer.error).toBe("Dessert is not given yet. No points were taken.");
    clockAt("2026-11-21T19:30:00Z");
    expect((await issue(guest, later, { way: "card" })).status).toBe(200);
    const dessert = await makeReward();
    expect((await issue(guest, dessert, { way: "card", points: 6 })).answer.error).toBe("Dessert takes 5 points. No points were taken.");
    const cents = await makeReward({ kind: "amount", value: 10, points: 50, is_partial: true });
    expect((await issue(guest, cents, { way: "card", points: 4 })).answer.error).toBe(
      "So few points are worth nothing. No points were taken.",
    );
  });

  it("that lapsed takes no place of the stock, and of what one guest may have", async () => {
    await adjust(guest, 60);
    const reward = await makeReward({ stock: 1, per_guest: 1 });
    expect((await issue(guest, reward, { way: "card" })).status).toBe(200);
    expect((await issue(guest, reward, { way: "card" })).answer.error).toBe("No Dessert is left. No points were taken.");
    clockAt("2026-11-20T19:40:01Z");
    expect((await issue(guest, reward, { way: "card" })).status).toBe(200);
    expect(await total()).toBe(55);
  });

  it("takes its own stock alone", async () => {
    await adjust(guest, 60);
    const only = await makeReward({ stock: 1 });
    expect((await issue(guest, await makeReward({ name: "Coffee" }), { way: "card" })).status).toBe(200);
    expect((await issue(guest, only, { way: "card" })).status).toBe(200);
  });

  it("that the card confirms sends nobody a code", async () => {
    await adjust(guest, 60);
    await issue(guest, await makeReward(), { way: "card" });
    expect(rows(hubFile(), "SELECT 1 FROM queue_item")).toEqual([]);
  });

  it("is neither confirmed nor given once its ten minutes are over, also before anybody has looked", async () => {
    await adjust(guest, 60);
    const reward = await makeReward();
    const late = (await issue(guest, reward)).answer.redemption.id;
    const code = codeSent();
    clockAt("2026-11-20T19:40:00Z");
    expect((await confirm(late, code)).answer.error).toContain("The ten minutes are over");
    expect(await total()).toBe(60);
    const held = (await issue(guest, reward)).answer.redemption.id;
    expect((await confirm(held)).status).toBe(200);
    clockAt("2026-11-20T19:50:00Z");
    expect((await finish(held)).answer.error).toContain("The ten minutes are over");
    expect(await total()).toBe(60);
  });

  it("that lapses while several look gives its points back once", async () => {
    await adjust(guest, 60);
    await issue(guest, await makeReward());
    clockAt("2026-11-20T19:40:00Z");
    await Promise.all([lapseRewards(), lapseRewards(), lapseRewards()]);
    expect(await total()).toBe(60);
    expect((await call("staff", listRewards)).answer.rewards.map(({ taken }) => taken)).toEqual([0]);
  });

  it("that is confirmed and released in the same moment is one of them, and its points are there once", async () => {
    await adjust(guest, 60);
    const reward = await makeReward();
    for (let time = 0; time < 3; time++) {
      const { id } = (await issue(guest, reward)).answer.redemption;
      const code = codeSent();
      await Promise.all([confirm(id, code), finish(id, "release")]);
      await finish(id, "release");
      expect((await confirm(id, code)).answer.error).toContain("This was released");
      expect((await finish(id)).status).toBe(409);
      expect(await total()).toBe(60);
    }
  });

  it("is confirmed, given, released and undone in its own restaurant alone", async () => {
    await adjust(guest, 60);
    const { id } = (await issue(guest, await makeReward())).answer.redemption;
    const there = { params: { id }, branch: "batroun" };
    const code = rows<{ text: string }>(hubFile(), "SELECT text FROM queue_item")[0]?.text.match(/\d{6}/)?.[0] ?? "";
    expect((await call("staff", confirmReward, { ...there, body: { code } })).status).toBe(404);
    expect((await call("staff", finishReward, { ...there, body: { what: "release" } })).status).toBe(404);
    expect((await confirm(id)).status).toBe(200);
    expect((await call("staff", confirmReward, { ...there, body: { code } })).status).toBe(404); // nor told how far it is
    expect((await confirm(id)).answer.error).toBe("The guest has confirmed this already. Nothing was changed.");
    expect((await call("staff", finishReward, { ...there, body: { what: "redeem" } })).status).toBe(404);
    expect((await call("admin", undoReward, { params: { id } })).answer.error).toBe(
      "This reward was not given, so there is nothing to undo.",
    );
    expect((await finish(id)).status).toBe(200);
    expect((await finish(id, "release")).answer.error).toBe("The guest has this reward already. Nothing was changed.");
    expect((await call("admin", undoReward, there)).status).toBe(404);
    expect((await call("admin", undoReward, { params: { id } })).status).toBe(200);
    expect((await call("admin", undoReward, { params: { id } })).status).toBe(409);
    expect(await total()).toBe(60);
  });

  it("that waits for the card is confirmed by no code that a message would have brought", async () => {
    await adjust(guest, 60);
    const { id } = (await issue(guest, await makeReward(), { way: "card" })).answer.redemption;
    const key = (await voucherKeys())?.addresses ?? Buffer.alloc(0);
    expect((await confirm(id, codeOf(id, key))).status).toBe(409);
    expect(await total()).toBe(55);
  });

  it.each([
    ["a percentage of more than all", { kind: "percent", value: 101 }],
    ["an amount of nothing", { kind: "amount", value: 0 }],
    ["a part of a dessert", { is_partial: true }],
    ["an end before its beginning", { valid_from: "2026-12-02", valid_until: "2026-12-01" }],
    ["no points", { points: 0 }],
    ["a restaurant that is none", { branches: ["nowhere"] }],
  ])("is not made of %s", async (_, more) => {
    expect((await call("admin", createReward, { body: { ...REWARD, ...more } as typeof REWARD })).status).toBe(400);
  });
});

describe("the code of a card", () => {
  const key = Buffer.alloc(32, 7);

  it("names its customer, and nobody where anything of it is another's", () => {
    const code = codeOfCard({ customer: "one", number: 0 }, key);
    expect(cardOfCode(` ${code} `, key)).toEqual({ customer: "one", number: 0 });
    expect(cardOfCode(codeOfCard({ customer: "one", number: 2 }, key), key)).toEqual({ customer: "one", number: 2 });
    expect(cardOfCode(code, Buffer.alloc(32, 8))).toBeNull();
    expect(cardOfCode(code.replace("/one/", "/two/"), key)).toBeNull();
    expect(cardOfCode(code.replace("/one/", "/one.1/"), key)).toBeNull();
    expect(cardOfCode(code.replace("DL1", "DV1"), key)).toBeNull();
    expect(cardOfCode(`${code}/more`, key)).toBeNull();
    expect(cardOfCode(codeOfCard({ customer: "", number: 0 }, key), key)).toBeNull();
    expect(cardOfCode(code.slice(0, -1), key)).toBeNull();
  });
});

const REWARD = {
  ...{ name: "Dessert", points: 5, kind: "item" as const, value: 0, branches: [] as string[], valid_until: null },
  ...{ valid_from: null as string | null, stock: null, per_guest: null, is_partial: false },
};
