import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { checkVouchers, listVouchers, makeVouchers, verifyVoucher } from "@/lib/vouchers/contract";
import { clockAt } from "../support/clocks";
import { bringIn } from "../support/guests";
import { call, enterHouse } from "../support/house";
import { type MadePerson, makePerson } from "../support/people";
import { alter, rows } from "../support/stores";
import { EVENING, seat } from "../support/tables";
import { BIRTHDAY, make } from "../support/vouchers";

/** Whose vouchers somebody is shown, and in which order. */

let data = "";
beforeEach(() => {
  data = enterHouse();
  clockAt(EVENING);
});

const hub = (change: string) => alter(path.join(data, "hub.db"), change);
const shownTo = async (branch?: string, date = BIRTHDAY) =>
  (await call("staff", listVouchers, { query: { date }, branch })).answer.files.map(({ guest }) => guest);
const found = async (phone: string) => (await call("admin", checkVouchers, { query: { name: "", phone } })).answer.files;

it("a branch is shown the vouchers of its own guests, in the order of its list, and no other branch's", async () => {
  await bringIn(["Maya,03 111111,20/11", "Nour,03 333333,20/11", "Tomorrow,03 444444,21/11"]);
  await bringIn(["Rami,03 222222,20/11", "Maya K,03 111111,20/11"], "batroun");
  for (const branch of ["batroun", "jounieh"]) await make(BIRTHDAY, { branch });
  await make("2026-11-21");
  expect(await shownTo()).toEqual(["Nour", "Maya K"]);
  expect(await shownTo("batroun")).toEqual(["Maya K", "Rami"]);
  expect(await shownTo("ehden")).toEqual([]);
  expect(await shownTo("jounieh", "2026-11-21")).toEqual(["Tomorrow"]);
});

it("central makes none: a voucher is a restaurant's", async () => {
  await bringIn(["Maya,03 111111,20/11"], "central");
  const { status, answer } = await call("staff", makeVouchers, { query: { date: BIRTHDAY }, branch: "central" });
  expect([status, answer]).toMatchObject([
    409,
    { code: "no_restaurant", error: expect.stringMatching(/No voucher was made\. Choose the guest's restaurant\./) },
  ]);
  expect(rows(path.join(data, "hub.db"), "SELECT id FROM voucher")).toEqual([]);
});

it("a guest's vouchers are shown the newest birthday first", async () => {
  await bringIn(["Maya,03 111111,20/11"]);
  await make();
  clockAt("2028-11-20T19:30:00Z");
  await make("2028-11-20");
  clockAt("2027-11-20T19:30:00Z");
  await make("2027-11-20", { as: "admin" });
  expect((await found("03 111111")).map(({ date }) => date)).toEqual(["2028-11-20", "2027-11-20", "2026-11-20"]);
});

describe("whoever is limited to some branches is shown another one's voucher", () => {
  const asks = async ({ headers }: MadePerson) =>
    (await call("nobody", checkVouchers, { headers, query: { name: "x", phone: "03 111111" } })).answer.files.map(({ guest }) => guest);
  let tony: MadePerson;
  beforeEach(async () => {
    await bringIn(["Maya,03 111111,20/11"]);
    await make();
    tony = await makePerson("tony", { branches: ["batroun"] });
  });

  it("of nobody whom theirs do not know: a number alone tells no name", async () => {
    await bringIn(["Rami,03 222222,"], "batroun");
    expect(await asks(tony)).toEqual([]);
    expect(await asks(await makePerson("nour", { branches: ["jounieh"] }))).toEqual(["Maya"]);
    expect(await asks(await makePerson("rima"))).toEqual(["Maya"]);
  });

  it("not beside one that their own has made", async () => {
    clockAt("2027-11-20T19:30:00Z");
    await make("2027-11-20");
    hub("UPDATE voucher SET name = 'M.', branch = 'batroun' WHERE date = '2027-11-20'");
    expect(await asks(await makePerson("later", { branches: ["batroun"] }))).toEqual(["M."]);
  });

  it("of a guest in one of their books", async () => {
    await bringIn(["M. Khoury,+961 3 111 111,"], "batroun");
    expect(await asks(tony)).toEqual(["Maya"]);
  });

  it("of a guest who sits at one of their tables tonight", async () => {
    await seat([{ name: "M", phones: "03 111111" }], { branch: "batroun" });
    expect(await asks(tony)).toEqual(["Maya"]);
  });
});

it("of two vouchers that know a number, the one that was made first is the guest's, for every branch", async () => {
  await bringIn(["Maya,03 111111,20/11"]);
  await bringIn(["Rami,03 222222,20/11"], "batroun");
  const [mayas] = (await make()).files;
  const [ramis] = (await make(BIRTHDAY, { branch: "batroun" })).files;
  // Two books know one more guest by both numbers: the vouchers learn them of each other.
  await bringIn(["Both,03 111111 / 03 222222,20/11"], "ehden");
  await make(BIRTHDAY, { branch: "ehden" });
  const rami = async () => (await make(BIRTHDAY, { branch: "batroun" })).files.map(({ serial }) => serial);
  const shown = async () => (await found("03 222222")).map(({ serial }) => serial);
  hub(`UPDATE voucher SET issued_at = '2026-11-19T10:00:00.000Z' WHERE id = '${mayas?.id}'`);
  expect(await rami()).toEqual([mayas?.serial]);
  expect(await shown(), "whoever looks sees both, the last one first").toEqual([ramis?.serial, mayas?.serial]);
  hub(`UPDATE voucher SET issued_at = '2026-11-18T10:00:00.000Z' WHERE id = '${ramis?.id}'`);
  expect(await rami()).toEqual([ramis?.serial]);
  expect(await shown()).toEqual([mayas?.serial, ramis?.serial]);
  for (const { serial } of [mayas, ramis].flatMap((one) => one ?? []))
    expect((await call("staff", verifyVoucher, { body: { code: serial } })).answer.state, "each counts all the same").toBe("valid");
});
