import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventWriter } from "../../lib/db/event-rows";
import { openWriting } from "../../lib/db/pragmas";
import { BY } from "../support/by";
import { guestRowPutter } from "../support/guest-rows";
import { RESTAURANTS } from "../support/restaurants";
import { KillHouse } from "./house";
import { killAtPoints, killAtRandom, killDuringRecovery, LEAST_KILLS, NO_FAULTS, type Operation, SEED, Tally } from "./kills";
import { type Intent, Ledger } from "./ledger";
import { type Guest, judgeGuests, mustBe, namelessGuest, newGuest } from "./people";

/** Enough that the search indexes are filled in one step, with the triggers away. */
const PER_BRANCH = 110;
const FIRST_DAY = Date.UTC(2026, 0, 1);

/** One date of all five branches, and its merge. */
interface Round {
  date: string;
  guests: Guest[];
  merge: Intent;
}

interface MergeAnswer {
  inserted: number;
  skipped: number;
  sources_used: { rows: number }[];
}

const tally = new Tally();
const rounds: Round[] = [];
const regular = newGuest();
let house: KillHouse;

beforeAll(async () => {
  house = await KillHouse.open("2026-11-20T21:20:00.000Z");
});
afterAll(() => house.close());

/** Guest rows as Merge All leaves them, written beside the running server. */
function seat(branch: string, date: string, guests: Guest[]): void {
  const database = openWriting(path.join(house.data, branch, "table.db"), 5_000);
  const putRow = guestRowPutter(database);
  database.transaction(() => {
    for (const { name, phones } of guests) putRow({ business_day: date, name, phones });
    const payload = {
      inserted: guests.length,
      removed: 0,
      corrected: 0,
      guests: guests.length,
      tables: 1,
      taken_for: null,
      backup: "",
    };
    eventWriter(database, BY)({ kind: "tables.merged", subjects: [], payload });
  })();
  database.close();
}

const operation: Operation = {
  prepare: async () => {
    const date = new Date(FIRST_DAY + rounds.length * 86_400_000).toISOString().slice(0, 10);
    const guests: Guest[] = [];
    for (const branch of RESTAURANTS) {
      const mine = [...Array.from({ length: PER_BRANCH - 1 }, newGuest), namelessGuest()];
      guests.push(...mine);
      seat(branch, date, [...mine, regular]);
    }
    rounds.push({ date, guests, merge: Ledger.intent(`/proxy/echo?action=merge_by_date_all_branches&date=${date}`, "central", undefined) });
  },
  run: async () => {
    const merge = rounds.at(-1)?.merge;
    return merge !== undefined && (await house.send(merge)) !== null;
  },
  check: async (stage) => {
    const book = house.rows<Guest & { seq: number }>("central/contacts.db", "SELECT seq, name, phones FROM contact");
    for (const { guests, merge } of rounds) judgeGuests(tally, guests, book, stage === "settled" ? "be" : mustBe(house.ledger, merge));
    judgeGuests(tally, [regular], book, rounds.some(({ merge }) => house.ledger.isAnswered(merge)) ? "be" : "may be");
    const known = new Set([regular, ...rounds.flatMap(({ guests }) => guests)].map(({ name }) => name));
    expect(book.filter(({ name }) => !known.has(name))).toEqual([]);
    const numbered = house.rows<{ n: number }>("central/contacts.db", "SELECT count(*) AS n FROM contact_phone")[0]?.n;
    expect(numbered).toBe(book.filter(({ phones }) => phones).length);
    if (stage === "settled") await checkAgainAndSearch();
  },
};

/** The same date with a key of its own inserts nobody, and everybody is found. */
async function checkAgainAndSearch(): Promise<void> {
  const round = rounds.at(-1);
  if (!round) return;
  const { inserted, skipped, sources_used } = await house.must<MergeAnswer>(Ledger.intent(round.merge.path, "central", undefined));
  expect([inserted, skipped, sources_used.length]).toEqual([0, RESTAURANTS.length * (PER_BRANCH + 1), RESTAURANTS.length]);
  for (const { name, phones } of [round.guests.at(0), round.guests.at(-2), regular].filter((guest) => guest !== undefined)) {
    for (const text of [name, phones].filter(Boolean)) {
      const { contacts } = await house.ask<{ contacts: Guest[] }>("GET", `/contacts?search=${encodeURIComponent(text)}`, "central");
      expect(
        contacts.map((contact) => contact.name),
        text,
      ).toContain(name);
    }
  }
}

const POINTS = [
  "merge-by-date:begin",
  "backup:copied",
  "merge-by-date:backed-up",
  "contacts:unsearchable",
  "contacts:without-triggers",
  "book:next",
  "merge-by-date:rows",
  "bulk-write:events",
  "bulk-write:receipt",
  "merge-by-date:committed",
];

test("a killed Merge by Date has brought in every branch or none, and once after it was repeated", { timeout: 600_000 }, async () => {
  await killAtPoints(house, operation, POINTS);
  await killDuringRecovery(house, operation, "book:next");
  await killAtRandom(house, operation);
  console.log(`merge-by-date: ${house.kills} kills (seed ${SEED}): ${tally.line()}`);
  expect(house.kills).toBeGreaterThanOrEqual(LEAST_KILLS);
  expect(tally.faults, `seed ${SEED}`).toEqual(NO_FAULTS);
});
