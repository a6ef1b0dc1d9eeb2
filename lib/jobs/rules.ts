import type { Requirement } from "../permissions";

/** A kind of long work. */
export interface JobRules {
  /** Kinds of one lane shut each other out, in each branch. */
  lane: string;
  /** Who may look at its answer and cancel it: whoever may start it. */
  permission: Requirement;
  /** What somebody hears who starts a second one. */
  alreadyRunning: string;
  /** Whether it may be ended half-way: everything that it did is then undone, or safe. */
  canCancel: boolean;
}

const EVENING = {
  lane: "evening",
  alreadyRunning: "Merge All or End of Day is already running for this branch. Wait until it is done.",
  canCancel: false,
};

/** Every kind of job. */
export const JOB_RULES = {
  "merge-tables": { ...EVENING, permission: "merge_all" },
  "end-of-day": { ...EVENING, permission: "end_of_day" },
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
  "undo-import": {
    lane: "import",
    permission: { all: ["nav_all_data", "create_table"] },
    alreadyRunning: "An import of this branch is being brought in or undone already. Nothing was changed. Wait until it is done.",
    canCancel: true,
  },
  "optimise-search": {
    lane: "optimise-search",
    permission: "options_open",
    alreadyRunning: "The search index of this branch is being optimised already.",
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
export const CANCELLED = "This was cancelled. Nothing of it was kept.";
