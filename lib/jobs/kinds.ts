import type { Requirement } from "../permissions";

/** A kind of long work. */
export interface JobRules {
  /** Kinds of one lane shut each other out, in each branch. */
  lane: string;
  /** Who may look at its answer and cancel it: whoever may start it. */
  permission: Requirement;
  /** The sentence for who starts a second one. */
  alreadyRunning: string;
  /** Nothing else runs beside it, in no branch: what a merge has read already, it would write down again. */
  isAlone?: { besideOthers: string; forOthers: string };
  /** Whether it may be ended half-way: everything that it did is then undone, or safe. */
  canCancel: boolean;
  /** The sentence for a cancelled job that keeps part of its work. */
  cancelled?: string;
}

const EVENING = {
  lane: "evening",
  alreadyRunning: "Merge All, End of Day or a change of many guests is already running for this branch. Wait until it is done.",
  canCancel: false,
};

/** Every kind of job. */
export const JOB_RULES = {
  "merge-tables": { ...EVENING, permission: "merge_all" },
  "end-of-day": { ...EVENING, permission: "end_of_day" },
  "set-company": { ...EVENING, permission: "nav_search_date" },
  dedupe: { ...EVENING, permission: "nav_search_date" },
  "merge-by-date": {
    lane: "merge-by-date",
    permission: "nav_merge_by_date_all",
    alreadyRunning: "Merge by Date is already running. Wait until it is done.",
    canCancel: true,
  },
  import: {
    lane: "import",
    permission: { all: ["nav_all_data", "create_table"] },
    alreadyRunning:
      "An import is already running for this branch. Nothing was brought in. Wait until it is done, then send the file again.",
    canCancel: true,
  },
  vouchers: {
    lane: "vouchers",
    permission: "nav_birthdays",
    alreadyRunning: "Vouchers are being made for another date of this branch. Wait until they are done, or cancel that.",
    canCancel: true,
    cancelled: "This was cancelled. The vouchers that were made are kept; generate again to make the others.",
  },
  "undo-import": {
    lane: "import",
    permission: { all: ["nav_all_data", "create_table"] },
    alreadyRunning: "An import of this branch is being brought in or undone already. Nothing was changed. Wait until it is done.",
    canCancel: true,
  },
  "erase-person": {
    lane: "erase-person",
    permission: "everything",
    alreadyRunning: "Somebody is being erased already. Nothing of this person was erased. Wait until it is done.",
    isAlone: {
      besideOthers: "Something larger is running (a merge, an import, a backup). Nothing was erased. Wait until it is done.",
      forOthers: "A guest is being erased from every branch just now. Nothing was changed. Wait until it is done, then try again.",
    },
    canCancel: false,
  },
  "optimise-search": {
    lane: "optimise-search",
    permission: "options_open",
    alreadyRunning: "The search index of this branch is being optimised already.",
    canCancel: true,
  },
  "compare-book": {
    lane: "rebuild",
    permission: "everything",
    alreadyRunning: "This guest book is being compared or rebuilt already. Wait until it is done.",
    canCancel: true,
  },
  "rebuild-book": {
    lane: "rebuild",
    permission: "everything",
    alreadyRunning: "This guest book is being compared or rebuilt already. Nothing was changed. Wait until it is done.",
    canCancel: true,
  },
  "find-duplicates": {
    lane: "find-duplicates",
    permission: { all: ["nav_all_data", "nav_guest_search"] },
    alreadyRunning: "This guest book is being looked through already. Wait until it is done.",
    canCancel: true,
  },
  backup: {
    lane: "backup",
    permission: "options_open",
    alreadyRunning: "A backup of this store is being made already.",
    canCancel: true,
  },
} as const satisfies Record<string, JobRules>;

export type JobKind = keyof typeof JOB_RULES;

export function isJobKind(text: string): text is JobKind {
  return Object.hasOwn(JOB_RULES, text);
}

export const INTERRUPTED =
  "The server was stopped in the middle of this. Each file has all of a step or nothing of it. Run it again: it finishes what is left.";
export function cancelledText(kind: JobKind): string {
  const rules: JobRules = JOB_RULES[kind];
  return rules.cancelled ?? CANCELLED;
}

const CANCELLED = "This was cancelled. Nothing of it was kept.";
