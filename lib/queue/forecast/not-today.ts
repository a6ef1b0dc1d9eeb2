import type Database from "better-sqlite3";
import { limitsIn } from "../limits/stored-limits";
import { kindsWithoutTemplate } from "../templates/missing";
import { ableWorkers } from "../workers/workers";
import { lanesOf } from "./lanes";
import { type Lane, whoSends } from "./simulate";
import { type Span, spanOf, type Waiting, waitingBefore } from "./waiting";

/** More go out in no day, and a screen that asks every few seconds must not read more: of what comes after them nothing is said. */
const MOST = 2_000;

/**
 * Which of all that waits for a number does not go out today, by the rules of the forecast, because what stands before it takes what the
 * numbers may still send: until midnight or the quiet hours, of a menu until its evening is over.
 * @param at the server's time in milliseconds
 * @returns by the message's id, when that day is over, in milliseconds
 */
export function notToday(sql: Database.Database, at: number): Map<string, number> {
  const limits = limitsIn(sql);
  const able = ableWorkers(sql, at);
  const missing = new Set<string>(kindsWithoutTemplate(sql, at).keys());
  const of = (kind: "menu" | "birthday", isOfKind: (one: Waiting) => boolean): [string, number][] => {
    const span = spanOf({ kind, at }, limits);
    if (span === null) return [];
    const waiting = waitingBefore(sql, { kind }, span.until, MOST);
    const { lanes, queued } = lanesOf({ sql, at, able, missing }, waiting);
    if (lanes.every((lane) => hasRoom(lane, waiting.length, span))) return [];
    const { sent } = whoSends(lanes, waiting.map(queued), span.from, span.until);
    return waiting.flatMap((one, index) => (sent[index] === null && isOfKind(one) ? [[one.id, span.until]] : []));
  };
  return new Map([...of("menu", ({ kind }) => kind === "menu"), ...of("birthday", ({ kind }) => kind !== "menu")]);
}

/** A number that could send all of them alone: then nothing has to be counted through. */
function hasRoom({ account, pace }: Lane, count: number, { from, until }: Span): boolean {
  const cap = Math.min(pace.perDay ?? Number.POSITIVE_INFINITY, pace.perHour ?? Number.POSITIVE_INFINITY, ...pace.firstDays);
  return account.begun.length + count <= cap && Math.max(from, account.next) + count * (pace.gap + pace.gapMore) < until;
}
