import { type Item, SOON } from "../item-states";
import type { Pace } from "../limits/default-limits";
import type { AccountFacts } from "./policy";
import { accountMayWrite, isWindowOpen, transportOf } from "./policy";

/** What is known of a number that could send. */
export interface KnownNumber {
  account: AccountFacts;
  pace: Pace;
}

/** How soon a number can send a message. The greater, the sooner. */
export const TAKES = {
  /** Once somebody has named a template, or the guest writes. */
  byTemplate: 0,
  /** By itself, once its cap or WhatsApp's lock is over. */
  later: 1,
  /** Once its turn comes: messages go out one after the other. */
  soon: 2,
  now: 3,
} as const;
export type Takes = (typeof TAKES)[keyof typeof TAKES];

export type Waiting = Pick<Item, "account" | "kind" | "digits">;

/** Whether a number, whoever the guest, rests until its turn, its cap or WhatsApp's lock is over. @param at milliseconds */
export function rests(number: KnownNumber, at: number): boolean {
  return (number.account.locked_until ?? 0) > at || number.account.next > at + SOON || accountMayWrite({ at, ...number }, true) > at;
}

/** When such a number goes on, in milliseconds. */
export function restsUntil(number: KnownNumber, at: number): number {
  return Math.max(at, number.account.locked_until ?? 0, number.account.next, accountMayWrite({ at, ...number }, true));
}

/**
 * How soon a number can send to a guest.
 * @param guest `wroteAt` milliseconds, null for never; `isCounted`: Meta's limit of a day has counted them already
 * @param needsTemplate WhatsApp takes the message by a template alone from an official number, and there is none
 */
export function takes(
  id: string,
  number: KnownNumber,
  guest: { wroteAt: number | null; isCounted: boolean },
  needsTemplate: boolean,
  at: number,
): Takes {
  const { account, pace } = number;
  const isOpen = isWindowOpen(guest.wroteAt, at);
  if (transportOf(id) === "cloud" && needsTemplate && !isOpen) return TAKES.byTemplate;
  const isLocked = account.locked_until !== null && account.locked_until > at && guest.wroteAt === null;
  const counts = !pace.dayCountsGuests || !(isOpen || guest.isCounted);
  if (isLocked || accountMayWrite({ at, account, pace }, counts) > at) return TAKES.later;
  return account.next > at + SOON ? TAKES.soon : TAKES.now;
}
