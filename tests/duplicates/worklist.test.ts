import { beforeEach, describe, expect, it } from "vitest";
import { storeFile } from "@/lib/db/files";
import { findDuplicates, listDuplicates, listReceipts, mightBeSame, sayNotSame } from "@/lib/duplicates/contract";
import { lookWhereDue } from "@/lib/duplicates/look";
import { endDecision, sayOnePerson } from "@/lib/guests/contract";
import { bring, endDay, find } from "../guests/guests";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { rows } from "../support/stores";
import { EVENING, seat } from "../support/tables";

beforeEach(async () => {
  enterHouse();
  clockAt(EVENING);
});

const HEADER = { header: "name,phones,birthday" };
const TWO = ["Georges Khoury,+961 3 123456,--05-14", "جورج خوري,+961 70 654321,--05-14"];

const look = () => call("staff", findDuplicates, {});
const list = async (as: "staff" | "admin" = "admin") => (await call(as, listDuplicates, {})).answer;
const pairs = async () => (await list()).pairs.map(({ one, other, reasons }) => `${one.name} | ${other.name}: ${reasons.join(", ")}`);

describe("possible duplicates", () => {
  it("are found by name in either script, birthday and number, and told with why; nobody is before the first look", async () => {
    await bring([...TWO, "Maya Saade,+961 71 222333,", "Maya Saadeh,+961 961 71 222333,", "Rami Saade,+961 71 222334,"], HEADER);
    expect(await list()).toMatchObject({ pairs: [], looked_at: null, total: 0, is_looking: false });
    expect((await look()).answer).toEqual({ message: "Looked through 5 guests: 2 pairs who may be the same.", guests: 5, found: 2 });
    expect(await pairs()).toEqual(["Maya Saade | Maya Saadeh: phone, name", "Georges Khoury | جورج خوري: name, birthday"]);
    expect((await list()).looked_at).toBe("2026-11-20T19:30:00.000Z");
  });

  it("are masked for who sees no phones in All data, and the guest's own page shows who they might be", async () => {
    await bring(TWO, HEADER);
    await look();
    const [whole, masked] = [await list(), await list("staff")];
    expect(whole.pairs[0]?.one.numbers?.[0]?.shown).toBe("+961 3 123 456");
    expect(masked.pairs[0]?.one.numbers?.[0]).toEqual({ shown: expect.not.stringContaining("123"), digits: "" });
    const id = whole.pairs[0]?.one.id ?? "";
    const own = (await call("staff", mightBeSame, { params: { id } })).answer.guests;
    expect(own.map(({ guest }) => guest.name)).toEqual(["جورج خوري"]);
    expect((await call("keyless", listDuplicates, {})).status).toBe(403);
  });

  it("are not offered again once somebody said that they are two, and are again when that ends", async () => {
    await bring(TWO, HEADER);
    await look();
    const [pair] = (await list()).pairs;
    const body = { identifier: { id: pair?.one.id ?? "" }, other: { id: pair?.other.id ?? "" } };
    const { status, answer } = await call("staff", sayNotSame, { body });
    expect([status, answer.message]).toEqual([200, "Georges Khoury and جورج خوري are two people. They are not offered as one again."]);
    expect(await pairs()).toEqual([]);
    expect((await look()).answer.found).toBe(0);
    const ended = await call("staff", endDecision, { body: { undo_id: answer.undo_id } });
    expect(ended.answer.message).toContain("stay two guests: nothing makes them one");
    await look();
    expect(await pairs()).toHaveLength(1);
  });

  it("are none once they are one guest, and are offered again when that was undone", async () => {
    await bring(TWO, HEADER);
    await look();
    const [pair] = (await list()).pairs;
    const body = { identifier: { id: pair?.one.id ?? "" }, other: { id: pair?.other.id ?? "" }, values: { name: "جورج خوري" } };
    const { answer } = await call("staff", sayOnePerson, { body });
    expect(answer.contact).toMatchObject({ name: "جورج خوري", also: "Georges Khoury" });
    expect(await pairs()).toEqual([]);
    await call("staff", endDecision, { body: { undo_id: answer.undo_id } });
    expect(rows(storeFile("jounieh", "contacts"), "SELECT 1 FROM contact")).toHaveLength(2);
    expect(await pairs()).toHaveLength(1);
  });

  it("are looked for once each business day in every book, and one who looks meanwhile is told", async () => {
    await bring(TWO, HEADER);
    expect(await lookWhereDue()).toContain("jounieh");
    expect(await lookWhereDue()).toEqual([]);
    clockAt("2026-11-21T10:00:00Z");
    expect(await lookWhereDue()).toContain("central");
  });
});

describe("receipts", () => {
  it("say of a merge by hand, and of one at night, where each value came from", async () => {
    await bring(["Georges Khoury,+961 3 123456,--05-14", "جورج خوري,+961 70 654321,"], HEADER);
    await look();
    const [one, other] = await Promise.all(
      ["Georges", "جورج"].map(async (name) => (await find(name)).find((guest) => guest.name.startsWith(name))?.id ?? ""),
    );
    const body = { identifier: { id: one ?? "" }, other: { id: other ?? "" }, values: { name: "جورج خوري" } };
    const { undo_id } = (await call("staff", sayOnePerson, { body })).answer;
    clockAt("2026-11-20T20:30:00Z");
    await seat([{ name: "جورج خوري", phones: "03 123456", company: "MEA" }]);
    await endDay();
    const read = async () => (await call("staff", listReceipts, { params: { id: one ?? "" } })).answer.receipts;
    const receipts = await read();
    expect(receipts.map(({ kind, undo_id: undo, values }) => ({ kind, undo, values }))).toEqual([
      { kind: "table", undo: null, values: [{ field: "company", value: "MEA", from: "other", instead: null }] },
      {
        kind: "hand",
        undo: undo_id,
        values: [
          { field: "name", value: "جورج خوري", from: "other", instead: "Georges Khoury" },
          { field: "birthday", value: "--05-14", from: "one", instead: null },
          { field: "number", value: "+961 3 123 456", from: "one", instead: null },
          { field: "number", value: "+961 70 654 321", from: "other", instead: null },
        ],
      },
    ]);
    await call("staff", endDecision, { body: { undo_id } });
    expect((await read()).filter(({ kind }) => kind === "hand")).toEqual([]);
  });
});
