import type Database from "better-sqlite3";
import { bulkRead } from "../../db/bulk-read";
import { statement } from "../../db/statements";
import { addMonths } from "../../local-time";
import { type Expiring, type ExpiryRule, expiring } from "./rule";

export interface PointsDueInput {
  hub: string;
  rule: ExpiryRule;
  /** Whoever loses nothing until this day is left out, YYYY-MM-DD. */
  until: string;
  /** Those of whoever asks, whose guests are named; null for all. */
  branches: readonly string[] | null;
  /** So many customers are named. */
  most: number;
}

/** A customer who loses points, those of one day together. */
export interface PointsDue {
  id: string;
  name: string;
  last_visit: string | null;
  points: number;
  on: string;
}

export interface AllPointsDue {
  /** On the rule's first day, and after it. */
  first: { guests: number; points: number };
  later: { guests: number; points: number };
  /** The first to lose them, and of one day those with the most. */
  named: PointsDue[];
}

interface Row {
  customer_id: string;
  name: string;
  balance: number;
  last_visit: string | null;
  is_seen: number;
  id: string;
  at: string;
  left: number;
}

/** The lines of which points are left, of the customers whom a condition finds. Whoever has come lately is passed by before a line of theirs is read. */
const sourcesOf = (condition: string) => `SELECT c.id AS customer_id, c.name, c.points AS balance, c.last_visit, c.is_seen, r.id, r.at,
    r.points + coalesce((SELECT sum(d.points) FROM loyalty_ledger d WHERE d.of_line = r.id), 0) AS left
  FROM (
    SELECT c.id, c.name, c.points,
      (SELECT max(substr(v.table_key, 1, 10)) FROM loyalty_visit v WHERE v.customer_id = c.id AND v.counted_in IS NULL) AS last_visit,
      (@branches IS NULL OR EXISTS (SELECT 1 FROM loyalty_visit v WHERE v.customer_id = c.id
        AND v.branch IN (SELECT value FROM json_each(@branches)))) AS is_seen
    FROM loyalty_customer c WHERE c.merged_into IS NULL AND c.points > 0 AND ${condition}
  ) c CROSS JOIN loyalty_ledger r ON r.customer_id = c.id
  WHERE coalesce(c.last_visit, '') <= @visited AND r.of_line IS NULL AND r.points > 0 ORDER BY c.id`;

type Asked = Record<"branches" | "visited" | "customers", string | null>;

/** Each customer's lines together. */
function* saversIn(sql: Database.Database, condition: string, asked: Partial<Asked>): Generator<Row[]> {
  let theirs: Row[] = [];
  const all = { branches: null, visited: LAST_DAY, customers: null, ...asked };
  for (const row of statement<[Asked], Row>(sql, sourcesOf(condition)).iterate(all)) {
    if (theirs[0] && theirs[0].customer_id !== row.customer_id) {
      yield theirs;
      theirs = [];
    }
    if (row.left > 0) theirs.push(row);
  }
  if (theirs.length > 0) yield theirs;
}

const LAST_DAY = "9999-12-31";

function lossOf(rows: readonly Row[], rule: ExpiryRule): Expiring[] {
  const [{ balance, last_visit } = { balance: 0, last_visit: null }] = rows;
  return expiring(rule, { balance, last_visit, sources: rows });
}

/** What some customers lose first, together, by a rule; null for nothing. */
export function nextLoss(hub: Database.Database, rule: ExpiryRule, customers: readonly string[]): { points: number; on: string } | null {
  const savers = saversIn(hub, "c.id IN (SELECT value FROM json_each(@customers))", { customers: JSON.stringify(customers) });
  return byDay([...savers].flatMap((rows) => lossOf(rows, rule))).toSorted((a, b) => a.on.localeCompare(b.on))[0] ?? null;
}

/** Who loses points by a rule until a day, if nobody comes before: in a thread. */
export function pointsDue({ hub, rule, until, branches, most }: PointsDueInput): AllPointsDue {
  return bulkRead({ hub }, (sql) => {
    const found: AllPointsDue = { first: { guests: 0, points: 0 }, later: { guests: 0, points: 0 }, named: [] };
    // Of a day that a month lacks its last one counts: the rule itself decides about the days of that month.
    const visited = `${addMonths(until, -rule.months).slice(0, 8)}31`;
    for (const rows of saversIn(sql.hub, "@customers IS NULL", {
      visited,
      branches: branches === null ? null : JSON.stringify(branches),
    })) {
      const [{ customer_id: id, name, last_visit, is_seen }] = rows as [Row];
      for (const { on, points } of byDay(lossOf(rows, rule).filter((loss) => loss.on <= until))) {
        const sum = on <= rule.begins_on ? found.first : found.later;
        sum.guests += 1;
        sum.points += points;
        if (is_seen) found.named.push({ id, name, last_visit, points, on });
      }
      if (found.named.length > 4 * most) found.named = firstOf(found.named, most);
    }
    return { ...found, named: firstOf(found.named, most) };
  });
}

const firstOf = (all: readonly PointsDue[], most: number) =>
  all.toSorted((a, b) => a.on.localeCompare(b.on) || b.points - a.points || a.id.localeCompare(b.id)).slice(0, most);

function byDay(due: readonly Expiring[]): { on: string; points: number }[] {
  const sums = new Map<string, number>();
  for (const { on, points } of due) sums.set(on, (sums.get(on) ?? 0) + points);
  return [...sums].map(([on, points]) => ({ on, points }));
}
