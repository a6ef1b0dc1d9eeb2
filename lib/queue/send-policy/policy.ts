import type { DayHours } from "../../business-day";
import { MAY_HAVE_SAID_NO, OPTED_OUT, UNDECIDED_CODE } from "../left-out-reasons";
import type { Limits } from "../limits/contract";
import type { Pace } from "../limits/default-limits";
import type { LimitField } from "../next-try/contract";
import { NEVER_ASKED } from "../recipients/purposes";
import { PAIR_LIMIT, pairPause } from "../try-again-or-fail";
import type { HoldReason, TransportName } from "../workers/contract";
import { endOfQuiet, quietText } from "./quiet";
import { isAnyHour, isTooLate, type Timed, tooLateText } from "./too-late";

/**
 * What a message must pass before it goes out (docs/design/whatsapp.md 5), asked on the server at the last moment: restarts and many
 * worker PCs cannot get around it.
 */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export function transportOf(account: string): TransportName {
  const [name] = account.split(":");
  return name === "cloud" || name === "baileys" ? name : "sandbox";
}

/** What is known of a number in the moment of asking. Times are milliseconds. */
export interface AccountFacts {
  first_used: number;
  next: number;
  paused_until: number | null;
  pause_reason: string | null;
  /** It may write only to guests who have written to it. */
  locked_until: number | null;
  /**
   * When it began its messages of the last 24 hours, the oldest first. Of the official API instead, once for each guest whom its
   * limit counts: when any of its numbers last wrote to them.
   */
  begun: readonly number[];
}

/** A message that a guest has had, by whichever number. */
export interface GuestHad {
  /** Milliseconds. */
  at: number;
  kind: string;
  /** It answered what they had written (`Item`): it takes nothing from their day, and what they have had holds none. */
  answers_guest: boolean;
}

export interface GuestFacts {
  opted_out: boolean;
  /** They wrote what sounds like a no: what is for them waits until somebody has decided. */
  may_have_said_no: boolean;
  /** Nobody has asked whether they want such messages, and such guests are left out. */
  never_asked: boolean;
  /** A message to them takes from what the number may begin in a day; by the official API the first one to whoever has not written. */
  counts: boolean;
  /** When they last wrote to the number that asks, in milliseconds; null for never. */
  wrote_at: number | null;
  /** What anybody began to send to the guest in the last 24 hours, the oldest first. */
  begun: readonly GuestHad[];
  /** The same message is under way to the guest, or went out within its time. */
  has_same: boolean;
  /** WhatsApp did not reach them when this message was tried before. */
  unreached: boolean;
  /** WhatsApp takes nothing from the asking number for the guest before; 0 where it has not said so. */
  pair_from: number;
}

export type Verdict =
  | { go: true }
  | {
      go: false;
      reason: Exclude<HoldReason, "stale">;
      /** Milliseconds; null where waiting does not help. */
      retryAt: number | null;
      detail: string;
      /** What is stored in place of the reason and its words, where that is looked for again. */
      code?: string;
      /** The wait is the asking number's own: another one may send it meanwhile. */
      ofNumber?: boolean;
    };

export interface MessageFacts {
  at: number;
  /** Somebody has stopped all sending. */
  cancelled: boolean;
  account: AccountFacts;
  guest: GuestFacts;
  /** WhatsApp takes this message without an approved template only within a day after the guest wrote, and there is none. */
  needs_template: boolean;
  /** WhatsApp does not take the template that there is: until when (milliseconds; null for nobody knows), and what is said. */
  template_stop: { until: number | null; detail: string } | null;
  pace: Pace;
  /** What the worker that asks is called. */
  worker: string;
  quiet: Limits["quiet"];
  hours: DayHours;
}

/** How often a message to a guest who may have said no looks whether somebody has decided, in milliseconds; the decision wakes it too. */
export const LOOK_FOR_DECISION = 60 * 60_000;
/** How often a message that needs a template looks whether there is one, in milliseconds. */
const LOOK_FOR_TEMPLATE = 5 * 60_000;
const noTemplateText = (worker: string) =>
  `The guest has not written to the number of ${worker} within 24 hours, so WhatsApp takes only an approved template from it, and none is named. It waits: name one in WhatsApp Limits.`;

