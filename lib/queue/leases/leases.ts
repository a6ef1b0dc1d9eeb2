import type Database from "better-sqlite3";
import { batchCalls } from "../../batch-calls";
import { SAME_PROTOCOL } from "../../build";
import { now } from "../../clock";
import { bySystem } from "../../db/actor";
import type { Tx } from "../../db/clients";
import { hubStore } from "../../db/find-store";
import { statement } from "../../db/statements";
import { log } from "../../log";
import { failpoint, pauseBetweenLooks } from "../../test-hooks";
import { ItemsAtHand, itemsAtHand } from "../item-batch";
import { claimed, type Item, lapsed, released, SOON } from "../item-states";
import { pausesOf } from "../pause/state";
import { takersIn } from "../send-policy/able-numbers";
import { IS_IDLE_SANDBOX, reachesGuestsSince } from "../workers/workers";
import { candidates, earlyItems } from "./candidates";
import { endOutOfTime } from "./out-of-time";
import { type Asking, shareOut } from "./share-out";
import { workerNotifier } from "./worker-notifier";

/** As many workers as ask in one moment share one transaction. */
const AT_ONCE = 100;
/** How long a worker waits before it looks again although nobody told it to, in milliseconds: another number may have become free. */
const LOOK_AGAIN = 2_000;

/**
 * Leases messages to a worker, and waits for some where there are none (docs/design/whatsapp.md 4.3).
 * @param wait milliseconds
 * @param signal ends the waiting when the worker goes away; what it would have been given goes back at once
 */
export async function claimItems(asking: Asking, wait: number, signal: AbortSignal): Promise<Item[]> {
  const end = performance.now() + wait;
  while (!signal.aborted) {
    const next = await nextRun(asking);
    if (next !== null && next <= now().getTime()) {
      const items = await claiming()(asking);
      // Its line was cut while it was given them: nobody would hear of them until the lease ran out.
      if (signal.aborted) await giveBack(items);
      else if (items.length > 0) return items;
    }
    const left = end - performance.now();
    if (left <= 0) return [];
    const untilDue = next === null ? left : Math.max(next - now().getTime(), LOOK_AGAIN);
    await workerNotifier().wait(Math.min(left, untilDue), signal);
  }
  return [];
}

async function giveBack(given: readonly Item[]): Promise<void> {
  if (given.length === 0) return;
  const hub = await hubStore();
  await hub.write(bySystem("queue"), async (tx) => {
    const at = now().getTime();
    const hand = itemsAtHand(
      hub.sql,
      given.map(({ id }) => id),
    );
    for (const { id, lease_token } of given) {
      const item = hand.get(id);
      if (item?.phase === "claimed" && item.lease_token === lease_token) hand.change(item, released(item, at));
    }
    await hand.write(tx);
    return { answer: undefined, happened: [] };
  });
  workerNotifier().notify();
}

/** When the next waiting message is due for somebody, in milliseconds; null when none waits. */
async function nextRun(asking: Asking): Promise<number | null> {
  const { sql } = await hubStore();
  const row = statement<[], { run_at: string | null }>(sql, "SELECT min(run_at) AS run_at FROM queue_item WHERE status = 'PENDING'").get();
  if (!row?.run_at) return null;
  const next = Date.parse(row.run_at);
  const at = now().getTime();
  if (next <= at) return next;
  const early = earlyItems(sql, [asking], { takers: takersIn(sql, at), due: new Date(at).toISOString(), rests: "[]" });
  return early.length > 0 ? at : next;
}

let together: ((asking: Asking) => Promise<Item[]>) | null = null;
const claiming = () => (together ??= batchCalls(claimTogether, AT_ONCE));

