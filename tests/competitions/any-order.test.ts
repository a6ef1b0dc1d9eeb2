import fc from "fast-check";
import { expect, it } from "vitest";
import { canonicalList, entriesOfList } from "@/lib/competitions/draw/canonical";
import { drawn, ranked } from "@/lib/competitions/draw/rank";
import { type EntryRules, judge, type SeenComment } from "@/lib/competitions/entries/judge";
import { ROUNDS } from "./support";

const USERS = ["rana", "tony", "lea_k", "rami.s", "staff", "before"];

const comment = fc.record({
  comment_id: fc.integer({ min: 1, max: 12 }).map((id) => `c${id}`),
  username: fc.constantFrom(...USERS),
  text: fc.oneof(fc.constantFrom("", "@a", "@a @b", "@b WORD @a", "word", "كلمة @a @b"), fc.string({ unit: "grapheme", maxLength: 20 })),
  commented_at: fc.constantFrom("", "2023-09-12T10:00:00.000Z", "2023-09-12T11:00:00.000Z", "2023-09-16T10:00:00.000Z"),
});

const rules = fc.record({
  closes_at: fc.constant("2023-09-15T09:00:00.000Z"),
  mentions: fc.integer({ min: 0, max: 2 }),
  keyword: fc.constantFrom("", "word", "كلمه"),
  excluded: fc.constant(new Set(["staff"])),
  previous: fc.constant(new Set(["before"])),
  per_user: fc.integer({ min: 1, max: 3 }),
});

const terms = {
  id: "one",
  rules: "x",
  closes_at: "2023-09-15T09:00:00.000Z",
  winners: 2,
  reserves: 2,
  draw: { way: "drand", round: 657_413 },
} as const;

function winnersOf(seen: readonly SeenComment[], by: EntryRules) {
  const judged = judge(seen, by);
  const list = canonicalList(
    terms,
    judged.comments.filter(({ removed }) => removed === null),
  );
  return { judged, list, places: drawn(ranked(entriesOfList(list.text), ROUNDS.september.randomness), 4) };
}

it("the same comments give the same list and the same winners, in whatever order and however often they came", () => {
  const shuffled = fc.array(comment, { maxLength: 30 }).chain((seen) =>
    fc.record({
      seen: fc.constant(seen),
      other: fc
        .tuple(fc.shuffledSubarray(seen, { minLength: seen.length }), fc.shuffledSubarray(seen))
        .map(([all, more]) => [...all, ...more]),
    }),
  );
  fc.assert(
    fc.property(shuffled, rules, ({ seen, other }, by) => {
      const [one, two] = [winnersOf(seen, by), winnersOf(other, by)];
      expect(two.list).toEqual(one.list);
      expect(two.places).toEqual(one.places);
      expect(two.judged.removed).toEqual(one.judged.removed);
      // Each comment is counted once, and nobody wins twice.
      const { removed, entries, comments } = one.judged;
      expect(Object.values(removed).reduce((sum, count) => sum + count, entries)).toBe(comments.length);
      expect(new Set(one.places.map(({ person }) => person)).size).toBe(one.places.length);
      expect(one.list.listed).toHaveLength(entries);
    }),
    { numRuns: 400 },
  );
});

it("a comment less, a letter more or another round make another list", () => {
  const seen = ["rana", "tony", "lea_k"].map((username, index) => ({ comment_id: `c${index}`, username, text: "@a", commented_at: "" }));
  const by: EntryRules = { closes_at: "9", mentions: 1, keyword: "", excluded: new Set(), previous: new Set(), per_user: 1 };
  const { list } = winnersOf(seen, by);
  const others = [seen.slice(1), seen.map((one, index) => (index === 0 ? { ...one, text: "@a!" } : one))].map(
    (one) => winnersOf(one, by).list.sha256,
  );
  const judged = judge(seen, by).comments;
  const otherRound = canonicalList({ ...terms, draw: { way: "drand", round: 657_414 } }, judged).sha256;
  expect(new Set([list.sha256, ...others, otherRound]).size).toBe(4);
});
