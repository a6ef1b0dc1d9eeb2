import type Database from "better-sqlite3";
import type { Caller } from "../../caller";
import { statement } from "../../db/statements";
import { addDays, addMonths } from "../../local-time";
import type { ShownTier, Tier } from "./contract";

/** Visits of so many months count. */
const MONTHS = 12;
/** So long before it ends a tier says so, in days. */
const SAID_BEFORE = 30;

/** The day after which visits count. */
export const countsSince = (today: string) => addMonths(today, -MONTHS);

// Two tables of an evening in one restaurant are one visit.
const VISITS = `SELECT DISTINCT substr(v.table_key, 1, 10) AS day, v.branch FROM json_each(?) j CROSS JOIN loyalty_visit v ON v.customer_id = j.value
  WHERE v.counted_in IS NULL AND substr(v.table_key, 1, 10) > ? ORDER BY day DESC`;

const SEEN = `SELECT 1 FROM json_each(?) j CROSS JOIN loyalty_visit v ON v.customer_id = j.value
  WHERE v.branch IN (SELECT value FROM json_each(?)) LIMIT 1`;

/** Whether one of some customers was in a branch of the caller's. */
export function isSeen(hub: Database.Database, customers: readonly string[], { branches }: Pick<Caller, "branches">): boolean {
  if (branches === null) return true;
  return statement<[string, string], unknown>(hub, SEEN).get(JSON.stringify(customers), JSON.stringify(branches)) !== undefined;
}

/**
 * The tier of a guest who is some customers: counted anew each time, so that who becomes one or two has the right one at once.
 * @param today the business day, YYYY-MM-DD
 */
export function tierOf(hub: Database.Database, tiers: readonly Tier[], customers: readonly string[], today: string): ShownTier | null {
  if (customers.length === 0) return null;
  const days = statement<[string, string], { day: string }>(hub, VISITS)
    .all(JSON.stringify(customers), countsSince(today))
    .map(({ day }) => day);
  const place = tiers.filter(({ visits }) => visits <= days.length).length;
  const tier = tiers[place - 1];
  if (!tier) return null;
  const falls_on = addMonths(days[tier.visits - 1] ?? today, MONTHS);
  return { name: tier.name, place, of: tiers.length, falls_on: falls_on <= addDays(today, SAID_BEFORE) ? falls_on : null };
}
