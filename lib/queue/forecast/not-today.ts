import type Database from "better-sqlite3";
import { limitsIn } from "../limits/stored-limits";
import { offWorkers } from "../send-policy/able-numbers";
import { BELATED, PRIORITY } from "../tasks";
import { kindsWithoutTemplate } from "../templates/missing";
import { ableWorkers } from "../workers/workers";
import { lanesOf } from "./lanes";
import { type Lane, whoSends } from "./simulate";
import { isBefore, type Span, spanOf, waitingBefore } from "./waiting";

/** More go out in no day, and a screen that asks every few seconds must not read more: of what comes after them nothing is said. */
const MOST = 2_000;

/** Menus go until their evening is over; letters as greetings until the quiet hours. */
const KINDS = ["menu", "birthday"] as const;

/**
 * Which of all that waits for a number does not go out today, by the rules of the forecast, because what stands before it takes what the
 * numbers may still send: until midnight or the quiet hours, of a menu until its evening is over. Where none is online, as if somebody had
 * started all that are off.
 * @param at the server's time in milliseconds
 * @returns by the message's id, when that day is over, in milliseconds
 */
export function notToday(sql: Database.Database, at: number): Map<string, number> {
  const online = ableWorkers(sql, at);
  // In the morning, with all PCs off: of what no number could send today nobody must hear only once they are on.
  const able = online.length > 0 ? online : offWorkers(sql, at);
  if (able.length === 0) return new Map();
  const limits = limitsIn(sql);
  const spans = KINDS.flatMap((kind) => {
    const span = spanOf({ kind, at }, limits);
    return span ? [{ kind, span }] : [];
  });
  const waiting = waitingBefore(sql, BELATED, Math.max(at, ...spans.map(({ span }) => span.until)), MOST);
  const missing = new Set<string>(kindsWithoutTemplate(sql, at).keys());
  const { lanes, queued } = lanesOf({ sql, at, able, missing }, waiting);
  const late = spans.flatMap(({ kind, span }) => {
    const before = waiting.filter((one) => isBefore(one, kind === "menu" ? PRIORITY.menu : BELATED, span.until));
    if (lanes.every((lane) => hasRoom(lane, before.length, span))) return [];
    const { sent } = whoSends(lanes, before.map(queued), span.from, span.until);
    return before.flatMap((one, index): [string, number][] =>
      sent[index] === null && (one.kind === "menu") === (kind === "menu") ? [[one.id, span.until]] : [],
    );
  });
  return new Map(late);
}

/** A number that could send all of them alone: then nothing has to be counted through. */
function hasRoom({ account, pace }: Lane, count: number, { from, until }: Span): boolean {
  const cap = Math.min(pace.perDay ?? Number.POSITIVE_INFINITY, pace.perHour ?? Number.POSITIVE_INFINITY, ...pace.firstDays);
  return account.begun.length + count <= cap && Math.max(from, account.next) + count * (pace.gap + pace.gapMore) < until;
}