/** So long after a guest's own words free ones may go to them, in milliseconds. */
export const WINDOW = DAY;

/** Whether a number of the official API may send free words to a guest. @param wroteAt to that number, milliseconds; null for never */
export function isWindowOpen(wroteAt: number | null, at: number): boolean {
  return wroteAt !== null && at - wroteAt < WINDOW;
}

const AS_MANY_GUESTS =
  "The official numbers have written to as many guests in 24 hours as Meta allows. Who writes to us first gets an answer all the same.";
/** Whether a message may go now; the first thing that stands against it is said. */
export function decideSend(item: Timed, facts: MessageFacts): Verdict {
  const { at, account, guest } = facts;
  const hold = (reason: Exclude<HoldReason, "stale">, retryAt: number | null, detail: string) => ({
    go: false as const,
    reason,
    retryAt,
    detail,
  });
  const ofNumber = (...said: Parameters<typeof hold>) => ({ ...hold(...said), ofNumber: true });
  if (facts.cancelled) return hold("cancelled", null, "Sending is stopped.");
  if (guest.opted_out) return hold("opted_out", null, OPTED_OUT);
  if (guest.has_same) return hold("duplicate", null, "The same message is on its way to the guest, or went out lately.");
  if (guest.never_asked) return hold("no_consent", null, NEVER_ASKED);
  if (isTooLate(item, facts.hours, at)) return hold("too_late", null, tooLateText(item, facts.hours, at, guest.unreached));
  if (guest.may_have_said_no) return { ...hold("paused", at + LOOK_FOR_DECISION, MAY_HAVE_SAID_NO), code: UNDECIDED_CODE };
  if (account.paused_until !== null && account.paused_until > at) {
    return ofNumber("paused", account.paused_until, account.pause_reason ?? "This number may not send at the moment.");
  }
  if (account.locked_until !== null && account.locked_until > at && guest.wrote_at === null) {
    return ofNumber("paused", account.locked_until, "WhatsApp lets this number begin no new conversations for now.");
  }
  if (facts.needs_template && !isWindowOpen(guest.wrote_at, at))
    return hold("no_template", at + LOOK_FOR_TEMPLATE, noTemplateText(facts.worker));
  const stop = facts.template_stop;
  if (stop && !isWindowOpen(guest.wrote_at, at)) {
    return hold("no_template", Math.min(stop.until ?? Number.POSITIVE_INFINITY, at + LOOK_FOR_TEMPLATE), stop.detail);
  }
  const { quiet } = facts;
  const quietUntil = isAnyHour(item) ? null : endOfQuiet(at, quiet, facts.hours.timeZone);
  const enough = guestHold({ ...item, kind: isAnyHour(item) ? "menu" : item.kind }, guest.begun, facts.pace);
  // Else it would be said to go on in the morning, and in the morning wait for the afternoon.
  if (enough.from > Math.max(at, quietUntil ?? 0, guest.pair_from)) return hold("limit", enough.from, enough.detail);
  if (quietUntil !== null) return hold("quiet", quietUntil, quietText(quiet));
  if (guest.pair_from > at)
    return ofNumber("limit", guest.pair_from, "WhatsApp takes no more messages from this number to the guest for a while.");
  const accountAt = accountMayWrite(facts, guest.counts);
  if (accountAt > at) return ofNumber("limit", accountAt, asMuchText(facts));
  if (account.next > at) return hold("pace", account.next, "Messages go out one after the other.");
  return { go: true };
}

const JUST_HAD = "The guest has just had a message: the next one waits a little.";
const enoughText = (most: number) =>
  `The guest has had ${most === 1 ? "a message" : `${most} messages`} within 24 hours, as many as WhatsApp Limits allows.`;

/**
 * From when on a guest may be written to again because of what they have had, and which of the two it is: a message just now, or enough
 * of them in a day. An answer to what they wrote is neither held by their day nor counted in it.
 * @param begun the messages of the last 24 hours, the oldest first
 * @returns milliseconds; 0 where nothing stands against it
 */
