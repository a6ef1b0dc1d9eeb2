import { AppError } from "../errors";
import { processWide } from "../process-wide";
import { RecentTimes } from "../recent-times";
import { usernameKey } from "./rules";
import { SIGN_IN_LASTS } from "./tokens";

/**
 * Five failures for one name from one address, 60 from one address (a branch shares it), in five minutes (docs/design/api.md, POST
 * /auth/login).
 */
const PER_NAME_AND_ADDRESS = 5;
const PER_ADDRESS = 60;
const WINDOW = 5 * 60_000;
/**
 * Against somebody who has many addresses: from the tenth failure for one name within an hour, wherever they come from, the
 * next try waits a second after the last one, then two, four, and so on up to a minute (docs/design/reliability.md S-07). It never shuts,
 * because whoever reaches it would lock the name's owner out, and it counts and stops strange addresses only: one from which
 * the name was signed in within a week keeps its own five, whatever happens elsewhere.
 */
const FREE_PER_NAME = 10;
const NAME_WINDOW = 3_600_000;
const LONGEST_DELAY = 60_000;

const failures = () => processWide("sign-in failures", () => new RecentTimes(WINDOW));

/** Failures for a name from strange addresses. */
const failuresOfNames = () => processWide("sign-in failures of names", () => new RecentTimes(NAME_WINDOW));

/** Which names were signed in from which addresses. Only a right password adds to it; a restart forgets it. */
const known = () => processWide("known addresses", () => new RecentTimes(SIGN_IN_LASTS * 1000));

const atAddress = (username: string, address: string) => `name ${usernameKey(username)} at ${address}`;

function limitsOf(username: string, address: string): [key: string, limit: number][] {
  return [
    [atAddress(username, address), PER_NAME_AND_ADDRESS],
    [`address ${address}`, PER_ADDRESS],
  ];
}

/** Milliseconds until a name may be tried from an address that is new to it. */
function delayOf(username: string): number {
  const { times, since } = failuresOfNames().lately(usernameKey(username));
  if (times < FREE_PER_NAME) return 0;
  return Math.min(1_000 * 2 ** (times - FREE_PER_NAME), LONGEST_DELAY) - since;
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

/** @throws AppError `rate_limited`, with the seconds until it may be tried again */
export function refuseIfThrottled(username: string, address: string): void {
  const waits = limitsOf(username, address).map(([key, limit]) => failures().waitFor(key, limit));
  const wait = Math.max(...waits, isKnown(username, address) ? 0 : delayOf(username));
  if (wait <= 0) return;
  const retryAfter = Math.max(1, Math.ceil(wait / 1000));
  const soon = retryAfter < 60 ? `${retryAfter} s` : `${Math.ceil(retryAfter / 60)} min`;
  throw new AppError("rate_limited", `Too many wrong passwords. Try again in ${soon}.`, { retryAfter });
}

export function recordFailure(username: string, address: string): void {
  for (const [key] of limitsOf(username, address)) failures().add(key);
  if (!isKnown(username, address)) failuresOfNames().add(usernameKey(username));
}

/** A right password clears the name's failures at this address, so that five slips over an evening lock nobody out. */
export function recordSuccess(username: string, address: string): void {
  failures().forget(atAddress(username, address));
  known().forget(atAddress(username, address));
  known().add(atAddress(username, address));
}

/** How many names and addresses failures are counted for at the moment. */
export function failuresCounted(): number {
  return failures().size + failuresOfNames().size;
}
