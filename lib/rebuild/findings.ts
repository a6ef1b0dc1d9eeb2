import { hubStore } from "../db/find-store";
import { statement } from "../db/statements";
import { processWide } from "../process-wide";

/** What the newest comparison of a book found, or the rebuild after it left. */
export interface Finding {
  /** ISO 8601 in UTC with Z. */
  at: string;
  guests: number;
  differing: number;
}

const NEWEST = `SELECT branch, answer, started_at FROM job
  WHERE kind IN ('compare-book', 'rebuild-book') AND state = 'done' ORDER BY started_at`;

/** Of each branch whose guest book was compared lately. Every check of the server's health asks for it. */
export async function findings(): Promise<Map<string, Finding>> {
  const kept = processWide("guest books compared", () => ({ found: null as Map<string, Finding> | null }));
  if (kept.found) return kept.found;
  const { sql } = await hubStore();
  const rows = statement<[], { branch: string; answer: string; started_at: string }>(sql, NEWEST).all();
  kept.found = new Map(
    rows.map(({ branch, answer, started_at }) => {
      const { guests, differing } = JSON.parse(answer) as Pick<Finding, "guests" | "differing">; // as both jobs answer
      return [branch, { at: started_at, guests, differing }];
    }),
  );
  return kept.found;
}

/** When the books were compared last, or somebody tried: of each branch, ISO 8601. */
export async function lastCompared(): Promise<Map<string, string>> {
  const { sql } = await hubStore();
  const rows = statement<[], { branch: string; at: string }>(
    sql,
    "SELECT branch, max(started_at) AS at FROM job WHERE kind = 'compare-book' GROUP BY branch",
  ).all();
  return new Map(rows.map(({ branch, at }) => [branch, at]));
}
