import { readPhones } from "../../lib/phones";
import { rng } from "../../scripts/guests.mjs";

/** Somebody of the store, as far as making up a search for them needs it. */
export interface Known {
  seq: number;
  name: string;
  phones: string;
}

/** What a hostess might type, and whom it must find. */
export interface PhoneSearch {
  typed: string;
  digits: string;
}

type Random = () => number;
const pick = <T>(random: Random, list: readonly T[]) => list[Math.floor(random() * list.length)] as T;

const letters = (text: string) => [...text];

/** Every way in which people type a name: whole, one word, the beginning, the middle, two letters, two beginnings. */
const NAME_FORMS: ((name: string, random: Random) => string)[] = [
  (name) => name,
  (name) => name.toLowerCase(),
  (name) => name.split(" ").reverse().join(" "),
  (name, random) => pick(random, name.split(" ")),
  (name, random) =>
    letters(pick(random, name.split(" ")))
      .slice(0, 3)
      .join(""),
  (name, random) =>
    letters(pick(random, name.split(" ")))
      .slice(0, 2)
      .join(""),
  (name) =>
    letters(name.split(" ").at(-1) ?? name)
      .slice(1)
      .join("") || name,
  (name, random) =>
    letters(pick(random, name.split(" ")))
      .slice(1, 4)
      .join("") || name,
  (name) =>
    name
      .split(" ")
      .map((word) => letters(word).slice(0, 3).join(""))
      .join(" "),
  (name) =>
    name
      .split(" ")
      .map((word) => letters(word).slice(0, 2).join(""))
      .join(" "),
  (name) =>
    letters(name)
      .map((letter, index) => (index % 2 ? letter.toUpperCase() : letter))
      .join(""),
];

/** Searches for words and parts of words, as many Arabic as the store has. */
export function nameSearches(sample: readonly Known[], count: number): string[] {
  const random = rng(5);
  return Array.from({ length: count }, (_, index) => {
    const { name } = pick(random, sample);
    const form = NAME_FORMS[index % NAME_FORMS.length];
    return form ? form(name, random) : name;
  });
}

const ARABIC = "٠١٢٣٤٥٦٧٨٩";
const inArabic = (text: string) => text.replace(/\d/g, (digit) => ARABIC[Number(digit)] ?? digit);
const spaced = (digits: string) => digits.replace(/(\d{3})(?=\d)/g, "$1 ");

const PHONE_FORMS: ((national: string) => string)[] = [
  (n) => `+961 ${n.slice(0, -6)} ${spaced(n.slice(-6))}`,
  (n) => `00961${n}`,
  (n) => `00961 ${n.slice(0, -6)} ${n.slice(-6)}`,
  (n) => `0${n.slice(0, -6)}/${n.slice(-6)}`.replace(/^0(\d\d)/, "$1"),
  (n) => `0${n}`,
  (n) => `0${n.slice(0, -6)}-${spaced(n.slice(-6))}`,
  (n) => inArabic(`+961 ${n.slice(0, -6)} ${n.slice(-6)}`),
  (n) => inArabic(`0${n}`),
  (n) => n,
  (n) => spaced(n),
  (n) => `961${n}`,
  (n) => `+961${n.slice(0, 6)}`,
  (n) => `0${n.slice(0, 6)}`,
  (n) => n.slice(-6),
  (n) => n.slice(-5),
  (n) => `${n.slice(-6, -3)} ${n.slice(-3)}`,
  (n) => `(0${n.slice(0, -6)}) ${n.slice(-6, -3)}.${n.slice(-3)}`,
  (n) => `+961 (0)${n.slice(0, -6)} ${n.slice(-6)}`,
  (n) => inArabic(n.slice(-5)),
  (n) => `/${n.slice(-6)}`,
];

/** Parts of phones and whole ones, in every spelling; `digits` is what the found guest's number must hold. */
export function phoneSearches(sample: readonly Known[], count: number): PhoneSearch[] {
  const random = rng(6);
  const lebanese = sample.filter(({ phones }) => readPhones(phones)[0]?.calling_code === "961");
  return Array.from({ length: count }, (_, index) => {
    const digits = readPhones(pick(random, lebanese).phones)[0]?.digits ?? "";
    const form = PHONE_FORMS[index % PHONE_FORMS.length];
    const typed = form ? form(digits.slice(3)) : digits;
    return { typed, digits };
  });
}

const longest = (words: string[]) => words.reduce((one, other) => (letters(other).length > letters(one).length ? other : one));
const national = (phones: string) => (readPhones(phones)[0]?.digits ?? "").slice(3);

/** What a hostess types most, one form at a time: each has three signs or more in every word. */
const TYPICAL: Record<string, (guest: Known) => string> = {
  "a whole name": ({ name }) => name,
  "one word of a name": ({ name }) => longest(name.split(" ")),
  "the first letters of a name": ({ name }) =>
    letters(longest(name.split(" ")))
      .slice(0, 4)
      .join(""),
  "a phone's last six digits": ({ phones }) => national(phones).slice(-6),
  "a phone as it is dialled": ({ phones }) => `0${national(phones)}`,
  "a phone with its country": ({ phones }) => `+961 ${national(phones)}`,
};

/** So many searches of each form, for different guests of the store. */
export function typicalSearches(sample: readonly Known[], count: number): Record<string, string[]> {
  const random = rng(7);
  const known = sample.filter(({ name, phones }) => {
    const numbers = readPhones(phones);
    return numbers.length === 1 && numbers[0]?.calling_code === "961" && name.split(" ").every((word) => letters(word).length >= 3);
  });
  return Object.fromEntries(
    Object.entries(TYPICAL).map(([form, typed]) => [form, Array.from({ length: count }, () => typed(pick(random, known)))]),
  );
}
