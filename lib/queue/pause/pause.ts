import { type Caller, holdsEverything } from "../../caller";
import { now } from "../../clock";
import type { WriteBy } from "../../db/actor";
import type { Branch } from "../../db/branch";
import { Prisma, type Tx } from "../../db/clients";
import { hubStore } from "../../db/find-store";
import { AppError } from "../../errors";
import { branchName } from "../../known-branches";
import { failpoint } from "../../test-hooks";
import { UNCOUNTED } from "../forecast/not-today";
import { MAY_HAVE_ARRIVED, NOT_HANDED_OVER } from "../item-sql";
import { cancelled, uncertainRows } from "../item-states";
import { workerNotifier } from "../leases/worker-notifier";
import { nextOfBranches } from "../next-try/next-try";
import { queueSnapshot } from "../next-try/queue-snapshot";
import { ofBranches } from "../stats";
import { OFF, pausesIn, type Scope, type SendingPause, sendingPauseName, stateOf } from "./state";

const NOT_THEIRS =
  "Only somebody who may do everything, in every branch, stops, cancels or resumes the whole group. Nothing was changed. Choose your branch alone.";

/**
 * Whose messages a call is about: the branch's that is asked for, or all where the caller says so.
 * @throws AppError `forbidden` for the whole group, where the caller may not do everything everywhere
 */
export function scopeOf(branch: Branch, whole_group: boolean, caller: Caller): Scope {
  if (!whole_group) return branch.key;
  if (!holdsEverything(caller)) throw new AppError("forbidden", NOT_THEIRS);
  return null;
}

/** What the trail says of whose it was. */
const placeOf = (scope: Scope) => (scope === null ? {} : { branch: scope });

/** Stops sending, until somebody resumes it; what waits stays in the queue. */
export async function stopSending(scope: Scope, by: WriteBy) {
  const hub = await hubStore();
  return hub.write(by, async (tx) => {
    await setSendingPause(tx, sendingPauseName(scope), true, by);
    const payload = { ...placeOf(scope), cancelled_items: 0, still_sending: 0 };
    return { answer: stateOf(hub.sql, await pausesIn(tx), scope), happened: [{ kind: "sending.stopped", subjects: [], payload }] };
  });
}

/**
 * Stops sending, and cancels every message that no worker was allowed to send yet (docs/design/whatsapp.md 4.6). After this answer none of
 * them begins. One that may have arrived already, and waits to be sent once more, also as a new message, stays in doubt. What
 * was handed over before is told, because it may still arrive. It never goes out once more: see `unlessCancelled`.
 */
export async function cancelWaiting(scope: Scope, by: WriteBy) {
  const hub = await hubStore();
  const told = await hub.write(by, async (tx) => {
    const at = now().getTime();
    await setSendingPause(tx, sendingPauseName(scope), true, by, { empties: true });
    const counts = await cancelItems(
      tx,
      Prisma.sql`(${scope} IS NULL OR EXISTS (SELECT 1 FROM queue_task t WHERE t.id = queue_item.task_id AND t.branch = ${scope}))`,
      at,
    );
    const answer = { ...stateOf(hub.sql, await pausesIn(tx), scope), ...counts, detail: detailOf(scope, counts) };
    return { answer, happened: [{ kind: "sending.stopped", subjects: [], payload: { ...placeOf(scope), ...counts } }] };
  });
  failpoint("cancel:committed");
  return told;
}

/**
 * Cancels what no worker was allowed to send yet; what may have arrived already and waits to be sent once more stays in doubt.
 * @param isMeant a condition for a `queue_item`
 */
export async function cancelItems(tx: Tx<"hub">, isMeant: Prisma.Sql, at: number) {
  const doubt = uncertainRows(at);
  await tx.$executeRaw`
    UPDATE queue_item SET status = ${doubt.status}, last_code = ${doubt.last_code}, last_error = ${Prisma.raw(doubt.last_error)},
      ended_at = ${doubt.ended_at}
    WHERE status = 'PENDING' AND ${isMeant} AND ${Prisma.raw(MAY_HAVE_ARRIVED)}`;
  const gone = cancelled(at);
  const cancelled_items = await tx.$executeRaw`
    UPDATE queue_item SET status = 'CANCELLED', phase = NULL, lease_worker = NULL, lease_boot = NULL, lease_until = NULL,
      last_code = ${gone.last_code}, last_error = ${gone.last_error}, ended_at = ${gone.ended_at}
    WHERE (status = 'PENDING' OR phase = 'claimed') AND ${isMeant}`;
  failpoint("cancel:items");
  const [still] = await tx.$queryRaw<{ count: bigint }[]>`
    SELECT count(*) AS count FROM queue_item WHERE status = 'IN_PROGRESS' AND ${isMeant}`;
  return { cancelled_items: Number(cancelled_items), still_sending: Number(still?.count ?? 0) };
}

function detailOf(scope: Scope, { cancelled_items, still_sending }: { cancelled_items: number; still_sending: number }): string {
  const of = scope === null ? "" : ` of ${branchName(scope)}`;
  const handed = still_sending > 0 ? ` ${still_sending} had been handed to WhatsApp already and may still arrive.` : "";
  return `${cancelled_items} message(s)${of} cancelled. Sending${of} is stopped until somebody resumes it.${handed}`;
}

/**
 * Goes on with sending; what was cancelled stays cancelled. The whole group's takes the pauses of all branches with it; a branch's
 * own says nothing against the group's.
 * @returns `next` and `misses`: how what waits goes on, as of `nextOfBranches`
 */
export async function resumeSending(scope: Scope, by: WriteBy) {
  const hub = await hubStore();
  const { where, values } = ofBranches(scope === null ? null : [scope]);
  const state = await hub.write(by, async (tx) => {
    const scopes: Scope[] = scope === null ? [null, ...(await pausesIn(tx)).stopped] : [scope];
    for (const one of scopes) await setSendingPause(tx, sendingPauseName(one), false, by);
    const pauses = await pausesIn(tx);
    const waiting = { where: `${where} AND ${NOT_HANDED_OVER}`, values };
    // Within a write all that waits is not counted through: who waits for others' turn is told by the lists.
    const snapshot = queueSnapshot(hub.sql, now().getTime(), () => UNCOUNTED);
    const { next, misses } = nextOfBranches(hub.sql, waiting, snapshot, pauses);
    return {
      answer: { ...stateOf(hub.sql, pauses, scope), next, misses },
      happened: [{ kind: "sending.resumed", subjects: [], payload: placeOf(scope) }],
    };
  });
  workerNotifier().notify();
  return state;
}

/** @param name under which it is kept */
export async function setSendingPause(tx: Tx<"hub">, name: string, isOn: boolean, by: WriteBy, { empties = false } = {}): Promise<void> {
  const at = now().toISOString();
  const before = await tx.queueSetting.findUnique({ where: { name } });
  const { epoch, emptied_at } = before ? { ...OFF, ...(JSON.parse(before.value) as Partial<SendingPause>) } : OFF;
  const pause: SendingPause = { cancelled: isOn, by: by.actor.id, at, epoch, emptied_at };
  const value = JSON.stringify(empties ? { ...pause, epoch: epoch + 1, emptied_at: at } : pause);
  const row = { value, changed_at: at, changed_by: by.actor.id };
  await tx.queueSetting.upsert({ where: { name }, create: { name, ...row }, update: row });
}
