import { bulkRead } from "../../db/bulk-read";
import type { TiersPreview } from "./contract";

export interface TiersInput {
  hub: string;
  /** From how many visits on, the fewest first. */
  visits: readonly number[];
  /** Visits after this day count. */
  since: string;
  /** Those of whoever asks, whose guests are named; null for all. */
  branches: readonly string[] | null;
}

const MOST_NAMED = 5;

interface Row {
  id: string;
  name: string;
  visits: number;
  is_seen: number;
}

const VISITORS = `SELECT c.id, c.name, count(DISTINCT v.branch || ' ' || substr(v.table_key, 1, 10)) AS visits,
    (@branches IS NULL OR EXISTS (SELECT 1 FROM loyalty_visit o WHERE o.customer_id = c.id
      AND o.branch IN (SELECT value FROM json_each(@branches)))) AS is_seen
  FROM loyalty_customer c JOIN loyalty_visit v ON v.customer_id = c.id
  WHERE c.merged_into IS NULL AND v.counted_in IS NULL AND substr(v.table_key, 1, 10) > @since
  GROUP BY c.id HAVING visits >= @fewest ORDER BY visits DESC, c.id`;

/** Counts the customers of each tier: in a thread. */
export function tiersStep({ hub, visits, since, branches }: TiersInput): TiersPreview["tiers"] {
  return bulkRead({ hub }, (sql) => {
    const tiers = visits.map((from): TiersPreview["tiers"][number] => ({ visits: from, guests: 0, first: [] }));
    const asked = { since, fewest: visits[0] ?? 1, branches: branches === null ? null : JSON.stringify(branches) };
    for (const { is_seen, ...guest } of sql.hub.prepare<[typeof asked], Row>(VISITORS).iterate(asked)) {
      const tier = tiers.findLast((one) => one.visits <= guest.visits);
      if (!tier) continue;
      tier.guests += 1;
      if (is_seen && tier.first.length < MOST_NAMED) tier.first.push(guest);
    }
    return tiers;
  });
}
