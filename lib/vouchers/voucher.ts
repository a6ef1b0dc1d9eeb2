import { randomInt } from "node:crypto";
import { cleanText } from "../clean-text";
import { now } from "../clock";
import { addDays } from "../local-time";

/** What a birthday voucher gives (docs/design/spec-guests.md 9). */
export const PERCENT = 20;
/** For how many days after the birthday it counts. */
export const VALID_DAYS = 30;

export function validUntil(date: string): string {
  return addDays(date, VALID_DAYS);
}

export type VoucherState = "valid" | "used" | "expired";

/** @param today the business day that it is now */
export function stateOf({ used_at, valid_until }: { used_at: string | null; valid_until: string }, today: string): VoucherState {
  if (used_at !== null) return "used";
  return today > valid_until ? "expired" : "valid";
}

/** For so long whoever redeemed a voucher may take that back. */
export const TAKE_BACK_MS = 10 * 60_000;

/** Until when somebody may take a redemption back, ISO 8601; null where it is not theirs, or is too long ago. @param who a user's id */
export function takeBackUntil({ used_at, used_by }: { used_at: string | null; used_by: string | null }, who: string): string | null {
  if (used_at === null || used_by !== who) return null;
  const until = Date.parse(used_at) + TAKE_BACK_MS;
  return now().getTime() < until ? new Date(until).toISOString() : null;
}

/** Without letters that look like digits, or like each other. */
export const SERIAL_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const SERIAL_LENGTH = 8;

export function newSerial(): string {
  return Array.from({ length: SERIAL_LENGTH }, () => SERIAL_LETTERS[randomInt(SERIAL_LETTERS.length)]).join("");
}

/** A serial as somebody typed it off a picture. */
export function readSerial(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/^\s*NO?\.?\s/, "")
    .replace(/[\s-]/g, "")
    .replace(/O/g, "0")
    .replace(/[IL]/g, "1");
}

/** Where a prize's picture lies. */
export const prizeFile = (date: string, serial: string): string => `vouchers/${date}/prize_${serial}.png`;

/** Bytes that a file system takes for a name. */
const LONGEST_NAME = 255;
/** Besides both slashes, what Windows reads as something else than a letter. */
const NO_LETTER_OF_A_NAME = /[/\\<>:"|?*]/g;

/**
 * Where a voucher's picture lies (docs/design/spec-guests.md 3 and 5): slashes become underscores, spaces one space,
 * and the phone has none. No name leads out of its folder, because neither slash is left; a long one is cut.
 */
export function voucherFile(date: string, name: string, phone: string): string {
  const end = `_${phone.replace(/\s/g, "").replace(NO_LETTER_OF_A_NAME, "_")}.png`;
  let safe = cleanText(name).replace(NO_LETTER_OF_A_NAME, "_");
  while (Buffer.byteLength(`birthday_${safe}${end}`) > LONGEST_NAME) safe = [...safe].slice(0, -1).join("").trimEnd();
  return `vouchers/${date}/birthday_${safe}${end}`;
}
