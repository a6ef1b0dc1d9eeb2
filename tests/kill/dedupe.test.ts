import { afterAll, beforeAll, expect, test } from "vitest";
import { dayOfRound, putBooked } from "./guest-rows";
import { KillHouse } from "./house";
import { killAtPoints, killAtRandom, killDuringRecovery, LEAST_KILLS, NO_FAULTS, type Operation, SEED, Tally } from "./kills";
import { type Intent, Ledger } from "./ledger";
import { type Guest, mustBe, newGuest } from "./people";

const BRANCH = "batroun";
const GUESTS = 30;

interface Round {
  date: string;
  guests: Guest[];
  dedupe: Intent;
  /** Set where the dedupe is done, and the undoing is what may be killed. */
  undo?: Intent;
}

const tally = new Tally();
const rounds: Round[] = [];
let house: KillHouse;

beforeAll(async () => {
  house = await KillHouse.open("2026-11-20T20:00:00.000Z");
});
afterAll(() => house.close());

/** Each guest three times: plain doubles, which SQL takes by itself, and every third one with a name and a number more. */
function putRound(): Round {
  const date = dayOfRound(rounds.length);
  const guests = Array.from({ length: GUESTS }, newGuest);
  const rowsOf = ({ name, phones }: Guest, index: number) => [
    { name, phones, company: `Company of ${name}` },
    index % 3 === 0 ? { name: `${name} Khoury`, phones: `${phones}, ${newGuest().phones}` } : { name, phones },
    { name, phones },
  ];
  putBooked(house, BRANCH, date, guests.flatMap(rowsOf)); // biome-ignore format: one line
  const round = { date, guests, dedupe: Ledger.intent(`/dedupe-table?date=${date}`, BRANCH, undefined) };
  rounds.push(round);
  return round;
}

interface Row {
  name: string;
  company: string;
  business_day: string;
  numbers: number;
}

function check(stage: "killed" | "settled"): void {
  const rows = house.rows<Row>(
    `${BRANCH}/table.db`,
    "SELECT name, company, business_day, (SELECT count(*) FROM guest_row_phone n WHERE n.guest_seq = g.seq) AS numbers FROM guest_row g",
  );
  for (const { date, guests, dedupe, undo } of rounds) {
    const ofDay = rows.filter((row) => row.business_day === date);
    const each = guests.map(({ name }) => ofDay.filter((row) => row.name.startsWith(name)));
    if (each.some((mine) => mine.length === 0)) tally.lost++;
    // A row that was kept says what the others said.
    for (const mine of each.filter((mine) => mine.length === 1)) expect(mine).toMatchObject([{ company: `Company of ${guests[each.indexOf(mine)]?.name}` }]); // biome-ignore format: one line
    const single = each.filter((mine) => mine.length === 1).length;
    const whole = each.filter((mine) => mine.length === 3).length;
    if (undo) tally.judge(whole, GUESTS, stage === "settled" ? "be" : mustBe(house.ledger, undo));
    else tally.judge(single, GUESTS, stage === "settled" ? "be" : mustBe(house.ledger, dedupe));
    expect(single + whole).toBe(GUESTS);
  }
  const lonely = house.rows(`${BRANCH}/table.db`, "SELECT 1 FROM guest_row_phone WHERE guest_seq NOT IN (SELECT seq FROM guest_row)");
  expect([lonely, rows.filter(({ numbers }) => numbers === 0)]).toEqual([[], []]);
}

const deduping: Operation = {
  prepare: async () => void putRound(),
  run: async () => {
    const dedupe = rounds.at(-1)?.dedupe;
    return dedupe !== undefined && (await house.send(dedupe)) !== null;
  },
  check,
};

const undoing: Operation = {
  prepare: async () => {
    const round = putRound();
    const { undo_id } = await house.must<{ undo_id: string }>(round.dedupe);
    round.undo = Ledger.intent("/dedupe-table/undo", BRANCH, { undo_id });
  },
  run: async () => {
    const undo = rounds.at(-1)?.undo;
    return undo !== undefined && (await house.send(undo)) !== null;
  },
  check,
};

const POINTS = [
  "dedupe:begin",
  "backup:copied",
  "dedupe:backed-up",
  "dedupe:alike",
  "dedupe:grouped",
  "dedupe:deleting",
  "dedupe:deleted",
  "bulk-write:events",
  "bulk-write:receipt",
  "dedupe:committed",
];

test("a killed dedupe, and a killed undo, has done all of it or nothing, and once after it was repeated", {
  timeout: 600_000,
}, async () => {
  await killAtPoints(house, deduping, POINTS);
  await killDuringRecovery(house, deduping, "dedupe:deleted");
  await killAtPoints(house, undoing, ["undo-dedupe:rows", "bulk-write:receipt", "undo-dedupe:committed"]);
  await killAtRandom(house, deduping);
  await killAtRandom(house, undoing);
  console.log(`dedupe: ${house.kills} kills (seed ${SEED}): ${tally.line()}`);
  expect(house.kills).toBeGreaterThanOrEqual(LEAST_KILLS);
  expect(tally.faults, `seed ${SEED}`).toEqual(NO_FAULTS);
});
