import type Database from "better-sqlite3";
import type { TaskKind } from "../contract";
import type { Limits } from "../limits/contract";
import { paceOf } from "../limits/default-limits";
import { limitsIn } from "../limits/stored-limits";
import type { LimitField } from "../next-try/contract";
import { canBeStarted } from "../obstacles/words";
import { wordsOf } from "../recipients/opted-out";
import { TASK_KINDS } from "../task-kinds";
import { type Able, isOfficial, type TemplateGaps } from "../templates/missing";
import { gapsForDealing } from "../templates/presumed";
import { ableWorkers, type KnownSender, sendersIn } from "../workers/workers";
import { type KnownNumber, rests, restsUntil, TAKES, type Takes, takes, type Waiting } from "./number-ready";
import { limitOf, transportOf } from "./policy";
import { accountsFor, guestsOfDay, mayReachDay } from "./policy-facts";

/** Who could send in a moment, and how soon each can send what. */
export interface AvailableSenders {
  /** All workers that are online and can send. */
  able: readonly Able[];
  /** Those whose number rests: what was dealt to them others may take. */
  resting: readonly Able[];
  /** When one of them goes on, in milliseconds. */
  restsUntil: (worker: Able) => number;
  /** Which of its limits keeps one of them, or would today; null for none. */
  limitOf: (worker: Able) => LimitField | null;
  /** The kinds that a number takes only within a day after the guest wrote: it has no template for them, or has written to as many guests as it may. */
  closedTo: (account: string | null) => readonly TaskKind[];
  /** How soon a number takes some messages. */
  takesOf: (items: readonly Waiting[]) => (item: Waiting, account: string | null) => Takes;
  /**
   * Which messages a number leaves to others, because somebody else who is online can send them sooner. What nobody can send it is given
   * all the same: the send policy says then what it waits for. What a number has begun it leaves to nobody.
   */
  leaves: (items: readonly Waiting[]) => (item: Waiting, account: string | null) => boolean;
}

/**
 * What is known of the numbers of some workers, and whom the limit of the official API counts.
 * @param isDayCounted whether it is asked whom; where nobody can be near the limit, it need not be
 */
export function numbersOf(sql: Database.Database, workers: readonly Able[], at: number, isDayCounted: (limits: Limits) => boolean) {
  const limits = limitsIn(sql);
  const ids = [...new Set(workers.map(({ account }) => account ?? ""))]; // one without a number waits for nothing
  const counted = isDayCounted(limits) ? guestsOfDay(sql, at) : new Map<string, number>();
  const begun = [...counted.values()]; // one list: all official numbers share their day
  const numbers = new Map<string, KnownNumber>();
  for (const [id, account] of accountsFor(sql, ids, limits, at)) {
    const pace = paceOf(limits, transportOf(id));
    numbers.set(id, { pace, account: pace.dayCountsGuests ? { ...account, begun } : account });
  }
  return { numbers, counted };
}

/** A worker that is off. */
export interface OffWorker extends KnownSender {
  /** When it would send if somebody started it, in milliseconds: as soon as its number rests no more. */
  sends_from: number;
  /** At once. */
  ready: boolean;
}

/** The workers that somebody can start, whoever would send first before the others. @param at as below */
export function offWorkers(sql: Database.Database, at: number): OffWorker[] {
  const off = sendersIn(sql, at).filter((one) => one.account !== null && canBeStarted(one, at));
  const { numbers } = numbersOf(sql, off, at, () => off.some(isOfficial));
  const fromOf = ({ account }: KnownSender) => {
    const number = numbers.get(account ?? "");
    return number && rests(number, at) ? restsUntil(number, at) : at;
  };
  const told = off.map((one) => ({ ...one, sends_from: fromOf(one), ready: fromOf(one) <= at }));
  return told.sort((one, other) => one.sends_from - other.sends_from || other.last_seen.localeCompare(one.last_seen));
}

/** Those of them that would send at once. @param at as below */
export const startable = (sql: Database.Database, at: number) => offWorkers(sql, at).filter(({ ready }) => ready);

/** Those of some workers that would take messages of some kinds: an official number takes them by a template alone. @param kinds none: of whatever kind */
export function wouldTake<One extends Pick<Able, "account">>(
  workers: readonly One[],
  gaps: TemplateGaps,
  kinds: readonly TaskKind[],
): One[] {
  return workers.filter(({ account }) => kinds.length === 0 || kinds.some((kind) => !gaps.has(kind, account)));
}

/** @param at the server's time in milliseconds */
export function takersIn(sql: Database.Database, at: number): AvailableSenders {
  const able = ableWorkers(sql, at);
  const official = able.filter(isOfficial).map(({ account }) => ({ account: account ?? "" }));
  const { numbers, counted } = numbersOf(sql, able, at, (limits) => mayReachDay(sql, limits, official.slice(0, 1), at));
  const gaps = gapsForDealing(sql, at);
  const isResting = ({ account }: Able) => {
    const number = numbers.get(account ?? "");
    return number !== undefined && rests(number, at);
  };
  const resting = able.filter(isResting);
  const until = ({ account }: Able) => {
    const number = numbers.get(account ?? "");
    return number ? restsUntil(number, at) : at;
  };
  const ofLimit = ({ account }: Able) => {
    const number = numbers.get(account ?? "");
    return number ? limitOf({ at, ...number }) : null;
  };
  const takesOf = (items: readonly Waiting[]) => {
    const wroteAt = wordsOf(sql, [...new Set(items.map(({ digits }) => digits))]);
    return ({ kind, digits }: Waiting, account: string | null): Takes => {
      const number = account === null ? undefined : numbers.get(account);
      if (account === null || !number) return TAKES.now;
      const guest = { wroteAt: wroteAt(digits, account), isCounted: counted.has(digits) };
      return takes(account, number, guest, gaps.has(kind as TaskKind, account), at);
    };
  };
  const leaves: AvailableSenders["leaves"] = (items) => {
    if (resting.length === 0 && able.every(({ account }) => gaps.kindsOf(account).length === 0)) return () => false;
    const how = takesOf(items);
    return (item, account) => item.account === null && able.some((one) => how(item, one.account) > how(item, account));
  };
  const isAtRest = (account: string) => resting.some((one) => one.account === account);
  const closedTo: AvailableSenders["closedTo"] = (account) => {
    if (account === null || !isOfficial({ account })) return [];
    return isAtRest(account) ? TASK_KINDS : gaps.kindsOf(account);
  };
  return { able, resting, restsUntil: until, limitOf: ofLimit, closedTo, takesOf, leaves };
}
