/** Of the day, as 20261120: each day's run plays other lives. `SEED=20261120 npm test` plays those of that day again. */
export const TODAY = Number(process.env.SEED ?? new Date().toISOString().slice(0, 10).replaceAll("-", ""));

/** The days of seven that dear edges take turns by. */
export const TURNS = [0, 1, 2, 3, 4, 5, 6] as const;
export type Turn = (typeof TURNS)[number];

/**
 * Files of tests that need whole processes, damaged files or very many rows, and prove what hardly ever changes: each on one day of seven,
 * with as much to do on each day.
 * All of them run where one is asked for by name. Kills while tables, evenings, merges and messages are written are no part of them.
 */
const FILES_IN_TURN: readonly (readonly string[])[] = [
  [
    "db/watch",
    "scripts/restore",
    "old-client/links",
    "db/backup-files",
    "assist/sockets",
    "kill/erase-person",
    "kill/next-auth",
    "kill/production-build",
    "kill/claimers",
  ],
  [
    "upgrade/upgrade",
    "recent-times",
    "birthday-campaign/many",
    "kill/open-branch",
    "kill/assist",
    "kill/worker-cloud-errors",
    "kill/menus",
  ],
  [
    "db/store",
    "db/server-lock",
    "db/backup",
    "db/deep-check",
    "guests/export-beside",
    "kill/cancel",
    "kill/outside",
    "kill/worker-away",
    "kill/worker-baileys",
  ],
  [
    "db/check-before-open",
    "db/migrate",
    "db/private-files",
    "auth/password-strength",
    "contact-files/hostile-files",
    "kill/two-people",
    "kill/vouchers",
    "kill/worker-cloud",
  ],
  [
    "db/locks",
    "scripts/user",
    "scripts/restore-hub",
    "old-client/calls",
    "contacts/import-undo-parts",
    "kill/lost-wal",
    "kill/dedupe",
    "kill/front",
  ],
  [
    "scripts/windows",
    "db/damage",
    "contact-files/round-trip",
    "workers/baileys-receipts",
    "kill/restore",
    "kill/who-is-who",
    "kill/worker-pace",
    "kill/import",
  ],
  [
    "db/lost-writes",
    "scripts/import",
    "vouchers/while-making",
    "evening/others-turn",
    "merging/saved-again",
    "queue/branch-shares",
    "kill/set-company",
    "kill/webhooks",
    "kill/worker-clock",
  ],
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
  return FILES_IN_TURN.filter((files) => !today.includes(files)).flatMap((files) => files.map((file) => `tests/${file}.test.ts`));
}
