import { afterAll, beforeAll, expect, test } from "vitest";
import { KillHouse } from "./house";
import { killAtPoints, killAtRandom, killDuringRecovery, LEAST_KILLS, NO_FAULTS, type Operation, SEED, Tally } from "./kills";
import { type Intent, Ledger } from "./ledger";
import { type Guest, judgeGuests, mustBe, namelessGuest, newGuest, tableOf } from "./people";

const BRANCH = "tripoli";
const FIRST_DAY = Date.UTC(2026, 10, 2);
const TABLES = 3;

/** One evening: its own guests, a regular who comes every day, and its End of Day. */
interface Evening {
  day: string;
  guests: Guest[];
  end: Intent;
}

interface Entry {
  business_day: string;
  run: number;
  inserted: number;
  skipped: number;
}

const tally = new Tally();
const evenings: Evening[] = [];
const regular = newGuest();
let house: KillHouse;

beforeAll(async () => {
  house = await KillHouse.open(new Date(FIRST_DAY).toISOString());
});
afterAll(() => house.close());

const operation: Operation = {
  prepare: async () => {
    const day = new Date(FIRST_DAY + evenings.length * 86_400_000).toISOString().slice(0, 10);
    house.setClock(`${day}T19:40:00.000Z`);
    await house.signIn();
    const guests: Guest[] = [];
    for (let table = 1; table <= TABLES; table++) {
      const party = [newGuest(), namelessGuest()];
      guests.push(...party);
      await house.send(Ledger.intent("/save-table", BRANCH, tableOf(String(table), [...party, regular])));
    }
    house.setClock(`${day}T21:20:00.000Z`);
    evenings.push({ day, guests, end: Ledger.intent("/end-of-day", BRANCH, undefined) });
  },
  run: async () => {
    const end = evenings.at(-1)?.end;
    return end !== undefined && (await house.send(end)) !== null;
  },
  check: async (stage) => {
    checkBook(stage);
    checkTables(stage);
    if (stage === "settled") await checkSearch();
  },
};

/** The guest book holds an evening's guests exactly when its entry says so, and everybody once. */
function checkBook(stage: "killed" | "settled"): void {
  const book = house.rows<Guest>(`${BRANCH}/contacts.db`, "SELECT name, phones FROM contact");
  const entries = new Map(
    house.rows<Entry>(`${BRANCH}/contacts.db`, "SELECT * FROM end_of_day_entry").map((entry) => [entry.business_day, entry]),
  );
  for (const [index, { day, guests, end }] of evenings.entries()) {
    const entry = entries.get(day);
    judgeGuests(tally, guests, book, entry || stage === "settled" ? "be" : mustBe(house.ledger, end));
    if (!entry && book.some(({ name }) => name === guests[0]?.name)) tally.partial++;
    if (!entry && stage === "settled") tally.lost++;
    if (entry && stage === "killed" && !house.ledger.isAnswered(end)) tally.extra++;
    // The regular sits at all three tables and is one guest row a day; only the first day brings them into the book.
    if (entry) expect([entry.inserted, entry.skipped], day).toEqual(index === 0 ? [guests.length + 1, 2] : [guests.length, 3]);
    if (entry) expect(entry.run, `${day} has one End of Day, however often it was asked for`).toBe(1);
  }
  judgeGuests(tally, [regular], book, entries.size > 0 ? "be" : "may be");
  const known = new Set([regular, ...evenings.flatMap(({ guests }) => guests)].map(({ name }) => name));
  expect(book.filter(({ name }) => !known.has(name))).toEqual([]);
}

/** A day's tables and guest rows are closed together, and never before its guests stand in the book. */
function checkTables(stage: "killed" | "settled"): void {
  const days = new Set(house.rows<Entry>(`${BRANCH}/contacts.db`, "SELECT * FROM end_of_day_entry").map((entry) => entry.business_day));
  for (const { day, guests } of evenings) {
    const closed = house.rows<{ n: number }>(
      `${BRANCH}/table.db`,
      `SELECT (SELECT count(*) FROM saved_table WHERE business_day = ? AND closed_by = ?) * 100
            + (SELECT count(*) FROM guest_row WHERE business_day = ? AND booked_by = ?) AS n`,
      ...[day, day, day, day],
    )[0]?.n;
    const whole = TABLES * 100 + guests.length + 1;
    if (closed !== 0 && closed !== whole) tally.partial++;
    if (closed !== 0 && !days.has(day)) tally.lost++;
    if (stage === "settled" && closed !== whole) tally.lost++;
  }
}

/** Everybody of the last evening is found by name and, where there is one, by phone. */
async function checkSearch(): Promise<void> {
  for (const { name, phones } of evenings.at(-1)?.guests ?? []) {
    for (const text of [name, phones].filter(Boolean)) {
      const { contacts } = await house.ask<{ contacts: Guest[] }>("GET", `/contacts?search=${encodeURIComponent(text)}`, BRANCH);
      expect(
        contacts.map((contact) => contact.name),
        text,
      ).toContain(name);
    }
  }
}

const POINTS = [
  "merge-tables:table",
  "merge-tables:rows",
  "merge-tables:committed",
  "end-of-day:merged",
  "backup:copied",
  "end-of-day:backed-up",
  "end-of-day:guests",
  "end-of-day:booked",
  "end-of-day:closing",
  "end-of-day:closed",
  "loyalty:missing",
  "bulk-write:events",
  "bulk-write:receipt",
];

test("a killed End of Day has booked the evening whole or not at all, and once after it was repeated", { timeout: 300_000 }, async () => {
  await killAtPoints(house, operation, POINTS);
  await killDuringRecovery(house, operation, "end-of-day:booked");
  await killAtRandom(house, operation);
  console.log(`end-of-day: ${house.kills} kills (seed ${SEED}): ${tally.line()}`);
  expect(house.kills).toBeGreaterThanOrEqual(LEAST_KILLS);
  expect(tally.faults, `seed ${SEED}`).toEqual(NO_FAULTS);
});
