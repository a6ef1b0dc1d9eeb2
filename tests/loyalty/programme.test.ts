import { beforeEach, describe, expect, it } from "vitest";
import { hubFile } from "@/lib/db/files";
import { changeProgramme, DEFAULT_PROGRAMME, type Programme, readProgramme } from "@/lib/loyalty/programme/contract";
import { saveTable } from "@/lib/tables/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { rows } from "../support/stores";
import { EVENING, METADATA } from "../support/tables";
import { award, make } from "./visits";

beforeEach(() => {
  enterHouse();
  clockAt(EVENING);
});

async function change(rules: Partial<Programme>, seen?: string | null) {
  const { changed } = (await call("admin", readProgramme)).answer;
  const body = { programme: { ...DEFAULT_PROGRAMME, ...rules }, seen: seen === undefined ? (changed?.at ?? null) : seen };
  return call("admin", changeProgramme, { body });
}

interface Seated {
  branch?: string;
  party_size?: number;
  birthday?: string;
  number?: string;
}

/** Seats Maya and Omar and awards both. @returns the points of each */
async function visit({ branch, party_size, birthday = "", number = "12" }: Seated = {}): Promise<number[]> {
  const contacts = [
    { name: "Maya", phones: "03 111111", birthday },
    { name: "Omar", phones: "70 222222" },
  ];
  const metadata = { ...METADATA, table_number: number, ...(party_size && { party_size }) };
  const { answer } = await call("staff", saveTable, { body: { metadata, contacts }, branch });
  const given: number[] = [];
  for (const { name, phones } of contacts) {
    const { customer } = (await make(name, phones)).answer;
    const awarded = await award(customer.id, { table_name: answer.table_name, table_number: number }, { branch });
    expect(awarded.status, JSON.stringify(awarded.answer)).toBe(200);
    given.push(awarded.answer.visit.points);
  }
  return given;
}

describe("the programme", () => {
  it("is five points for each guest and saved table until somebody changes it", async () => {
    expect((await call("admin", readProgramme)).answer).toEqual({ programme: DEFAULT_PROGRAMME, changed: null });
    expect(await visit()).toEqual([5, 5]);
  });

  it("is changed for what is given from now on, and never over somebody else's change", async () => {
    expect((await change({ per_visit: 8 })).answer.message).toContain("from now on");
    expect(await visit()).toEqual([8, 8]);
    expect((await change({ per_visit: 9 }, null)).status).toBe(409);
    expect((await call("admin", readProgramme)).answer.programme.per_visit).toBe(8);
  });

  it("gives the covers of a table to its first guest", async () => {
    await change({ per_cover: 2 });
    expect(await visit({ party_size: 6 })).toEqual([17, 5]);
  });

  it("counts a visit on the birthday twice, with a line of its own", async () => {
    await change({ birthday_double: true });
    expect(await visit({ birthday: "1985-11-20" })).toEqual([10, 5]);
    expect(rows(hubFile(), "SELECT type, points, reason FROM loyalty_ledger ORDER BY seq")).toEqual([
      { type: "ACCUMULATE_POINTS", points: 5, reason: "" },
      { type: "ACCUMULATE_PROMOTION_POINTS", points: 5, reason: "Birthday" },
      { type: "ACCUMULATE_POINTS", points: 5, reason: "" },
    ]);
  });

  it("gives nothing in a restaurant where it is off, outside of its dates, or while it is off", async () => {
    await change({ branches_off: ["jounieh"] });
    expect(await visit()).toEqual([0, 0]);
    expect(await visit({ branch: "batroun" })).toEqual([5, 5]);
    await change({ until: "2026-11-19" });
    expect(await visit({ number: "13" })).toEqual([0, 0]);
    await change({ is_on: false });
    expect(await visit({ number: "14" })).toEqual([0, 0]);
  });

  it("gives one guest at most so many on one business day, in all restaurants together", async () => {
    await change({ most_per_day: 8 });
    expect(await visit()).toEqual([5, 5]);
    expect(await visit({ branch: "batroun" })).toEqual([3, 3]);
    expect(await visit({ number: "13" })).toEqual([0, 0]);
    clockAt("2026-11-21T19:30:00Z");
    expect(await visit()).toEqual([5, 5]);
  });

  it("refuses rules that cannot be", async () => {
    expect((await change({ from: "2026-12-01", until: "2026-11-01" })).status).toBe(400);
    expect((await change({ branches_off: ["nowhere"] })).status).toBe(400);
  });
});
