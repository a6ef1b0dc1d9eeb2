/** Of the day, as 20261120: each day's run plays other lives. `SEED=20261120 npm test` plays those of that day again. */
export const TODAY = Number(process.env.SEED ?? new Date().toISOString().slice(0, 10).replaceAll("-", ""));

/** The days of seven that dear edges take turns by. */
export const TURNS = [0, 1, 2, 3, 4, 5, 6] as const;
export type Turn = (typeof TURNS)[number];

/**
 * Files of tests that need whole processes, damaged files or very many rows, and prove what hardly ever changes: each on one day of seven.
 * All of them run where one is asked for by name. Kills while tables, evenings, merges and messages are written are no part of them.
 */
const FILES_IN_TURN = [
  "db/watch",
  "upgrade/upgrade",
  "db/store",
  "db/check-before-open",
  "db/locks",
  "scripts/windows",
  "db/lost-writes",
  "scripts/restore",
  "db/deep-check",
  "db/server-lock",
  "db/migrate",
  "scripts/user",
  "db/damage",
  "scripts/import",
  "old-client/links",
  "recent-times",
  "db/backup",
  "db/private-files",
  "scripts/restore-hub",
  "contact-files/round-trip",
  "vouchers/while-making",
  "db/backup-files",
  "birthday-campaign/many",
  "guests/export-beside",
  "auth/password-strength",
  "kill/lost-wal",
  "kill/restore",
  "kill/set-company",
  "kill/erase-person",
  "kill/open-branch",
  "kill/cancel",
  "kill/two-people",
  "kill/dedupe",
  "kill/who-is-who",
  "kill/webhooks",
  "kill/next-auth",
  "kill/assist",
  "kill/outside",
  "kill/vouchers",
  "kill/front",
  "kill/worker-pace",
  "kill/worker-clock",
  "kill/production-build",
  "kill/worker-cloud-errors",
  "kill/worker-away",
];

/**
 * What a day tries of many things that are alike: so many parts take turns, a day each. All of them are tried in
 * `npm run test:thorough`, and where somebody asks for a file by name.
 * @param always what every day tries
 */
export function ofToday<T>(all: readonly T[], parts: number, always: (one: T) => boolean = () => false): T[] {
  if (process.env.THOROUGH || process.env.EVERY_TURN) return [...all];
  const turns = Math.min(parts, all.length);
  return all.filter((one, index) => always(one) || index % turns === TODAY % turns);
}

/** Whether it is the day of a turn. */
export const isDayOf = (turn: Turn): boolean => ofToday(TURNS, TURNS.length).includes(turn);

/** The files of tests that wait for their day. */
export function filesOfOtherDays(): string[] {
  const today = ofToday(FILES_IN_TURN, TURNS.length);
  return FILES_IN_TURN.filter((file) => !today.includes(file)).map((file) => `tests/${file}.test.ts`);
}
