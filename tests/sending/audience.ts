import { setOptOut } from "@/lib/opt-outs/contract";
import { inbound } from "@/lib/queue/workers/contract";
import type { WorkerContext } from "@/workers/sender/worker-state";
import type { Dice } from "../sequences/people";
import { typedAs } from "../sequences/people";
import { call } from "../support/house";
import type { Way } from "./ways";

/** Somebody to whom a message may go. */
export interface Guest {
  name: string;
  /** As it was typed. */
  phones: string;
  /** With the country code; empty for somebody whom no number reaches. */
  digits: string;
}

const HOUR = 3_600_000;
const NO_NUMBER = ["", "12", "ask her sister"];
/** A guest's name may look like anything. */
const LAST_NAMES = ["Khoury", "خوري", "d'Été", "{branch}", "{{2}} & $1", "Abi {name}"];

/** No script of the official API's stand-in ends so. */
const digitsOf = (guest: number) => `9613${String(110_000 + guest * 10 + 9)}`;

/** Guests with a number, several of them without one that reaches them, and some who share one. */
export function someGuests(count: number, random: Dice): Guest[] {
  return Array.from({ length: count }, (_, index) => {
    const name = `Guest${index} ${random.pick(LAST_NAMES)}`;
    if (random.chance(0.15)) return { name, phones: random.pick(NO_NUMBER), digits: "" };
    const digits = digitsOf(index > 0 && random.chance(0.1) ? index - 1 : index);
    return { name, phones: typedAs(digits, random), digits };
  });
}

/**
 * What each of them has said before: nothing, a word to the house's number, what sounds like a no, or a no.
 * @returns the numbers that WhatsApp does not know
 */
export async function theirPast(
  guests: readonly Guest[],
  random: Dice,
  way: Way,
  context: WorkerContext,
  at: number,
): Promise<Set<string>> {
  const unknown = new Set<string>();
  for (const { digits } of guests) {
    if (!digits) continue;
    if (random.chance(0.4)) await writes(digits, "Hello", at - random.below(40) * HOUR, way, context);
    if (random.chance(0.1)) await writes(digits, "Please stop sending me these messages", at - 30 * HOUR, way, context);
    if (random.chance(0.1)) await saysNo(digits);
    if (random.chance(0.15)) await agrees(digits);
    if (random.chance(0.1)) {
      way.unknown(digits);
      unknown.add(digits);
    }
  }
  return unknown;
}

export async function writes(digits: string, text: string, at: number, way: Way, context: WorkerContext): Promise<void> {
  way.wrote(digits, at);
  await context.tools.calls.call(inbound, { messages: [{ from: digits, text, at: new Date(at).toISOString() }] });
}

export const saysNo = (digits: string) => call("admin", setOptOut, { body: { phones: `+${digits}`, opted_out: true } });
const agrees = (digits: string) => call("admin", setOptOut, { body: { phones: `+${digits}`, opted_out: false } });
