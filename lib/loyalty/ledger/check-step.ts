import { bulkRead } from "../../db/bulk-read";

export interface CheckLedgerInput {
  hub: string;
}

/** A customer whose balance is not the sum of the own lines. */
export interface BalanceDiffers {
  customer_id: string;
  balance: number;
  ledger: number;
}

export interface LedgerChecked {
  customers: number;
  lines: number;
  differs: number;
  /** The first of them. */
  first: BalanceDiffers[];
}

/** So many are named: whoever mends it begins with one. */
const MOST_NAMED = 20;

const SUMS = "SELECT customer_id, sum(points) AS ledger FROM loyalty_ledger WHERE customer_id <> '' GROUP BY customer_id";
const DIFFERS = `SELECT c.id AS customer_id, c.points AS balance, coalesce(s.ledger, 0) AS ledger
    FROM loyalty_customer c LEFT JOIN (${SUMS}) s ON s.customer_id = c.id WHERE c.points <> coalesce(s.ledger, 0)
  UNION ALL SELECT s.customer_id, 0, s.ledger FROM (${SUMS}) s LEFT JOIN loyalty_customer c ON c.id = s.customer_id WHERE c.id IS NULL`;

/** Whether each balance is the sum of its lines; it changes nothing. */
export function checkLedger({ hub }: CheckLedgerInput): LedgerChecked {
  return bulkRead({ hub }, (sql) => {
    const count = (from: string) => sql.hub.prepare<[], number>(`SELECT count(*) FROM ${from}`).pluck().get() ?? 0;
    const first: BalanceDiffers[] = [];
    let differs = 0;
    for (const row of sql.hub.prepare<[], BalanceDiffers>(DIFFERS).iterate()) {
      differs += 1;
      if (first.length < MOST_NAMED) first.push(row);
    }
    return { customers: count("loyalty_customer"), lines: count("loyalty_ledger"), differs, first };
  });
}
