import type Database from "better-sqlite3";
import { expect } from "vitest";
import { nameKeys } from "../../lib/name-sounds";

/** The words that similar names are found by are those of the guests, each with how many have it, and nobody else's. */
export function expectNameWords(database: Database.Database, name = ""): void {
  const words = new Map<string, number>();
  for (const text of database.prepare<[], string>("SELECT search_text FROM contact").pluck().all()) {
    for (const word of new Set(text.split(" ").filter((one) => /\D/.test(one)))) words.set(word, (words.get(word) ?? 0) + 1);
  }
  const kept = database.prepare<[], [string, number]>("SELECT word, guests FROM name_word").raw().all();
  expect(new Map(kept), `${name}: words`).toEqual(words);
  const found = database.prepare<[], string>("SELECT DISTINCT word FROM name_key").pluck().all();
  expect(new Set(found), `${name}: keys`).toEqual(new Set([...words.keys()].filter(isFound)));
}

/** A single vowel sounds like too many. */
function isFound(word: string): boolean {
  const { same, near } = nameKeys(word);
  return same.length + near.length > 0;
}
