import { hash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type Database from "better-sqlite3";
import { statement } from "./statements";

/**
 * The chain of a store's events (docs/design/reliability.md S-34): each holds a SHA-256 of itself and of the hash before it. Whoever
 * changes, takes out or slips in one event has to write all later ones anew, and then they no longer end where the seals
 * say that they ended.
 */

/** An event as it is chained. */
export interface ChainedFields {
  id: string;
  at: string;
  kind: string;
  actor_kind: string;
  actor_id: string;
  request_id: string;
  subjects: string;
  payload: string;
}

/** @param before the hash of the event before; empty for the first one that is chained */
export function hashOf(event: ChainedFields, before: string): string {
  const { id, at, kind, actor_kind, actor_id, request_id, subjects, payload } = event;
  return hash("sha256", JSON.stringify([before, id, at, kind, actor_kind, actor_id, request_id, subjects, payload]), "base64url");
}

export const LAST_HASH = "SELECT hash FROM event ORDER BY seq DESC LIMIT 1";

/** Where a store's chain ends. */
export interface Head {
  seq: number;
  hash: string;
}

/** Null before the first event that is chained. */
export function headOf(sql: Database.Database): Head | null {
  const last = statement<[], Head>(sql, "SELECT seq, hash FROM event ORDER BY seq DESC LIMIT 1").get();
  return last && last.hash !== "" ? last : null;
}

/** By the number of an event, the hashes of what was left of it. */
export type ErasedEvents = ReadonlyMap<number, Set<string>>;

/** What a look through a store's chain found. */
export interface ChainCheck {
  /** Events whose hashes fit the chain. */
  chained: number;
  /** Events from before they were chained. */
  older: number;
  /** The first event that does not fit what came before, or the one after which some are missing; null where all fit. */
  broken_at: number | null;
}

/** Events that are looked at before other calls have their turn: a few milliseconds of work. */
const AT_ONCE = 500;

/**
 * Looks through a store's chain from its first event to its last.
 * @param seals where it ended at earlier times, as they were kept elsewhere
 * @param erased events that say less than they were written with, because a person was erased: the hashes of what is left,
 *   as the hub noted them before. What such an event was written with still holds the chain together.
 */
export async function checkChain(
  sql: Database.Database,
  seals: readonly Head[] = [],
  erased: ErasedEvents = new Map(),
): Promise<ChainCheck> {
  const sealed = new Map(seals.map(({ seq, hash: end }) => [seq, end]));
  const some = statement<[number], ChainedFields & Head>(sql, `SELECT * FROM event WHERE seq > ? ORDER BY seq LIMIT ${AT_ONCE}`);
  const found: ChainCheck = { chained: 0, older: 0, broken_at: null };
  let last: Head = { seq: 0, hash: "" };
  for (let events = some.all(0); events.length > 0; events = some.all(last.seq)) {
    for (const event of events) {
      if (!fits(event, last, sealed.get(event.seq), erased.get(event.seq))) return { ...found, broken_at: event.seq };
      if (event.hash === "") found.older += 1;
      else found.chained += 1;
      last = event;
    }
    await nextTurn();
  }
  const isCut = lastNumber(sql) > last.seq || Math.max(0, ...sealed.keys()) > last.seq;
  return isCut ? { ...found, broken_at: last.seq + 1 } : found;
}

function fits(
  event: ChainedFields & Head,
  { seq, hash: before }: Head,
  sealedAs: string | undefined,
  leftAs: Set<string> | undefined,
): boolean {
  if (event.seq !== seq + 1 || (sealedAs !== undefined && event.hash !== sealedAs)) return false;
  if (event.hash === "") return before === "";
  const said = hashOf(event, before);
  return event.hash === said || leftAs?.has(said) === true;
}

/** SQLite's own count of the rows that it has numbered: it does not go back when the last ones are taken away. */
function lastNumber(sql: Database.Database): number {
  return statement<[], { seq: number }>(sql, "SELECT seq FROM sqlite_sequence WHERE name = 'event'").get()?.seq ?? 0;
}
