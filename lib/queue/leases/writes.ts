import type Database from "better-sqlite3";
import { SAME_PROTOCOL } from "../../build";
import { now } from "../../clock";
import { bySystem } from "../../db/actor";
import type { Tx } from "../../db/clients";
import { statement } from "../../db/statements";
import { hubStore } from "../../db/stores";
import { gathered } from "../../gathered";
import { log } from "../../log";
import { failpoint, pauseBetweenLooks } from "../../test-hooks";
import { type Brakes, brakesOf } from "../brake/reads";
import { CAMPAIGN_OF } from "../campaigns/rules";
import { WINDOW } from "../gate/rules";
import { claimed, type Item, lapsed, released, SOON } from "../items/rules";
import { ItemsAtHand, itemsAtHand } from "../items/writes";
import { type Able, isOfficial, kindsWithoutTemplate, leftToOthers } from "../templates/missing/reads";
import { ableWorkers } from "../workers/reads";
import { queueBell } from "./reads";
import { type Asking, shareOut } from "./rules";

/** As many workers as ask in one moment share one transaction. */
const AT_ONCE = 100;
/** How long a worker waits before it looks again although no bell rang, in milliseconds: another number may have become free. */
const LOOK_AGAIN = 2_000;

/**
 * Leases messages to a worker, and waits for some where there are none (docs/design/whatsapp.md 4.3).
 * @param wait milliseconds
 * @param signal ends the waiting when the worker goes away; what it would have been given goes back at once
 */
