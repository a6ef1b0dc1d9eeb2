import type { Tx } from "../../db/clients";
import type { UNDECIDED_CODE } from "../left-out-reasons";

/** Why the send policy holds a message back until a time, as it leaves the reason with the message. */
type Hold = "QUIET" | "LIMIT" | "NUMBER" | "NO_TEMPLATE" | "PAUSED" | typeof UNDECIDED_CODE;

/**
 * What held messages back has changed, or is over: they are due at once, and the send policy says anew what stands against them.
 * @param at the server's time in milliseconds
 * @param guests by their digits; left out, it is over for everybody
 * @returns how many are due
 */
export async function endHolds(tx: Tx<"hub">, holds: readonly Hold[], at: number, guests?: readonly string[]): Promise<number> {
  const run_at = new Date(at).toISOString();
  const { count } = await tx.queueItem.updateMany({
    where: { status: "PENDING", last_code: { in: [...holds] }, run_at: { gt: run_at }, ...(guests ? { digits: { in: [...guests] } } : {}) },
    data: { run_at, last_code: null, last_error: null },
  });
  return count;
}
