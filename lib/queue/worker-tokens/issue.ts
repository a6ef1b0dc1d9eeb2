import { randomUUID } from "node:crypto";
import { v7 as uuid } from "uuid";
import type { AnswerOf, BodyOf } from "../../api/endpoint";
import { hashOfToken, makeWorkerToken } from "../../auth/worker-tokens";
import { type Caller, holds } from "../../caller";
import { now } from "../../clock";
import type { WriteBy } from "../../db/actor";
import type { Tx } from "../../db/clients";
import { hubStore } from "../../db/find-store";
import { AppError } from "../../errors";
import type { Happening } from "../../events";
import { ItemsAtHand } from "../item-batch";
import { doubted, released } from "../item-states";
import { workerNotifier } from "../leases/worker-notifier";
import { onlineSince } from "../online-workers";
import type { issueWorkerToken, revokeWorkerToken } from "./contract";

const NOT_THEIRS =
  "A worker of this name is at work, and a new token would take its place. Only somebody who may do everything can do that. Nothing was changed. Choose another name, or ask them.";
const AT_WORK =
  "A worker of this name is at work, and a new token would stop it until it is started with that one. Nothing was changed. Say that it shall be taken over, or choose another name.";

/**
 * Makes a token for a worker. The one it had is over, as if it had been taken back.
 * @throws AppError `forbidden` for a worker that is at work, where the caller may not do everything; `conflict` for one that is at work
 * and shall not be taken over
 */
export async function issueToken(
  { worker, take_over }: BodyOf<typeof issueWorkerToken>,
  caller: Caller,
  by: WriteBy,
): Promise<AnswerOf<typeof issueWorkerToken>> {
  const hub = await hubStore();
  const id = uuid();
  const token = makeWorkerToken();
  await hub.write(by, async (tx) => {
    const at = now().getTime();
    const took_over = await isAtWork(tx, worker, at);
    if (took_over && !holds(caller, "everything")) throw new AppError("forbidden", NOT_THEIRS);
    if (took_over && !take_over) throw new AppError("conflict", AT_WORK, { fields: { at_work: true } });
    const older = await tx.workerToken.findMany({ where: { worker, revoked_at: null } });
    const happened: Happening[] = [];
    for (const one of older) happened.push((await end(tx, one, by, at)).happening);
    // It may have worked by the shared token until now.
    if (older.length === 0) await takeLeases(tx, worker, at);
    const made_at = new Date(at).toISOString();
    await tx.workerToken.create({ data: { id, worker, hash: hashOfToken(token), made_at, made_by: by.actor.id } });
    happened.push({ kind: "worker.token_made", subjects: [id], payload: { worker, took_over } });
    return { answer: undefined, happened };
  });
  workerNotifier().notify();
  return { id, worker, token };
}

/**
 * Takes a token back. Its worker is refused from now on, also the call by which it waits for messages.
 * @throws AppError `not_found`
 */
export async function revokeToken(id: string, by: WriteBy): Promise<AnswerOf<typeof revokeWorkerToken>> {
  const hub = await hubStore();
  const answer = await hub.write(by, async (tx) => {
    const known = await tx.workerToken.findUnique({ where: { id } });
    if (!known) throw new AppError("not_found", "There is no such token. Nothing was changed.");
    if (known.revoked_at) return { answer: { revoked: false, given_back: 0, in_doubt: 0 }, happened: [] };
    const { happening, ...counts } = await end(tx, known, by, now().getTime());
    return { answer: { revoked: true, ...counts }, happened: [happening] };
  });
  workerNotifier().notify();
  return answer;
}

/** Whether a worker of this name was heard of a moment ago, or holds messages still. */
async function isAtWork(tx: Tx<"hub">, worker: string, at: number): Promise<boolean> {
  const isHeard = (await tx.queueWorker.count({ where: { id: worker, last_seen: { gt: onlineSince(at) } } })) > 0;
  const held = { lease_worker: worker, phase: { in: ["claimed", "sending"] }, lease_until: { gt: new Date(at).toISOString() } };
  return isHeard || (await tx.queueItem.count({ where: held })) > 0;
}

async function end(tx: Tx<"hub">, { id, worker }: { id: string; worker: string }, by: WriteBy, at: number) {
  await tx.workerToken.update({ where: { id }, data: { revoked_at: new Date(at).toISOString(), revoked_by: by.actor.id } });
  const counts = await takeLeases(tx, worker, at);
  const happening: Happening = { kind: "worker.token_revoked", subjects: [id], payload: { worker, ...counts } };
  return { ...counts, happening };
}

/** What a worker holds is settled at once and not when its leases run out; begun messages stay its own, for its journal to settle. */
async function takeLeases(tx: Tx<"hub">, worker: string, at: number): Promise<{ given_back: number; in_doubt: number }> {
  const items = await tx.queueItem.findMany({ where: { lease_worker: worker, phase: { in: ["claimed", "sending"] } } });
  const hand = new ItemsAtHand(items);
  for (const item of items) hand.change(item, item.phase === "claimed" ? released(item, at) : doubted(item, at, "WORKER_LOST"));
  await hand.write(tx);
  // A process that nobody knows: a claim that waits gets nothing, and what is being begun is refused.
  const gone = { boot_id: randomUUID(), last_seen: onlineSince(at) };
  await tx.queueWorker.updateMany({ where: { id: worker }, data: gone });
  const given_back = items.filter(({ phase }) => phase === "claimed").length;
  return { given_back, in_doubt: items.length - given_back };
}
