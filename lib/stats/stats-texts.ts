/** The sections' names, word for word from docs/design/spec-guests.md 2. */
export const STATS_TEXTS = {
  live: "Branch Live Stats",
  history: "Branch History Stats",
} as const;
