import { foldText } from "./fold-text";

/** A comma of either script, a semicolon or a new line: between the values of a field that holds several. */
const BETWEEN = /[,،;؛\n]/;

/** So many values one field holds: whoever merges a thousand records writes no book into each guest. */
export const MOST_VALUES = 50;

/** The values of a field that holds several, each as it was typed. */
export function valuesIn(text: string): string[] {
  return text
    .split(BETWEEN)
    .map((value) => value.trim())
    .filter(Boolean);
}

/** A text with the values of a newer one that are not in it, compared as people read them (`foldText`); as it is where there are none. */
export function joinedValues(text: string, newer: string): string {
  if (newer === "" || newer === text) return text;
  if (text === "") return newer;
  const known = valuesIn(text);
  const folded = new Set(known.map(foldText));
  const more = valuesIn(newer).filter((value) => !folded.has(foldText(value)) && folded.add(foldText(value)));
  const room = more.slice(0, Math.max(0, MOST_VALUES - known.length));
  return room.length === 0 ? text : [text, ...room].join(", ");
}
