import type Database from "better-sqlite3";
import { statement } from "../../db/statements";
import { REMOVALS, type Removal } from "../entries/judge";
import { type CompetitionRow, placesOf, winnersNow } from "../rows";

/** What the proof says: no user's name, no number, and nothing of a guest. */
export interface ProofFacts {
  competition: Pick<
    CompetitionRow,
    | "id"
    | "title"
    | "branches"
    | "prize"
    | "rules"
    | "state"
    | "opens_at"
    | "closes_at"
    | "locked_at"
    | "draws_at"
    | "drawn_at"
    | "way"
    | "round"
    | "commitment"
    | "signature"
    | "randomness"
    | "list_sha256"
    | "entries"
    | "people"
    | "reason"
  >;
  comments: number;
  removed: Record<Removal, number>;
  /** As it was locked, and everybody in their place once it is drawn: letters, digits and full stops alone. */
  canonical: string;
  ranked: string | null;
  places: { position: number; initials: string; entry: string; is: "winner" | "reserve" | "out"; reason: string }[];
}

const LIST = "SELECT canonical, ranked FROM competition_list WHERE competition_id = ?";

/** @param row one that is locked @returns null where it is not */
export function proofOf(sql: Database.Database, row: CompetitionRow): ProofFacts | null {
  const list = statement<[string], { canonical: string; ranked: string | null }>(sql, LIST).get(row.id);
  if (!list) return null;
  const places = placesOf(sql, row.id);
  const winners = new Set(winnersNow(places, row.winners).map(({ id }) => id));
  const removed = Object.fromEntries(REMOVALS.map((one) => [one, row.removed?.[one] ?? 0])) as Record<Removal, number>;
  return {
    competition: row,
    removed,
    comments: (row.entries ?? 0) + Object.values(removed).reduce((sum, count) => sum + count, 0),
    ...list,
    places: places.map(({ id, position, initials, entry, disqualified_at, reason }) => ({
      ...{ position, initials, entry, reason },
      is: disqualified_at !== null ? ("out" as const) : winners.has(id) ? ("winner" as const) : ("reserve" as const),
    })),
  };
}
