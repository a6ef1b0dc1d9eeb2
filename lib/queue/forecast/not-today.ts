import type Database from "better-sqlite3";
import type { TaskKind } from "../contract";
import { limitsIn } from "../limits/stored-limits";
import { offWorkers } from "../send-policy/able-numbers";
import { BELATED, PRIORITY } from "../tasks";
import type { Able, TemplateGaps } from "../templates/missing";
import { gapsForDealing } from "../templates/presumed";
import { ableWorkers } from "../workers/workers";
import { hasRoom, numberTimelines } from "./number-timelines";
import { whoSends } from "./simulate";
import { turnsOf } from "./turns";
import { isBefore, type Span, spanOf, type WaitingBefore, waitingBefore } from "./waiting";

/** More go out in no day, and a screen that asks every few seconds must not read more: of what comes after them nothing is said. */
const MOST = 2_000;

/** Menus go until their evening is over; letters as greetings until the quiet hours. */
const KINDS = ["menu", "birthday"] as const;

/** A message that waits for a number and does not go out today. */
export interface Late {
  /** When that day is over, in milliseconds. */
  until: number;
  /** What would let it go today; null where no number is online, and all that are off were counted with. */
  helps: Help | null;
}

export interface Help {
  /** The ids of workers that are off: to start one of them would. */
  off: readonly string[];
  /** A template for its kind would. */
  template: boolean;
  /** Only all of that together. */
  together: boolean;
}

/** What becomes today of all that waits for a number, by the ids of the messages. */
export interface Course {
  /** What does not go. */
  late: ReadonlyMap<string, Late>;
  /** When each goes, in milliseconds (`turnsOf`). */
  goes: ReadonlyMap<string, number>;
}

/** Where it is not counted through. */
export const UNCOUNTED: Course = { late: new Map(), goes: new Map() };

/**
 * Which of all that waits for a number goes out today and when, by the rules of the forecast: what stands before it takes what the numbers
 * may still send, until midnight or the quiet hours, of a menu until its evening is over. Where none is online, as if somebody had started
 * all that are off.
 * @param at the server's time in milliseconds
 */
export function courseOfToday(sql: Database.Database, at: number): Course {
  const online = ableWorkers(sql, at);
  const off = offWorkers(sql, at);
  // In the morning, with all PCs off: of what no number could send today nobody must hear only once they are on.
  const able = online.length > 0 ? online : off;
  if (able.length === 0) return UNCOUNTED;
  const limits = limitsIn(sql);
  const spans = KINDS.flatMap((kind) => {
    const span = spanOf({ kind, at }, limits);
    return span ? [{ kind, span }] : [];
  });
  const waiting = waitingBefore(sql, BELATED, Math.max(at, ...spans.map(({ span }) => span.until)), MOST);
  const gaps = gapsForDealing(sql, at);
  const lateIf = (able: readonly Able[], gaps: TemplateGaps) => {
    const { timelines, queued } = numberTimelines({ sql, at, able, gaps }, waiting);
    return new Map(spans.flatMap(({ kind, span }) => lateOf(kind, span, waiting, { timelines, queued })));
  };
  const late = lateIf(able, gaps);
  if (online.length === 0) return { late: new Map([...late].map(([id, until]) => [id, { until, helps: null }])), goes: new Map() };
  const goes = turnsOf({ sql, at, able, gaps });
  if (late.size === 0) return { late: new Map(), goes };
  const kinds = [...new Set(waiting.flatMap(({ id, kind }) => (late.has(id) ? [kind] : [])))];
  const starts = off.map((one) => ({ id: one.id, late: lateIf([...able, one], gaps) }));
  const ways = new Map(kinds.map((kind) => [kind, waysOf(kind)]));
  function waysOf(kind: TaskKind) {
    const isLacking = ({ account }: Able) => gaps.has(kind, account);
    const lacks = [...able, ...off].some(isLacking);
    const mended = gaps.mended(kind);
    return {
      lacks,
      named: able.some(isLacking) ? lateIf(able, mended) : late,
      all: off.length + (lacks ? 1 : 0) > 1 ? lateIf([...able, ...off], mended) : late,
    };
  }
  const helpOf = ({ id, kind }: WaitingBefore): Help => {
    const { lacks, named, all } = ways.get(kind) ?? { lacks: false, named: late, all: late };
    const started = starts.filter((start) => !start.late.has(id)).map((start) => start.id);
    const template = !named.has(id);
    if (started.length > 0 || template || all.has(id)) return { off: started, template, together: false };
    return { off: off.map((one) => one.id), template: lacks, together: true };
  };
  const told = waiting.flatMap((one): [string, Late][] => {
    const until = late.get(one.id);
    return until === undefined ? [] : [[one.id, { until, helps: helpOf(one) }]];
  });
  return { late: new Map(told), goes };
}

/** Of what waits, which messages of a kind do not go in its span, each with the end of that. */
function lateOf(
  kind: (typeof KINDS)[number],
  span: Span,
  waiting: readonly WaitingBefore[],
  { timelines, queued }: Pick<ReturnType<typeof numberTimelines>, "timelines" | "queued">,
): [string, number][] {
  const before = waiting.filter((one) => isBefore(one, kind === "menu" ? PRIORITY.menu : BELATED, span.until));
  if (timelines.every((timeline) => hasRoom(timeline, before.length, span))) return [];
  const { sent } = whoSends(timelines, before.map(queued), span.from, span.until);
  return before.flatMap((one, index): [string, number][] =>
    sent[index] === null && (one.kind === "menu") === (kind === "menu") ? [[one.id, span.until]] : [],
  );
}
