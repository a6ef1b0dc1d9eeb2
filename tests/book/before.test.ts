import { expect, test } from "vitest";
import { byPlace } from "@/lib/book/apply-decisions";
import { fold } from "@/lib/book/fold";
import type { About, Decision, SourceRecord } from "@/lib/book/record-shapes";
import { foldText } from "@/lib/fold-text";
import { hasPhoneKey, sharesPhone } from "@/lib/phones";
import { rng } from "../../scripts/guests.mjs";
import { comparable, lifeOf } from "./lives";
import { LIVES, SEED } from "./seeds";
import { guestsByTheBook } from "./twin";

const text = (guests: ReturnType<typeof fold>["guests"]) => guests.map((guest) => inText(comparable(guest))).toSorted();
const inText = (guest: object) => JSON.stringify(Object.fromEntries(Object.entries(guest).toSorted(([a], [b]) => (a < b ? -1 : 1))));

/** That two contacts from before there were records stay two, as docs/book.md says it: a decision about each two, the oldest of all. */
function keptTwo(records: readonly SourceRecord[]): Decision[] {
  const before = records.filter(({ id }) => id.startsWith("before/")).toSorted(byPlace);
  const only = ({ id, evening }: SourceRecord): About => ({ records: [id], numbers: [], names: [], evening });
  return before.flatMap((one, index) =>
    before.slice(index + 1).flatMap((other): Decision[] => {
      const isKeyless = !hasPhoneKey(one.numbers) || !hasPhoneKey(other.numbers);
      const isNamesake = isKeyless && one.evening === other.evening && foldText(one.person.name) === foldText(other.person.name);
      if (!sharesPhone(one.numbers, other.numbers) && !isNamesake) return [];
      const place = { said_at: "", batch: "", line: Number.MAX_SAFE_INTEGER, id: `${one.id} ${other.id}` };
      return [{ ...place, kind: "not-one", about: only(one), other: only(other) }];
    }),
  );
}

/** A life in which some of the records are guests from before. */
function olderLife(seed: number) {
  const { records, decisions } = lifeOf(seed);
  const random = rng(seed + 1);
  const ids = new Map<string, string>();
  const older = records.map((record, index): SourceRecord => {
    if (random() < 0.4) return record;
    ids.set(record.id, `before/${record.id}`);
    // Some came again since somebody deleted them: those were said later.
    const isLater = random() < 0.1;
    return { ...record, id: `before/${record.id}`, batch: "", line: index + 1, said_at: isLater ? record.said_at : "" };
  });
  const renamed = (about: About): About => ({ ...about, records: about.records.map((id) => ids.get(id) ?? id) });
  const meant = decisions.map(
    (one): Decision =>
      "other" in one ? { ...one, about: renamed(one.about), other: renamed(one.other) } : { ...one, about: renamed(one.about) },
  );
  return { records: older, decisions: meant };
}

test(`${LIVES} books with guests from before there were records are those of the second program, to which each two are said to be two`, () => {
  let two = 0;
  for (let seed = SEED; seed < SEED + LIVES; seed++) {
    const { records, decisions } = olderLife(seed);
    const kept = keptTwo(records);
    two += kept.length;
    expect(text(fold(records, decisions).guests), `SEED=${seed / 1_000}`).toEqual(text(guestsByTheBook(records, [...kept, ...decisions])));
  }
  expect(two, "most books have some who are two").toBeGreaterThan(2 * LIVES);
});

/** Guests from before of one number, whom somebody wrote about, and visits since. */
function ofOneNumber(count: number) {
  const numbers = [{ typed: "03 111111", digits: "9613111111", key: "03111111", calling_code: "961" }];
  const records = Array.from({ length: count }, (_, index): SourceRecord => {
    const isBefore = index % 4 !== 3;
    const added_at = new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString();
    const person = { name: `Guest${index}`, phones: "03 111111", email: "", company: "", title: "", birthday: "", birth_year: null };
    return {
      id: isBefore ? `before/${index}` : `r${index}`,
      said_at: isBefore ? "" : added_at,
      batch: "",
      line: index,
      evening: "2026-01-01",
      branch: "jounieh",
      person: { ...person, address: "", language: "", likes: "", tags: "", allergies: "", also: "", added_at },
      numbers,
    };
  });
  const about = { records: ["before/0"], numbers, names: ["Guest0"], evening: "2026-01-01" };
  const place = { said_at: "2026-02-01T00:00:00.000Z", batch: "word", line: 0, id: "word/0" };
  return { records, decisions: [{ ...place, kind: "fields", about, values: { company: "MEA" } } as Decision] };
}

const timeOf = (work: () => void) =>
  Math.min(
    ...[1, 2, 3].map(() => {
      const started = performance.now();
      work();
      return performance.now() - started;
    }),
  );

test("who share one number cost about what looking at each two of them once costs", () => {
  const { records, decisions } = ofOneNumber(600);
  let met = 0;
  const bare = timeOf(() => {
    for (const one of records) for (const other of records) if (sharesPhone(one.numbers, other.numbers)) met++;
  });
  let guests = 0;
  const folded = timeOf(() => {
    guests = fold(records, decisions).guests.length;
  });
  console.log(
    `600 of one number: fold ${folded.toFixed(0)} ms, each two looked at ${bare.toFixed(0)} ms, ${(folded / bare).toFixed(1)} times`,
  );
  expect([met > 0, guests]).toEqual([true, 450]);
  expect(folded / bare).toBeLessThan(40);
});
