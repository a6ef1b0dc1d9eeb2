import type Database from "better-sqlite3";
import type { AnswerOf, BodyOf } from "../../api/endpoint";
import { batchCalls } from "../../batch-calls";
import { BUILD, comparedBuild, otherProtocol } from "../../build";
import { now } from "../../clock";
import { bySystem, type WriteBy } from "../../db/actor";
import { hubStore } from "../../db/find-store";
import { statement } from "../../db/statements";
import { itemsAtHand } from "../item-batch";
import { doubted, failed, type Holder, holds, released, reopened } from "../item-states";
import { LEASE } from "../leases/lease-times";
import { claimItems, releaseClaimsOf } from "../leases/leases";
import { workerNotifier } from "../leases/worker-notifier";
import { workItemOf } from "../media";
import { HEARTBEAT, onlineSince } from "../online-workers";
import { leaseAttemptOf, provenNotSent } from "../outcomes/proof-not-sent";
import { settleResults, writeAttempts } from "../outcomes/settle";
import { recoveryAction } from "../outcomes/worker-journal";
import { pauseOn, pausesOf } from "../pause/state";
import { beginItem } from "../send-policy/begin";
import { mayNotGoAgain } from "../send-policy/policy-facts";
import { endHolds } from "../send-policy/release-holds";
import { templatesFor } from "../templates/fill";
import type {
  ack as ackContract,
  begin as beginContract,
  claim as claimContract,
  heartbeat as heartbeatContract,
  recover as recoverContract,
  register as registerContract,
  WorkItem,
} from "./contract";
import { callingWorker, countOnline } from "./workers";

/**
 * Heartbeats of many workers share a transaction, and none of them waits for its answer. The more there are, the longer the
 * writes lie apart: of three hundred all that come in a second are one, of a house's few PCs none waits to be felt. Milliseconds.
 */
const APART_PER_WORKER = 10;
const MOST_APART = 1_000;

/** A worker has started: from now on this process of it counts, and what an earlier one had not begun goes back. */
export async function registerWorker(body: BodyOf<typeof registerContract>, by: WriteBy): Promise<AnswerOf<typeof registerContract>> {
  const hub = await hubStore();
  const { worker_id: id, boot_id, ...said } = body;
  await hub.write(by, async (tx) => {
    const at = now().getTime();
    const stamp = new Date(at).toISOString();
    const state = JSON.stringify({ connected: false, problem: null, pairing: null, quota: null, lock: null });
    const row = { ...said, boot_id, state, registered_at: stamp, last_seen: stamp };
    await tx.queueWorker.upsert({ where: { id }, create: { id, ...row }, update: row });
    await releaseClaimsOf(tx, id, boot_id, at);
    return {
      answer: undefined,
      happened: [{ kind: "worker.registered", subjects: [id], payload: { transport: said.transport, version: said.version } }],
    };
  });
  workerNotifier().notify();
  const refusal = comparedBuild(said.version) === "other_protocol" ? otherProtocol(said.version) : null;
  return { heartbeat_ms: HEARTBEAT, lease_ms: LEASE, cancel_epoch: pausesOf(hub.sql).group.epoch, build: BUILD, refusal };
}

type Beat = BodyOf<typeof heartbeatContract>;
type Heard = AnswerOf<typeof heartbeatContract>;

let together: ((beat: Beat) => Promise<Heard>) | null = null;
/** How many workers were online at the last heartbeat. */
let online = 0;

/** @throws AppError `conflict` for a process that a newer one replaced */
export async function takeHeartbeat(beat: Beat): Promise<Heard> {
  await callingWorker(beat.worker_id, beat.boot_id);
  together ??= batchCalls(beatTogether, 300, () => Math.min(MOST_APART, online * APART_PER_WORKER));
  return together(beat);
}

