import { now } from "../../clock";
import type { WriteBy } from "../../db/actor";
import type { Tx } from "../../db/clients";
import { hubStore } from "../../db/find-store";
import { AppError } from "../../errors";
import type { Happening } from "../../events";
import { workerNotifier } from "../leases/worker-notifier";
import { transportOf } from "../send-policy/policy";
import { endHolds } from "../send-policy/release-holds";
import { isThrottle } from "../try-again-or-fail";
import { lastLookedAt, type Pause, pauseFor, restAfter, stopsNumber, throttlePause } from "./sender-pauses";

/** The attempt that was refused. */
interface Attempt {
  seq: number;
  account: string;
  begun_at: string;
}

/** Why it was; `retry_after` is milliseconds. */
interface Refusal {
  fault: string | null;
  code: string;
  retry_after: number | null;
}

/** What the refusal of a message means for the number that it went out from: it goes on, goes on later, or rests. */
export async function afterRefusal(tx: Tx<"hub">, attempt: Attempt, refusal: Refusal, at: number): Promise<Happening[]> {
  const { account } = attempt;
  const { fault, code } = refusal;
  if (isThrottle(fault, code)) await slowDown(tx, attempt, refusal, at);
  const transport = transportOf(account);
  const rest = stopsNumber(transport, fault, code) ? pauseFor(transport, code, at) : await restOf(tx, account, at);
  return rest ? pause(tx, account, rest) : [];
}

/** The number's next message is moved off. Those that were under way when it was refused for that say nothing new. */
async function slowDown(tx: Tx<"hub">, { seq, account, begun_at }: Attempt, { retry_after }: Refusal, at: number): Promise<void> {
  const known = await tx.senderAccount.findUnique({ where: { id: account } });
  if (!known) return;
  const last = known.throttled_at ?? "";
  const isNew = begun_at > last;
  // What was begun before it and was taken is the end of the refusals in a row, however late this one is told.
  const where = { account, seq: { lt: seq }, begun_at: { gt: last }, outcome: "accepted", fault: null };
  const isFirst = isNew && (await tx.queueAttempt.findFirst({ where, select: { seq: true } })) !== null;
  const throttles = isFirst ? 1 : known.throttles + 1;
  const until = new Date(at + throttlePause(isNew ? throttles : 0, retry_after)).toISOString();
  const later = (one: string | null) => (one !== null && one > until ? one : until);
  await tx.senderAccount.update({
    where: { id: account },
    data: {
      next_at: later(known.next_at),
      throttled_until: later(known.throttled_until),
      ...(isNew ? { throttles, throttled_at: new Date(at).toISOString() } : {}),
    },
  });
}

async function restOf(tx: Tx<"hub">, account: string, at: number): Promise<Pause | null> {
  const transport = transportOf(account);
  const among = lastLookedAt(transport);
  if (among === 0) return null;
  const known = await tx.senderAccount.findUnique({ where: { id: account }, select: { paused_until: true } });
  // What led to the last rest does not lead to the next one.
  const since = known?.paused_until ?? "";
  const last = await tx.queueAttempt.findMany({
    where: { account, begun_at: { gte: since }, OR: [{ outcome: { not: null } }, { fault: { not: null } }] },
    orderBy: { seq: "desc" },
    take: among,
    select: { outcome: true, fault: true, code: true },
  });
  return restAfter(transport, last, at);
}

/** A number that is stopped for longer already stays so: what was under way when it was stopped says nothing new. */
async function pause(tx: Tx<"hub">, id: string, { until, reason }: Pause): Promise<Happening[]> {
  const paused_until = new Date(until).toISOString();
  const { count } = await tx.senderAccount.updateMany({
    where: { id, OR: [{ paused_until: null }, { paused_until: { lt: paused_until } }] },
    data: { paused_until, pause_reason: reason },
  });
  return count > 0 ? [{ kind: "sender.paused", subjects: [id], payload: { until: paused_until, reason } }] : [];
}

/**
 * Somebody has seen to a number that was stopped: it sends again, and its earlier refusals count no more.
 * @returns whether it was stopped
 * @throws AppError `not_found` for a worker that is not known, or has no number
 */
export async function resumeSender(worker: string, by: WriteBy): Promise<{ resumed: boolean }> {
  const hub = await hubStore();
  const answer = await hub.write(by, async (tx) => {
    const known = await tx.queueWorker.findUnique({ where: { id: worker }, select: { account: true } });
    if (!known?.account) throw new AppError("not_found", "There is no such worker, or it has no number yet. Nothing was changed.");
    const at = now();
    const paused_until = at.toISOString();
    const { count } = await tx.senderAccount.updateMany({
      where: { id: known.account, paused_until: { gt: paused_until } },
      data: { paused_until, pause_reason: null },
    });
    // What waits knows no number any more: what another one held back is asked for again too, and held back again.
    if (count > 0) await endHolds(tx, ["NUMBER", "PAUSED"], at.getTime());
    const happened = count > 0 ? [{ kind: "sender.resumed" as const, subjects: [known.account], payload: {} }] : [];
    return { answer: { resumed: count > 0 }, happened };
  });
  workerNotifier().notify();
  return answer;
}