async function claimTogether(all: readonly Asking[]): Promise<Item[][]> {
  const hub = await hubStore();
  const given = await hub.write(bySystem("queue"), async (tx) => {
    const at = now().getTime();
    const pauses = pausesOf(hub.sql);
    const asking = pauses.group.cancelled ? [] : thoseWhoMaySend(hub.sql, all, at);
    const { dealt, free, leaves } = candidates(hub.sql, asking, pauses, at);
    const shares = shareOut(asking, dealt, free, leaves);
    const hand = new ItemsAtHand([...dealt, ...free]);
    const answer = all.map((): Item[] => []);
    for (const [id, index] of shares) {
      const item = hand.get(id);
      const one = asking[index];
      if (item && one) answer[all.indexOf(one)]?.push(hand.change(item, claimed(item, one, at)));
    }
    await hand.write(tx);
    return { answer, happened: [] };
  });
  failpoint("queue:claimed");
  return given;
}

/**
 * Those who are still the process that counts, speak the protocol of this server, whose number is neither stopped nor far from its turn, and
 * who are no sandbox beside workers that reach guests.
 */
function thoseWhoMaySend(sql: Database.Database, all: readonly Asking[], at: number): Asking[] {
  const accounts = statement<[string], { id: string; next_at: string; paused_until: string | null }>(
    sql,
    "SELECT id, next_at, paused_until FROM sender_account WHERE id IN (SELECT value FROM json_each(?))",
  ).all(JSON.stringify(all.flatMap(({ account }) => account ?? [])));
  const blocked = new Set(
    accounts
      .filter(({ paused_until, next_at }) => (paused_until !== null && Date.parse(paused_until) > at) || Date.parse(next_at) > at + SOON)
      .map(({ id }) => id),
  );
  const counts = statement<[string, string, string], { id: string }>(
    sql,
    `SELECT w.id FROM queue_worker w WHERE w.id = ? AND w.boot_id = ? AND w.version GLOB '${SAME_PROTOCOL}' AND NOT ${IS_IDLE_SANDBOX}`,
  );
  const since = reachesGuestsSince(at);
  return all.filter(({ worker_id, boot_id, account }) => !blocked.has(account ?? "") && counts.get(worker_id, boot_id, since));
}

/** Leases that ran out: what was not begun goes back, what was is in doubt, and a doubt that lasted long enough is said. */
export async function sweepLeases(): Promise<number> {
  const hub = await hubStore();
  const at = now().getTime();
  const over = new Date(at).toISOString();
  const some = statement<[string], { id: string }>(
    hub.sql,
    "SELECT id FROM queue_item WHERE phase IS NOT NULL AND lease_until < ? LIMIT 1",
  ).get(over);
  if (!some) return 0;
  const swept = await hub.write(bySystem("queue"), async (tx) => {
    const items = await tx.queueItem.findMany({ where: { phase: { not: null }, lease_until: { lt: over } }, take: 1_000 });
    const hand = new ItemsAtHand(items);
    for (const item of items) hand.change(item, lapsed(item, at));
    await hand.write(tx);
    return { answer: items.length, happened: [] };
  });
  workerNotifier().notify();
  return swept;
}

/** What a worker held and had not begun goes back at once: its process is over. */
export function releaseClaimsOf(tx: Tx<"hub">, worker: string, boot: string, at: number): Promise<void> {
  return releaseClaims(tx, { lease_worker: worker, lease_boot: { not: boot } }, at);
}

/** What workers hold and have not begun goes back. @param whose all of them where nothing is said */
export async function releaseClaims(
  tx: Tx<"hub">,
  whose: { lease_worker?: string; lease_boot?: { not: string } },
  at: number,
): Promise<void> {
  const items = await tx.queueItem.findMany({ where: { phase: "claimed", ...whose } });
  const hand = new ItemsAtHand(items);
  for (const item of items) hand.change(item, released(item, at));
  await hand.write(tx);
}

/** How often leases and what waits are looked at, in milliseconds. */
const SWEEP_EVERY = 15_000;

/** From now on leases that ran out are settled, and what is out of its time. It keeps no process alive. @returns ends it */
export function startSweeping(every: number = pauseBetweenLooks(SWEEP_EVERY)): () => void {
  const timer = setInterval(() => {
    sweepLeases()
      .then(endOutOfTime)
      .catch((error: unknown) => log().error({ err: error }, "the queue was not looked at; the next time does it"));
  }, every);
  timer.unref();
  return () => clearInterval(timer);
}
