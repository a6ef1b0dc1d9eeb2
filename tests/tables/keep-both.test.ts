import { describe, expect, it } from "vitest";
import { type DraftGuest, fieldsOf, newGuest } from "@/lib/drafts";
import { ASKED_FIELDS, type AskedField } from "@/lib/guest-fields";
import { answered, doublesOf, keepBoth, type Side } from "@/lib/tables/keep-both";
import { type Dice, dice } from "../sequences/people";

/** How many evenings are played, and from which seed on: `SEQUENCES=20000 SEED=7 npx vitest run tests/tables/keep-both`. */
const SEQUENCES = Number(process.env.SEQUENCES ?? 2_000);
const SEED = Number(process.env.SEED ?? 1);

/** A guest as the server gives it: its id is its key. */
const seated = (guest: DraftGuest): DraftGuest => ({
  ...guest,
  id: guest.id ?? `server-${guest.key}`,
  key: guest.id ?? `server-${guest.key}`,
});
const guest = (name: string, phones = "", more: Partial<DraftGuest> = {}) => newGuest({ name, phones, ...more });
const names = (guests: readonly DraftGuest[]) => guests.map(({ name }) => name).sort();
const opened = [seated(guest("Nour Karam", "76 400 118")), seated(guest("Georges Khoury", "71 222 333")), seated(guest("Ziad"))];
const [nour, georges, ziad] = opened as [DraftGuest, DraftGuest, DraftGuest];

describe("two tablets, one table", () => {
  it("keeps who was added by either, and lets go who was removed by one", () => {
    const mine = [nour, ziad, guest("Hala")];
    const theirs = [nour, georges, seated(guest("Maya", "70 111 222"))];
    const both = keepBoth(opened, mine, theirs);
    expect(names(both.guests)).toEqual(["Hala", "Maya", "Nour Karam"]);
    expect(both.questions).toEqual([]);
    expect([names(both.added), names(both.removed), both.changed]).toEqual([["Maya"], ["Ziad"], []]);
  });

  it("takes each field from the tablet that changed it", () => {
    const both = keepBoth(opened, [{ ...nour, company: "Touch" }, georges, ziad], [{ ...nour, birthday: "--11-24" }, georges, ziad]);
    expect(both.guests[0]).toMatchObject({ company: "Touch", birthday: "--11-24" });
    expect(both.questions).toEqual([]);
  });

  it("asks for a field that both changed, and for nothing else", () => {
    const mine = [{ ...nour, name: "Nour K.", email: "nour@example.com" }, georges, ziad];
    const theirs = [{ ...nour, name: "Nour Karam-Saba", email: "nour@example.com" }, georges, ziad];
    const both = keepBoth(opened, mine, theirs);
    expect(both.questions).toMatchObject([{ what: "name", mine: { name: "Nour K." }, theirs: { name: "Nour Karam-Saba" } }]);
    const [question] = both.questions;
    const with_ = (side: Side) => answered(both, { [question?.id ?? ""]: side })[0]?.name;
    expect([with_("mine"), with_("theirs"), both.guests[0]?.name]).toEqual(["Nour K.", "Nour Karam-Saba", "Nour K."]);
  });

  it("asks where one took away whom the other changed", () => {
    const changed = { ...georges, company: "Alfa" };
    const removedThere = keepBoth(opened, [nour, changed, ziad], [nour, ziad]);
    expect(removedThere.questions).toMatchObject([{ what: "seat", mine: { company: "Alfa" }, theirs: null }]);
    const [question] = removedThere.questions;
    expect(names(removedThere.guests)).toContain("Georges Khoury");
    expect(names(answered(removedThere, { [question?.id ?? ""]: "theirs" }))).toEqual(["Nour Karam", "Ziad"]);
    const removedHere = keepBoth(opened, [nour, ziad], [nour, changed, ziad]);
    expect(removedHere.questions).toMatchObject([{ what: "seat", mine: null, theirs: { company: "Alfa" } }]);
    expect(names(answered(removedHere, { [removedHere.questions[0]?.id ?? ""]: "mine" }))).toEqual(["Nour Karam", "Ziad"]);
  });

  it("asks nothing about one number in two spellings, or one person whom both added", () => {
    const both = keepBoth(
      opened,
      [{ ...nour, phones: "+961 76 400 119" }, georges, ziad, guest("Hala", "70 999 888", { company: "Touch" })],
      [{ ...nour, phones: "76400119" }, georges, ziad, seated(guest("Hala", "+96170999888", { birthday: "--05-14" }))],
    );
    expect(both.questions).toEqual([]);
    expect(both.guests).toHaveLength(4);
    expect(both.guests[3]).toMatchObject({ name: "Hala", company: "Touch", birthday: "--05-14" });
    expect(both.guests[3]?.id).not.toBeNull();
  });

  it("says who would be saved as one, because the two tablets gave them one number", () => {
    const mine = [{ ...ziad, phones: "70 999 888" }, nour, georges];
    const both = keepBoth(opened, mine, [...opened, seated(guest("Hala", "70999888"))]);
    expect(doublesOf(both.guests, mine).map(names)).toEqual([["Hala", "Ziad"]]);
    expect(names(both.guests)).toHaveLength(4);
  });

  it("keeps everybody once where nobody knows what was opened", () => {
    const both = keepBoth(null, [guest("Ziad"), guest("Hala", "70 999 888")], [seated(guest("Ziad")), nour]);
    expect(names(both.guests)).toEqual(["Hala", "Nour Karam", "Ziad"]);
    expect(both.removed).toEqual([]);
    const twice = keepBoth(null, [guest("Ziad"), guest("Ziad")], [seated(guest("Ziad"))]).guests;
    expect([names(twice), new Set(twice.map(({ key }) => key)).size]).toEqual([["Ziad", "Ziad"], 2]);
  });

  it("keeps two guests of one name who have no number", () => {
    expect(
      names(keepBoth(opened, [...opened, guest("Rima")], [...opened, seated(guest("Rima"))]).guests).filter((name) => name === "Rima"),
    ).toHaveLength(2);
  });
});

