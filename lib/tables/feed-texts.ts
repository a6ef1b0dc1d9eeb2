/** The live feed (docs/design/spec-guests.md 2 and 8). */
export const FEED_TEXTS = {
  section: "For Data Group",
  empty: "No recent tables yet.",
  clear: "Clear Display",
  copy: "Copy",
  copied: "Copied",
  copyFailed: "Could not copy to clipboard",
} as const;
