import Database from "better-sqlite3";
import { beforeEach, describe, expect, it } from "vitest";
import { hubFile, storeFile } from "@/lib/db/files";
import { endOfDay } from "@/lib/evening/contract";
import { openGuest } from "@/lib/guest-page/contract";
import { setOptOut } from "@/lib/opt-outs/contract";
import { decideAdjustment, listAdjustments } from "@/lib/points-by-hand/contract";
import { codeOfCard } from "@/lib/rewards/codes";
import { changeReward, listRedemptions, listRewards, undoReward } from "@/lib/rewards/contract";
import { saveTable } from "@/lib/tables/contract";
import { voucherKeys } from "@/lib/vouchers/keys";
import { bring } from "../guests/guests";
import { clockAt } from "../support/clocks";
import { checkEvents } from "../support/event-invariants";
import { call, enterHouse } from "../support/house";
import { makePerson, makeRole } from "../support/people";
import { WorkerPc } from "../support/queue";
import { rows } from "../support/stores";
import { END_OF_DAY, EVENING, METADATA, seat } from "../support/tables";
import { adjust, codeSent, confirm, finish, issue, makeReward } from "./spending";
import { award, make } from "./visits";

let guest = "";

beforeEach(async () => {
  enterHouse();
  clockAt(EVENING);
  await bring(["Maya,03 111111"], { header: "name,phones" });
  guest = rows<{ id: string }>(storeFile("jounieh", "contacts"), "SELECT id FROM contact")[0]?.id ?? "";
});

const points = async () => (await call("admin", openGuest, { params: { id: guest } })).answer.points;
const types = () =>
  rows<{ type: string; points: number }>(hubFile(), "SELECT type, points FROM loyalty_ledger ORDER BY seq").map((line) => [
    line.type,
    line.points,
  ]);

describe("points by hand", () => {
  it("are given and taken with a reason, which the guest's page tells", async () => {
    expect((await adjust(guest, 30, "Lost card")).answer).toEqual({ message: "Maya has 30 points now.", state: "done", total: 30 });
    expect((await adjust(guest, -12, "Twice by mistake")).answer.total).toBe(18);
    expect((await points())?.items.map((line) => [line.type, line.points, line.reason])).toEqual([
      ["ADJUST_POINTS", -12, "Twice by mistake"],
      ["ADJUST_POINTS", 30, "Lost card"],
    ]);
  });

  it("need a reason, and never take more than there is", async () => {
    expect((await adjust(guest, 5, " ")).status).toBe(400);
    const { status, answer } = await adjust(guest, -1);
    expect([status, answer.error]).toEqual([409, "Maya has 0 points: no more can be taken. Nothing was changed."]);
    expect(types()).toEqual([]);
  });

  it("in small steps wait for a second person as one large step does", async () => {
    expect((await adjust(guest, 60)).answer).toMatchObject({ state: "done", total: 60 });
    const { answer } = await adjust(guest, 60);
    expect(answer).toMatchObject({ state: "waiting", total: 60 });
    expect(answer.message).toContain("you have changed 60 by hand already");
    clockAt("2026-11-22T20:00:00Z");
    expect((await adjust(guest, 60)).answer).toMatchObject({ state: "done", total: 120 });
  });

  it("above the limit wait for a second person, who is another one", async () => {
    expect((await adjust(guest, 101)).answer).toMatchObject({ state: "waiting", total: 0 });
    const [asked] = (await call("admin", listAdjustments)).answer.waiting;
    expect(asked).toMatchObject({ points: 101, guest: "Maya", reason: "Asked for it", is_own: true });
    const decide = (headers?: Record<string, string>) =>
      call(headers ? "nobody" : "admin", decideAdjustment, { params: { id: asked?.id ?? "" }, body: { approve: true }, headers });
    expect((await decide()).status).toBe(403);
    await makeRole("loyalty", ["nav_loyalty"]);
    const { headers } = await makePerson("manager", { roles: ["loyalty"] });
    expect((await decide(headers)).status).toBe(200);
    expect((await points())?.total).toBe(101);
    expect((await decide(headers)).status).toBe(409);
    expect((await call("admin", listAdjustments)).answer.waiting).toEqual([]);
  });
});

