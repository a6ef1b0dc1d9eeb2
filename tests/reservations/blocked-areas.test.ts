import { beforeEach, describe, expect, it } from "vitest";
import { changeReservation } from "@/lib/reservations/contract";
import { availability } from "@/lib/reservations/day/contract";
import { type SpecialDay, saveDay } from "@/lib/reservations/rules/contract";
import { dice } from "../sequences/people";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { book, DAY, haveRules, SATURDAY, step } from "./support";

/** Rain on the terrace from eight to nine; tables 1 and 2 stand there, 3 in the hall. */
const RAIN = { from: "20:00", until: "21:00", area: "Terrace", why: "Rain" };

async function block(...blocked: (typeof RAIN)[]): Promise<void> {
  const { status, answer } = await call("admin", saveDay, { body: { day: { date: DAY, blocked } } });
  expect(status, JSON.stringify(answer)).toBe(200);
}

const problemsOf = (answer: object) => ("problems" in answer ? answer.problems : undefined);

const free = async (query: { party?: number; area?: string } = {}) =>
  (
    await call("admin", availability, {
      query: { date: DAY, party: String(query.party ?? 2) as never, time: "20:00", ...(query.area && { area: query.area }) },
    })
  ).answer;

beforeEach(async () => {
  enterHouse();
  clockAt(SATURDAY);
  await haveRules();
});

describe("a time that is blocked for one area", () => {
  it("leaves the rest of the house open to whoever asks for no area, and gives them no table of that area", async () => {
    await block(RAIN);
    expect((await book({ party: 2 })).answer).toMatchObject({ tables: ["3"] });
    // Before and after it all tables are to be had, the small one first.
    expect((await book({ party: 2, time: "21:00", name: "Later" })).answer).toMatchObject({ tables: ["2"] });
  });

  it("is said where that area alone has a table left, and where somebody chooses a table of it; both may be overridden", async () => {
    await block(RAIN);
    await book({ party: 4, name: "In the hall" });
    for (const said of [{}, { tables: ["1"] }, { tables: [] }, { area: "Terrace" }]) {
      const { status, answer } = await book({ party: 2, ...said });
      expect({ said, status, problems: problemsOf(answer) }).toEqual({
        said,
        status: 409,
        problems: [{ rule: "blocked", text: expect.stringMatching(/^Nobody is taken .*: Rain\.$/) }],
      });
    }
    expect((await book({ party: 2, override_reason: "They bring umbrellas" })).answer).toMatchObject({ tables: ["2"] });
    expect((await book({ party: 2, tables: ["1"], override_reason: "They too" })).answer).toMatchObject({ tables: ["1"] });
    // With nothing free at all it is no matter of the rain.
    expect(problemsOf((await book({ party: 2 })).answer)).toMatchObject([{ rule: "no_table" }]);
  });

  it("is no matter of other areas, and blocks the house where each area is", async () => {
    await block(RAIN);
    expect((await book({ party: 3, area: "Hall" })).answer).toMatchObject({ tables: ["3"] });
    await block(RAIN, { ...RAIN, area: "Hall", why: "A wedding" });
    const { answer } = await book({ party: 2 });
    expect(problemsOf(answer)).toMatchObject([{ rule: "blocked", text: "Nobody is taken in Terrace at 20:00: Rain." }]);
  });

  it("is known to whoever asks what is free, the guests' page too", async () => {
    await block(RAIN);
    expect((await free()).choices.map(({ tables }) => tables)).toEqual([["3"]]);
    await book({ party: 4, name: "In the hall" });
    const { slots, choices } = await free();
    expect(choices).toEqual([]);
    const [eight, nine] = ["20:00", "22:00"].map((time) => slots.find((one) => one.time === time));
    expect(eight).toMatchObject({ free: false, problems: [{ rule: "blocked" }] });
    expect(nine?.free).toBe(true);
  });

  it("keeps no table for a party without one where that party would not sit", async () => {
    await haveNothingChosen();
    await block(RAIN);
    // The party without a table needs the hall, so nobody else of that size gets it.
    expect(problemsOf((await book({ party: 2, name: "Second" })).answer)).toMatchObject([{ rule: "blocked" }]);
  });

  async function haveNothingChosen(): Promise<void> {
    expect((await book({ party: 2, tables: [], name: "No table yet" })).status).toBe(201);
  }

  it("moves nobody by itself, gives who is moved another table, and lets who is here sit where the host says", async () => {
    const { answer: made } = await book({ party: 2 });
    expect(made.tables).toEqual(["2"]);
    await block(RAIN);
    const moved = await call("admin", changeReservation, {
      params: { id: made.id },
      body: { version: made.version, time: "20:30", tell: false },
    });
    expect(moved.answer).toMatchObject({ tables: ["3"] });
    const { answer: other } = await book({ party: 2, time: "21:30", name: "Other" });
    clockAt("2026-11-21T18:10:00Z");
    expect((await step(other, "SEATED", { tables: ["1"] })).answer).toMatchObject({ status: "SEATED", tables: ["1"] });
  });
});

it("gives a booking no table of a blocked area unless somebody overrides it, whatever is blocked, asked and taken", async () => {
  const { below, pick, chance } = dice(7);
  const terrace = new Set(["1", "2"]);
  for (let round = 0; round < 12; round++) {
    const time = pick(["19:30", "20:00", "20:30", "21:30", "22:00"]);
    const blocked = [RAIN, { ...RAIN, area: "Hall", why: "A wedding" }].filter(() => chance(0.6));
    await block(...blocked);
    const said = { time, party: 1 + below(4), area: pick(["", "", "Hall", "Terrace"]), tables: pick([null, null, ["1"], ["3"]]) };
    const { status, answer } = await book({ ...said, name: `Guest ${round}` });
    const isBlocked = (table: string) =>
      time >= RAIN.from && time < RAIN.until && blocked.some(({ area }) => area === (terrace.has(table) ? "Terrace" : "Hall"));
    if (status === 201) expect({ said, wrong: answer.tables.filter(isBlocked) }).toEqual({ said, wrong: [] });
    else expect({ ...answer }, JSON.stringify(said)).toSatisfy((refusal: object) => "problems" in refusal || "taken" in refusal);
  }
});

describe("saying that a time is blocked", () => {
  const sayOf = async (day: Partial<Omit<SpecialDay, "date">>) =>
    (await call("admin", saveDay, { body: { day: { date: DAY, ...day } } })).answer.reservations;

  it("counts the reservations within it, and not the whole day's", async () => {
    await book({ tables: ["1"], time: "20:30", name: "On the terrace then" });
    await book({ tables: ["2"], time: "21:00", name: "On the terrace after it" });
    await book({ tables: ["3"], time: "20:00", name: "In the hall" });
    expect(await sayOf({ blocked: [RAIN] })).toBe(1);
    expect(await sayOf({ blocked: [{ ...RAIN, area: "" }] })).toBe(2);
    expect(await sayOf({ hours: { from: "20:45", until: "23:30", last_booking: "22:00" } })).toBe(2);
    expect(await sayOf({ name: "As usual" })).toBe(0);
    expect(await sayOf({ closed: true })).toBe(3);
  });
});
