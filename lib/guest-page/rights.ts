import { MAY_AWARD } from "../loyalty/rights";
import type { Requirement } from "../permissions";

/** Parts of a guest's page that go on by pages. */
export const LISTS = ["visits", "points", "vouchers", "messages", "history"] as const;
export type GuestList = (typeof LISTS)[number];

/** Who opens a guest's page at all, and sees what the card of Search Guest shows too. */
export const MAY_OPEN_GUEST = "nav_guest_search" satisfies Requirement;

/**
 * What each part needs beside the page itself: as much as the call that gives the same elsewhere. Points are given and looked up by those
 * who award them, the queue is shown to everybody who is signed in, and what was changed by whom stands in the audit trail.
 */
export const SEES: Record<GuestList, Requirement> = {
  visits: "signed-in",
  points: MAY_AWARD,
  vouchers: "signed-in",
  messages: "signed-in",
  history: "everything",
};
