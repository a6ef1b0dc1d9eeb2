import { beforeEach, describe, expect, it } from "vitest";
import { availability, listReservations } from "@/lib/reservations/day/contract";
import { saveTable } from "@/lib/tables/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { book, DAY, haveRules, SATURDAY, settled, step } from "./support";

/** Tables at which people sit without a reservation: they are shown, offered last, and said before somebody is seated there. */

beforeEach(async () => {
  enterHouse();
  clockAt(SATURDAY);
  await haveRules();
});

async function walkIn(table_number: string, guests = 2): Promise<void> {
  const names = ["Rami", "Zeina", "Karim"].slice(0, guests);
  const metadata = { hostess: "Rima", waiter: "Elie", table_number, branch: "jounieh" };
  const { status } = await call("staff", saveTable, { body: { metadata, contacts: names.map((name) => ({ name })) } });
  expect(status).toBe(200);
}

const times = async (time: string, party = 2) =>
  (await call("admin", availability, { query: { date: DAY, party: String(party), time } })).answer;
const floor = async (number: string) =>
  (await call("admin", listReservations, { query: { date: DAY } })).answer.floor.find((table) => table.number === number);

const OPEN = { table: "2", guests: 2, hostess: "Rima" };

describe("a table at which walk-ins sit", () => {
  it("stands on the floor with its open table, is offered last to who comes within the hour, and as any other later", async () => {
    expect((await times("18:15")).choices.map(({ tables }) => tables.join())).toEqual(["2", "1", "3"]);
    await walkIn(" 2 ");
    expect(await floor("2")).toMatchObject({ state: "free", open_table: expect.stringContaining("table 2") });
    const now = await times("18:15");
    expect(now.choices.map(({ tables }) => tables.join())).toEqual(["1", "3", "2"]);
    expect(now.open_tables).toEqual([OPEN]);
    const later = await times("20:00");
    expect([later.choices.map(({ tables }) => tables.join()), later.open_tables]).toEqual([["2", "1", "3"], []]);
    const made = (await book({ time: "18:15" })).answer;
    expect(made.tables).toEqual(["1"]);
  });

  it("is said where no other one is left, and not refused: nobody says when walk-ins leave", async () => {
    await walkIn("1");
    await walkIn("2");
    await walkIn("3", 3);
    const slot = (await times("18:15")).slots.find(({ time }) => time === "18:15");
    expect(slot).toMatchObject({ free: true, tables: ["2"], warning: "Table 2 is open: 2 guests, Rima." });
    expect((await times("18:15")).slots.find(({ time }) => time === "20:00")?.warning).toBe("");
  });

  it("is said before the party of a booking is seated there; whoever names the table has seen it", async () => {
    const { answer: made } = await book({ time: "18:30", tables: ["2"] });
    await settled();
    await walkIn("2");
    const refused = await step(made, "SEATED");
    expect(refused).toMatchObject({
      status: 409,
      answer: { error: expect.stringContaining("Table 2 is open: 2 guests, Rima. Nobody was seated."), open: [OPEN], free: [["1"], ["3"]] },
    });
    const { answer: elsewhere } = await book({ time: "18:30", tables: ["3"], phones: "03 222222" });
    expect((await step(elsewhere, "SEATED")).status).toBe(200);
    expect((await step(made, "SEATED", { tables: ["2"] })).answer).toMatchObject({ ok: true, tables: ["2"] });
  });

  it("is none once a reservation opened it, on the day after, nor where it is of another number", async () => {
    const { answer: made } = await book({ time: "18:30", tables: ["2"] });
    await walkIn("12");
    expect((await step(made, "SEATED")).status).toBe(200);
    await walkIn("1 + 2");
    expect((await times("18:15")).open_tables?.map(({ table }) => table).sort()).toEqual(["1", "12", "2"]);
    clockAt("2026-11-22T16:00:00Z");
    const { answer } = await call("admin", availability, { query: { date: "2026-11-22", party: "2", time: "18:15" } });
    expect(answer.open_tables).toEqual([]);
  });
});
