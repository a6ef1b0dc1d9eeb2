import type Database from "better-sqlite3";
import { namesOfWhoMay } from "../../auth/user-name";
import { statement } from "../../db/statements";
import { inList } from "../../in-list";
import type { TaskKind } from "../contract";
import { dealt } from "../deal-to-workers";
import type { Limits } from "../limits/contract";
import { paceOf } from "../limits/default-limits";
import { limitsIn } from "../limits/stored-limits";
import { canBeStarted } from "../obstacles/words";
import { offWorkers, wouldTake } from "../send-policy/able-numbers";
import { guestHold } from "../send-policy/policy";
import { messagesHad } from "../send-policy/policy-facts";
import { BELATED, PRIORITY } from "../tasks";
import { type Able, type TemplateGaps, templateGaps } from "../templates/missing";
import { gapsForDealing } from "../templates/presumed";
import { ableWorkers, sendersIn } from "../workers/workers";
import type { Forecast } from "./contract";
import { numberTimelines } from "./number-timelines";
import { pushedBack } from "./pushed-back";
import { whoSends } from "./simulate";
import { type Span, spanOf, type Waiting, type WaitingBefore, waitingBefore } from "./waiting";

/** A shorter wait is the pace between two messages, in milliseconds. */
const LONG = 5 * 60_000;

export interface Asked {
  kind: TaskKind;
  /** Of each guest the number that is written to. */
  guests: readonly string[];
  /** The server's time in milliseconds. */
  at: number;
  /** Those of whoever asks; null for all of them. Left out, whose place is taken is not asked. */
  branches?: readonly string[] | null;
}

/**
 * How many of some messages would go out today if they were queued now: by the send policy and by who takes what, behind all that
 * waits before them. Who has said no is none of them.
 * @returns null where nothing of them may go today, because nobody is written to at this hour any more
 */
export function forecastOf(sql: Database.Database, asked: Asked): Forecast | null {
  const limits = limitsIn(sql);
  const span = spanOf(asked, limits);
  if (span === null) return null;
  const online = ableWorkers(sql, asked.at);
  const before = waitingBefore(sql, PRIORITY[asked.kind], span.until);
  const mayHave = withinTheirDay(sql, asked, limits, before, span.until);
  const known = templateGaps(sql, asked.at);
  const gaps = gapsForDealing(sql, asked.at);
  const given = { sql, asked, span, before, mayHave, gaps };
  const senders = sendersIn(sql, asked.at);
  const start = firstToStart(given, online);
  const able = start ? [...online, start] : online;
  const now = sentBy({ ...given, able });
  const today = todayOf(now);
  const nameOf = (id: string) => senders.find((one) => one.id === id)?.name ?? id;
  const way = (what: "start" | "template", of: readonly Able[], changes: Partial<Simulated>) => {
    const more = todayOf(sentBy({ ...given, able, ...changes })) - today;
    const who = what === "template" && more > 0 ? namesOfWhoMay(sql, ["user_create"]) : [];
    const refused = what === "template" && of.some(({ account }) => known.of(asked.kind, account));
    return more > 0 ? [{ what, worker: inList(of.map(({ id }) => nameOf(id))), more, who, ...(refused && { refused }) }] : [];
  };
  const isWhole = today === mayHave.length;
  const isOff = (one: (typeof senders)[number]) => one.id !== start?.id && one.account !== null && canBeStarted(one, asked.at);
  const off = isWhole ? [] : senders.filter(isOff);
  const lacking = isWhole ? [] : able.filter(({ account }) => known.has(asked.kind, account));
  return {
    total: asked.guests.length,
    today,
    had_enough: asked.guests.length - mayHave.length,
    start: start && { worker: nameOf(start.id), silent: online.length === 0 },
    ...(senders.length === 0 && { no_worker: true }),
    first: now.first !== null && now.first > Math.max(asked.at, span.from) + LONG ? new Date(now.first).toISOString() : null,
    by: [...now.counts].map(([id, count]) => ({ id, worker: nameOf(id), count })).sort((one, other) => other.count - one.count),
    behind: waitingBehind(sql, asked),
    ...(asked.branches !== undefined && { pushed: pushedBack({ ...given, ...asked, branches: asked.branches, guests: mayHave, able }) }),
    ways: [
      ...off.flatMap((one) => way("start", [one], { able: [...able, one] })),
      ...(lacking.length > 0 ? way("template", lacking, { gaps: gaps.mended(asked.kind) }) : []),
    ],
  };
}

