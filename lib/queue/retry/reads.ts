import type { AnswerOf } from "../../api/endpoint";
import { now } from "../../clock";
import { statement } from "../../db/statements";
import { hubStore } from "../../db/stores";
import type { failedAll } from "../contract";
import type { Item } from "../items/rules";
import { ofBranches, shownPhone } from "../reads";
import { retried } from "./rules";

/** How long a failed birthday message may be retried, in milliseconds: later nobody wants to be greeted. */
export const RETRIED_FOR = 7 * 24 * 3_600_000;

/** @returns ISO 8601; what failed since then counts */
export function failedSince(): string {
  return new Date(now().getTime() - RETRIED_FOR).toISOString();
}

/** The birthday messages that failed lately, the newest first. @param branches whose; null for every branch's */
export async function failedBirthdays(
  seesPhones: boolean,
  branches: readonly string[] | null,
): Promise<AnswerOf<typeof failedAll>["failed"]> {
  const { sql } = await hubStore();
  const { where, values } = ofBranches(branches);
  const at = now().getTime();
  const items = statement<string[], Item>(
    sql,
    `SELECT * FROM queue_item
     WHERE status = 'FAILED' AND kind = 'birthday' AND created_at > ? AND ${where} ORDER BY ended_at DESC, position LIMIT 500`,
  ).all(failedSince(), ...values);
  return items.map((item) => ({
    id: item.id,
    name: item.name,
    phone: shownPhone(item.digits, seesPhones),
    error: item.last_error ?? "",
    can_retry: retried(item, at) !== null,
  }));
}
