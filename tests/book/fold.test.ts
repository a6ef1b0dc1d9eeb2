import { expect, test } from "vitest";
import { clustersOf } from "@/lib/book/clusters";
import { fold } from "@/lib/book/fold";
import { rng } from "../../scripts/guests.mjs";
import { comparable, type Life, lifeOf } from "./lives";
import { LIVES, SEED } from "./seeds";
import { guestsByTheBook } from "./twin";

const text = (guests: ReturnType<typeof fold>["guests"]) => guests.map((guest) => inText(comparable(guest))).toSorted();
const inText = (guest: object) => JSON.stringify(Object.fromEntries(Object.entries(guest).toSorted(([a], [b]) => (a < b ? -1 : 1))));

function shuffled<T>(all: readonly T[], random: () => number): T[] {
  return all
    .map((one) => ({ one, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

/** Each cluster by itself. */
const byClusters = ({ records, decisions }: Life) =>
  clustersOf(records, decisions).flatMap((cluster) => fold(cluster.records, cluster.decisions).guests);

test(`${LIVES} books are the same in whatever order their records and decisions come, as a whole and by clusters`, () => {
  let clusters = 0;
  for (let seed = SEED; seed < SEED + LIVES; seed++) {
    const life = lifeOf(seed);
    const random = rng(seed);
    clusters += clustersOf(life.records, life.decisions).length;
    const whole = text(fold(life.records, life.decisions).guests);
    const again: Life = { records: shuffled(life.records, random), decisions: shuffled(life.decisions, random) };
    expect(text(byClusters(again)), `SEED=${seed / 1_000}`).toEqual(whole);
  }
  expect(clusters, "most books fall into several").toBeGreaterThan(2 * LIVES);
});

test(`${LIVES} books are those that a second program gives, which was written from docs/book.md alone`, () => {
  for (let seed = SEED; seed < SEED + LIVES; seed++) {
    const { records, decisions } = lifeOf(seed);
    expect(text(fold(records, decisions).guests), `SEED=${seed / 1_000}`).toEqual(text(guestsByTheBook(records, decisions)));
  }
});

test.each([
  [20_261_137_285, 24],
  [20_261_143_877, 24],
  [20_261_145_916, 24],
  [20_261_127_069, 60],
  [20_261_129_070, 60],
])("the book of seed %i with %i words, of which the two said something else once, is the same in both", (seed, size) => {
  const { records, decisions } = lifeOf(seed, size);
  expect(text(fold(records, decisions).guests)).toEqual(text(guestsByTheBook(records, decisions)));
});
