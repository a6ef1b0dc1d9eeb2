import type Database from "better-sqlite3";
import { wordsOf } from "../recipients/opted-out";
import { transportOf, WINDOW } from "../send-policy/policy";
import { NEARLY } from "../templates/template-text";
import type { FreeWords } from "./contract";

/**
 * Whether a number takes free words for a guest who wrote to it: a linked phone does at any time, an official number for a day, of whose last
 * minutes the template has the use.
 * @param at the server's time in milliseconds
 */
export function freeWordsOf(sql: Database.Database, digits: string, account: string, at: number): FreeWords {
  if (transportOf(account) !== "cloud") return { digits, now: true, until: null };
  const until = (wordsOf(sql, [digits])(digits, account) ?? 0) + WINDOW - NEARLY;
  return { digits, now: at < until, until: new Date(until).toISOString() };
}
