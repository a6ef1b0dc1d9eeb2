import { bulkRead } from "../../db/bulk-read";
import { statement } from "../../db/statements";
import { sameGuest, visitsOf } from "../same-guest";
import { areKept, type ExpiryRule } from "./rule";

export interface LateVisitsInput {
  hub: string;
  /** Those that say who is one guest, by their branches. */
  books: Record<string, string>;
  rule: ExpiryRule;
  /** Points that were lost from this moment on are looked at, ISO 8601. */
  since: string;
  /** The business day, YYYY-MM-DD. */
  today: string;
}

/** Points that were lost although their guest came in time, as is known by now. */
export interface LostTooSoon {
  /** The line by which they were lost. */
  id: string;
  /** All customers that the guest is. */
  same: string[];
}

/**
 * Points that were lost and are not back. An award that was taken back gives none again, whatever was lost of it: the last thing that happened to
 * it says so.
 */
export const LOST = `SELECT e.id, e.customer_id, e.of_line, -e.points AS points, e.branch, date(r.at) AS given
  FROM loyalty_ledger e JOIN loyalty_ledger r ON r.id = e.of_line
  WHERE e.type = 'EXPIRE_POINTS' AND e.points < 0 AND e.customer_id <> ''
    AND NOT EXISTS (SELECT 1 FROM loyalty_ledger b WHERE b.of_line = e.of_line AND b.reverses = e.id)
    AND (SELECT o.reverses FROM loyalty_ledger o WHERE o.of_line = e.of_line AND o.type = 'OTHER' ORDER BY o.seq DESC LIMIT 1) IS NOT e.of_line`;

export interface Lost {
  id: string;
  customer_id: string;
  of_line: string;
  points: number | bigint;
  branch: string;
  /** The day on which they had been given. */
  given: string;
}

/** Which points were lost too soon: in a thread. */
export function lostTooSoon({ hub, books, rule, since, today }: LateVisitsInput): LostTooSoon[] {
  return bulkRead({ hub }, (sql) =>
    bulkRead(books, (of) =>
      statement<[string], Lost>(sql.hub, `${LOST} AND e.at >= ? ORDER BY e.seq`)
        .all(since)
        .flatMap(({ id, customer_id, given }) => {
          const same = sameGuest(sql.hub, Object.values(of), [customer_id]);
          return areKept(rule, given, visitsOf(sql.hub, same), today) ? [{ id, same }] : [];
        }),
    ),
  );
}
