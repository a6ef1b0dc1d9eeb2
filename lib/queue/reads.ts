import { statement } from "../db/statements";
import { hubStore } from "../db/stores";
import { AppError } from "../errors";
import { shownNumbers } from "../phones";
import type { ItemStatus, PendingItem, Task, TaskKind } from "./contract";
import { masked, taskStatusOf } from "./rules";

const NONE: Record<ItemStatus, number> = { PENDING: 0, IN_PROGRESS: 0, SENT: 0, FAILED: 0, CANCELLED: 0 };

/** How many messages stand where. */
export async function queueStats(): Promise<Record<ItemStatus, number>> {
  const { sql } = await hubStore();
  const rows = statement<[], { status: ItemStatus; count: number }>(
    sql,
    "SELECT status, count(*) AS count FROM queue_item GROUP BY status",
  ).all();
  return { ...NONE, ...Object.fromEntries(rows.map(({ status, count }) => [status, count])) };
}

interface PendingRow extends Omit<PendingItem, "phone" | "next_try" | "worker" | "kind"> {
  kind: TaskKind;
  digits: string;
  lease_worker: string | null;
  prefer_worker: string | null;
  run_at: string;
}

/**
 * The messages that are still to go out, those under way first.
 * @param seesPhones whether whole numbers may be shown; masked otherwise
 */
export async function queuePending(limit: number, seesPhones: boolean): Promise<PendingItem[]> {
  const { sql } = await hubStore();
  const columns = `id, task_id, name, digits, table_name, pdf_path, voucher, branch, kind, status, last_error, lease_worker, prefer_worker, run_at`;
  const rows = statement<[number], PendingRow>(
    sql,
    `SELECT ${columns} FROM queue_item WHERE status IN ('PENDING', 'IN_PROGRESS')
     ORDER BY status, priority, run_at, task_id, position LIMIT ?`,
  ).all(limit);
  return rows.map(({ digits, lease_worker, prefer_worker, run_at, ...item }) => ({
    ...item,
    phone: shownPhone(digits, seesPhones),
    worker: lease_worker ?? prefer_worker,
    next_try: item.status === "PENDING" ? run_at : null,
  }));
}

/** A number as people read it, or masked for those who may not send. */
export function shownPhone(digits: string, seesPhones: boolean): string {
  return seesPhones ? (shownNumbers(`+${digits}`)[0]?.shown ?? `+${digits}`) : masked(digits);
}

/** @throws AppError `not_found` */
export async function openTask(id: string, seesPhones: boolean): Promise<Task> {
  const { sql } = await hubStore();
  const task = statement<[string], { kind: TaskKind }>(sql, "SELECT kind FROM queue_task WHERE id = ?").get(id);
  if (!task) throw new AppError("not_found", "There is no such task.");
  const rows = statement<
    [string],
    { id: string; name: string; digits: string; status: ItemStatus; error: string | null; delivery: string | null }
  >(sql, "SELECT id, name, digits, status, last_error AS error, delivery FROM queue_item WHERE task_id = ? ORDER BY position").all(id);
  const counts = { ...NONE };
  for (const { status } of rows) counts[status]++;
  return {
    id,
    kind: task.kind,
    status: taskStatusOf(counts),
    total: rows.length,
    sent: counts.SENT,
    failed: counts.FAILED,
    cancelled: counts.CANCELLED,
    results: rows.map(({ digits, ...row }) => ({ ...row, phone: shownPhone(digits, seesPhones) })),
  };
}