async function beatTogether(beats: readonly Beat[]): Promise<Heard[]> {
  const hub = await hubStore();
  online = countOnline(hub.sql);
  let areBack = false;
  const heard = await hub.write(bySystem("queue"), async (tx) => {
    const at = now().getTime();
    areBack = areOthersBack(hub.sql, beats, at);
    const pauses = pausesOf(hub.sql);
    const { group } = pauses;
    const hand = itemsAtHand(
      hub.sql,
      beats.flatMap(({ in_flight }) => in_flight.map(({ id }) => id)),
    );
    const rows = beats.map(({ worker_id, boot_id, account, transport }) => ({
      worker_id,
      boot_id,
      account,
      state: JSON.stringify(transport),
    }));
    await tx.$executeRaw`
      UPDATE queue_worker SET last_seen = ${new Date(at).toISOString()}, state = j.value ->> 'state',
        account = coalesce(j.value ->> 'account', account)
      FROM json_each(${JSON.stringify(rows)}) j
      WHERE queue_worker.id = j.value ->> 'worker_id' AND queue_worker.boot_id = j.value ->> 'boot_id'`;
    const answer = beats.map((beat): Heard => {
      const extended: string[] = [];
      const revoked: string[] = [];
      for (const { id, token } of beat.in_flight) {
        const item = hand.get(id);
        if (!item || !holds(item, beat, token)) {
          revoked.push(id);
          continue;
        }
        // Of a branch that was stopped meanwhile nothing is kept in hand: the worker goes on with the others.
        if (item.phase === "claimed" && pauseOn(hub.sql, pauses, item).cancelled) {
          hand.change(item, released(item, at));
          revoked.push(id);
          continue;
        }
        if (item.phase !== "reconciling") hand.change(item, { lease_until: new Date(at + LEASE).toISOString() });
        extended.push(id);
      }
      return { cancelled: group.cancelled, cancel_epoch: group.epoch, extended, revoked };
    });
    await hand.write(tx);
    if (areBack) await endHolds(tx, ["NO_TEMPLATE"], at);
    return { answer, happened: [] };
  });
  if (areBack) workerNotifier().notify();
  return heard;
}

/** Whether a worker that needs no templates can send from this heartbeat on: what an official number has put off meanwhile may be its. */
function areOthersBack(sql: Database.Database, beats: readonly Beat[], at: number): boolean {
  const linked = beats.flatMap(({ worker_id, transport }) => (transport.connected ? [worker_id] : []));
  const text = `SELECT 1 FROM queue_worker WHERE id IN (SELECT value FROM json_each(?)) AND transport <> 'cloud'
    AND (NOT state ->> 'connected' OR last_seen <= ?) LIMIT 1`;
  return statement<[string, string], unknown>(sql, text).get(JSON.stringify(linked), onlineSince(at)) !== undefined;
}

/**
 * A worker that was cut off reads out its journal (docs/design/whatsapp.md 4.5): what it never handed over goes back into the queue, what
 * it may have handed over is sent once more with the same id where that is the same message, and is waited for elsewhere. A worker of
 * another protocol is believed, and gets nothing to send.
 * @throws AppError `conflict` for a process that a newer one replaced
 */
