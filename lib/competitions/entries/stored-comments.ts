import type Database from "better-sqlite3";
import { statement } from "../../db/statements";
import { addDays } from "../../local-time";
import { type CompetitionRow, type PlaceRow, placesOf, winnersNow } from "../rows";
import type { Counts } from "../shapes";
import { type JudgedComment, type Judgement, judge, REMOVALS, type Removal, type SeenComment } from "./judge";

/** In `group_setting`: the house's own people by their names on Instagram, as JSON. */
export const STAFF_SETTING = "competition_staff";

export function staffIn(sql: Database.Database): string[] {
  const row = statement<[string], { value: string }>(sql, "SELECT value FROM group_setting WHERE name = ?").get(STAFF_SETTING);
  return row ? (JSON.parse(row.value) as string[]) : []; // written by this feature alone
}

const OTHERS = "SELECT id, branches, winners FROM competition WHERE id <> ? AND drawn_at >= ?";

/** Who has won a competition of one of these branches within so many days. @param at ISO 8601 */
function previousWinners(sql: Database.Database, row: CompetitionRow, at: string): Set<string> {
  const { previous_days } = row.filters;
  const found = new Set<string>();
  if (previous_days === 0) return found;
  const since = `${addDays(at.slice(0, 10), -previous_days)}${at.slice(10)}`;
  for (const other of statement<[string, string], { id: string; branches: string; winners: number }>(sql, OTHERS).all(row.id, since)) {
    if (!overlap(row.branches, JSON.parse(other.branches) as string[])) continue;
    for (const { username } of winnersNow<PlaceRow>(placesOf(sql, other.id), other.winners)) found.add(username);
  }
  return found;
}

const overlap = (some: readonly string[], others: readonly string[]) =>
  some.length === 0 || others.length === 0 || some.some((branch) => others.includes(branch));

const SEEN = "SELECT comment_id, username, text, commented_at FROM competition_entry WHERE competition_id = ? ORDER BY comment_id";

/** Which comments take part as the rules stand now. @param at the moment, ISO 8601, from which earlier winners are counted back */
export function judgedIn(sql: Database.Database, row: CompetitionRow, at: string): Judgement {
  const { mentions, keyword, excluded, staff, per_user } = row.filters;
  const seen = statement<[string], SeenComment>(sql, SEEN).all(row.id);
  return judge(seen, {
    closes_at: row.closes_at,
    mentions,
    keyword,
    per_user,
    excluded: new Set(staff ? [...excluded, ...staffIn(sql)] : excluded),
    previous: previousWinners(sql, row, at),
  });
}

const LOCKED = `SELECT comment_id, username, text, commented_at, removed FROM competition_entry WHERE competition_id = ? ORDER BY comment_id, username, text`;

/** The comments as the lock judged them, whatever the lists of people say since. */
export function lockedComments(sql: Database.Database, id: string): JudgedComment[] {
  const found: JudgedComment[] = [];
  for (const { text, removed, ...one } of statement<[string], SeenComment & { removed: string | null }>(sql, LOCKED).all(id)) {
    const last = found.at(-1);
    if (last?.comment_id === one.comment_id) {
      if (!last.texts.includes(text)) last.texts.push(text);
      if (one.commented_at > last.commented_at) last.commented_at = one.commented_at;
    } else found.push({ ...one, texts: [text], removed: removed ? (removed as Removal) : null });
  }
  // As `judge` has them: SQLite's order of letters is another one.
  for (const { texts } of found) if (texts.length > 1) texts.sort();
  return found;
}

const DOUBLES = "SELECT coalesce(sum(seen - 1), 0) AS doubles FROM competition_entry WHERE competition_id = ?";

/** The figures of a competition, and its comments by their ids: as they are judged now, or as the lock judged them. */
export function countsIn(sql: Database.Database, row: CompetitionRow, at: string): { counts: Counts; comments: JudgedComment[] } {
  const doubles = statement<[string], { doubles: number }>(sql, DOUBLES).get(row.id)?.doubles ?? 0;
  if (row.locked_at === null) {
    const { comments, ...sums } = judgedIn(sql, row, at);
    return { comments, counts: { ...sums, comments: comments.length, doubles } };
  }
  const comments = lockedComments(sql, row.id);
  const removed = Object.fromEntries(REMOVALS.map((one) => [one, row.removed?.[one] ?? 0])) as Record<Removal, number>;
  const counts = {
    removed,
    comments: comments.length,
    entries: row.entries ?? 0,
    people: row.people ?? 0,
    edited: comments.filter(({ texts }) => texts.length > 1).length,
    doubles,
    without_time: comments.filter(({ commented_at }) => commented_at === "").length,
  };
  return { comments, counts };
}
