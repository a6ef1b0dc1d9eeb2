import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * How people at the door ask for a guest: one file for each way of asking, of the guests of `guests.json`. The questions were written
 * before the rules that answer them, and are not made easier for a rule. Every third is `unseen`: whoever writes a rule does not read
 * it, so that it tells whether the rule holds for names that nobody had in mind.
 */
const CORPUS = path.join(import.meta.dirname, "corpus");

export interface Question {
  ask: string;
  /** The name of the guest who must be among the first three. */
  finds: string;
  unseen?: true;
}

/** The ways in which whoever is asked for is always found. */
export const SURE = [
  "accents-added",
  "accents-left-out",
  "arabic-hamza",
  "arabic-last-letters",
  "arabic-marks",
  "exact",
  "extra-blanks",
  "last-name-first",
  "name-and-part-of-phone",
  "phone-in-13-forms",
  "prefix-of-both-names",
  "prefix-of-first-name",
  "upper-and-lower-case",
];

export const GUESTS = read<{ name: string; phone: string }>("guests");
export const WAYS = readdirSync(CORPUS)
  .map((file) => path.basename(file, ".json"))
  .filter((way) => way !== "guests");

function read<T>(way: string): T[] {
  return JSON.parse(readFileSync(path.join(CORPUS, `${way}.json`), "utf8"));
}

/** What is asked in one way. */
export const questionsOf = (way: string) => read<Question>(way);
