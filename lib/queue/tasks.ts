import type { EnqueueBody, ItemStatus, Task, TaskKind } from "./contract";

/** Somebody sits at the table and waits; a birthday lasts all day. The smaller goes first. */
export const PRIORITY: Record<TaskKind, number> = { menu: 0, service: 1, birthday: 2 };

/** Of a greeting that goes on another day than the birthday: it takes no place of those who celebrate today. */
export const BELATED = 3;

/** Why a batch is sent; the specification's callers do not say it themselves, but each sends fields of its own. */
export function kindOf({ campaign, items, prefer_worker, date }: EnqueueBody): TaskKind {
  if (campaign) return campaign;
  if (items.some(({ table_name }) => table_name)) return "menu";
  const isBirthday = date !== undefined || prefer_worker !== undefined || items.some(({ voucher }) => voucher);
  return isBirthday ? "birthday" : "service";
}

/** A task by its messages: failed when none went out and some should have, else done. */
export function taskStatusOf(counts: Record<ItemStatus, number>): Task["status"] {
  if (counts.PENDING + counts.IN_PROGRESS > 0) return "PENDING";
  return counts.SENT === 0 && counts.FAILED > 0 ? "FAILED" : "DONE";
}

/**
 * The birthday that a campaign's vouchers were made for; null where there are none, or of more than one date.
 * @param vouchers paths of their pictures; empty for guests who get none
 */
export function dateOfVouchers(vouchers: readonly string[]): string | null {
  const dates = new Set(vouchers.filter(Boolean).map((file) => file.split("/")[1] ?? ""));
  const [date] = dates;
  return dates.size === 1 && date ? date : null;
}

/** Messages that one branch may queue in 24 hours (docs/design/reliability.md S-30). */
export const MOST_PER_DAY = 5_000;