describe("a reward", () => {
  it("is issued, confirmed by the code that WhatsApp brings, and given: its points are gone once", async () => {
    const reward = await makeReward();
    await adjust(guest, 12);
    const issued = await issue(guest, reward, { key: "once" });
    expect(issued.answer).toMatchObject({ redemption: { state: "ISSUED", points: 5, guest: "Maya", until: "2026-11-20T19:40:00.000Z" } });
    expect((await issue(guest, reward, { key: "once" })).answer).toEqual(issued.answer);
    expect(rows(hubFile(), "SELECT id FROM queue_item")).toHaveLength(1);
    const { id } = issued.answer.redemption;
    expect((await finish(id)).answer.error).toBe("The guest has not confirmed this yet. Nothing was changed.");
    expect((await confirm(id)).answer.redemption.state).toBe("HELD");
    expect((await finish(id)).answer.redemption).toMatchObject({ state: "REDEEMED", may_undo: true });
    expect((await finish(id)).status).toBe(409);
    expect((await points())?.total).toBe(7);
    expect(types()).toEqual([
      ["ADJUST_POINTS", 12],
      ["CREATE_REWARD", -5],
      ["REDEEM_REWARD", 0],
    ]);
  });

  it("sends its code in the quiet hours too, and no more once it has lapsed", async () => {
    clockAt("2026-11-20T20:30:00Z"); // half past ten in the evening, an hour into them
    await adjust(guest, 12);
    const { until } = (await issue(guest, await makeReward())).answer.redemption;
    const pc = new WorkerPc("pc-1");
    await pc.start();
    const [item] = await pc.claim();
    expect(item?.text).toContain(codeSent());
    expect(rows(hubFile(), "SELECT not_after FROM queue_item")).toEqual([{ not_after: until }]);
  });

  it("is confirmed by the guest's own card too, and by nobody else's", async () => {
    const reward = await makeReward();
    await adjust(guest, 12);
    const { id } = (await issue(guest, reward, { way: "card" })).answer.redemption;
    const key = (await voucherKeys())?.addresses ?? Buffer.alloc(0);
    const [own] = rows<{ id: string }>(hubFile(), "SELECT id FROM loyalty_customer");
    expect((await confirm(id, codeOfCard({ customer: "somebody", number: 0 }, key))).status).toBe(409);
    expect((await confirm(id, `DL1/${own?.id}/forged`)).status).toBe(409);
    expect((await confirm(id, codeOfCard({ customer: own?.id ?? "", number: 0 }, key))).answer.redemption.state).toBe("HELD");
  });

  it("lapses after ten minutes, is released, or is undone the same day by who keeps the programme: its points are back", async () => {
    const reward = await makeReward();
    await adjust(guest, 12);
    const lapsing = (await issue(guest, reward)).answer.redemption.id;
    clockAt("2026-11-20T19:40:01Z");
    expect((await confirm(lapsing)).answer.error).toContain("The ten minutes are over: the points are back with the guest.");
    expect((await points())?.total).toBe(12);
    const released = (await issue(guest, reward)).answer.redemption.id;
    expect((await points())?.total).toBe(7);
    expect((await finish(released, "release")).answer.redemption.state).toBe("RELEASED");
    const given = (await issue(guest, reward)).answer.redemption.id;
    await confirm(given);
    await finish(given);
    expect((await call("staff", undoReward, { params: { id: given } })).status).toBe(403);
    expect((await call("admin", undoReward, { params: { id: given } })).answer.redemption.state).toBe("RELEASED");
    expect((await points())?.total).toBe(12);
    const kept = (await issue(guest, reward)).answer.redemption.id;
    await confirm(kept);
    await finish(kept);
    clockAt("2026-11-21T19:30:00Z");
    expect((await call("admin", undoReward, { params: { id: kept } })).status).toBe(409);
    expect((await points())?.total).toBe(7);
  });

  it("ends after five wrong codes", async () => {
    const reward = await makeReward();
    await adjust(guest, 12);
    const { id } = (await issue(guest, reward)).answer.redemption;
    const wrong = codeSent() === "000000" ? "000001" : "000000";
    for (let tries = 1; tries < 5; tries++) expect((await confirm(id, wrong)).status).toBe(409);
    expect((await confirm(id, wrong)).answer.error).toContain("That was the last try");
    expect((await confirm(id)).status).toBe(409);
    expect((await points())?.total).toBe(12);
  });

  it("of which a part may be taken is worth that part", async () => {
    const reward = await makeReward({ kind: "amount", value: 1000, points: 100, is_partial: true });
    await adjust(guest, 40);
    expect((await issue(guest, reward, { points: 33 })).answer.redemption).toMatchObject({ points: 33, worth: 330 });
    expect((await issue(guest, reward, { points: 33 })).answer.error).toBe("Maya has 7 points, and this takes 33. No points were taken.");
    const whole = await makeReward();
    expect((await issue(guest, whole, { points: 3 })).answer.error).toBe("Dessert takes 5 points. No points were taken.");
  });

  it("is given as often as there are, and as one guest may have it, also where two tablets begin at once", async () => {
    const reward = await makeReward({ stock: 1 });
    await adjust(guest, 40);
    const both = await Promise.all([issue(guest, reward, { way: "card" }), issue(guest, reward, { way: "card" })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const once = await makeReward({ name: "Coffee", per_guest: 1 });
    expect((await issue(guest, once, { way: "card" })).status).toBe(200);
    expect((await issue(guest, once, { way: "card" })).answer.error).toBe(
      "One guest may have Coffee once, and this one has. No points were taken.",
    );
  });

  it("is not given where it is not meant to be, when it is over, or after it was ended", async () => {
    await adjust(guest, 40);
    const elsewhere = await makeReward({ branches: ["batroun"] });
    expect((await issue(guest, elsewhere, { way: "card" })).answer.error).toBe("Dessert is not given in Jounieh. No points were taken.");
    const over = await makeReward({ valid_until: "2026-11-19" });
    expect((await issue(guest, over, { way: "card" })).status).toBe(409);
    const ended = await makeReward();
    const { answer } = await call("admin", listRewards);
    const {
      id,
      is_ended: _,
      version,
      taken: __,
      ...said
    } = answer.rewards.find((one) => one.id === ended) as (typeof answer.rewards)[number];
    const change = (more: object) =>
      call("admin", changeReward, { params: { id }, body: { reward: said, is_ended: true, version, ...more } });
    expect((await change({ version: 7 })).status).toBe(409);
    expect((await change({})).answer.message).toBe("Dessert is given no more. Who is getting it now still does.");
    expect((await issue(guest, ended, { way: "card" })).answer.error).toBe("Dessert is given no more. No points were taken.");
  });

  it("sends no code to who wants no messages, and takes no points then", async () => {
    const reward = await makeReward();
    await adjust(guest, 12);
    await call("staff", setOptOut, { body: { phones: "03 111111", opted_out: true } as never });
    const { status, answer } = await issue(guest, reward);
    expect([status, answer.error]).toEqual([409, expect.stringContaining("No points were taken")]);
    expect((await points())?.total).toBe(12);
  });

  it("is listed for its evening in its restaurant alone", async () => {
    const reward = await makeReward();
    await adjust(guest, 12);
    const { id } = (await issue(guest, reward, { way: "card" })).answer.redemption;
    expect((await call("staff", listRedemptions)).answer.redemptions.map((one) => one.id)).toEqual([id]);
    expect((await call("staff", listRedemptions, { branch: "batroun" })).answer.redemptions).toEqual([]);
    expect((await finish(id, "release")).status).toBe(200);
  });

  it("stays given where the award that it was taken of is taken back: the guest owes it, and no balance is cut", async () => {
    const { table_name } = (await seat([{ name: "Maya", phones: "03 111111" }, OMAR])).answer;
    await award((await make("Maya", "03 111111")).answer.customer.id, { table_name });
    const { id } = (await issue(guest, await makeReward())).answer.redemption;
    await confirm(id);
    await finish(id);
    const body = { metadata: { ...METADATA }, contacts: [OMAR], table_name };
    expect((await call("staff", saveTable, { body })).status).toBe(200);
    clockAt(END_OF_DAY);
    expect((await call("admin", endOfDay)).answer.taken_back).toBe(1);
    const maya = rows<{ points: number }>(hubFile(), "SELECT points FROM loyalty_customer WHERE name = 'Maya'");
    expect(maya).toEqual([{ points: -5 }]);
    const database = new Database(hubFile(), { readonly: true });
    checkEvents(database, "hub.db");
    database.close();
  });
});

const OMAR = { name: "Omar", phones: "70 222222" };
