import { alsoNames } from "../names";
import { compareNames, comparePhones, type NameLikeness, type PhoneLikeness } from "./likeness";
import { REASONS, type Reason } from "./reasons";

/** What of a guest tells whether they are another one too. */
export interface Compared {
  name: string;
  /** Other names, one a line. */
  also: string;
  /** `--MM-DD`, or empty. */
  birthday: string;
  birth_year: number | null;
  email: string;
  /** With the country's code. */
  digits: readonly string[];
}

export interface Likeness {
  /** 0 to 100. */
  score: number;
  reasons: Reason[];
}

/** From here on a pair is offered. Chosen by tests/duplicates/measure.test.ts: more pairs are wrong below, more are missed above. */
export const OFFERED_FROM = 68;

const PHONE: Record<NonNullable<PhoneLikeness>, number> = { form: 60, slip: 36 };
const SAME_BIRTHDAY = 36;
const SAME_YEAR = 9;
const OTHER_BIRTHDAY = -55;
const SAME_EMAIL = 50;

const NOTHING: Likeness = { score: 0, reasons: [] };

/** How likely two guests of a book are one person, and what speaks for it. */
export function compareGuests(one: Compared, other: Compared): Likeness {
  const phone = bestPhone(one.digits, other.digits);
  const isOfOneDay = one.birthday !== "" && one.birthday === other.birthday;
  const isOfOneAddress = one.email !== "" && one.email.toLowerCase() === other.email.toLowerCase();
  // By the name alone nobody is offered, and names are dear to compare.
  if (!phone && !isOfOneDay && !isOfOneAddress) return NOTHING;
  const reasons: Reason[] = [];
  let score = 0;
  if (phone) {
    score += PHONE[phone];
    reasons.push(phone === "form" ? "phone" : "phone slip");
  }
  const names = bestName(one, other);
  score += names.points;
  if (names.reason) reasons.push(names.reason);
  if (one.birthday !== "" && other.birthday !== "") {
    const years = [one.birth_year, other.birth_year];
    const isOtherYear = !years.includes(null) && years[0] !== years[1];
    if (isOfOneDay && !isOtherYear) {
      score += SAME_BIRTHDAY + (years[0] !== null && years[0] === years[1] ? SAME_YEAR : 0);
      reasons.push("birthday");
    } else score += OTHER_BIRTHDAY;
  }
  if (isOfOneAddress) {
    score += SAME_EMAIL;
    reasons.push("email");
  }
  return { score: Math.max(0, Math.min(100, Math.round(score))), reasons: REASONS.filter((reason) => reasons.includes(reason)) };
}

function bestPhone(these: readonly string[], those: readonly string[]): PhoneLikeness {
  let best: PhoneLikeness = null;
  for (const one of these)
    for (const other of those) {
      const likeness = comparePhones(one, other);
      if (likeness === "form") return likeness;
      best ??= likeness;
    }
  return best;
}

interface NamePoints {
  points: number;
  reason: Reason | null;
}

/** Nobody compares fifty names with fifty others for every pair. */
const MOST_NAMES = 4;

function bestName(one: Compared, other: Compared): NamePoints {
  let best: NamePoints | null = null;
  for (const mine of [one.name, ...alsoNames(one.also)].slice(0, MOST_NAMES))
    for (const theirs of [other.name, ...alsoNames(other.also)].slice(0, MOST_NAMES)) {
      const likeness = compareNames(mine, theirs);
      const found = likeness && pointsOf(likeness);
      if (found && (!best || found.points > best.points)) best = found;
    }
  return best ?? { points: 0, reason: null };
}

/** From this distance on a word is likelier another name than another spelling of it. */
const DOUBTFUL = 0.5;

function pointsOf({ matched, missing, average, worst }: NameLikeness): NamePoints {
  if (matched === 0) return { points: -60, reason: null };
  if (missing > 0) return { points: -45, reason: null };
  const doubt = Math.max(0, worst - DOUBTFUL) * 40;
  if (matched === 1) return { points: 22 - 24 * average - doubt, reason: "part of name" };
  return { points: 50 - 26 * average - doubt, reason: "name" };
}
