import { afterAll, beforeAll, expect, test } from "vitest";
import { KillHouse } from "./house";
import { killAtPoints, killAtRandom, killDuringRecovery, LEAST_KILLS, NO_FAULTS, type Operation, SEED, Tally } from "./kills";
import { type Intent, Ledger } from "./ledger";
import { type Guest, judgeGuests, mustBe, namelessGuest, newGuest, tableOf } from "./people";

const BRANCH = "batroun";
const TABLES = ["7", "8", "9"];

/** One Merge All, and the guests that the tables gained before it. */
interface Round {
  guests: Guest[];
  merge: Intent;
}

const tally = new Tally();
const rounds: Round[] = [];
const names = new Map<string, string>();
/** Everybody at each table: guest rows follow their table, so whoever is left out of a save goes. */
const seated = new Map<string, Guest[]>();
let house: KillHouse;

beforeAll(async () => {
  house = await KillHouse.open("2026-11-20T20:00:00.000Z");
});
afterAll(() => house.close());

/** Comes to each of the three tables every time, and is still one guest row of the evening. */
const regular = newGuest();

const operation: Operation = {
  prepare: async () => {
    const guests: Guest[] = [];
    for (const number of TABLES) {
      const party = [newGuest(), newGuest(), namelessGuest()];
      guests.push(...party);
      seated.set(number, [...(seated.get(number) ?? [regular]), ...party]);
      const body = tableOf(number, seated.get(number) ?? [], names.has(number) ? { table_name: names.get(number) } : {});
      const saved = await house.must<{ table_name: string }>(Ledger.intent("/save-table", BRANCH, body));
      names.set(number, saved.table_name);
    }
    rounds.push({ guests, merge: Ledger.intent("/merge-tables", BRANCH, undefined) });
  },
  run: async () => {
    const merge = rounds.at(-1)?.merge;
    return merge !== undefined && (await house.send(merge)) !== null;
  },
  check: (stage) => {
    const rows = house.rows<Guest & { seq: number }>(`${BRANCH}/table.db`, "SELECT seq, name, phones FROM guest_row");
    for (const { guests, merge } of rounds) judgeGuests(tally, guests, rows, stage === "settled" ? "be" : mustBe(house.ledger, merge));
    judgeGuests(tally, [regular], rows, rounds.some(({ merge }) => house.ledger.isAnswered(merge)) ? "be" : "may be");
    const known = new Set([regular, ...rounds.flatMap(({ guests }) => guests)].map(({ name }) => name));
    expect(rows.filter(({ name }) => !known.has(name))).toEqual([]);
    const numbered = house.rows<{ guest_seq: number }>(`${BRANCH}/table.db`, "SELECT guest_seq FROM guest_row_phone ORDER BY guest_seq");
    const withPhone = rows.filter(({ phones }) => phones).map(({ seq }) => seq);
    expect(numbered.map((row) => row.guest_seq)).toEqual(withPhone.sort((a, b) => a - b));
  },
};

const POINTS = [
  "merge-tables:begin",
  "backup:copied",
  "backup:named",
  "merge-tables:backed-up",
  "merge-tables:table",
  "merge-tables:rows",
  "bulk-write:events",
  "bulk-write:receipt",
  "merge-tables:committed",
];

test("a killed Merge All has taken every table or none, and once after it was repeated", { timeout: 300_000 }, async () => {
  await killAtPoints(house, operation, POINTS);
  await killDuringRecovery(house, operation, "merge-tables:rows");
  await killAtRandom(house, operation);
  console.log(`merge-tables: ${house.kills} kills (seed ${SEED}): ${tally.line()}`);
  expect(house.kills).toBeGreaterThanOrEqual(LEAST_KILLS);
  expect(tally.faults, `seed ${SEED}`).toEqual(NO_FAULTS);
});
