import type { Removal } from "./entries/judge";
import type { RuleLanguage } from "./rules-text";
import type { CompetitionState } from "./states";

/** Competitions; the names of the page and of Home's section are the specification's, all else is ours. */
export const COMPETITION_TEXTS = {
  page: "Competitions",
  section: "Insta Competitions",
  help: "Draw winners among those who commented on a post, so that everybody can check the draw.",
  failed: "The competitions could not be loaded.",
  none: "No competitions yet",
  noneHelp: "Make one, open it, and bring in the comments of its post.",
  notYours: "Whoever has “Competitions: make, bring comments in, lock” makes one.",
  make: "New competition",
  staff: "The house’s own people",
  staffHelp: "By their names on Instagram, one on each line. They take part in no competition.",
  notDone: "Nothing was changed.",
  shows: "Open the competition again: it shows whether it was done.",
  unchecked: "Likes and follows cannot be read by anybody but Instagram: look at each winner by hand before you verify.",
  ads: "Comments on ads and on live video are not given by the official call.",
  edited: "A comment that was changed takes part only if each of its texts passes.",
  required: "These two sentences stand in the rules by themselves:",
  bring: "Bring comments in",
  bringHelp: "A table with the columns username and text, and id and timestamp where there are; or lines that begin with a user’s name.",
  lockHelp: "From then on nothing changes: no comment, no rule, no number of winners. Publish the SHA-256 under the post.",
  drandHelp: "Public randomness that nobody knows before its time. Everybody can check it.",
  secretHelp: "Without internet: the hash of a secret is published now, the secret when it is drawn. Weaker, and marked so.",
  drawHelp: "Winners and reserves are drawn at once, and once for all.",
  pasteRound: "Open the round’s page and paste what stands there. Its signature is checked, so a wrong one does nothing.",
  noRedraw: "The winner stays visible with the reason, and the next reserve moves up. Nothing is drawn again.",
  guestHelp: "By name and number they are a guest of that restaurant’s book, a new one or one whom it knows.",
  publicUrl: "This server has no address for guests: download the proof and put it on any web space.",
} as const;

export const STATE_NAMES: Record<CompetitionState, string> = {
  DRAFT: "Draft",
  OPEN: "Open",
  CLOSED: "Closed",
  LOCKED: "List locked",
  DRAWN: "Drawn",
  VERIFIED: "Verified",
  PRIZE_GIVEN: "Prize given",
  CANCELLED: "Cancelled",
};

/** What the button of each step says. */
export const STEP_NAMES: Record<Exclude<CompetitionState, "DRAFT">, string> = {
  OPEN: "Open it",
  CLOSED: "Close it",
  LOCKED: "Lock the list",
  DRAWN: "Draw the winners",
  VERIFIED: "The winners are verified",
  PRIZE_GIVEN: "The prize is given",
  CANCELLED: "Cancel the competition",
};

export const REMOVAL_NAMES: Record<Removal, string> = {
  two_users: "One comment of two users",
  empty_text: "No text",
  after_close: "After closing",
  excluded_user: "Excluded users and staff",
  previous_winner: "Has won lately",
  missing_keyword: "The word is missing",
  few_mentions: "Too few mentions",
  same_user: "The same user again",
};

export const RULE_LANGUAGE_NAMES: Record<RuleLanguage, string> = { ar: "Arabic", fr: "French", en: "English" };
