import type Database from "better-sqlite3";
import type { CallContract } from "./api/endpoint";
import { userName } from "./auth/user-name";
import { statement } from "./db/statements";
import { AppError } from "./errors";
import { type BranchKey, branchName } from "./known-branches";

/** What somebody has switched for the whole house, as settings of the group. */
export const HOUSE_SWITCHES = { notice: "maintenance_notice", readOnly: "read_only" } as const;
type SwitchName = (typeof HOUSE_SWITCHES)[keyof typeof HOUSE_SWITCHES] | ReturnType<typeof birthdaysOff>;

/** The switch by which a restaurant greets nobody: on while it does not. */
export const birthdaysOff = (branch: BranchKey) => `birthdays_off ${branch}` as const;

/** A switch that is on: its words, who set it and when (ISO 8601). */
export interface SwitchedOn {
  text: string;
  by: string;
  at: string;
}

interface Kept {
  value: string;
  changed_at: string;
  changed_by: string;
}

/** @returns null for one that is off */
export function switchedOn(sql: Database.Database, name: SwitchName): SwitchedOn | null {
  const kept = statement<[string], Kept>(sql, "SELECT value, changed_at, changed_by FROM group_setting WHERE name = ?").get(name);
  if (!kept || kept.value === "") return null;
  return { text: kept.value, by: userName(sql, kept.changed_by) ?? kept.changed_by, at: kept.changed_at };
}

/** Whether a call waits while the house is read-only: whatever changes something, but for what ends or stops something and what workers tell of messages that have gone. */
export function waitsForReadOnly({ method, permission, bearerOnly, ownPagesOnly, worksWhereClosed, worksReadOnly }: CallContract): boolean {
  if (worksWhereClosed || worksReadOnly || permission === "public" || permission === "worker") return false;
  return method !== "GET" || bearerOnly === true || ownPagesOnly === true;
}

/** Of a minute, in which nobody ends it: a tablet asks again by itself. */
const AGAIN_IN = 30;

/** @throws AppError `read_only` while the house is */
export function requireWritable(sql: Database.Database): void {
  const on = switchedOn(sql, HOUSE_SWITCHES.readOnly);
  if (!on) return;
  throw new AppError(
    "read_only",
    `Daftar is read-only now: ${on.by} has said so (${on.text}). Nothing was changed, and what you typed stays on this device. Try again when it is over.`,
    { retryAfter: AGAIN_IN },
  );
}

/** @throws AppError `conflict` where a restaurant greets nobody */
export function requireBirthdays(sql: Database.Database, branch: BranchKey): void {
  const off = switchedOn(sql, birthdaysOff(branch));
  if (!off) return;
  throw new AppError(
    "conflict",
    `Birthday greetings of ${branchName(branch)} are off: ${off.by} has switched them off. Nothing was queued. Control Panel switches them on.`,
  );
}
