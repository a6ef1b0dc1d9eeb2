import type Database from "better-sqlite3";
import { mayWorkIn } from "../../caller";
import { statement } from "../../db/statements";
import type { TaskKind } from "../contract";
import { BELATED, PRIORITY } from "../tasks";
import type { Able, TemplateGaps } from "../templates/missing";
import type { Forecast } from "./contract";
import { numberTimelines } from "./number-timelines";
import { whoSends } from "./simulate";
import { type Span, type WaitingBefore, waitingBefore } from "./waiting";

/** A shorter wait is the pace between two messages, in milliseconds. */
const LONG = 5 * 60_000;
/** More are not counted through: they do not go in a day. */
const MOST = 2_000;
const MOST_NAMED = 3;

interface Given {
  sql: Database.Database;
  kind: TaskKind;
  /** The server's time in milliseconds. */
  at: number;
  span: Span;
  /** Of those that are asked about. */
  guests: readonly string[];
  gaps: TemplateGaps;
  able: readonly Able[];
  /** Those of whoever asks; null for all of them. Of another branch's guests nobody is named. */
  branches: readonly string[] | null;
}

/**
 * Which greetings that wait would go later, or not any more today, if some messages were queued now that go before them.
 * @returns null where nobody's place is taken
 */
export function pushedBack(given: Given): NonNullable<Forecast["pushed"]> | null {
  const { sql, kind, at, span, guests, gaps, able, branches } = given;
  const all = waitingBefore(sql, BELATED - 1, span.until, MOST);
  const isBehind = ({ status, priority }: WaitingBefore) => status === "PENDING" && priority > PRIORITY[kind];
  const [ahead, behind] = [all.filter((one) => !isBehind(one)), all.filter(isBehind)];
  if (behind.length === 0 || able.length === 0) return null;
  const ours = guests.map((digits) => ({ kind, digits, account: null, prefer_worker: null, turn: "" }));
  const { timelines, queued } = numberTimelines({ sql, at, able, gaps }, [...all, ...ours]);
  const timesOf = (some: readonly (typeof ours)[number][]) =>
    whoSends(timelines, [...ahead, ...some, ...behind].map(queued), span.from, span.until).times;
  const [before, after] = [timesOf([]).slice(ahead.length), timesOf(ours).slice(ahead.length + ours.length)];
  const pushed = behind.flatMap(({ id }, index) => {
    const [from, to = null] = [before[index], after[index]];
    return from == null || (to !== null && to - from <= LONG) ? [] : [{ id, from, to }];
  });
  if (pushed.length === 0) return null;
  const named = namesOf(
    sql,
    pushed.map(({ id }) => id),
    branches,
  );
  const some = pushed.flatMap(({ id, from, to }) => {
    const name = named.get(id);
    return name === undefined ? [] : [{ name, from: new Date(from).toISOString(), to: to === null ? null : new Date(to).toISOString() }];
  });
  return { count: pushed.length, misses: pushed.filter(({ to }) => to === null).length, some: some.slice(0, MOST_NAMED) };
}

function namesOf(sql: Database.Database, ids: readonly string[], branches: Given["branches"]): Map<string, string> {
  const text = "SELECT id, name, branch FROM queue_item WHERE id IN (SELECT value FROM json_each(?))";
  const rows = statement<[string], { id: string; name: string; branch: string }>(sql, text).all(JSON.stringify(ids));
  return new Map(rows.filter(({ branch }) => mayWorkIn(branches, branch)).map(({ id, name }) => [id, name]));
}
