import type { AnswerOf } from "../../api/endpoint";
import { eveningHours } from "../../business-day";
import { now } from "../../clock";
import { statement } from "../../db/statements";
import { hubStore } from "../../db/stores";
import { env } from "../../env";
import type { failedAll } from "../contract";
import { WAITS_FOR } from "../gate/rules";
import type { Item } from "../items/rules";
import { ofBranches, shownPhone } from "../reads";
import { whoseGuestSaidNo } from "../recipients/reads";
import { OPTED_OUT } from "../rules";
import { retryingOf } from "./rules";

/** @returns ISO 8601; what failed since then counts */
export function failedSince(): string {
  return new Date(now().getTime() - WAITS_FOR).toISOString();
}

/** The birthday messages that failed lately, the newest first. @param branches whose; null for every branch's */
export async function failedBirthdays(
  seesPhones: boolean,
  branches: readonly string[] | null,
): Promise<AnswerOf<typeof failedAll>["failed"]> {
  const { sql } = await hubStore();
  const { where, values } = ofBranches(branches);
  const at = now().getTime();
  const hours = eveningHours(env());
  const items = statement<string[], Item>(
    sql,
    `SELECT * FROM queue_item
     WHERE status = 'FAILED' AND kind = 'birthday' AND created_at > ? AND ${where} ORDER BY ended_at DESC, position LIMIT 500`,
  ).all(failedSince(), ...values);
  const saidNo = whoseGuestSaidNo(sql, items);
  return items.map((item) => ({
    id: item.id,
    name: item.name,
    phone: shownPhone(item.digits, seesPhones),
    error: errorOf(item, saidNo.has(item.id)),
    ...retryingOf(item, saidNo.has(item.id), hours, at),
  }));
}

function errorOf({ last_error, last_code }: Item, saidNo: boolean): string {
  const parts = [last_error ?? "", saidNo && last_code !== "OPT_OUT" ? OPTED_OUT : ""];
  return parts.filter(Boolean).join(" ");
}
