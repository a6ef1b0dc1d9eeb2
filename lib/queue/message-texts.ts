import { branchName } from "../known-branches";

/** The message as one guest gets it, and as screens show it before: the tokens replaced, `Guest` for somebody whose name nobody knows. */
export function textFor(message: string, name: string, branch: string): string {
  const known: Record<string, string> = { name: name.trim() || "Guest", branch: branchName(branch) };
  // In one go: a guest's name may hold a token itself.
  return message.replace(/\{(name|branch)\}/gi, (_, token: string) => known[token.toLowerCase()] ?? "");
}

/** With the menu, where nobody wrote other words. */
export const MENU_TEXT = "Thank you for being with us at {branch}, {name}. Here is our menu.";

/** With a voucher, where nobody wrote other words (docs/design/spec-guests.md 9: its exact words are not shown). */
export const BIRTHDAY_TEXT =
  "Happy birthday, {name}! {branch} would like to celebrate with you: enjoy 20% off your next visit. Your voucher is in the picture.";

/** WhatsApp takes no longer words with a picture or a PDF. */
export const LONGEST_CAPTION = 1_024;
