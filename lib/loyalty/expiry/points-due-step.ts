import type Database from "better-sqlite3";
import { bulkRead } from "../../db/bulk-read";
import { statement } from "../../db/statements";
import { addMonths } from "../../local-time";
import { sameGuest, visitsOf } from "../same-guest";
import { isSeen } from "../tiers/find";
import { type Expiring, type ExpiryRule, expiring } from "./rule";

export interface PointsDueInput {
  hub: string;
  /** Those that say who is one guest, by their branches. */
  books: Record<string, string>;
  rule: ExpiryRule;
  /** Whoever loses nothing until this day is left out, YYYY-MM-DD. */
  until: string;
  /** Those of whoever asks, whose guests are named; null for all. */
  branches: readonly string[] | null;
  /** So many guests are named. */
  most: number;
}

/** A guest who loses points, those of one day together. */
export interface PointsDue {
  /** Of one of their customers. */
  id: string;
  name: string;
  /** Of whichever customer of theirs. */
  last_visit: string | null;
  points: number;
  on: string;
  /** Their customers who lose some, and all that they are. */
  losing: string[];
  same: string[];
}

export interface AllPointsDue {
  /** On the rule's first day, and after it; a guest counts once in each. */
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
  id: string;
  at: string;
  left: number;
}

/** The lines of which points are left, of the customers whom a condition finds. Whoever has come lately is passed by before a line of theirs is read. */
const sourcesOf = (condition: string) => `SELECT c.id AS customer_id, c.name, c.points AS balance, c.last_visit, r.id, r.at,
    r.points + coalesce((SELECT sum(d.points) FROM loyalty_ledger d WHERE d.of_line = r.id), 0) AS left
  FROM (
    SELECT c.id, c.name, c.points,
      (SELECT max(substr(v.table_key, 1, 10)) FROM loyalty_visit v WHERE v.customer_id = c.id AND v.counted_in IS NULL) AS last_visit
    FROM loyalty_customer c WHERE c.merged_into IS NULL AND c.points > 0 AND ${condition}
  ) c CROSS JOIN loyalty_ledger r ON r.customer_id = c.id
  WHERE coalesce(c.last_visit, '') <= @visited AND r.of_line IS NULL AND r.points > 0 ORDER BY c.id`;

type Asked = Record<"visited" | "customers", string | null>;

/** Each customer's lines together. */
function* saversIn(sql: Database.Database, condition: string, asked: Partial<Asked>): Generator<Row[]> {
  let theirs: Row[] = [];
  const all = { visited: LAST_DAY, customers: null, ...asked };
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

function lossOf(rows: readonly Row[], last_visit: string | null, rule: ExpiryRule): Expiring[] {
  return expiring(rule, { balance: rows[0]?.balance ?? 0, last_visit, sources: rows });
}

/** What a guest who is some customers loses first, together, by a rule; null for nothing. */
export function nextLoss(
  hub: Database.Database,
  books: readonly Database.Database[],
  rule: ExpiryRule,
  customers: readonly string[],
): { points: number; on: string } | null {
  const last = visitsOf(hub, sameGuest(hub, books, customers)).at(-1) ?? null;
  const savers = saversIn(hub, "c.id IN (SELECT value FROM json_each(@customers))", { customers: JSON.stringify(customers) });
  return byDay([...savers].flatMap((rows) => lossOf(rows, last, rule))).toSorted((a, b) => a.on.localeCompare(b.on))[0] ?? null;
}

/** Who loses points by a rule until a day, if nobody comes before: in a thread. */
export function pointsDue({ hub, books, ...asked }: PointsDueInput): AllPointsDue {
  return bulkRead({ hub }, (sql) => bulkRead(books, (of) => dueIn(sql.hub, Object.values(of), asked)));
}

type Asking = Omit<PointsDueInput, "hub" | "books">;

function dueIn(hub: Database.Database, books: readonly Database.Database[], { rule, until, branches, most }: Asking): AllPointsDue {
  const found = { first: { guests: 0, points: 0 }, later: { guests: 0, points: 0 } };
  const counted = new Set<string>();
  let named = new Map<string, PointsDue>();
  // Of a day that a month lacks its last one counts: the rule itself decides about the days of that month.
  const visited = `${addMonths(until, -rule.months).slice(0, 8)}31`;
  for (const rows of saversIn(hub, "@customers IS NULL", { visited })) {
    const [{ customer_id: id, name, last_visit: own }] = rows as [Row];
    const isDue = ({ on }: Expiring) => on <= until;
    if (!lossOf(rows, own, rule).some(isDue)) continue; // nobody loses more because somebody else is the same guest
    const same = sameGuest(hub, books, [id]);
    const last_visit = visitsOf(hub, same).at(-1) ?? null;
    const [guest = id] = same;
    const isTold = isSeen(hub, same, { branches });
    for (const { on, points } of byDay(lossOf(rows, last_visit, rule).filter(isDue))) {
      const when = on <= rule.begins_on ? "first" : "later";
      if (!counted.has(`${guest} ${when}`)) found[when].guests += 1;
      counted.add(`${guest} ${when}`);
      found[when].points += points;
      const known = named.get(`${guest} ${on}`);
      if (known) Object.assign(known, { points: known.points + points, losing: [...known.losing, id] });
      else if (isTold) named.set(`${guest} ${on}`, { id, name, last_visit, points, on, losing: [id], same });
    }
    if (named.size > 4 * most) named = new Map(firstOf([...named], most));
  }
  return { ...found, named: firstOf([...named], most).map(([, due]) => due) };
}

const firstOf = (all: readonly [string, PointsDue][], most: number) =>
  all.toSorted(([, a], [, b]) => a.on.localeCompare(b.on) || b.points - a.points || a.id.localeCompare(b.id)).slice(0, most);

function byDay(due: readonly Expiring[]): { on: string; points: number }[] {
  const sums = new Map<string, number>();
  for (const { on, points } of due) sums.set(on, (sums.get(on) ?? 0) + points);
  return [...sums].map(([on, points]) => ({ on, points }));
}
