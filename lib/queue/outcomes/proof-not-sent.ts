import type Database from "better-sqlite3";
import { eveningHours } from "../../business-day";
import { statement } from "../../db/statements";
import { env } from "../../env";
import { type Changes, despiteEarlier, failed, type Item, unlessCancelled } from "../item-states";
import { OPTED_OUT, OPTED_OUT_CODE } from "../left-out-reasons";
import { type Pauses, pauseOn } from "../pause/state";
import { whoseGuestSaidNo } from "../recipients/opted-out";
import { isTooLate, tooLateText } from "../send-policy/too-late";
import type { LeaseAttempt } from "./worker-journal";

/** The attempt that was begun under a lease. */
export function leaseAttemptOf(sql: Database.Database, { id, token }: { id: string; token: number }): LeaseAttempt | undefined {
  return statement<[string, number], LeaseAttempt>(
    sql,
    "SELECT worker, outcome, fault FROM queue_attempt WHERE item_id = ? AND token = ?",
  ).get(id, token);
}

/**
 * What becomes of a message that its lease has proven not to have handed over. It goes back into the queue only where somebody still
 * wants it, and is free of its number only where no earlier lease may have sent it.
 * @param changes what the proof alone would make of it
 */
export function provenNotSent(sql: Database.Database, item: Item, changes: Changes, pauses: Pauses, at: number): Changes {
  if (mayHaveGoneBefore(sql, item)) return despiteEarlier(item, changes, at);
  if (changes.status !== "PENDING") return changes;
  const wanted = unlessCancelled(item, { ...changes, ended_at: null }, pauseOn(sql, pauses, item).emptied_at, at);
  if (wanted.status !== "PENDING") return wanted;
  if (whoseGuestSaidNo(sql, [item]).size > 0) return failed(OPTED_OUT_CODE, OPTED_OUT, at);
  const hours = eveningHours(env());
  return isTooLate(item, hours, at) ? failed("TOO_LATE", tooLateText(item, hours, at), at) : wanted;
}

/** Whether the very same message may have gone out under an earlier lease: nobody has heard what became of that. */
function mayHaveGoneBefore(sql: Database.Database, { id, generation, lease_token }: Item): boolean {
  const found = statement<[string, number, number], unknown>(
    sql,
    `SELECT 1 FROM queue_attempt WHERE item_id = ? AND generation = ? AND token < ? AND (outcome IS NULL OR outcome = 'unknown') LIMIT 1`,
  ).get(id, generation, lease_token);
  return found !== undefined;
}
