import type Database from "better-sqlite3";
import { statement } from "../../db/statements";
import type { TaskKind } from "../contract";
import { templateFor } from "../limits/default-limits";
import { limitsIn } from "../limits/stored-limits";
import { onlineSince } from "../online-workers";
import { wordsOf } from "../recipients/opted-out";
import { isWindowOpen } from "../send-policy/policy";
import { gapsForDealing } from "./presumed";
import { NEARLY } from "./template-text";

/** The approved template of a kind of message, and which of some guests would get it, by their numbers. */
export interface TemplateInstead {
  template: ReturnType<typeof templateFor>;
  guests: Set<string>;
}

const CLOUD_NUMBERS = "SELECT DISTINCT account FROM queue_worker WHERE account GLOB 'cloud:*' AND last_seen > ?";
/** While nobody is online, those count that were within so long, in milliseconds. */
const LATELY = 7 * 86_400_000;

/** The numbers of the official API that could send now; while none is online, those that were lately. @param at milliseconds */
function officialNumbers(sql: Database.Database, at: number): string[] {
  const numbersSince = (since: string) => statement<[string], string>(sql, CLOUD_NUMBERS).pluck().all(since);
  const online = numbersSince(onlineSince(at));
  return online.length > 0 ? online : numbersSince(new Date(at - LATELY).toISOString());
}

/** Of them those from which messages of a kind can go by their template; all of them where WhatsApp takes it from none. */
export function officialFor(sql: Database.Database, kind: TaskKind, at: number): string[] {
  const numbers = officialNumbers(sql, at);
  const gaps = gapsForDealing(sql, at);
  const takers = numbers.filter((account) => !gaps.has(kind, account));
  return takers.length > 0 ? takers : numbers;
}

/** By the numbers of the official API that could send now: to whoever has not written to each of them within 24 hours the template goes. */
export function templateInstead(sql: Database.Database, kind: TaskKind, guests: readonly string[], at: number): TemplateInstead {
  const limits = limitsIn(sql);
  const template = templateFor(limits, kind);
  const numbers = officialFor(sql, kind, at);
  if (template === null || numbers.length === 0) return { template: null, guests: new Set() };
  const wroteAt = wordsOf(sql, guests);
  const gaps = gapsForDealing(sql, at);
  const untilOf = (number: string) => (gaps.has(kind, number) ? at : at + NEARLY);
  const theirs = guests.filter((digits) => numbers.some((number) => !isWindowOpen(wroteAt(digits, number), untilOf(number))));
  return { template, guests: new Set(theirs) };
}
