import { readdirSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { KEPT_DAYS, KEPT_OF_A_REASON, KEPT_OF_HOURLY } from "../backups-kept";
import { env } from "../env";
import { dateOfDay } from "../local-time";
import { log } from "../log";
import { backupsDir } from "./files";

/** A file of a store's `backups` folder: a copy that was made, or a store that a restore has moved there. */
export interface BackupFile {
  name: string;
  madeAt: Date;
  /** Why it was made, as its name says: `before-end-of-day`, `daily`, `before-restore` … */
  reason: string;
}

/** The reason of a store that a restore has put aside: it is what was there, whole or damaged, and no checked copy. */
export const PUT_ASIDE = "before-restore";

/** The reason of a copy that somebody had made of a backup: named by the moment of that one, and gone with it. */
export const COPY = "copy";

/** Whether it was made of the store as it stood at its moment, and checked. */
export const isTrueBackup = ({ reason }: Pick<BackupFile, "reason">) => reason !== PUT_ASIDE && reason !== COPY;

/** The reason of the copies of the group's store between two daily ones. */
export const HOURLY = "hourly";

/** The business day that an instant belongs to: an End of Day after midnight is its evening's, and not the next one's. */
export function dayOfBackup(instant: Date): string {
  return dateOfDay(instant, env().TIME_ZONE, env().DAY_ENDS_AT);
}

/** What SQLite lays beside a file. */
export const COMPANIONS = ["-wal", "-shm", "-journal"] as const;

/** `contacts-2026-11-20T21-15-00-000Z-before-end-of-day.db` */
export function backupName(storeFile: string, madeAt: Date, reason: string): string {
  return `${path.basename(storeFile, ".db")}-${stampOf(madeAt)}-${reason}.db`;
}

/** An instant as file names carry it: Windows takes no colons. */
export function stampOf(instant: Date): string {
  return instant.toISOString().replace(/[:.]/g, "-");
}

const NAME = /^([a-z]+)-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z-([a-z0-9][a-z0-9-]*)\.db$/;

/** Null for a file that is not by name a backup of this store. */
function readName(storeFile: string, name: string): BackupFile | null {
  const [, store, date, hours, minutes, seconds, milliseconds, reason] = NAME.exec(name) ?? [];
  if (store !== path.basename(storeFile, ".db") || !reason) return null;
  const madeAt = new Date(`${date}T${hours}:${minutes}:${seconds}.${milliseconds}Z`);
  return Number.isNaN(madeAt.getTime()) ? null : { name, madeAt, reason };
}

/** A store's backups, newest first. Other files of the folder are none of ours, and are left out. */
export function listBackups(storeFile: string): BackupFile[] {
  return namesIn(backupsDir(storeFile))
    .map((name) => readName(storeFile, name))
    .filter((backup) => backup !== null)
    .sort((a, b) => b.madeAt.getTime() - a.madeAt.getTime() || b.name.localeCompare(a.name));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** In bytes, with what lies in its `-wal`. */
export function backupSize(storeFile: string, name: string): number {
  return ["", "-wal"].reduce(
    (sum, suffix) => sum + (statSync(path.join(backupsDir(storeFile), name + suffix), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}

/**
 * Which backups the rule lets go: all but the last 10 of each reason (24 of the hourly ones) and the last one of each of 30 days. What a restore
 * put aside is no day's backup, because it may be damaged, and a copy goes with what it is a copy of.
 * @param backups newest first
 */
export function backupsToRemove(backups: BackupFile[]): BackupFile[] {
  const removed = toRemoveByRule(backups);
  const kept = new Set(backups.filter((one) => one.reason !== COPY && !removed.includes(one)).map(({ madeAt }) => madeAt.getTime()));
  const left = backups.filter((one) => one.reason === COPY && !kept.has(one.madeAt.getTime()));
  return [...new Set([...removed, ...left])];
}

function toRemoveByRule(backups: BackupFile[]): BackupFile[] {
  const ofReason = new Map<string, number>();
  const days = new Set<string>();
  return backups.filter((one) => {
    const { reason, madeAt } = one;
    const count = (ofReason.get(reason) ?? 0) + 1;
    ofReason.set(reason, count);
    const day = dayOfBackup(madeAt);
    const isLastOfDay = isTrueBackup(one) && !days.has(day);
    if (isLastOfDay) days.add(day);
    return count > (reason === HOURLY ? KEPT_OF_HOURLY : KEPT_OF_A_REASON) && !(isLastOfDay && days.size <= KEPT_DAYS);
  });
}

/**
 * Removes what the rule lets go, with what lies beside it. It never fails: a backup that cannot be removed is no reason to
 * refuse the work that the new one was made for.
 * @param madeNow stays, whatever the clock said when it was named
 */
export async function removeOldBackups(storeFile: string, madeNow: string): Promise<void> {
  try {
    for (const { name } of backupsToRemove(listBackups(storeFile))) {
      if (name === madeNow) continue;
      const file = path.join(backupsDir(storeFile), name);
      // The file last: what is left after a kill is then still a backup by name, and goes the next time.
      for (const suffix of [...COMPANIONS, ""]) await rm(file + suffix, { force: true });
    }
  } catch (error) {
    log().warn({ err: error }, "old backups were not removed");
  }
}
