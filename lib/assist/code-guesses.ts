import { randomInt } from "node:crypto";
import { AppError } from "../errors";
import { log } from "../log";
import { processWide } from "../process-wide";
import { RecentTimes } from "../recent-times";
import { assist, keyOf, type Room } from "./rooms";

/** Wrong codes in ten minutes: one person's, one address's, and everybody's together (a branch shares one address). */
const PER_PERSON = 5;
const PER_ADDRESS = 20;
export const ALTOGETHER = 100;
const WINDOW = 10 * 60_000;

const wrong = () => processWide("wrong assist codes", () => new RecentTimes(WINDOW));

const limitsOf = (userId: string, address: string): [key: string, limit: number][] => [
  [`person ${userId}`, PER_PERSON],
  [`address ${address}`, PER_ADDRESS],
];

/** @throws AppError `rate_limited`, whatever the code is */
export function refuseIfGuessing(userId: string, address: string): void {
  for (const [key, limit] of limitsOf(userId, address)) {
    const wait = wrong().waitFor(key, limit);
    if (wait <= 0) continue;
    const retryAfter = Math.max(1, Math.ceil(wait / 1000));
    throw new AppError("rate_limited", `Too many wrong codes. Try again in ${Math.ceil(retryAfter / 60)} min.`, { retryAfter });
  }
}

/** @returns whether there were so many, whoever it was, that every code must be changed */
export function countWrongCode(userId: string, address: string): boolean {
  for (const [key] of limitsOf(userId, address)) wrong().add(key);
  wrong().add("everybody");
  if (wrong().waitFor("everybody", ALTOGETHER) <= 0) return false;
  wrong().forget("everybody");
  log().warn({ wrong: ALTOGETHER }, "many wrong Remote Assist codes: every code is changed");
  return true;
}

/** Gives a room a code that no other one has; the one before works no more. */
export function giveCode(room: Room): string {
  takeCode(room);
  const { codes } = assist();
  for (;;) {
    const code = String(randomInt(0, 1_000_000)).padStart(6, "0");
    const key = keyOf(code);
    if (codes.has(key)) continue;
    codes.set(key, room.id);
    room.codeKey = key;
    return code;
  }
}

export function takeCode(room: Room): void {
  if (room.codeKey) assist().codes.delete(room.codeKey);
  room.codeKey = null;
}
