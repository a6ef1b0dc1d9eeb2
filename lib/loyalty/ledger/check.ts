import { businessDayOf, eveningHours } from "../../business-day";
import { now, timestamp } from "../../clock";
import { bySystem, type WriteBy } from "../../db/actor";
import { runBulk } from "../../db/bulk-steps";
import { hubStore } from "../../db/find-store";
import { statement } from "../../db/statements";
import { env } from "../../env";
import { log } from "../../log";
import { startRoutine } from "../../routine";
import type { CheckLedgerInput, LedgerChecked } from "./check-step";

/** Its name among the settings of the group. */
const CHECKED = "loyalty_checked";

/** What the last check found, and when (ISO 8601). */
export type LastCheck = LedgerChecked & { at: string };

/** Null where nobody has looked yet. */
export async function lastCheck(): Promise<LastCheck | null> {
  const { sql } = await hubStore();
  const kept = statement<[string], { value: string }>(sql, "SELECT value FROM group_setting WHERE name = ?").get(CHECKED);
  return kept ? (JSON.parse(kept.value) as LastCheck) : null; // as it is written below
}

/** Compares every balance with its lines, in a thread, and keeps what it found; a difference is recorded and logged, and nothing is mended. */
export async function checkBalances(by: WriteBy): Promise<LastCheck> {
  const hub = await hubStore();
  const input: CheckLedgerInput = { hub: hub.file };
  const found: LastCheck = { ...(await runBulk<LedgerChecked>("check-ledger", input)), at: timestamp() };
  const { differs, first } = found;
  if (differs > 0) log().error({ differs, first }, "balances of loyalty customers are not the sums of their lines");
  return hub.write({ ...by, receipt: null }, async (tx) => {
    const row = { value: JSON.stringify(found), changed_at: found.at, changed_by: by.actor.id };
    await tx.groupSetting.upsert({ where: { name: CHECKED }, create: { name: CHECKED, ...row }, update: row });
    const subjects = first.map(({ customer_id }) => customer_id);
    return { answer: found, happened: differs > 0 ? [{ kind: "points.balance_differs", subjects, payload: { differs } }] : [] };
  });
}

/** How often is looked whether a check is due, in milliseconds. */
const LOOK_EVERY = 5 * 60_000;

/** Checks once each business day. @returns whether it did */
export async function checkWhereDue(): Promise<boolean> {
  const hours = eveningHours(env());
  const last = await lastCheck();
  if (last && businessDayOf(new Date(last.at), hours) >= businessDayOf(now(), hours)) return false;
  await checkBalances(bySystem("nightly check of points"));
  return true;
}

/**
 * From now on the balances are checked once a business day. It keeps no process alive.
 * @returns ends it, and settles when a check that is under way has ended
 */
export function startCheckingBalances(lookEvery: number = LOOK_EVERY): () => Promise<void> {
  return startRoutine(lookEvery, "nobody checked the balances of points", checkWhereDue);
}
