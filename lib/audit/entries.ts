import { mayWorkIn } from "../caller";
import type { ChainedFields } from "../db/event-chain";
import { isBranchKey } from "../known-branches";
import { dayRange } from "../local-time";
import type { AuditEntry, AuditQuery } from "./contract";
import { detailsOf, wordsOf } from "./kinds";
import type { Names } from "./people";

/** An event as its store has it. */
export interface EventRow extends ChainedFields {
  seq: number;
}

/** The filters of the trail. */
export type AuditFilters = Omit<AuditQuery, "before" | "limit">;

/** The filters, and the branches that the caller may see; null for all. */
export type Seen = AuditFilters & { branches: readonly string[] | null };

/** Up to which of its events each store has been read: the next page begins below. */
export type Position = Record<string, number>;

/** As it stands in an address. */
export const cursorOf = (position: Position): string => Buffer.from(JSON.stringify(position)).toString("base64url");

/** Null for what no answer gave. */
export function positionOf(cursor: string): Position | null {
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    const isPosition = typeof read === "object" && read !== null && Object.values(read).every((seq) => Number.isSafeInteger(seq));
    return isPosition ? (read as Position) : null;
  } catch {
    return null;
  }
}

/** Two instants, ISO 8601; null where it is open. */
export interface Span {
  from: string | null;
  until: string | null;
}

/** The instants that two days of the calendar enclose. */
export function spanOf({ from, to }: Pick<AuditFilters, "from" | "to">, timeZone: string): Span {
  return {
    from: from ? dayRange(from, timeZone).from.toISOString() : null,
    until: to ? dayRange(to, timeZone).to.toISOString() : null,
  };
}

const DAY = 86_400_000;

/** The same with a day more on both sides: events are numbered as they came, and a clock may have been put right in between. */
export function widened({ from, until }: Span): Span {
  const moved = (at: string | null, by: number) => at && new Date(Date.parse(at) + by).toISOString();
  return { from: moved(from, -DAY), until: moved(until, DAY) };
}

const isWithin = (at: string, { from, until }: Span) => (from === null || at >= from) && (until === null || at < until);

/** Where an event belongs: what the group's store keeps of one branch (its staff, queue, exports) is that branch's. */
function placeOf(store: string, payload: unknown): string {
  const { branch } = (payload ?? {}) as { branch?: unknown };
  return store === "hub" && typeof branch === "string" && isBranchKey(branch) ? branch : store;
}

/**
 * An event in words; null where the filters leave it out.
 * @param store the branch whose store holds it, or `hub`
 */
export function entryOf(row: EventRow, store: string, filters: Seen, span: Span, names: Names): AuditEntry | null {
  if (!isWithin(row.at, span)) return null;
  if (filters.who && row.actor_id !== filters.who) return null;
  if (filters.request && row.request_id !== filters.request) return null;
  const payload: unknown = JSON.parse(row.payload);
  const where = placeOf(store, payload);
  if (!mayWorkIn(filters.branches, where) || (filters.store && where !== filters.store)) return null;
  const subjects = JSON.parse(row.subjects) as string[];
  const { group, what, isStep } = wordsOf({ kind: row.kind, payload, subjects }, names);
  if (filters.group && group !== filters.group) return null;
  if (isStep && filters.depth === "main" && !filters.request) return null;
  const { id, at, kind, request_id } = row;
  const name = names.get(row.actor_id) ?? (row.actor_kind === "system" ? `Daftar (${row.actor_id})` : row.actor_id);
  return {
    id,
    at,
    who: { kind: row.actor_kind, id: row.actor_id, name: row.actor_id === "signed out" ? "Nobody who is signed in" : name },
    where,
    kind,
    group,
    what,
    result: kind === "calls.refused" ? "refused" : "done",
    request_id,
    subjects,
    details: detailsOf(payload),
  };
}
