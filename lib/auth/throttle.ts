import { now } from "../clock";
import { hubStore } from "../db/find-store";
import { statement } from "../db/statements";
import { AppError } from "../errors";
import { processWide } from "../process-wide";
import { RecentTimes } from "../recent-times";
import { SIGN_IN_LASTS } from "./tokens";
import { usernameKey } from "./username-key";

/**
 * Five failures for one name from one address; 60 from one address (a branch shares it) with names that it does not know, in
 * five minutes (docs/design/api.md).
 */
const PER_NAME_AND_ADDRESS = 5;
const PER_ADDRESS = 60;
const WINDOW = 5 * 60_000;
/**
 * Against somebody who has many addresses: from the tenth failure for one name within an hour, wherever they come from, the
 * next try waits a second after the last one, then two, four, and so on up to a minute (docs/design/reliability.md S-07). It never shuts,
 * because whoever reaches it would lock the name's owner out.
 */
const FREE_PER_NAME = 10;
const NAME_WINDOW = 3_600_000;
const LONGEST_DELAY = 60_000;

const failures = () => processWide("sign-in failures", () => new RecentTimes(WINDOW));

/** Failures for a name from strange addresses. */
const failuresOfNames = () => processWide("sign-in failures of names", () => new RecentTimes(NAME_WINDOW));

/** Somebody at the door. */
export interface Trying {
  username: string;
  address: string;
  /**
   * Whether the name was signed in from the address within a week. Such a pair keeps its own five, whatever strangers do there or
   * do with the name elsewhere; and its slips are not counted with theirs.
   */
  isKnown: boolean;
}

const atAddress = ({ username, address }: Trying) => `name ${usernameKey(username)} at ${address}`;

function limitsOf(trying: Trying): [key: string, limit: number][] {
  const own: [string, number] = [atAddress(trying), PER_NAME_AND_ADDRESS];
  return trying.isKnown ? [own] : [own, [`address ${trying.address}`, PER_ADDRESS]];
}

/** Milliseconds until a name may be tried from an address that is new to it. */
function delayOf(username: string): number {
  const { times, since } = failuresOfNames().lately(usernameKey(username));
  if (times < FREE_PER_NAME) return 0;
  return Math.min(1_000 * 2 ** (times - FREE_PER_NAME), LONGEST_DELAY) - since;
}

// A sign-in stands in its table for as long as it may last, which is the week; from where it was begun, its event says.
const SIGNED_IN_THERE = `SELECT 1 FROM user u JOIN session s ON s.user_id = u.id JOIN event_subject j ON j.subject = s.id
  JOIN event e ON e.seq = j.event_seq
  WHERE u.username_key = ? AND s.created_at > ? AND e.kind = 'session.started' AND e.payload ->> 'address' = ? LIMIT 1`;

async function isKnown(username: string, address: string): Promise<boolean> {
  const { sql } = await hubStore();
  const since = new Date(now().getTime() - SIGN_IN_LASTS * 1000).toISOString();
  return statement<[string, string, string], unknown>(sql, SIGNED_IN_THERE).get(usernameKey(username), since, address) !== undefined;
}

const turns = () => processWide("sign-ins by turn", () => new Map<string, Promise<unknown>>());

/**
 * One sign-in after the other from one address and for one name: guesses that are sent all at once must not pass the
 * count together. Nobody who waits for an address holds a name, so no two can wait for each other; and whom the address knows
 * does not wait for its strangers.
 */
export async function inTurn<T>(username: string, address: string, work: (trying: Trying) => Promise<T>): Promise<T> {
  const trying = { username, address, isKnown: await isKnown(username, address) };
  const ofName = () => oneAfterTheOther(`name ${usernameKey(username)}`, () => work(trying));
  return trying.isKnown ? ofName() : oneAfterTheOther(`address ${address}`, ofName);
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
export function refuseIfThrottled(trying: Trying): void {
  const waits = limitsOf(trying).map(([key, limit]) => failures().waitFor(key, limit));
  refuseFor(Math.max(...waits, trying.isKnown ? 0 : delayOf(trying.username)));
}

/** @param wait milliseconds */
function refuseFor(wait: number): void {
  if (wait <= 0) return;
  const retryAfter = Math.max(1, Math.ceil(wait / 1000));
  const soon = retryAfter < 60 ? `${retryAfter} s` : `${Math.ceil(retryAfter / 60)} min`;
  throw new AppError("rate_limited", `Too many wrong passwords. Try again in ${soon}.`, { retryAfter });
}

export function recordFailure(trying: Trying): void {
  for (const [key] of limitsOf(trying)) failures().add(key);
  if (!trying.isKnown) failuresOfNames().add(usernameKey(trying.username));
}

/** A right password clears the name's failures at this address, so that five slips over an evening lock nobody out. */
export function recordSuccess(trying: Trying): void {
  failures().forget(atAddress(trying));
}

/**
 * A guess of somebody's own password by one of their sign-ins: five wrong ones in five minutes, one after the other. They are counted for
 * that sign-in alone: whoever has stolen one would else lock its owner out of all, by wrong guesses.
 * @returns whether it is right
 * @throws AppError `rate_limited`
 */
export async function guessing(sessionId: string, isRight: () => Promise<boolean>): Promise<boolean> {
  const key = `own password by ${sessionId}`;
  return oneAfterTheOther(key, async () => {
    refuseFor(failures().waitFor(key, PER_NAME_AND_ADDRESS));
    const right = await isRight();
    if (right) failures().forget(key);
    else failures().add(key);
    return right;
  });
}

/** How many names, addresses and sign-ins failures are counted for at the moment. */
export function failuresCounted(): number {
  return failures().size + failuresOfNames().size;
}