/** The tag stands in the title, which nobody changes: whom a row means, whatever else is written over. */
const tagOf = ({ title }: DraftGuest) => title;
const CHANGED: readonly AskedField[] = ASKED_FIELDS.filter((field) => field !== "title");

/** Each person's own three numbers, the third of them the second in another spelling. */
const phonesOf = (tag: number) => [`71 ${300000 + tag}`, `76 ${300000 + tag}`, `+961 76${300000 + tag}`];

function somebody(tag: number, random: Dice): DraftGuest {
  return guest(`Given${tag} Family${tag}`, random.chance(0.7) ? (phonesOf(tag)[0] ?? "") : "", { title: `t${tag}` });
}

function changedValue(field: AskedField, of: DraftGuest, random: Dice): Partial<DraftGuest> {
  const tag = Number(tagOf(of).slice(1));
  if (field === "phones") return { phones: random.pick(["", ...phonesOf(tag)]) };
  if (field === "birthday") return { birthday: random.pick(["", "--05-14", "--11-24"]), birth_year: random.pick([null, 1990]) };
  return { [field]: `${field} ${tag} ${random.pick(["a", "b"])}` };
}

/** What somebody does on a tablet: adds, removes, changes, takes away and adds again. */
function edited(from: readonly DraftGuest[], newcomers: number[], random: Dice): DraftGuest[] {
  let guests = [...from];
  for (let step = 0; step < random.below(6); step++) {
    const deed = random.below(10);
    const at = guests.length > 0 ? random.pick(guests) : null;
    const tag = random.pick(newcomers);
    if (deed < 3 && !guests.some((one) => tagOf(one) === `t${tag}`)) guests.push(somebody(tag, random));
    else if (deed < 5 && at) guests = guests.filter((one) => one !== at);
    else if (deed === 5 && at?.phones) guests = [...guests.filter((one) => one !== at), { ...at, key: newGuest({}).key, id: null }];
    else if (at) guests = guests.map((one) => (one === at ? { ...one, ...changedValue(random.pick(CHANGED), one, random) } : one));
  }
  return guests;
}

const same = (field: AskedField, a: DraftGuest, b: DraftGuest) =>
  a[field] === b[field] && (field !== "birthday" || a.birth_year === b.birth_year);
