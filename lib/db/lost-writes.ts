import type Database from "better-sqlite3";
import { timestamp } from "../clock";
import { endOf, type LastCommit, type Missing, noteLastCommit } from "./last-commits";
import { statement } from "./statements";

interface Head extends Omit<LastCommit, "missing" | "at"> {
  /** When its last event happened; null before the first. */
  happened: string | null;
}

const HEAD = `SELECT turns, coalesce(e.seq, 0) AS seq, coalesce(e.hash, '') AS hash, e.at AS happened
  FROM store_lock LEFT JOIN event e ON e.seq = (SELECT max(seq) FROM event)`;

function headOf(sql: Database.Database): Head {
  return statement<[], Head>(sql, HEAD).get() ?? { turns: 0, seq: 0, hash: "", happened: null };
}

/** Where an open store ends now. */
export function endNow(file: string, sql: Database.Database): LastCommit {
  const { happened: _, ...end } = headOf(sql);
  return { ...end, at: timestamp(), missing: endOf(file)?.missing ?? null };
}

/**
 * Compares a store that is being opened with where it ended by its last acknowledged write, and writes down where it ends
 * now. What is missing stays written down until somebody has seen it.
 * @returns whether something is missing that was not known to be
 */
export function findLostWrites(file: string, sql: Database.Database): boolean {
  const known = endOf(file);
  const head = headOf(sql);
  const { happened, ...end } = head;
  const changes = known ? changesBetween(head, known) : 0;
  if (known === null || changes === 0) {
    if (known === null || head.turns > known.turns) noteLastCommit(file, { ...end, at: timestamp(), missing: known?.missing ?? null });
    return false;
  }
  const missing = { changes, since: happened, until: known.at };
  noteLastCommit(file, { ...end, at: timestamp(), missing: known.missing ? both(known.missing, missing) : missing }, true);
  return true;
}

/** How many of the transactions that were written down a store lacks; 0 where it has them all. That its chain was changed is the trail's to say. */
function changesBetween(head: Head, known: LastCommit): number {
  if (head.turns >= known.turns && head.seq >= known.seq) return 0;
  return Math.max(1, known.turns - head.turns);
}

function both(one: Missing, other: Missing): Missing {
  const since = one.since === null || other.since === null ? null : one.since < other.since ? one.since : other.since;
  return { changes: one.changes + other.changes, since, until: one.until > other.until ? one.until : other.until };
}

/** What is missing in a store, and nobody has seen yet. */
export function lostWritesIn(file: string): Missing | null {
  return endOf(file)?.missing ?? null;
}

/** Somebody has seen what is missing. */
export function forgetLostWrites(file: string): void {
  const end = endOf(file);
  if (end?.missing) noteLastCommit(file, { ...end, missing: null }, true);
}