export async function claimItems(asking: Asking, wait: number, signal: AbortSignal): Promise<Item[]> {
  const end = performance.now() + wait;
  while (!signal.aborted) {
    const next = await nextRun();
    if (next !== null && next <= now().getTime()) {
      const items = await claiming()(asking);
      // Its line was cut while it was given them: nobody would hear of them until the lease ran out.
      if (signal.aborted) await giveBack(items);
      else if (items.length > 0) return items;
    }
    const left = end - performance.now();
    if (left <= 0) return [];
    const untilDue = next === null ? left : Math.max(next - now().getTime(), LOOK_AGAIN);
    await queueBell().heard(Math.min(left, untilDue), signal);
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
  queueBell().ring();
}

/** When the next waiting message is due, in milliseconds; null when none waits. */
async function nextRun(): Promise<number | null> {
  const { sql } = await hubStore();
  const row = statement<[], { run_at: string | null }>(sql, "SELECT min(run_at) AS run_at FROM queue_item WHERE status = 'PENDING'").get();
  return row?.run_at ? Date.parse(row.run_at) : null;
}

let together: ((asking: Asking) => Promise<Item[]>) | null = null;
const claiming = () => (together ??= gathered(claimTogether, AT_ONCE));

async function claimTogether(all: readonly Asking[]): Promise<Item[][]> {
  const hub = await hubStore();
  const given = await hub.write(bySystem("queue"), async (tx) => {
    const at = now().getTime();
    const brakes = brakesOf(hub.sql);
    const asking = brakes.group.cancelled ? [] : thoseWhoMaySend(hub.sql, all, at);
    const { dealt, free, leaves } = candidates(hub.sql, asking, brakes, at);
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

/** Those who are still the process that counts, speak the protocol of this server, and whose number is neither stopped nor far from its turn. */
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
  const counts = statement<[string, string], { id: string }>(
    sql,
    `SELECT id FROM queue_worker WHERE id = ? AND boot_id = ? AND version GLOB '${SAME_PROTOCOL}'`,
  );
  return all.filter(({ worker_id, boot_id, account }) => !blocked.has(account ?? "") && counts.get(worker_id, boot_id));
}

// Where none is stopped, nobody's task is looked up.
const goes = (item: string) =>
  `(? = '[]' OR NOT EXISTS (SELECT 1 FROM queue_task t JOIN json_each(?) r ON r.value IN (t.branch, ${CAMPAIGN_OF})
    WHERE t.id = ${item}.task_id))`;

interface Candidates {
  dealt: Item[];
  free: Item[];
  leaves: ReturnType<typeof leftToOthers>;
}

/** What those who ask may be given, each list in its order, the more urgent first. What is stopped waits. */
function candidates(
  sql: Database.Database,
  asking: readonly Asking[],
  { stopped, stoppedCampaigns }: Pick<Brakes, "stopped" | "stoppedCampaigns">,
  at: number,
): Candidates {
  if (asking.length === 0) return { dealt: [], free: [], leaves: () => false };
  const rests = JSON.stringify([...stopped, ...stoppedCampaigns]);
  const due = new Date(at).toISOString();
  const dealt = statement<string[], Item>(
    sql,
    `SELECT i.* FROM json_each(?) w JOIN queue_item i ON i.id IN (
       SELECT p.id FROM queue_item p WHERE p.prefer_worker = w.value AND p.status = 'PENDING' AND p.run_at <= ?
         AND ${goes("p")}
       ORDER BY p.priority, p.run_at, p.task_id, p.position LIMIT 50)
     ORDER BY i.priority, i.run_at, i.task_id, i.position`,
  ).all(JSON.stringify([...new Set(asking.map(({ worker_id }) => worker_id))]), due, rests, rests);
  const able = ableWorkers(sql, at);
  const missing = new Set(able.some(isOfficial) ? kindsWithoutTemplate(sql, at).keys() : []);
  const leavesDealt = leftToOthers(sql, able, missing, dealt, at);
  // Where everybody has enough of their own, only what is more urgent: to look for more would go through all that wait.
  const hasEnough = asking.every(
    ({ worker_id, account, max }) => dealt.filter((item) => item.prefer_worker === worker_id && !leavesDealt(item, account)).length >= max,
  );
  const below = hasEnough ? Math.max(...dealt.map(({ priority }) => priority)) : Number.MAX_SAFE_INTEGER;
  const free = freeItems(sql, asking, { able, missing: [...missing], below, due, rests });
  return { dealt, free, leaves: leftToOthers(sql, able, missing, [...dealt, ...free], at) };
}

interface Wanted {
  able: readonly Able[];
  /** The kinds that official numbers need a template for, and have none. */
  missing: readonly string[];
  /** What is more urgent than that. */
  below: number;
  /** ISO 8601. */
  due: string;
  rests: string;
}

/** By name: the planner would take the index of the times, and sort all that wait for each worker that asks. */
const FREE = `SELECT * FROM queue_item i INDEXED BY queue_item_status_priority_run_at_task_id_position_idx
  WHERE status = 'PENDING' AND priority < ? AND run_at <= ?
    AND (prefer_worker IS NULL OR prefer_worker NOT IN (SELECT value FROM json_each(?))
      OR (account IS NULL AND kind IN (SELECT value FROM json_each(?)) AND prefer_worker IN (SELECT value FROM json_each(?))))
    AND (account IS NULL OR account IN (SELECT value FROM json_each(?)))
    AND ${goes("i")}`;
const IN_ORDER = "ORDER BY priority, run_at, task_id, position LIMIT ?";
/** What waits for others must not stand before what an official number can send. */
const BY_OFFICIAL = `AND NOT (account IS NULL AND kind IN (SELECT value FROM json_each(?))
  AND NOT EXISTS (SELECT 1 FROM guest_wrote g WHERE g.digits = i.digits AND g.account IN (SELECT value FROM json_each(?)) AND g.at > ?))`;

/** What was dealt to nobody, to somebody who is away, or to an official number that would leave it to others. */
function freeItems(sql: Database.Database, asking: readonly Asking[], { able, missing, below, due, rests }: Wanted): Item[] {
  const wanted = asking.reduce((sum, { max }) => sum + max, 0);
  const ids = (of: readonly Able[]) => JSON.stringify(of.map(({ id }) => id));
  const accounts = JSON.stringify(asking.flatMap(({ account }) => account ?? []));
  const kinds = JSON.stringify(missing);
  const values = [below, due, ids(able), kinds, ids(able.filter(isOfficial)), accounts, rests, rests];
  const free = statement<(number | string)[], Item>(sql, `${FREE} ${IN_ORDER}`).all(...values, wanted);
  if (missing.length === 0 || !asking.some(isOfficial)) return free;
  const dayBefore = new Date(Date.parse(due) - WINDOW).toISOString();
  const official = statement<(number | string)[], Item>(sql, `${FREE} ${BY_OFFICIAL} ${IN_ORDER}`).all(
    ...values,
    kinds,
    accounts,
    dayBefore,
    wanted,
  );
  const all = new Map([...free, ...official].map((item) => [item.id, item]));
  return [...all.values()].sort(
    (a, b) => a.priority - b.priority || a.run_at.localeCompare(b.run_at) || a.task_id.localeCompare(b.task_id) || a.position - b.position,
  );
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
  queueBell().ring();
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

/** How often leases are looked at, in milliseconds. */
const SWEEP_EVERY = 15_000;

/** From now on leases that ran out are settled. It keeps no process alive. @returns ends it */
export function startSweeping(every: number = pauseBetweenLooks(SWEEP_EVERY)): () => void {
  const timer = setInterval(() => {
    sweepLeases().catch((error: unknown) => log().error({ err: error }, "leases were not looked at; the next time does it"));
  }, every);
  timer.unref();
  return () => clearInterval(timer);
}
