import type Database from "better-sqlite3";
import { statement } from "../db/statements";
import type { RulesText } from "./rules-text";
import type { Filters } from "./shapes";
import type { CompetitionState } from "./states";

/** A competition as the hub keeps it. */
export interface CompetitionRow {
  id: string;
  title: string;
  branches: string[];
  post_url: string;
  media_id: string;
  prize: string;
  winners: number;
  reserves: number;
  opens_at: string;
  closes_at: string;
  rules: RulesText;
  filters: Filters;
  two_people: boolean;
  voucher_days: number;
  state: CompetitionState;
  version: number;
  created_at: string;
  created_by: string;
  reason: string;
  locked_at: string | null;
  locked_by: string | null;
  list_sha256: string | null;
  entries: number | null;
  people: number | null;
  /** How many comments each filter took out at the lock. */
  removed: Record<string, number> | null;
  way: "drand" | "secret" | null;
  round: number | null;
  commitment: string | null;
  draws_at: string | null;
  drawn_at: string | null;
  drawn_by: string | null;
  randomness: string | null;
  signature: string | null;
  verified_at: string | null;
  given_at: string | null;
}

/** JSON stands in these columns. */
type Stored = Omit<CompetitionRow, "branches" | "rules" | "filters" | "removed" | "two_people"> & {
  branches: string;
  rules: string;
  filters: string;
  removed: string | null;
  two_people: number | boolean;
};

// Not the secret: it leaves the hub when it is drawn, and not before.
const COLUMNS = `id, title, branches, post_url, media_id, prize, winners, reserves, opens_at, closes_at, rules, filters, two_people, voucher_days,
  state, version, created_at, created_by, reason, locked_at, locked_by, list_sha256, entries, people, removed, way, round, commitment, draws_at,
  drawn_at, drawn_by, randomness, signature, verified_at, given_at`;

/** A row of the hub with its JSON read. */
export function competitionOf({ branches, rules, filters, removed, two_people, ...row }: Stored): CompetitionRow {
  return {
    ...row,
    branches: JSON.parse(branches) as string[], // written by this feature alone
    rules: JSON.parse(rules) as RulesText,
    filters: JSON.parse(filters) as Filters,
    removed: removed === null ? null : (JSON.parse(removed) as Record<string, number>),
    two_people: Boolean(two_people),
  };
}

export function competitionById(sql: Database.Database, id: string): CompetitionRow | undefined {
  const row = statement<[string], Stored>(sql, `SELECT ${COLUMNS} FROM competition WHERE id = ?`).get(id);
  return row && competitionOf(row);
}

/** Every competition, the newest first. */
export function allCompetitions(sql: Database.Database): CompetitionRow[] {
  return statement<[], Stored>(sql, `SELECT ${COLUMNS} FROM competition ORDER BY created_at DESC, id DESC`).all().map(competitionOf);
}

/** A winner or reserve as the hub keeps them. */
export interface PlaceRow {
  id: string;
  competition_id: string;
  position: number;
  entry: string;
  score: string;
  comment_id: string;
  username: string;
  initials: string;
  disqualified_at: string | null;
  disqualified_by: string | null;
  reason: string;
  guest_branch: string;
  guest_id: string;
  guest_name: string;
  guest_phones: string;
  guest_language: string;
  linked_at: string | null;
  is_new: number;
  voucher_id: string;
  told: "" | "queued" | "call";
  told_why: string;
}

/** In the order in which they were drawn. */
export function placesOf(sql: Database.Database, competition: string): PlaceRow[] {
  return statement<[string], PlaceRow>(sql, "SELECT * FROM competition_place WHERE competition_id = ? ORDER BY position").all(competition);
}

/** Who wins now: the first that were drawn and are not out. */
export function winnersNow<Place extends Pick<PlaceRow, "disqualified_at">>(places: readonly Place[], winners: number): Place[] {
  return places.filter(({ disqualified_at }) => disqualified_at === null).slice(0, winners);
}

/** What each event says of a competition; the branch where it is one restaurant's alone, so that whoever works there finds it. */
export function toldOf({ title, branches }: Pick<CompetitionRow, "title" | "branches">): { title: string; branch?: string } {
  const [only] = branches;
  return { title, ...(branches.length === 1 && only !== undefined && { branch: only }) };
}
