import { now, timestamp } from "../../clock";
import { bySystem } from "../../db/actor";
import { Prisma, type Tx } from "../../db/clients";
import { branchStore, hubStore } from "../../db/find-store";
import { statement } from "../../db/statements";
import type { BranchKey } from "../../known-branches";
import { cancelItems } from "../../queue/pause/pause";
import { failpoint } from "../../test-hooks";
import { MESSAGE_KINDS, type ReservationMessage } from "../shapes";
import type { ReservationStatus } from "../states";
import { ANEW, TRUE_WHILE } from "./send-due";

/** The messages that a step makes untrue. */
export const untrueAfter = (from: ReservationStatus, to: ReservationStatus): ReservationMessage[] =>
  MESSAGE_KINDS.filter((kind) => TRUE_WHILE[kind].includes(from) && !TRUE_WHILE[kind].includes(to));

/**
 * Writes down, with the change that makes them untrue, that messages are taken out of the queue where they still wait there. What is not
 * queued yet is looked at again when it is.
 */
export async function takeBack(
  tx: Tx<"table">,
  reservation_id: string,
  kinds: readonly ReservationMessage[],
  { anew = false } = {},
): Promise<void> {
  if (kinds.length === 0) return;
  const data = { state: "withdraw", ...(anew && { why: ANEW }) };
  await tx.reservationMessage.updateMany({ where: { reservation_id, kind: { in: [...kinds] }, state: "queued" }, data });
}

interface ToTakeBack {
  id: string;
  reservation_id: string;
  code: string;
  kind: string;
  why: string;
  task_id: string | null;
}

const TO_TAKE_BACK = `SELECT m.id, m.reservation_id, r.code, m.kind, m.why, m.task_id FROM reservation_message m
  JOIN reservation r ON r.id = m.reservation_id WHERE m.state = 'withdraw' ORDER BY m.due_at, m.id LIMIT 200`;

/** Takes out of the queue what was written down by `takeBack`; what a worker has in its hands is looked at again at the next look. */
export async function takeBackUntrue(branch: BranchKey): Promise<void> {
  const store = await branchStore(branch, "table");
  const messages = statement<[], ToTakeBack>(store.sql, TO_TAKE_BACK).all();
  if (messages.length === 0) return;
  const ended = await cancelTasks(messages.flatMap(({ task_id }) => task_id ?? []));
  failpoint("reservation-message:taken-back");
  await store.write(bySystem("reservations"), async (tx) => {
    const at = timestamp();
    const happened = [];
    for (const { id, reservation_id, code, kind, why, task_id } of messages) {
      const status = task_id === null ? "CANCELLED" : ended.get(task_id);
      if (status === "IN_PROGRESS") continue;
      const isGone = status !== undefined && status !== "CANCELLED";
      const state = isGone && why !== ANEW ? "queued" : "dropped";
      await tx.reservationMessage.updateMany({ where: { id, state: "withdraw" }, data: { state, why: "", at } });
      const payload = { code, message: kind, state: "taken_back" };
      if (task_id !== null && !isGone) happened.push({ kind: "reservation.told" as const, subjects: [reservation_id], payload });
    }
    return { answer: undefined, happened };
  });
}

const OF_TASKS = "SELECT task_id, status FROM queue_item WHERE task_id IN (SELECT value FROM json_each(?))";

/** Cancels what no worker was allowed to send yet. @returns the status of each task's message then */
async function cancelTasks(ids: readonly string[]): Promise<Map<string, string>> {
  const hub = await hubStore();
  const tasks = JSON.stringify(ids);
  const statuses = () =>
    new Map(
      statement<[string], { task_id: string; status: string }>(hub.sql, OF_TASKS)
        .all(tasks)
        .map(({ task_id, status }) => [task_id, status]),
    );
  const waiting = [...statuses()].filter(([, status]) => status === "PENDING" || status === "IN_PROGRESS");
  if (waiting.length === 0) return statuses();
  await hub.write(bySystem("reservations"), async (tx) => {
    await cancelItems(tx, Prisma.sql`task_id IN (SELECT value FROM json_each(${tasks}))`, now().getTime());
    return { answer: undefined, happened: [] };
  });
  return statuses();
}
