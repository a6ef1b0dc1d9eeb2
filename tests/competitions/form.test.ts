import { describe, expect, it } from "vitest";
import { bodyOf, changedIn, emptyForm } from "@/components/competitions/competition-form";
import { leftInWords, spanInWords } from "@/components/competitions/countdown";
import { readRound } from "@/components/competitions/pasted-round";
import { roundAfter, timeOfRound } from "@/lib/competitions/draw/quicknet";
import { initialsOf, mentionsIn, userNameOf } from "@/lib/competitions/entries/user-names";
import { REQUIRED, wholeRules } from "@/lib/competitions/rules-text";
import { ROUNDS } from "./rounds";

const ZONE = "Asia/Beirut";
const NOW = new Date("2023-09-14T10:00:00Z");

describe("a pasted round", () => {
  const { september } = ROUNDS;
  it.each([
    ["the whole answer", JSON.stringify(september)],
    ["the answer in lines", JSON.stringify(september, null, 2)],
    ["the signature alone", september.signature.toUpperCase()],
    ["words around it", `round: 657413\nsignature = ${september.signature}\n`],
  ])("is read: %s", (_, pasted) => {
    expect(readRound(pasted, 657_413)).toMatchObject({ round: 657_413, signature: september.signature });
  });

  it("says which round it is, and that there is no signature in it", () => {
    expect(readRound(JSON.stringify(ROUNDS.first), 657_413)).toMatchObject({ round: 1 });
    expect(readRound("fc1873a1", 1)).toHaveProperty("wrong");
    expect(readRound(`${september.signature}0`, 1)).toHaveProperty("wrong");
  });
});

it("the round that is named is the first one after a moment", () => {
  expect(timeOfRound(1)).toBe(1_692_803_367_000);
  const { round } = ROUNDS.september;
  for (const before of [1, 1_000, 2_999, 3_000]) expect(roundAfter(timeOfRound(round) - before)).toBe(round);
  expect(roundAfter(timeOfRound(round))).toBe(round + 1);
  expect(roundAfter(0)).toBe(1);
});

describe("the form", () => {
  const form = { ...emptyForm(["jounieh"], NOW, ZONE), title: "Dinner", prize: "Dinner" };

  it("is sent in the house's own time, and says what is not right", () => {
    expect(bodyOf(form, ZONE)).toMatchObject({ body: { opens_at: NOW.toISOString(), winners: 1, filters: { excluded: [] } } });
    const wrong = bodyOf({ ...form, title: " ", winners: "0", closes: "2023-09-14T12:59", per_user: "x" }, ZONE);
    expect(Object.keys("wrong" in wrong ? wrong.wrong : {}).sort()).toEqual(["closes", "per_user", "title", "winners"]);
    expect(bodyOf({ ...form, excluded: "@a, b\n@c;d" }, ZONE)).toMatchObject({ body: { filters: { excluded: ["@a", "b", "@c", "d"] } } });
  });

  it("changes what was typed alone", () => {
    expect(changedIn({ base: form, form: { ...form, prize: "Brunch", branches: ["batroun"] } })).toEqual({
      prize: "Brunch",
      branches: ["batroun"],
    });
    expect(changedIn({ base: form, form })).toEqual({});
  });
});

it("a countdown says days, hours and minutes, and what is waited for", () => {
  expect([90_000, 3_600_000, 90_000_000, 1_000].map(spanInWords)).toEqual(["1 min", "1 h 0 min", "1 day 1 h", "less than a minute"]);
  const one = { id: "1", title: "", branches: [], prize: "", entries: 0, winners: 1, draws_at: null };
  const times = { opens_at: "2023-09-14T11:00:00Z", closes_at: "2023-09-15T11:00:00Z" };
  expect(leftInWords({ ...one, ...times, state: "OPEN" }, NOW)).toBe("Begins in 1 h 0 min.");
  expect(leftInWords({ ...one, ...times, state: "OPEN" }, new Date("2023-09-16T11:00:00Z"))).toBe("Its time is over: close it.");
});

it("users are told apart by their names, mentions are others, and initials are no name", () => {
  expect(["@Rana.K", "ＲＡＮＡ", " rana ", "not a name", "<b>", "ر", "a".repeat(31)].map(userNameOf)).toEqual([
    "rana.k",
    "rana",
    "rana",
    null,
    null,
    null,
    null,
  ]);
  expect(mentionsIn("@a @A @me mail@b.com @b. (@c)", "me")).toBe(3);
  expect(["rana.khoury", "rana", "___", "a_b.c_d"].map(initialsOf)).toEqual(["r.k.", "r.", "-", "a.b.c."]);
});

it("the rules hold both sentences in each language, and none twice", () => {
  for (const language of ["ar", "fr", "en"] as const) {
    const { release, independence } = REQUIRED[language];
    for (const own of ["", "Be kind.", `${release} And be kind.`]) {
      const whole = wholeRules({ ar: "", fr: "", en: "", [language]: own }, language);
      expect(whole.split(release)).toHaveLength(2);
      expect(whole.split(independence)).toHaveLength(2);
    }
  }
});
