import type Database from "better-sqlite3";
import { daysToNextBirthday } from "../birthday-dates";
import { type EveningHours, endOfDayIsOpen } from "../business-day";
import { statement } from "../db/statements";
import { localDate } from "../local-time";
import { onlineSince } from "../queue/online-workers";
import type { TableLogEntry } from "../tables/contract";
import type { BranchNow, ToHandle } from "./contract";
import { FAILING_OF_AT_LEAST, FAILING_SHARE, SILENT_MINUTES } from "./live-measures";

/** The evening as it stands. */
export interface EveningNow {
  at: Date;
  hours: EveningHours;
  day: string;
  logs: readonly TableLogEntry[];
  branches: readonly BranchNow[];
}

/** Who celebrates today and sits at a table, the newest first. */
export function birthdaysSeated({ at, hours, logs }: EveningNow): ToHandle[] {
  const today = localDate(at, hours.timeZone);
  return logs.flatMap(({ branch, table, table_name, time, since = time, closed, contacts }) =>
    closed
      ? []
      : contacts
          .filter(({ birthday }) => daysToNextBirthday(birthday, today) === 0)
          .map(({ name }): ToHandle => ({ kind: "birthday", branch, name, table, table_name, since })),
  );
}

// One that is off for longer was taken out of use, and is no news.
const OFFLINE =
  "SELECT coalesce(nullif(name, ''), id) AS name, last_seen FROM queue_worker WHERE last_seen < ? AND last_seen >= ? ORDER BY name";

export function workersOffline(hub: Database.Database, { at }: Pick<EveningNow, "at">): ToHandle[] {
  const dayBefore = new Date(at.getTime() - 86_400_000).toISOString();
  const rows = statement<[string, string], { name: string; last_seen: string }>(hub, OFFLINE).all(onlineSince(at.getTime()), dayBefore);
  return rows.map((row): ToHandle => ({ kind: "worker_offline", ...row }));
}

export function failingBranches({ branches }: Pick<EveningNow, "branches">): ToHandle[] {
  return branches.flatMap(({ branch, figures }): ToHandle[] => {
    if (!figures) return [];
    const of = figures.sent + figures.failed;
    const isFailing = of >= FAILING_OF_AT_LEAST && figures.failed > of * FAILING_SHARE;
    return isFailing ? [{ kind: "failing", branch, failed: figures.failed, of }] : [];
  });
}

/** Branches that have begun their evening and saved nothing for a while, up to the hour at which End of Day opens. */
export function silentBranches({ at, hours, branches }: EveningNow): ToHandle[] {
  if (endOfDayIsOpen(at, hours)) return [];
  const before = new Date(at.getTime() - SILENT_MINUTES * 60_000).toISOString();
  return branches.flatMap(({ branch, last_save, end_of_day }): ToHandle[] =>
    last_save !== null && last_save < before && end_of_day === null ? [{ kind: "silent", branch, since: last_save }] : [],
  );
}

const OPEN_DAYS =
  "SELECT business_day AS date, count(*) AS tables FROM saved_table WHERE closed_by IS NULL AND business_day <= ? GROUP BY business_day";

/** Days of a branch whose tables no End of Day has taken: earlier ones, and this evening's once End of Day may run. */
export function openDays(
  table: Database.Database,
  branch: string,
  { at, hours, day }: Pick<EveningNow, "at" | "hours" | "day">,
): ToHandle[] {
  const rows = statement<[string], { date: string; tables: number }>(table, OPEN_DAYS).all(day);
  return rows
    .filter(({ date }) => date < day || endOfDayIsOpen(at, hours))
    .map((row): ToHandle => ({ kind: "end_of_day", branch, ...row }));
}
