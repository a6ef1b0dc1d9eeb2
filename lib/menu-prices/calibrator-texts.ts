import type { FieldState } from "./calibration";

/** The page on which somebody says which numbers of a menu are prices; all of it ours. */
export const CALIBRATOR_TEXTS = {
  title: "Menu price calibrator",
  help: "Say which numbers of the menu are prices, and of which dishes. It holds for later versions too: dishes are found again by their words.",
  failed: "This menu could not be read.",
  keys: "Arrow keys go from number to number, P says that it is a price, O that it is another number.",
  lost: "Not found any more",
  lostHelp: "These dishes were on an earlier version. They stay, in case they come back, unless they are forgotten.",
  notSaved: "Nothing was saved.",
  shows: "Open the page again: it shows what was saved.",
} as const;

/** What a number is taken for, in a word. */
export const FIELD_WORDS: Record<FieldState, string> = {
  unmapped: "Not said",
  suggested: "Looks like a price",
  confirmed: "Price",
  other: "No price",
  conflict: "Two dishes",
};