export async function recoverWorker({
  worker_id,
  boot_id,
  journal,
}: BodyOf<typeof recoverContract>): Promise<AnswerOf<typeof recoverContract>> {
  const { version } = await callingWorker(worker_id, boot_id);
  const isOther = comparedBuild(version) === "other_protocol";
  if (journal.length === 0) return { items: [] };
  const holder: Holder = { worker_id, boot_id };
  const hub = await hubStore();
  const decided = await hub.write(bySystem("queue"), async (tx) => {
    const at = now().getTime();
    const pauses = pausesOf(hub.sql);
    const hand = itemsAtHand(
      hub.sql,
      journal.map(({ id }) => id),
    );
    const unsent: Parameters<typeof writeAttempts>[1][number][] = [];
    const answer = journal.map((entry) => {
      const item = hand.get(entry.id);
      const attempt = leaseAttemptOf(hub.sql, entry);
      // One of another protocol sends nothing: of what it may have sent it can only wait to hear.
      const verdict = recoveryAction(item, entry, worker_id, attempt, (one) => isOther || mayNotGoAgain(hub.sql, one, at), at);
      if (!item || verdict === "drop") return { id: entry.id, verdict: "drop" as const, item: null };
      if (verdict === "give_back") {
        // Else the guest would be let alone for a message that never went out.
        const lease = { id: item.id, token: item.lease_token, at: new Date(at).toISOString() };
        if (item.phase !== "claimed") unsent.push({ ...lease, outcome: "not_sent", fault: "network", code: "NEVER_HANDED_OVER" });
        const back = released(item, at);
        hand.change(item, item.phase === "claimed" ? back : provenNotSent(hub.sql, item, back, pauses, at));
        return { id: entry.id, verdict: "drop" as const, item: null };
      }
      if (verdict === "resend_same_id") return { id: entry.id, verdict, item: hand.change(item, reopened(holder, at)) };
      const mine = { lease_worker: holder.worker_id, lease_boot: holder.boot_id };
      // A doubt ends when it began to: whoever asks again and again does not draw it out.
      if (item.phase === "sending") hand.change(item, { ...doubted(item, at, "WORKER_LOST"), ...mine });
      else if (item.phase === "reconciling") hand.change(item, mine);
      return { id: entry.id, verdict, item };
    });
    await hand.write(tx);
    await writeAttempts(tx, unsent);
    return { answer, happened: [] };
  });
  workerNotifier().notify();
  const items = await Promise.all(
    decided.map(async ({ id, verdict, item }) => {
      const work: WorkItem | null = verdict === "resend_same_id" && item ? await workItemOf(item) : null;
      return { id, do: work === null && verdict === "resend_same_id" ? ("hold" as const) : verdict, item: work };
    }),
  );
  return { items };
}

/**
 * Leases messages to a worker, each with what it needs to send it.
 * @param signal ends the waiting when the worker goes away
 * @throws AppError `conflict` for a process that a newer one replaced
 */
export async function claimWork(
  { worker_id, boot_id, max, wait_ms }: BodyOf<typeof claimContract>,
  signal: AbortSignal,
): Promise<WorkItem[]> {
  const { account } = await callingWorker(worker_id, boot_id);
  const items = await claimItems({ worker_id, boot_id, account, max }, wait_ms, signal);
  const templates = await templatesFor(items, account);
  const work = await Promise.all(items.map(async (item) => ({ item, work: await workItemOf(item, templates.get(item.id)) })));
  const lost = work.flatMap(({ item, work }) => (work === null ? [item.id] : []));
  if (lost.length > 0) await failWithoutMedia(lost);
  return work.flatMap(({ work }) => work ?? []);
}

async function failWithoutMedia(ids: readonly string[]): Promise<void> {
  const hub = await hubStore();
  await hub.write(bySystem("queue"), async (tx) => {
    const hand = itemsAtHand(hub.sql, ids);
    const at = now().getTime();
    for (const id of ids) {
      const item = hand.get(id);
      if (item?.phase === "claimed") hand.change(item, failed("NO_FILE", "The menu or voucher that goes along is not there any more.", at));
    }
    await hand.write(tx);
    return { answer: undefined, happened: [] };
  });
}

/** @throws AppError `conflict` for a process that a newer one replaced */
export async function beginWork({ worker_id, boot_id, ...ask }: BodyOf<typeof beginContract>): Promise<AnswerOf<typeof beginContract>> {
  await callingWorker(worker_id, boot_id);
  return beginItem({ worker_id, boot_id, ...ask });
}

/** A replaced process is heard too: what it knows about its messages is the truth, whoever goes on with the others. */
export async function takeResults({ worker_id, results }: BodyOf<typeof ackContract>): Promise<AnswerOf<typeof ackContract>> {
  const said = await settleResults(results.map((result) => ({ ...result, worker_id })));
  return { results: results.map(({ id }, index) => ({ id, said: said[index] ?? "stale" })) };
}