export function guestHold(item: Omit<GuestHad, "at">, begun: readonly GuestHad[], pace: Pace): { from: number; detail: string } {
  const last = begun.at(-1);
  const afterLast = last === undefined ? 0 : last.at + pace.guestGap;
  const isCounted = ({ kind, answers_guest }: Omit<GuestHad, "at">) => !answers_guest && (pace.guestDayHasMenus || kind !== "menu");
  const day = isCounted(item) ? begun.filter(isCounted).map(({ at }) => at) : [];
  const afterDay = underCap(day, pace.guestPerDay, DAY);
  return afterDay > afterLast ? { from: afterDay, detail: enoughText(pace.guestPerDay ?? 0) } : { from: afterLast, detail: JUST_HAD };
}

/**
 * How many messages, or guests, a number may begin in 24 hours: few on its first days, which WhatsApp watches most closely.
 * @param firstUsed milliseconds, as `at`
 * @returns `warmUpDay` from 1 on; null once it is over
 */
export function dayCap(pace: Pace, firstUsed: number, at: number): { cap: number | null; warmUpDay: number | null } {
  const day = Math.floor((at - firstUsed) / DAY);
  const cap = pace.firstDays[day];
  return cap === undefined ? { cap: pace.perDay, warmUpDay: null } : { cap, warmUpDay: day + 1 };
}

/**
 * From when on a number may begin a message, by its caps.
 * @param counts whether it takes from the number's day
 * @returns milliseconds; not after `at` where nothing stands against it
 */
export function accountMayWrite({ at, account, pace }: Pick<MessageFacts, "at" | "account" | "pace">, counts: boolean): number {
  const { cap: perDay } = dayCap(pace, account.first_used, at);
  return Math.max(underCap(account.begun, pace.perHour, HOUR), counts ? underCap(account.begun, perDay, DAY) : 0);
}

/** Which of its limits keeps a number now; where none does, which one it reaches first in a day, or null. */
export function limitOf({ at, account, pace }: Pick<MessageFacts, "at" | "account" | "pace">): LimitField | null {
  if (pace.perHour !== null && underCap(account.begun, pace.perHour, HOUR) > at) return "hour";
  const { cap, warmUpDay } = dayCap(pace, account.first_used, at);
  if (cap === null) return pace.perHour === null ? null : "hour";
  if (pace.dayCountsGuests) return "guests";
  return warmUpDay === null ? "day" : "first_days";
}

/** Why a number sends no more for now; when it goes on is told beside it, and is one time (`nextTryOf`). */
function asMuchText({ at, account, pace, worker }: MessageFacts): string {
  if (pace.dayCountsGuests) return AS_MANY_GUESTS;
  const ofHour = account.begun.filter((begun) => begun > at - HOUR).length;
  const isHour = pace.perHour !== null && ofHour >= pace.perHour;
  const [count, within] = isHour ? [ofHour, "within an hour"] : [account.begun.length, "in 24 hours"];
  return `${worker} has sent ${count} ${count === 1 ? "message" : "messages"} ${within}, as many as it may.`;
}

/** When one more would be within a cap: as soon as the one that is `cap` before it has left the window. */
function underCap(begun: readonly number[], cap: number | null, window: number): number {
  const first = begun[begun.length - (cap ?? Number.POSITIVE_INFINITY)];
  return first === undefined ? 0 : first + window;
}

/** @param chance from 0 up to 1 */
export function nextAfter(at: number, { gap, gapMore }: Pace, chance: number): number {
  return at + gap + Math.round(gapMore * chance);
}

/** A message that was begun to a guest, as far as it says whether WhatsApp takes another one. */
export interface PairAttempt {
  account: string;
  begun_at: string;
  code: string | null;
}

/**
 * From when on WhatsApp may take a message from a number to a guest again: each refusal in a row makes it later.
 * @param attempts to the guest, the oldest first
 * @returns milliseconds; 0 where the last one was not refused for that
 */
export function pairFrom(account: string, attempts: readonly PairAttempt[]): number {
  const ours = attempts.filter((attempt) => attempt.account === account);
  const lastTaken = ours.findLastIndex(({ code }) => code !== PAIR_LIMIT);
  const refused = ours.slice(lastTaken + 1);
  const last = refused.at(-1);
  return last ? Date.parse(last.begun_at) + pairPause(refused.length) : 0;
}
