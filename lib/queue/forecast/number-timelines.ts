import type Database from "better-sqlite3";
import { wordsOf } from "../recipients/opted-out";
import { numbersOf } from "../send-policy/able-numbers";
import { isWindowOpen, transportOf } from "../send-policy/policy";
import { type Able, isOfficial, type TemplateGaps } from "../templates/missing";
import type { NumberTimeline, Queued, Way } from "./simulate";
import type { Span, Waiting } from "./waiting";

interface Given {
  sql: Database.Database;
  /** The server's time in milliseconds. */
  at: number;
  /** Who sends. */
  able: readonly Able[];
  gaps: TemplateGaps;
}

/**
 * The numbers of some workers, each once, and how they take what waits.
 * @param guests to whom any of it goes
 */
export function numberTimelines({ sql, at, able, gaps }: Given, guests: readonly Pick<Waiting, "digits">[]) {
  const { numbers, counted } = numbersOf(sql, able, at, () => able.some(isOfficial));
  const [accounts, timelines] = [[...numbers.keys()], [...numbers.values()]]; // two PCs of one number share its turns
  const timelineOf = (worker: string | null) => accounts.indexOf(able.find(({ id }) => id === worker)?.account ?? "-");
  const wroteAt = wordsOf(sql, [...new Set(guests.map(({ digits }) => digits))]);
  const waysOf = (one: Omit<Waiting, "prefer_worker" | "turn">) =>
    accounts.map((id): Way => {
      if (one.account !== null && one.account !== id) return "never";
      const wrote = wroteAt(one.digits, id);
      const isLocked = (numbers.get(id)?.account.locked_until ?? 0) > at && wrote === null;
      if (transportOf(id) !== "cloud") return isLocked ? "never" : "counts";
      const isOpen = isWindowOpen(wrote, at);
      if (gaps.has(one.kind, id) && !isOpen) return "never";
      return isOpen || counted.has(one.digits) ? "free" : "counts";
    });
  const queued = (one: Waiting): Queued => {
    const timeline = timelineOf(one.prefer_worker);
    const ways = waysOf(one);
    return { ways, dealt: ways[timeline] === undefined || ways[timeline] === "never" ? null : timeline, turn: one.turn };
  };
  return { accounts, timelines, queued };
}

/** Whether a number could send so many alone in a span: then nothing has to be counted through. */
export function hasRoom({ account, pace }: NumberTimeline, count: number, { from, until }: Span): boolean {
  const cap = Math.min(pace.perDay ?? Number.POSITIVE_INFINITY, pace.perHour ?? Number.POSITIVE_INFINITY, ...pace.firstDays);
  return account.begun.length + count <= cap && Math.max(from, account.next) + count * (pace.gap + pace.gapMore) < until;
}
