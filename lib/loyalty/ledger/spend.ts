import type { Tx } from "../../db/clients";
import type { NewLine } from "./lines";

/** A line of which points are left. */
export interface Source {
  id: string;
  customer_id: string;
  /** ISO 8601. */
  at: string;
  branch: string;
  left: number;
}

/**
 * Takes points of some customers, the oldest first: one line for each line that it takes of, so that whoever is parted later keeps what was spent of
 * their own. It takes what is there; whether that suffices is asked of the balance before.
 * @param what of each line that is written
 */
export async function takenOf(
  tx: Tx<"hub">,
  customers: readonly string[],
  points: number,
  what: Omit<NewLine, "customer_id" | "points" | "of_line">,
): Promise<NewLine[]> {
  const lines: NewLine[] = [];
  let open = points;
  for (const { id, customer_id, left } of await sourcesOf(tx, customers)) {
    if (open <= 0) break;
    const taken = Math.min(open, left);
    lines.push({ ...what, customer_id, points: -taken, of_line: id });
    open -= taken;
  }
  return lines;
}

/** The lines of some customers of which points are left, the oldest first. */
export async function sourcesOf(tx: Tx<"hub">, customers: readonly string[]): Promise<Source[]> {
  const rows = await tx.$queryRaw<(Omit<Source, "left"> & { left: number | bigint })[]>`
    SELECT r.id, r.customer_id, r.at, r.branch, r.points + coalesce((SELECT sum(d.points) FROM loyalty_ledger d WHERE d.of_line = r.id), 0) AS left
    FROM json_each(${JSON.stringify(customers)}) j CROSS JOIN loyalty_ledger r ON r.customer_id = j.value
    WHERE r.of_line IS NULL AND r.points > 0 ORDER BY r.at, r.seq`;
  return rows.map(({ left, ...row }) => ({ ...row, left: Number(left) })).filter(({ left }) => left > 0);
}
