import { timestamp } from "../clock";
import { bySystem } from "../db/actor";
import { hubStore } from "../db/find-store";
import { statement } from "../db/statements";
import { telling } from "../loyalty/ledger/lines";
import { startRoutine } from "../routine";
import { giveBack } from "./lines";
import { WAITING } from "./states";

const DUE = `SELECT id FROM loyalty_redemption WHERE state IN ('ISSUED', 'HELD') AND until <= ? ORDER BY until LIMIT 100`;

/** Ends what nobody confirmed or gave in time: its points are back. @returns how many */
export async function lapseRewards(): Promise<number> {
  const hub = await hubStore();
  const due = statement<[string], { id: string }>(hub.sql, DUE).all(timestamp());
  for (const { id } of due) {
    const by = bySystem("rewards");
    await hub.write(by, async (tx) => {
      const row = await tx.loyaltyRedemption.findUnique({ where: { id }, include: { reward: true } });
      const at = timestamp();
      if (!row || row.until > at || !WAITING.some((state) => state === row.state)) return { answer: undefined, happened: [] };
      return telling(by, async (say) => {
        await giveBack(tx, row, "expired", at, say);
      });
    });
  }
  return due.length;
}

/** How often is looked, in milliseconds; whoever acts on one that is over is told at once. */
const LOOK_EVERY = 30_000;

/**
 * From now on rewards that nobody confirmed or gave in time end by themselves. It keeps no process alive.
 * @returns ends it, and settles when what is under way is done
 */
export function startLapsing(lookEvery: number = LOOK_EVERY): () => Promise<void> {
  return startRoutine(lookEvery, "rewards that are over were not ended; the next look does", lapseRewards);
}
