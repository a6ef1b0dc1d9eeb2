import { addMonths } from "../../local-time";

/** After how long points are lost, as it counts now. */
export interface ExpiryRule {
  /** Without a visit, and since the points were given. */
  months: number;
  /** The first day on which any are lost, YYYY-MM-DD. */
  begins_on: string;
}

/** A customer with the lines of which points are left. */
export interface Saver {
  balance: number;
  /** The business day of the last visit; null for none. */
  last_visit: string | null;
  /** @param at ISO 8601 */
  sources: readonly { id: string; at: string; left: number }[];
}

export interface Expiring {
  id: string;
  points: number;
  /** The business day on which they are lost, unless the guest comes before, YYYY-MM-DD. */
  on: string;
}

/** The day on which points are lost of somebody who was last there, or got them, on another. */
function lostOn({ months, begins_on }: ExpiryRule, since: string): string {
  const day = addMonths(since, months);
  return day > begins_on ? day : begins_on;
}

/**
 * Whether points of a day are not lost yet by all visits that are known now, each of which kept them only where it came in time: one that was
 * recorded after the night in which they were lost may say so.
 * @param visits business days, the first one first
 */
export function areKept(rule: ExpiryRule, given: string, visits: readonly string[], today: string): boolean {
  let since = given;
  for (const day of visits) {
    if (day >= lostOn(rule, since)) break;
    if (day > since) since = day;
  }
  return lostOn(rule, since) > today;
}

/**
 * What a customer loses and when if they do not come again, the first ones first. Never more than they have: where an award was taken back after it
 * was spent, lines have more left than the balance.
 */
export function expiring(rule: ExpiryRule, { balance, last_visit, sources }: Saver): Expiring[] {
  const sinceOf = (given: string) => (last_visit !== null && last_visit > given ? last_visit : given);
  const dated = sources.map(({ id, at, left }) => ({ id, left, on: lostOn(rule, sinceOf(at.slice(0, 10))) }));
  let open = balance;
  return dated
    .toSorted((a, b) => a.on.localeCompare(b.on))
    .flatMap(({ id, left, on }) => {
      const points = Math.min(left, Math.max(0, open));
      open -= points;
      return points > 0 ? [{ id, points, on }] : [];
    });
}
