import { existsSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { disqualifyWinner, giveVoucher, linkWinner, proofFile } from "@/lib/competitions/contract";
import { hubFile, storeFile } from "@/lib/db/files";
import { setOptOut } from "@/lib/opt-outs/contract";
import { redeemVoucher, verifyVoucher } from "@/lib/vouchers/contract";
import { check, erase, filesWith, HALA } from "../personal-data/hala";
import { clockAt } from "../support/clocks";
import { bringIn } from "../support/guests";
import { call, enterHouse } from "../support/house";
import { makePerson, makeRole } from "../support/people";
import { rows } from "../support/stores";
import { draw, locked, open, people, ROUND_IS_THERE, step, table, versionOf } from "./support";

let data = "";
beforeEach(() => {
  data = enterHouse();
});

async function drawnOne(winners = 2): Promise<{ id: string; places: string[] }> {
  const id = await locked(people(9), { winners, reserves: 1, prize: "Dinner for two", title: "Autumn" });
  clockAt(ROUND_IS_THERE);
  expect((await draw(id)).answer.error).toBeUndefined();
  return { id, places: (await open(id)).places.map((place) => place.id) };
}

const link = async (id: string, place: string, name: string, phones: string, branch = "jounieh") =>
  call("admin", linkWinner, { params: { id, place }, body: { version: await versionOf(id), branch, name, phones, language: "fr" } });
const give = async (id: string, place: string, tell = true) =>
  call("admin", giveVoucher, { params: { id, place }, body: { version: await versionOf(id), tell } });

const messages = () => rows<{ text: string; digits: string; kind: string }>(hubFile(), "SELECT text, digits, kind FROM queue_item");
const book = () =>
  rows<{ name: string; phones: string }>(storeFile("jounieh", "contacts"), "SELECT name, phones FROM contact ORDER BY seq");

describe("a winner", () => {
  it("is linked to a guest of the book, gets one voucher and one message, and redeems it", async () => {
    await bringIn(["Nour Karam,71 555555,2023-09-01T10:00:00Z"]);
    const { id, places } = await drawnOne();
    const [first = "", second = "", reserve = ""] = places;
    expect((await give(id, first)).answer.error).toContain("Verify the winners by hand first");
    expect((await link(id, first, "Rana Khoury", "03 111111")).answer.error).toBeUndefined();
    expect((await link(id, second, "Nour Karam", "+961 71 555555")).answer.error).toBeUndefined();
    expect((await link(id, reserve, "Jad", "03 222222")).answer.error).toContain("Only a winner who counts now");
    expect((await link(id, first, "Rana", "12")).answer.error).toContain("no number by which anybody could be found");
    expect((await link(id, first, "Rana", "03 111111", "batroun")).answer.error).toContain("takes no part");
    expect(book()).toEqual([
      { name: "Nour Karam", phones: expect.any(String) },
      { name: "Rana Khoury", phones: "03 111111" },
    ]);
    const { places: shown } = await open(id);
    expect(shown.map(({ guest }) => guest && [guest.name, guest.is_new, guest.id !== ""])).toEqual([
      ["Rana Khoury", true, true],
      ["Nour Karam", false, true],
      null,
    ]);
    // Whoever only looks reads no number.
    await makeRole("looker", ["nav_competitions"]);
    const looker = await makePerson("lara", { roles: ["looker"] });
    expect((await open(id, looker)).places[0]?.guest).toMatchObject({ name: "Rana Khoury", phones: "" });
    expect((await step(id, "VERIFIED")).answer.error).toBeUndefined();
    const given = await give(id, first);
    expect(given.answer).toMatchObject({ ok: true, told: "queued" });
    const again = await give(id, first);
    expect(again.answer.error).toBeUndefined();
    // As after a stop between voucher and message: the call that is repeated knows the version from before.
    const late = { params: { id, place: first }, body: { version: 1, tell: true } };
    expect((await call("admin", giveVoucher, late)).answer.error).toBeUndefined();
    expect((await call("admin", giveVoucher, { params: { id, place: second }, body: { version: 1, tell: true } })).status).toBe(409);
    expect(rows(hubFile(), "SELECT 1 FROM voucher")).toHaveLength(1);
    expect(messages()).toHaveLength(1);
    const { voucher } = (await open(id)).places[0] ?? {};
    const serial = voucher?.serial ?? "";
    expect(messages()[0]).toMatchObject({ kind: "service", digits: "9613111111", text: expect.stringContaining(serial.slice(0, 4)) });
    expect(messages()[0]?.text).toMatch(/^Rana Khoury, vous avez gagné Dinner for two/);
    expect(voucher).toMatchObject({ valid_until: "2023-11-14", state: "valid" });
    const [{ file = "" } = {}] = rows<{ file: string }>(hubFile(), "SELECT file FROM voucher");
    expect(existsSync(path.join(data, file))).toBe(true);
    const checked = await call("staff", verifyVoucher, { body: { code: serial } });
    expect(checked.answer.message).toContain("is valid: Dinner for two for Rana Khoury");
    expect((await call("staff", redeemVoucher, { body: { code: serial }, branch: "batroun" })).status).toBe(200);
    expect((await step(id, "PRIZE_GIVEN")).answer.error).toContain("Not every winner has a voucher yet");
    await give(id, second, false);
    expect((await open(id)).figures).toEqual({ entries: 9, people: 9, new_guests: 1, given: 2, redeemed: 1 });
    expect((await step(id, "PRIZE_GIVEN")).status).toBe(200);
    expect(messages()).toHaveLength(1);
  });

  it("who wants no messages is called, and who has the voucher is not disqualified", async () => {
    const { id, places } = await drawnOne(1);
    const [first = ""] = places;
    await link(id, first, "Rana Khoury", "03 111111");
    await step(id, "VERIFIED");
    expect((await call("admin", setOptOut, { body: { phones: "03 111111", opted_out: true } })).status).toBe(200);
    const { answer } = await give(id, first);
    expect(answer).toMatchObject({ told: "call", told_why: expect.stringMatching(/no messages|said no/) });
    expect(messages()).toEqual([]);
    expect((await open(id)).places[0]?.voucher?.told).toContain("Call them.");
    const out = { params: { id, place: first }, body: { version: await versionOf(id), reason: "Too late" } };
    expect((await call("admin", disqualifyWinner, out)).answer.error).toContain("has the voucher already");
  });

  it("who is erased has no name, no comment and no number left, and the proof stays what it was", async () => {
    const comments = ["hala.zorkane", "other.one"].map(
      (name, index) => [String(index), name, "@a I am Zorkane", "2023-09-12T10:00:00Z"] as const,
    );
    const id = await locked(table(comments), { winners: 2, reserves: 0 });
    clockAt(ROUND_IS_THERE);
    await draw(id);
    const hers = (await open(id)).places.find(({ username }) => username === "hala.zorkane")?.id ?? "";
    await link(id, hers, HALA.name, HALA.phones);
    await step(id, "VERIFIED");
    expect((await give(id, hers, false)).answer.error).toBeUndefined();
    const before = (await call("admin", proofFile, { params: { id } })).bytes.toString();
    const erased = await erase({ phones: HALA.phones });
    expect(erased.answer.error).toBeUndefined();
    expect(rows(hubFile(), "SELECT username FROM competition_place WHERE username LIKE 'hala%'")).toEqual([]);
    expect(rows(hubFile(), "SELECT text FROM competition_entry WHERE username LIKE 'hala%'")).toEqual([]);
    expect(filesWith(["hala.zorkane", "Hala Zorkane", "918273"])).toEqual([]);
    expect((await check()).intact).toBe(true);
    expect((await call("admin", proofFile, { params: { id } })).bytes.toString()).toBe(before);
    expect((await open(id)).places.map(({ username }) => username)).toContain("h.z.");
  });
});
