import type { Permission } from "../permissions";

/** What each of these needs (docs/design/open-screens.md 2.2, point 11): whoever makes a competition is not by that who draws it. */
export const COMPETITION_RIGHTS = {
  view: "nav_competitions",
  /** Make, change, bring entries in, open, close and lock. */
  edit: "competitions_edit",
  /** Draw, disqualify, verify, and give the prize. */
  draw: "competitions_draw",
} as const satisfies Record<string, Permission>;
