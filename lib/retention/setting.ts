import type Database from "better-sqlite3";
import type { AnswerOf, BodyOf } from "../api/endpoint";
import { userName } from "../auth/user-name";
import { now, timestamp } from "../clock";
import type { WriteBy } from "../db/actor";
import { hubStore } from "../db/find-store";
import { restoredAt } from "../db/restore";
import { statement } from "../db/statements";
import { keptBranches } from "../env";
import { AppError } from "../errors";
import { restaurants } from "../known-branches";
import { everyStore } from "../personal-data/find";
import type { changeRetention, Retention } from "./contract";
import { RETENTION_TEXTS } from "./retention-texts";

/** Its name among the settings of the group. */
const RETENTION = "retention";

/** Between being set and beginning, in milliseconds. */
const DELAY = 14 * 24 * 60 * 60 * 1000;

interface Kept {
  value: string;
  changed_at: string;
  changed_by: string;
}

/** What is set; null where everybody is kept. */
function retentionIn(sql: Database.Database): Retention | null {
  const kept = statement<[string], Kept>(sql, "SELECT value, changed_at, changed_by FROM group_setting WHERE name = ?").get(RETENTION);
  const said = kept ? (JSON.parse(kept.value) as { months: number; begins_at: string } | null) : null;
  return kept && said ? { ...said, by: userName(sql, kept.changed_by) ?? kept.changed_by, at: kept.changed_at } : null;
}

/**
 * The same as it counts: a store that came out of a backup knows neither who was there since nor, where it is the hub, that somebody has
 * ended it since, so that the delay begins anew with each restore.
 */
export async function retentionNow(): Promise<Retention | null> {
  const retention = retentionIn((await hubStore()).sql);
  if (!retention) return null;
  const { stores } = await everyStore();
  const begins = stores.flatMap(({ store }) => restoredAt(store) ?? []).map((at) => afterDelay(new Date(at)));
  return { ...retention, begins_at: [retention.begins_at, ...begins].toSorted().at(-1) ?? retention.begins_at };
}

const afterDelay = (instant: Date) => new Date(instant.getTime() + DELAY).toISOString();

/** Where a restaurant is kept elsewhere, a guest may have been there last night. */
export function requireEveryRestaurant(): void {
  const missing = restaurants().filter((branch) => !keptBranches().includes(branch));
  if (missing.length > 0) throw new AppError("conflict", RETENTION_TEXTS.notAll);
}

/** Sets it, to begin after the delay; the same months set again do not begin anew. @throws AppError `conflict` */
export async function changeRetentionTo(
  { months }: BodyOf<typeof changeRetention>,
  by: WriteBy,
): Promise<AnswerOf<typeof changeRetention>> {
  if (months !== null) requireEveryRestaurant();
  const hub = await hubStore();
  const old = await retentionNow();
  if ((old?.months ?? null) === months) return { message: sentenceOf(months), retention: old };
  const said = months === null ? null : { months, begins_at: afterDelay(now()) };
  await hub.write(by, async (tx) => {
    const row = { value: JSON.stringify(said), changed_at: timestamp(), changed_by: by.actor.id };
    await tx.groupSetting.upsert({ where: { name: RETENTION }, create: { name: RETENTION, ...row }, update: row });
    return {
      answer: { message: sentenceOf(months), retention: said && { ...said, by: "", at: row.changed_at } },
      happened: [{ kind: "house.retention_changed", subjects: [], payload: { old: old?.months ?? null, new: months } }],
    };
  });
  return { message: sentenceOf(months), retention: await retentionNow() };
}

const sentenceOf = (months: number | null) =>
  months === null ? RETENTION_TEXTS.ended : `Guests who were not there for ${months} months are erased, from two weeks on.`;
