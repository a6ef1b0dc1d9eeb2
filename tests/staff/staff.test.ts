import { describe, expect, it } from "vitest";
import { hubStore } from "@/lib/db/find-store";
import { addStaff, listStaff, removeStaff, resetStaff } from "@/lib/staff/contract";
import { DEFAULT_STAFF } from "@/lib/staff/names";
import { start } from "@/lib/start";
import { writeQuietly } from "../support/by";
import { call, enterHouse } from "../support/house";
import { hubEvents } from "../support/hub-events";
import { RESTAURANTS } from "../support/restaurants";

const staffOf = (branch: string) => call("keyless", listStaff, { params: { branch } });

describe("a branch's staff", () => {
  it.each(RESTAURANTS)("of %s are two hostesses and five waiters at the first start", async (branch) => {
    enterHouse();
    const { answer } = await staffOf(branch);
    expect(answer).toEqual(DEFAULT_STAFF);
    expect([answer.hostesses.length, answer.waiters.length]).toEqual([2, 5]);
  });

  it("is sorted as people sort names, and each branch has its own", async () => {
    enterHouse();
    const hub = await hubStore();
    await writeQuietly(hub, (tx) =>
      tx.staffMember.createMany({
        data: ["élise", "Zoe", "abed"].map((name) => ({ branch: "batroun", role: "waiter", name, name_key: name })),
      }),
    );
    expect((await staffOf("Batroun")).answer.waiters).toEqual(["abed", "Elie", "élise", "Georges", "Jad", "Karim", "Tony", "Zoe"]);
    expect((await staffOf("jounieh")).answer).toEqual(DEFAULT_STAFF);
  });

  it("stays as it was changed when the server starts again", async () => {
    enterHouse();
    const hub = await hubStore();
    await writeQuietly(hub, (tx) => tx.staffMember.deleteMany({ where: { branch: "batroun" } }));
    await start();
    expect((await staffOf("batroun")).answer).toEqual({ hostesses: [], waiters: [] });
  });

  it.each(["central", "paris", "", "__proto__"])("of %j is no list", async (branch) => {
    enterHouse();
    expect(await staffOf(branch)).toMatchObject({ status: 400, answer: { code: "invalid_request" } });
  });
});

type Role = "hostess" | "waiter";
const params = { branch: "batroun" };
const add = (role: Role, name: string) => call("staff", addStaff, { params, body: { role, name } });
const remove = (role: Role, name: string) => call("staff", removeStaff, { params, body: { role, name } });

const staffEvents = (data: string) => hubEvents(data, "staff.").filter(({ kind }) => kind !== "staff.defaults_set");

describe("changing a branch's staff", () => {
  it("adds a name where it belongs by the alphabet, in that branch alone", async () => {
    enterHouse();
    const { status, answer } = await add("waiter", "  Fadi   Nassar ");
    expect([status, answer.waiters]).toEqual([200, ["Elie", "Fadi Nassar", "Georges", "Jad", "Karim", "Tony"]]);
    expect((await add("hostess", "ريما\u200f")).answer.hostesses).toEqual(["Maya", "Rima", "ريما"]);
    expect((await staffOf("batroun")).answer).toEqual((await add("hostess", "")).answer);
    expect((await staffOf("jounieh")).answer).toEqual(DEFAULT_STAFF);
  });

  it.each(["", "   ", "JAD", " jad ", "Ｊａｄ", "Jad\u200f", "\u200eJ\u200bad", "\u200f"])("ignores %j as a name", async (name) => {
    const data = enterHouse();
    expect(await add("waiter", name)).toMatchObject({ status: 200, answer: DEFAULT_STAFF });
    expect(staffEvents(data)).toEqual([]);
  });

  it("takes a hostess and a waiter of one name for two people, and a name with an accent for another one", async () => {
    enterHouse();
    await add("hostess", "Jad");
    const { answer } = await add("waiter", "Élie");
    expect([answer.hostesses, answer.waiters.slice(0, 2)]).toEqual([
      ["Jad", "Maya", "Rima"],
      ["Elie", "Élie"],
    ]);
  });

  it("takes a name off in whatever case, and passes over one that is not there", async () => {
    const data = enterHouse();
    expect((await remove("waiter", "TONY")).answer.waiters).toEqual(["Elie", "Georges", "Jad", "Karim"]);
    expect((await remove("waiter", "Tony")).status).toBe(200);
    expect((await remove("hostess", "Jad")).answer.waiters).toContain("Jad");
    expect(staffEvents(data).map(({ kind, payload }) => [kind, payload])).toEqual([
      ["staff.removed", { branch: "batroun", role: "waiter", name: "Tony" }],
    ]);
  });

  it("gives the first day's lists back, and keeps in the event what stood there and who did it", async () => {
    const data = enterHouse();
    await add("hostess", "Nour");
    await remove("waiter", "Jad");
    expect((await call("staff", resetStaff, { params })).answer).toEqual(DEFAULT_STAFF);
    expect((await staffOf("batroun")).answer).toEqual(DEFAULT_STAFF);
    const [, , reset] = staffEvents(data);
    expect(reset).toMatchObject({
      kind: "staff.reset",
      actor_kind: "user",
      payload: { branch: "batroun", old: { hostesses: ["Maya", "Nour", "Rima"] }, new: DEFAULT_STAFF },
    });
  });

  it("by two tablets at once loses neither's name", async () => {
    enterHouse();
    await Promise.all(["Adel", "Bilal", "Chadi", "adel"].map((name) => add("waiter", name)));
    const { waiters } = (await staffOf("batroun")).answer;
    expect(waiters.filter((name) => /^(adel|bilal|chadi)$/i.test(name))).toHaveLength(3);
  });

  it("refuses another role, another branch and a name that nobody has", async () => {
    enterHouse();
    for (const body of [{ role: "chef", name: "Nour" }, { role: "waiter", name: "x".repeat(61) }, { role: "waiter" }])
      expect((await call("staff", addStaff, { params, body: body as never })).status).toBe(400);
    for (const branch of ["central", "paris"])
      expect((await call("staff", addStaff, { params: { branch }, body: { role: "waiter", name: "Nour" } })).status).toBe(400);
    expect((await staffOf("batroun")).answer).toEqual(DEFAULT_STAFF);
  });

  it("reads the lists' own names as roles too", async () => {
    enterHouse();
    expect((await add("waiters" as never, "Nour")).answer.waiters).toContain("Nour");
    expect((await remove("hostesses" as never, "Maya")).answer.hostesses).toEqual(["Rima"]);
  });
});
