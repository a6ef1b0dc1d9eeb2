import { branchName } from "../../known-branches";
import type { Item } from "../item-states";
import type { TemplatePart } from "../limits/contract";

/** A message takes the template already when the guest's day is nearly over: it may wait a while for its turn. Milliseconds. */
export const NEARLY = 15 * 60_000;

/**
 * A template as a guest reads it.
 * @param text as Meta has approved it; @param words what its `{{1}}`, `{{2}}` become, in one line each, as Meta takes them
 */
export function filledTemplate(text: string, words: readonly string[]): string {
  // In one go: a guest's name may hold a token itself.
  return text.replace(/\{\{(\d{1,2})\}\}/g, (token, place: string) => oneLine(words[Number(place) - 1] ?? token));
}

/** A template's text with our own tokens, which become each guest's. Not for one that bears what somebody wrote. */
export function withTokens(text: string, parts: readonly TemplatePart[]): string {
  return filledTemplate(
    text,
    parts.map((part) => `{${part}}`),
  );
}

/** WhatsApp refuses a template's words with line breaks, tabs or more than four spaces. */
export function oneLine(words: string): string {
  return words.replace(/\s+/g, " ").trim();
}

/** What a template's `{{1}}`, `{{2}}` become for a guest: `Guest` for somebody whose name nobody knows. */
export function wordsFor(parts: readonly TemplatePart[], { name, branch, text }: Pick<Item, "name" | "branch" | "text">): string[] {
  const words = { name: name || "Guest", branch: branchName(branch), message: text };
  return parts.map((part) => words[part]);
}
