import { now } from "../../clock";
import type { WriteBy } from "../../db/actor";
import type { Tx } from "../../db/clients";
import { hubStore } from "../../db/stores";
import { failpoint } from "../../test-hooks";
import type { CancelState } from "../contract";
import { cancelled, uncertain } from "../items/rules";
import { queueBell } from "../leases/reads";
import { BRAKE, type Brake, brakeIn } from "./reads";

/** Stops all sending, until somebody resumes it; what waits stays in the queue. */
export async function stopSending(by: WriteBy) {
  const hub = await hubStore();
  return hub.write(by, async (tx) => {
    const answer = await setBrake(tx, true, by);
    return { answer, happened: [{ kind: "sending.stopped", subjects: [], payload: { cancelled_items: 0, still_sending: 0 } }] };
  });
}

/**
 * Stops all sending, and cancels every message that no worker was allowed to send yet (docs/design/whatsapp.md 4.6). After this answer no
 * message begins. One that may have arrived already, and waits to be sent once more, also as a new message, stays in doubt. What
 * was handed over before is told, because it may still arrive. It never goes out once more: see `unlessCancelled`.
 */
export async function cancelEverything(by: WriteBy) {
  const hub = await hubStore();
  const told = await hub.write(by, async (tx) => {
    const at = now().getTime();
    const state = await setBrake(tx, true, by, { empties: true });
    const doubt = uncertain(at);
    await tx.$executeRaw`
      UPDATE queue_item SET status = ${doubt.status}, last_code = ${doubt.last_code}, last_error = ${doubt.last_error}, ended_at = ${doubt.ended_at}
      WHERE status = 'PENDING' AND EXISTS (SELECT 1 FROM queue_attempt a WHERE a.item_id = queue_item.id
        AND (a.outcome IS NULL OR a.outcome = 'unknown') AND NOT EXISTS (SELECT 1 FROM queue_attempt b
          WHERE b.message_id = a.message_id AND (b.outcome = 'accepted' OR (b.fault IS NOT NULL AND b.outcome IS NOT 'not_sent'))))`;
    const gone = cancelled(at);
    const cancelled_items = await tx.$executeRaw`
      UPDATE queue_item SET status = 'CANCELLED', phase = NULL, lease_worker = NULL, lease_boot = NULL, lease_until = NULL,
        last_code = ${gone.last_code}, last_error = ${gone.last_error}, ended_at = ${gone.ended_at}
      WHERE status = 'PENDING' OR phase = 'claimed'`;
    failpoint("cancel:items");
    const still_sending = await tx.queueItem.count({ where: { status: "IN_PROGRESS" } });
    const counts = { cancelled_items: Number(cancelled_items), still_sending };
    const handed = still_sending > 0 ? ` ${still_sending} had been handed to WhatsApp already and may still arrive.` : "";
    const detail = `${cancelled_items} message(s) cancelled. Sending is stopped until somebody resumes it.${handed}`;
    return { answer: { ...state, ...counts, detail }, happened: [{ kind: "sending.stopped", subjects: [], payload: counts }] };
  });
  failpoint("cancel:committed");
  return told;
}

/** Goes on with sending; what was cancelled stays cancelled. */
export async function resumeSending(by: WriteBy) {
  const hub = await hubStore();
  const state = await hub.write(by, async (tx) => {
    const answer = await setBrake(tx, false, by);
    return { answer, happened: [{ kind: "sending.resumed", subjects: [], payload: {} }] };
  });
  queueBell().ring();
  return state;
}

/** @returns what people see of it from now on: the whole answer belongs to the transaction, because its receipt is kept there */
async function setBrake(tx: Tx<"hub">, isOn: boolean, by: WriteBy, { empties = false } = {}): Promise<CancelState> {
  const at = now().toISOString();
  const { epoch, emptied_at } = await brakeIn(tx);
  const brake: Brake = { cancelled: isOn, by: by.actor.id, at, epoch, emptied_at };
  const value = JSON.stringify(empties ? { ...brake, epoch: epoch + 1, emptied_at: at } : brake);
  const row = { value, changed_at: at, changed_by: by.actor.id };
  await tx.queueSetting.upsert({ where: { name: BRAKE }, create: { name: BRAKE, ...row }, update: row });
  const who = await tx.user.findUnique({ where: { id: by.actor.id }, select: { name: true } });
  return { cancelled: isOn, by: isOn ? (who?.name ?? by.actor.id) : null, at: isOn ? at : null };
}
