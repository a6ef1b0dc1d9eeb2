import { afterAll, beforeAll, expect, test } from "vitest";
import { dayOfRound, putBooked, putInBook } from "./guest-rows";
import { KillHouse } from "./house";
import { killAtPoints, killAtRandom, LEAST_KILLS, NO_FAULTS, type Operation, SEED, Tally } from "./kills";
import { type Intent, Ledger } from "./ledger";
import { mustBe, newGuest } from "./people";

const BRANCH = "ehden";
const GUESTS = 25;

interface Round {
  date: string;
  company: string;
  set: Intent;
}

const tally = new Tally();
const rounds: Round[] = [];
let house: KillHouse;

beforeAll(async () => {
  house = await KillHouse.open("2026-11-20T20:00:00.000Z");
});
afterAll(() => house.close());

const operation: Operation = {
  prepare: async () => {
    const date = dayOfRound(rounds.length);
    const company = `Company ${rounds.length}`;
    putBooked(house, BRANCH, date, Array.from({ length: GUESTS }, newGuest));
    putInBook(house, BRANCH, date, Array.from({ length: GUESTS }, newGuest));
    rounds.push({ date, company, set: Ledger.intent("/update-company-by-date", BRANCH, { date, company }) });
  },
  run: async () => {
    const set = rounds.at(-1)?.set;
    return set !== undefined && (await house.send(set)) !== null;
  },
  check: (stage) => {
    const atTables = house.rows<{ company: string }>(`${BRANCH}/table.db`, "SELECT company FROM guest_row");
    const inBook = house.rows<{ company: string }>(`${BRANCH}/contacts.db`, "SELECT company FROM contact");
    expect([atTables.length, inBook.length]).toEqual([rounds.length * GUESTS, rounds.length * GUESTS]);
    for (const { company, set } of rounds)
      for (const rows of [atTables, inBook]) {
        const must = stage === "settled" ? "be" : mustBe(house.ledger, set);
        tally.judge(rows.filter((row) => row.company === company).length, GUESTS, must);
      }
  },
};

const POINTS = [
  "set-company:begin",
  "set-company:backed-up",
  "set-company:rows",
  "bulk-write:events",
  "set-company:tables",
  "set-company:book",
  "bulk-write:receipt",
  "set-company:committed",
];

test("a killed Set Company has changed all of a file or nothing of it, and everybody once it was repeated", {
  timeout: 600_000,
}, async () => {
  await killAtPoints(house, operation, POINTS);
  await killAtRandom(house, operation);
  // What was cut off and repeated is undone as one.
  for (const { set, company } of rounds.slice(0, 3)) {
    const { undo_id, updated } = await house.must<{ undo_id: string; updated: number }>(set);
    expect(updated).toBe(2 * GUESTS);
    await house.must(Ledger.intent("/update-company-by-date/undo", BRANCH, { undo_id }));
    for (const [store, table] of [["table.db", "guest_row"], ["contacts.db", "contact"]] as const) // biome-ignore format: one line
      expect(house.rows(`${BRANCH}/${store}`, `SELECT 1 FROM ${table} WHERE company = ?`, company)).toEqual([]);
  }
  console.log(`set-company: ${house.kills} kills (seed ${SEED}): ${tally.line()}`);
  expect(house.kills).toBeGreaterThanOrEqual(LEAST_KILLS);
  expect(tally.faults, `seed ${SEED}`).toEqual(NO_FAULTS);
});
