import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventWriter } from "../../lib/db/event-rows";
import { openWriting } from "../../lib/db/pragmas";
import { BY } from "../support/by";
import { dayOfRound, putBooked, putInBook } from "./guest-rows";
import { KillHouse } from "./house";
import { killAtPoints, killAtRandom, LEAST_KILLS, NO_FAULTS, type Operation, SEED, Tally } from "./kills";
import { type Intent, Ledger } from "./ledger";
import { type Guest, mustBe, newGuest } from "./people";

const BRANCH = "zgharta";

interface Round {
  guest: Guest;
  neighbour: Guest;
  erase: Intent;
}

const tally = new Tally();
const rounds: Round[] = [];
let house: KillHouse;

beforeAll(async () => {
  house = await KillHouse.open("2026-11-20T20:00:00.000Z");
});
afterAll(() => house.close());

/** An event that says who a guest is, as a correction leaves it. */
function correct(id: string, name: string): void {
  const database = openWriting(path.join(house.data, BRANCH, "contacts.db"), 5_000);
  database.transaction(() => {
    database.prepare("UPDATE contact SET version = version + 1 WHERE id = ?").run(id);
    eventWriter(
      database,
      BY,
    )({ kind: "contact.changed", subjects: [id], payload: { why: "correction", old: { name: "" }, new: { name } } });
  })();
  database.close();
}

const STORES = ["table.db", "contacts.db"] as const;

/** In how many of the two stores a guest stands, in whatever place of the file. */
function standsIn({ name }: Guest): number {
  return STORES.filter((store) =>
    ["", "-wal"].some((suffix) => {
      try {
        return readFileSync(path.join(house.data, BRANCH, store + suffix)).includes(name);
      } catch {
        return false; // no -wal
      }
    }),
  ).length;
}

const operation: Operation = {
  prepare: async () => {
    const date = dayOfRound(rounds.length);
    const [guest, neighbour] = [newGuest(), newGuest()];
    putBooked(house, BRANCH, date, [guest, neighbour]);
    const ids = putInBook(house, BRANCH, date, [guest, neighbour]);
    for (const [index, { name }] of [guest, neighbour].entries()) correct(ids[index] ?? "", name);
    rounds.push({ guest, neighbour, erase: Ledger.intent("/personal-data/erase", BRANCH, { phones: guest.phones }) });
  },
  run: async () => {
    const erase = rounds.at(-1)?.erase;
    return erase !== undefined && (await house.send(erase)) !== null;
  },
  check: (stage) => {
    for (const { guest, neighbour, erase } of rounds) {
      expect(standsIn(neighbour), "whoever is not meant stays").toBe(STORES.length);
      const must = stage === "settled" ? "be" : mustBe(house.ledger, erase);
      tally.judge(STORES.length - standsIn(guest), STORES.length, must);
    }
  },
};

const POINTS = ["erase:found", "erase:listed", "erase:noted", "erase:written", "bulk-write:events", "erase:committed", "erase:vacuumed"];

test("a killed erasing has erased nobody, or is finished by the next start: never one store without the other", {
  timeout: 600_000,
}, async () => {
  await killAtPoints(house, operation, POINTS);
  await killAtRandom(house, operation);
  const { intact } = await house.ask<{ intact: boolean }>("GET", "/audit/check", BRANCH);
  expect(intact).toBe(true);
  console.log(`erase-person: ${house.kills} kills (seed ${SEED}): ${tally.line()}`);
  expect(house.kills).toBeGreaterThanOrEqual(LEAST_KILLS - 1);
  expect(tally.faults, `seed ${SEED}`).toEqual(NO_FAULTS);
});
