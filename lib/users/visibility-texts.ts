/** Configure Visibility (docs/design/spec-shell.md 2 and 6). */
export const VISIBILITY_TEXTS = {
  title: "Configure Visibility",
  /** Ours, as are the next ones. */
  everything: "All (*)",
  note: "Saved on the server: it counts for everybody of the role at once.",
  failed: "The roles could not be loaded",
  notSaved: "Not everything was saved",
  unchecked: "Nothing checks this yet",
} as const;
