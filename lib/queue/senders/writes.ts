import { now } from "../../clock";
import type { WriteBy } from "../../db/actor";
import type { Tx } from "../../db/clients";
import { hubStore } from "../../db/stores";
import { AppError } from "../../errors";
import type { Happening } from "../../events";
import { transportOf } from "../gate/rules";
import { endHolds } from "../holds/writes";
import { queueBell } from "../leases/reads";
import { lastLookedAt, type Pause, pauseFor, restAfter, stopsNumber } from "./rules";

/** What the refusal of a message means for the number that it went out from: it goes on, or rests. */
export async function afterRefusal(tx: Tx<"hub">, account: string, fault: string | null, code: string, at: number): Promise<Happening[]> {
  const transport = transportOf(account);
  const rest = stopsNumber(transport, fault, code) ? pauseFor(code, at) : await restOf(tx, account, at);
  return rest ? [await pause(tx, account, rest)] : [];
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
    select: { outcome: true, fault: true },
  });
  return restAfter(transport, last, at);
}

async function pause(tx: Tx<"hub">, id: string, { until, reason }: Pause): Promise<Happening> {
  const paused_until = new Date(until).toISOString();
  await tx.senderAccount.update({ where: { id }, data: { paused_until, pause_reason: reason } });
  return { kind: "sender.paused", subjects: [id], payload: { until: paused_until, reason } };
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
    if (count > 0) await endHolds(tx, ["PAUSED"], at.getTime());
    const happened = count > 0 ? [{ kind: "sender.resumed" as const, subjects: [known.account], payload: {} }] : [];
    return { answer: { resumed: count > 0 }, happened };
  });
  queueBell().ring();
  return answer;
}
