/** Of the day, as 20261120: each day's run plays other lives. `SEED=20261120 npm test` plays those of that day again. */
export const TODAY = Number(process.env.SEED ?? new Date().toISOString().slice(0, 10).replaceAll("-", ""));

/** The days of five that dear edges take turns by. */
export const TURNS = [0, 1, 2, 3, 4] as const;
export type Turn = (typeof TURNS)[number];

/**
 * Files of tests that need whole processes, damaged files or very many rows, and prove what hardly ever changes: a list a day. All of
 * them run where one is asked for by name. Kills while tables, evenings, merges and messages are written are no part of them.
 */
export const FILES_IN_TURN: Record<Turn, readonly string[]> = {
  0: [
    "db/watch",
    "scripts/windows",
    "db/migrate",
    "recent-times",
    "vouchers/while-making",
    "kill/lost-wal",
    "kill/cancel",
    "kill/next-auth",
    "kill/worker-pace",
  ],
  1: [
    "upgrade/upgrade",
    "db/lost-writes",
    "scripts/user",
    "db/backup",
    "db/backup-files",
    "kill/restore",
    "kill/two-people",
    "kill/assist",
    "kill/worker-clock",
  ],
  2: [
    "db/store",
    "scripts/restore",
    "db/damage",
    "db/private-files",
    "birthday-campaign/many",
    "kill/set-company",
    "kill/dedupe",
    "kill/outside",
    "kill/production-build",
  ],
  3: [
    "db/check-before-open",
    "db/deep-check",
    "scripts/import",
    "scripts/restore-hub",
    "guests/export-beside",
    "kill/erase-person",
    "kill/who-is-who",
    "kill/vouchers",
    "kill/worker-cloud-errors",
  ],
  4: [
    "db/locks",
    "db/server-lock",
    "old-client/links",
    "contact-files/round-trip",
    "auth/password-strength",
    "kill/open-branch",
    "kill/webhooks",
    "kill/front",
    "kill/worker-away",
  ],
};

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
  return TURNS.filter((turn) => !isDayOf(turn)).flatMap((turn) => FILES_IN_TURN[turn].map((file) => `tests/${file}.test.ts`));
}
