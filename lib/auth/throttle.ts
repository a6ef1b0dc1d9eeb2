import { AppError } from "../errors";
import { processWide } from "../process-wide";
import { RecentTimes } from "../recent-times";
import { usernameKey } from "./rules";
import { SIGN_IN_LASTS } from "./tokens";

/** Five failures for one name from one address, 60 from one address (a branch shares it), in five minutes (api.md). */
const PER_NAME_AND_ADDRESS = 5;
const PER_ADDRESS = 60;
/**
 * And 20 for one name from all addresses together, against somebody who has many. Whoever reaches it would lock the
 * name's owner out, so it counts and stops strange addresses only: one from which the name was signed in within a week
 * keeps its own five, whatever happens elsewhere. What remains is that the owner cannot sign in for the first time from
 * a new place while the attack goes on; the tablets of the house, which share an address, go on working.
 */
const PER_NAME = 20;
const WINDOW = 5 * 60_000;

const failures = () => processWide("sign-in failures", () => new RecentTimes(WINDOW));

/** Which names were signed in from which addresses. Only a right password adds to it; a restart forgets it. */
const known = () => processWide("known addresses", () => new RecentTimes(SIGN_IN_LASTS * 1000));

const atAddress = (username: string, address: string) => `name ${usernameKey(username)} at ${address}`;

function limitsOf(username: string, address: string): [key: string, limit: number][] {
  const own: [string, number][] = [
    [atAddress(username, address), PER_NAME_AND_ADDRESS],
    [`address ${address}`, PER_ADDRESS],
  ];
  return isKnown(username, address) ? own : [...own, [`name ${usernameKey(username)}`, PER_NAME]];
}

function isKnown(username: string, address: string): boolean {
  return known().waitFor(atAddress(username, address), 1) > 0;
}

const turns = () => processWide("sign-ins by turn", () => new Map<string, Promise<unknown>>());

/**
 * One sign-in after the other from one address and for one name: guesses that are sent all at once must not pass the
 * count together. Nobody who waits for an address holds a name, so no two can wait for each other.
 */
export function inTurn<T>(username: string, address: string, work: () => Promise<T>): Promise<T> {
  return oneAfterTheOther(`address ${address}`, () => oneAfterTheOther(`name ${usernameKey(username)}`, work));
}

async function oneAfterTheOther<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = turns().get(key);
  const mine = (async () => {
    await before?.catch(() => {});
    return work();
  })();
  turns().set(key, mine);
  try {
    return await mine;
  } finally {
    if (turns().get(key) === mine) turns().delete(key);
  }
}

/** @throws AppError `rate_limited`, with the seconds until the oldest failure is forgotten */
export function refuseIfThrottled(username: string, address: string): void {
  for (const [key, limit] of limitsOf(username, address)) {
    const wait = failures().waitFor(key, limit);
    if (wait <= 0) continue;
    const retryAfter = Math.max(1, Math.ceil(wait / 1000));
    throw new AppError("rate_limited", `Too many failed sign-ins. Try again in ${Math.ceil(retryAfter / 60)} min.`, { retryAfter });
  }
}

export function recordFailure(username: string, address: string): void {
  for (const [key] of limitsOf(username, address)) failures().add(key);
}

/** A right password clears the name's failures at this address, so that five slips over an evening lock nobody out. */
export function recordSuccess(username: string, address: string): void {
  failures().forget(atAddress(username, address));
  known().forget(atAddress(username, address));
  known().add(atAddress(username, address));
}

/** How many names and addresses failures are counted for at the moment. */
export function failuresCounted(): number {
  return failures().size;
}
