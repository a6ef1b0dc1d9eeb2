import { foldText } from "../../fold-text";
import type { Combination, HouseTable, Rules } from "./contract";

/** One table, or several put together, for a party. */
export interface Choice {
  tables: string[];
  area: string;
  min: number;
  max: number;
  priority: number;
}

const ofTable = ({ number, area, min, max, priority }: HouseTable): Choice => ({ tables: [number], area, min, max, priority });

function ofCombination({ tables, min, max, priority }: Combination, known: ReadonlyMap<string, HouseTable>): Choice {
  const areas = new Set(tables.map((number) => known.get(number)?.area ?? ""));
  return { tables: [...tables], area: areas.size === 1 ? ([...areas][0] ?? "") : "", min, max, priority };
}

/** Everything that a branch has declared: its tables, and combinations of tables that there are. */
export function allChoices({ tables, combinations }: Pick<Rules, "tables" | "combinations">): Choice[] {
  const known = new Map(tables.map((table) => [table.number, table]));
  const whole = combinations.filter((one) => one.tables.every((number) => known.has(number)));
  return [...tables.map(ofTable), ...whole.map((one) => ofCombination(one, known))];
}

/** The smallest first, then by priority, then fewer tables, then by number. */
function inOrder(a: Choice, b: Choice): number {
  if (a.max !== b.max) return a.max - b.max;
  if (a.priority !== b.priority) return a.priority - b.priority;
  if (a.tables.length !== b.tables.length) return a.tables.length - b.tables.length;
  return a.tables.join().localeCompare(b.tables.join(), "en", { numeric: true });
}

/**
 * Every table or declared combination that seats a party and is free, the best first (docs/design/open-screens.md 2.1, point 5).
 * @param busy tables that somebody else holds during the stay
 */
export function freeChoices(
  rules: Pick<Rules, "tables" | "combinations">,
  { party, area, busy }: { party: number; area: string; busy: ReadonlySet<string> },
): Choice[] {
  return allChoices(rules)
    .filter((one) => one.min <= party && party <= one.max && (area === "" || one.area === area))
    .filter(({ tables }) => tables.every((number) => !busy.has(number)))
    .sort(inOrder);
}

interface Placed {
  tables: readonly string[];
  from: string;
  until: string;
}

/**
 * Tables that are as good as taken: those that somebody holds, and for each party without a table yet the smallest that is left, so that
 * there is one for it when it comes. Two of them one after the other need one table.
 * @param parties the largest first @param closedFor tables that one of them does not get, as long as another is left
 */
export function spokenFor<Party extends { party: number; area: string; from: string; until: string }>(
  rules: Pick<Rules, "tables" | "combinations">,
  held: readonly { table: string }[],
  parties: readonly Party[],
  closedFor: (party: Party) => ReadonlySet<string>,
): Set<string> {
  const busy = new Set(held.map(({ table }) => table));
  if (rules.tables.length === 0) return busy;
  const placed: Placed[] = [];
  for (const one of parties) {
    const { party, area, from, until } = one;
    const meanwhile = placed.filter((other) => other.from < until && from < other.until).flatMap(({ tables }) => tables);
    const free = freeChoices(rules, { party, area, busy: new Set([...busy, ...meanwhile]) });
    const closed = closedFor(one);
    const best = free.find(({ tables }) => !tables.some((number) => closed.has(number))) ?? free[0];
    if (best) placed.push({ tables: best.tables, from, until });
  }
  return new Set([...busy, ...placed.flatMap(({ tables }) => tables)]);
}

/** How tables that a person chose fit a party; null where nobody has declared them so. */
export function choiceOf(rules: Pick<Rules, "tables" | "combinations">, tables: readonly string[]): Choice | null {
  const asked = [...tables].sort().join("\n");
  return allChoices(rules).find((one) => [...one.tables].sort().join("\n") === asked) ?? null;
}

/** Whether a table is the one of a number that somebody typed. */
export const isTable = (number: string) => (one: { table: string }) => foldText(one.table) === foldText(number);

/** Seats of all tables; null where none were declared. */
export function capacityOf({ tables }: Pick<Rules, "tables">): number | null {
  return tables.length === 0 ? null : tables.reduce((sum, { max }) => sum + max, 0);
}