const todayOf = ({ counts }: ReturnType<typeof sentBy>) => [...counts.values()].reduce((sum, count) => sum + count, 0);

/**
 * Whom to start first where nobody can send such messages now: by whom most of them would go today, and of those alike whoever would send first.
 * @param online those that can send now; @returns null where one of them sends some, and where no start lets any go today
 */
function firstToStart(given: Omit<Simulated, "able">, online: readonly Able[]): Able | null {
  const { sql, asked, gaps } = given;
  if (wouldTake(online, gaps, [asked.kind]).length > 0 || todayOf(sentBy({ ...given, able: online })) > 0) return null;
  const off = wouldTake(offWorkers(sql, asked.at), gapsForDealing(sql, asked.at, "startable"), [asked.kind]);
  const starts = off.map((one) => ({ one, count: todayOf(sentBy({ ...given, able: [...online, one] })) }));
  const most = Math.max(0, ...starts.map(({ count }) => count));
  return starts.find(({ count }) => count === most && count > 0)?.one ?? null;
}

/** How many that wait now are less urgent, and have a day to miss: those that are queued now go before them. */
function waitingBehind(sql: Database.Database, { kind }: Asked): number {
  const text = "SELECT count(*) FROM queue_item WHERE status = 'PENDING' AND priority > ? AND priority < ?";
  return statement<[number, number], number>(sql, text).pluck().get(PRIORITY[kind], BELATED) ?? 0;
}

/** Those who have not had, and will not have by then, as much as a guest may in a day. */
function withinTheirDay(
  sql: Database.Database,
  { kind, guests, at }: Asked,
  limits: Limits,
  before: readonly WaitingBefore[],
  until: number,
): string[] {
  const had = messagesHad(sql, guests, at);
  const pace = paceOf(limits, "baileys");
  for (const one of before) had.get(one.digits)?.push({ at, kind: one.kind, answers_guest: one.answers_guest });
  return guests.filter((digits) => guestHold({ kind, answers_guest: false }, had.get(digits) ?? [], pace).from < until);
}

interface Simulated {
  sql: Database.Database;
  asked: Asked;
  span: Span;
  before: readonly Waiting[];
  /** Of those that are asked about. */
  mayHave: readonly string[];
  gaps: TemplateGaps;
  /** Who sends. */
  able: readonly Able[];
}

/** How many of those that are asked about each worker would send, by its id, none of them by one that could; and when the first goes, in milliseconds. */
function sentBy({ sql, asked: { kind, at }, span, before, mayHave, gaps, able }: Simulated): {
  counts: Map<string, number>;
  first: number | null;
} {
  const { accounts, timelines, queued } = numberTimelines({ sql, at, able, gaps }, [...before, ...mayHave.map((digits) => ({ digits }))]);
  const others = able.filter(({ account }) => !gaps.has(kind, account));
  const dealers = (others.length > 0 ? others : able).map(({ id }) => id); // as of `workersFor`
  const workers = kind === "birthday" ? dealt(mayHave.length, dealers) : mayHave.map(() => null);
  const ours = mayHave.map((digits, index) => queued({ kind, digits, account: null, prefer_worker: workers[index] ?? null, turn: "" }));
  const { sent, times, open } = whoSends(timelines, [...before.map(queued), ...ours], span.from, span.until);
  const takers = able.map(({ id, account }) => ({ id, timeline: accounts.indexOf(account ?? "") }));
  const takes = takers.filter(({ timeline }) => open[timeline] && ours.some(({ ways }) => ways[timeline] !== "never"));
  const counts = new Map(takes.map(({ id }) => [id, 0]));
  for (const [index, timeline] of sent.slice(before.length).entries()) {
    if (timeline === null) continue;
    const theirs = takers.filter((one) => one.timeline === timeline);
    const id = theirs.find((one) => one.id === workers[index])?.id ?? theirs[index % theirs.length]?.id ?? "";
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  const goes = times.slice(before.length).filter((time) => time !== null);
  return { counts, first: goes.length > 0 ? Math.min(...goes) : null };
}
