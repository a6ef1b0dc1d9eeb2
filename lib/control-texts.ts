/** Control Panel points to the navigation (docs/design/spec-shell.md 2). */
export const CONTROL_TEXTS = {
  title: "Control Panel",
  pointer: "Everything is in the More menu of the navigation bar.",
} as const;