const isEmpty = (field: AskedField, one: DraftGuest) => one[field] === "" && (field !== "birthday" || one.birth_year === null);
const sameNumber = (a: string, b: string) => a.replace(/\D/g, "").slice(-8) === b.replace(/\D/g, "").slice(-8);
const untouched = (a: DraftGuest, b: DraftGuest) => CHANGED.every((field) => same(field, a, b));

/** What is to be asked, by whoever looks at the three lists person by person. */
function expectedOf(tag: string, lists: [readonly DraftGuest[], readonly DraftGuest[], readonly DraftGuest[]]) {
  const [was, a, b] = lists.map((list) => list.find((one) => tagOf(one) === tag));
  if (!a && !b) return { present: false, asked: [] as string[] };
  if (a && b) {
    const before = was ?? guest("", "", { title: tag });
    const asked = CHANGED.filter((field) => {
      if (same(field, a, b) || (field === "phones" && a.phones && b.phones && sameNumber(a.phones, b.phones))) return false;
      return was ? !same(field, a, before) && !same(field, b, before) : !isEmpty(field, a) && !isEmpty(field, b);
    });
    return { present: true, asked: asked as string[] };
  }
  const only = (a ?? b) as DraftGuest;
  if (!was) return { present: true, asked: [] };
  return untouched(was, only) ? { present: false, asked: [] } : { present: true, asked: ["seat"] };
}

describe("whatever two people do to one table", () => {
  /** Who cannot be known again by phone is somebody else; the lists that are played keep that apart. */
  const isPlain = (lists: readonly (readonly DraftGuest[])[]) => {
    const [before = [], ...sides] = lists;
    return sides.every((side) =>
      side.every((one) => {
        const was = before.find((other) => tagOf(other) === tagOf(one));
        return !was || one.key === was.key || (one.phones !== "" && was.phones !== "" && sameNumber(one.phones, was.phones));
      }),
    );
  };

  it(`loses nobody, brings nobody back, asks what both changed, and comes to the same in both orders (${SEQUENCES} evenings)`, () => {
    let asked = 0;
    let played = 0;
    for (let seed = SEED; seed < SEED + SEQUENCES; seed++) {
      const random = dice(seed);
      const start = Array.from({ length: random.below(5) }, (_, tag) => seated(somebody(tag, random)));
      const a = edited(start, [10, 11, 12], random);
      const b = edited(start, [12, 13, 14], random);
      if (!isPlain([start, a, b])) continue;
      // Both added somebody whom neither could know by a phone: two rows, and rightly so.
      const [inA, inB] = [a, b].map((side) => side.find((one) => tagOf(one) === "t12"));
      if (inA && inB && !(inA.phones && inB.phones && sameNumber(inA.phones, inB.phones))) continue;
      played++;
      const orders = [keepBoth(start, b, a.map(seated)), keepBoth(start, a, b.map(seated))] as const;
      const expected = new Map([...start, ...a, ...b].map((one) => [tagOf(one), expectedOf(tagOf(one), [start, a, b])]));
      for (const both of orders) {
        const there = both.guests.map(tagOf).sort();
        expect(there, `seed ${seed}`).toEqual([...expected].flatMap(([tag, { present }]) => (present ? [tag] : [])).sort());
        const questions = both.questions.map(({ what, mine, theirs }) => `${tagOf((mine ?? theirs) as DraftGuest)} ${what}`).sort();
        expect(questions, `seed ${seed}`).toEqual(
          [...expected].flatMap(([tag, { asked: of }]) => of.map((what) => `${tag} ${what}`)).sort(),
        );
        asked += questions.length;
      }
      // A's word counts in both orders: it is theirs in the first and mine in the second.
      const [afterA, afterB] = orders.map((both, index) => {
        const side: Side = index === 0 ? "theirs" : "mine";
        const guests = answered(both, Object.fromEntries(both.questions.map(({ id }) => [id, side])));
        return guests.map((one) => JSON.stringify({ ...fieldsOf(one), phones: one.phones.replace(/\D/g, "").slice(-8) })).sort();
      });
      expect(afterA, `seed ${seed}`).toEqual(afterB);
    }
    expect(played).toBeGreaterThan(SEQUENCES / 2);
    expect(asked).toBeGreaterThan(SEQUENCES / 20);
  });
});
