import { addDays, dayRange, localDate, localTime } from "../../local-time";
import { type Item, OPTED_OUT } from "../items/rules";
import type { Limits } from "../limits/contract";
import type { Pace } from "../limits/rules";
import type { HoldReason, TransportName } from "../workers/contract";

/**
 * What a message must pass before it goes out (whatsapp.md 5), asked on the server at the last moment: restarts and many
 * worker PCs cannot get around it.
 */

const HOUR = 3_600_000;
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
  /** When it began its messages of the last 24 hours, the oldest first. */
  begun: readonly number[];
}

export interface GuestFacts {
  opted_out: boolean;
  /** When anybody began a message to the guest in the last 24 hours, the oldest first. */
  begun: readonly number[];
  /** The same message is under way to the guest, or went out within its time. */
  has_same: boolean;
}

export type Verdict =
  | { go: true }
  | {
      go: false;
      reason: Exclude<HoldReason, "stale">;
      /** Milliseconds; null where waiting does not help. */
      retryAt: number | null;
      detail: string;
    };

export interface GateFacts {
  at: number;
  /** Somebody has stopped all sending. */
  cancelled: boolean;
  account: AccountFacts;
  guest: GuestFacts;
  pace: Pace;
  quiet: Limits["quiet"];
  timeZone: string;
}

/** Whether a message may go now; the first thing that stands against it is said. */
export function gate(item: Pick<Item, "kind">, facts: GateFacts): Verdict {
  const { at, account, guest } = facts;
  const hold = (reason: Exclude<HoldReason, "stale">, retryAt: number | null, detail: string): Verdict => ({
    go: false,
    reason,
    retryAt,
    detail,
  });
  if (facts.cancelled) return hold("cancelled", null, "All sending is stopped.");
  if (guest.opted_out) return hold("opted_out", null, OPTED_OUT);
  if (guest.has_same) return hold("duplicate", null, "The same message is on its way to the guest, or went out lately.");
  if (account.paused_until !== null && account.paused_until > at) {
    return hold("paused", account.paused_until, account.pause_reason ?? "This number may not send at the moment.");
  }
  const { quiet } = facts;
  const quietUntil = item.kind === "menu" ? null : endOfQuiet(at, quiet, facts.timeZone);
  if (quietUntil !== null) return hold("quiet", quietUntil, `Nobody is written to between ${quiet.from} and ${quiet.to}.`);
  const guestAt = guestMayBeWrittenTo(facts);
  if (guestAt > at) return hold("limit", guestAt, "The guest has just had a message, or enough of them today.");
  const accountAt = accountMayWrite(facts);
  if (accountAt > at) return hold("limit", accountAt, "This number has sent as much as it may for now.");
  if (account.next > at) return hold("pace", account.next, "Messages go out one after the other.");
  return { go: true };
}

function guestMayBeWrittenTo({ guest, pace }: GateFacts): number {
  const last = guest.begun.at(-1);
  const afterLast = last === undefined ? 0 : last + pace.guestGap;
  return Math.max(afterLast, underCap(guest.begun, pace.guestPerDay, DAY));
}

function accountMayWrite({ at, account, pace }: GateFacts): number {
  const day = Math.floor((at - account.first_used) / DAY);
  const perDay = pace.firstDays[day] ?? pace.perDay;
  const lastHour = account.begun.filter((begun) => begun > at - HOUR);
  return Math.max(underCap(lastHour, pace.perHour, HOUR), underCap(account.begun, perDay, DAY));
}

/** When one more would be within a cap: as soon as the one that is `cap` before it has left the window. */
function underCap(begun: readonly number[], cap: number | null, window: number): number {
  if (cap === null || begun.length < cap) return 0;
  return (begun[begun.length - cap] ?? 0) + window;
}

/**
 * When the quiet hours end that an instant lies in, in milliseconds; null outside of them. Nobody is greeted, or asked how it
 * was, in them; a menu at the table is no such message. They may go over midnight; from and to the same, there are none.
 */
export function endOfQuiet(at: number, { from, to }: Limits["quiet"], timeZone: string): number | null {
  const instant = new Date(at);
  const time = localTime(instant, timeZone);
  const isQuiet = from <= to ? time >= from && time < to : time >= from || time < to;
  if (!isQuiet) return null;
  const today = localDate(instant, timeZone);
  return dayRange(time < to ? today : addDays(today, 1), timeZone, to).from.getTime();
}

/** @param chance from 0 up to 1 */
export function nextAfter(at: number, { gap, gapMore }: Pace, chance: number): number {
  return at + gap + Math.round(gapMore * chance);
}

const UNTIL_SOMEBODY_ACTS = Date.parse("9999-12-31T00:00:00Z");

/** What stops a number, by the provider's code: for good, until somebody has seen to it, or for an hour. */
export function pauseFor(code: string, at: number): { until: number; reason: string } {
  if (["401", "403", "440", "0", "190", "368", "131031", "131042", "131045", "133010"].includes(code)) {
    return {
      until: UNTIL_SOMEBODY_ACTS,
      reason: `WhatsApp does not let this number send (${code}). Somebody must look at it, then resume it.`,
    };
  }
  return { until: at + HOUR, reason: `WhatsApp holds this number back (${code || "no code"}). It tries again in an hour.` };
}

/** So many refusals among the last so many messages stop a number before WhatsApp does. */
export const BREAKER = { refused: 3, among: 10 };

export function breaks(lastOutcomes: readonly (string | null)[]): boolean {
  const last = lastOutcomes.slice(-BREAKER.among);
  return last.filter((outcome) => outcome === "not_sent").length >= BREAKER.refused;
}
