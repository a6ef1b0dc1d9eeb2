import type Database from "better-sqlite3";
import { type Conditions, conditionsOf, NAME_ORDER, type Values, type Wanted } from "./conditions";
import type { After } from "./cursor";
import type { Sort } from "./orders";

/** One part of an order: who belongs to it, and by which value it is ordered. Within equal values the row ids order. */
interface Phase {
  /** `contact c` among them; the first table is the one whose index is walked. */
  from: string;
  where: string;
  /** Of an index, so that the rows come in order and nothing is sorted; null where the row ids alone order. */
  key: string | null;
  descending: boolean;
  /** Whom the part leaves out without an index for it: asked row by row, so that the clock is asked too. */
  except?: string;
}

const CONTACT = "contact c";
const CHANGED = "contact_change h CROSS JOIN contact c ON c.seq = h.contact_seq";

/** Each order in parts: whoever lacks the value comes last. */
const PHASES: Record<Sort | "count", readonly Phase[]> = {
  name: [
    { from: CONTACT, where: "c.name <> ''", key: NAME_ORDER, descending: false },
    { from: CONTACT, where: "c.name = ''", key: null, descending: false },
  ],
  added: [{ from: CONTACT, where: "1", key: "c.added_at", descending: true }],
  birthday: [
    { from: CONTACT, where: "c.birthday > ''", key: "c.birthday", descending: false },
    { from: CONTACT, where: "c.birthday = ''", key: null, descending: false },
  ],
  changed: [
    { from: CHANGED, where: "1", key: "h.changed_at", descending: true },
    {
      from: CONTACT,
      where: "1",
      except: "EXISTS (SELECT 1 FROM contact_change h WHERE h.contact_seq = c.seq)",
      key: null,
      descending: true,
    },
  ],
  count: [{ from: CONTACT, where: "1", key: null, descending: false }],
};

/** Of so few whom an index gives, all are looked at and sorted; of more, the order is walked until a page is full. */
const FEW = 25_000;

/** A clock is asked once for so many rows. */
const ROWS_PER_LOOK = 64;

/** Who was found, and after whom to go on; null at the end. */
export interface Walked {
  found: number[];
  next: After | null;
}

interface Walk {
  of: Sort | "count";
  wanted: Wanted;
  after: After | null;
  /** How many are wanted at most. */
  most: number;
  /** For how long it may look, in milliseconds. */
  patience: number;
}

/**
 * Walks through an order from some place on and gives the row ids of whom the filters want, until there are enough of them or the time
 * is over: however rare they are, no call takes longer. The connection has what `conditionsOf` names.
 */
export function walk(sql: Database.Database, { of, wanted, after, most, patience }: Walk): Walked {
  const conditions = conditionsOf(wanted);
  const driver = fewestOf(sql, conditions);
  const until = performance.now() + patience;
  const found: number[] = [];
  let last = after;
  let rows = 0;
  for (const [phase, part] of PHASES[of].entries()) {
    if (after && phase < after.phase) continue;
    for (const segment of segmentsOf(part, after?.phase === phase ? after : null)) {
      const walked = sql.prepare<Values, [number, string, number]>(statementOf(part, segment, conditions, driver)).raw();
      for (const [seq, key, isWanted] of walked.iterate({ ...conditions.values, ...segment.values })) {
        // One more than is wanted tells that somebody comes after them, and is the first of the next page.
        if (isWanted === 1 && found.length === most) return { found, next: last };
        if (isWanted === 1) found.push(seq);
        last = { phase, key, seq };
        if (++rows % ROWS_PER_LOOK === 0 && performance.now() > until) return { found, next: last };
      }
    }
  }
  return { found, next: null };
}

interface Segment {
  where: string;
  /** The columns that order its rows. */
  order: string[];
  values: Values;
}

/** What of a part lies behind a place: those with the same value, then those with others. Each is one range of the index. */
function segmentsOf({ from, key, descending }: Phase, after: After | null): Segment[] {
  const row = from === CHANGED ? "h.contact_seq" : "c.seq";
  const whole = key === null ? [row] : [key, row];
  if (!after) return [{ where: "1", order: whole, values: {} }];
  const behind = descending ? "<" : ">";
  const rest: Segment = { where: `${row} ${behind} @after_seq`, order: [row], values: { after_seq: after.seq } };
  if (key === null) return [rest];
  const values = { after_key: after.key };
  return [
    // Ordered by the row ids alone: by the value too, the planner would sort a thousand namesakes instead of walking them.
    { where: `${key} = @after_key AND ${rest.where}`, order: rest.order, values: { ...values, ...rest.values } },
    { where: `${key} ${behind} @after_key`, order: whole, values },
  ];
}

function statementOf(part: Phase, segment: Segment, { all }: Conditions, driver: string | null): string {
  const { from, where, key, descending, except } = part;
  const order = segment.order.map((one) => (descending ? `${one} DESC` : one));
  // One after the other: what comes first is quick, and spares the rest.
  const refused = [...(except ? [except] : []), ...all.map((one) => `NOT (${one})`)];
  const isWanted = refused.length === 0 ? "1" : `CASE ${refused.map((one) => `WHEN ${one} THEN 0`).join(" ")} ELSE 1 END`;
  const columns = `c.seq, ${key ?? "''"}, ${isWanted}`;
  const behind = `${where} AND ${segment.where} ORDER BY ${order.join(", ")}`;
  if (driver === null) return `SELECT ${columns} FROM ${from} WHERE ${behind}`;
  // The few come first and are sorted: the planner would walk the whole order for them.
  const few = `(SELECT DISTINCT seq FROM (${driver})) d CROSS JOIN contact c ON c.seq = d.seq`;
  const joined = from === CHANGED ? `${few} CROSS JOIN contact_change h ON h.contact_seq = c.seq` : few;
  return `SELECT ${columns} FROM ${joined} WHERE ${behind}`;
}

/** The index that gives the fewest, if those are few. */
function fewestOf(sql: Database.Database, { drivers, values }: Conditions): string | null {
  let best: string | null = null;
  let fewest = FEW + 1;
  for (const driver of drivers) {
    const named = Object.fromEntries(Object.entries(values).filter(([name]) => driver.includes(`@${name}`)));
    const count = sql.prepare<Values, number>(`SELECT count(*) FROM (${driver} LIMIT ${fewest})`).pluck().get(named) ?? 0;
    if (count < fewest) [best, fewest] = [driver, count];
  }
  return best;
}
