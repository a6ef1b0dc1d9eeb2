import { foldText } from "../fold-text";

const LONGEST = 30;

/** The key that a name suggests: `Beirut Souks` gives `beirut-souks`; empty where it has no Latin letter or digit. */
export function keyFor(name: string): string {
  const words = foldText(name).split(/[^a-z0-9]+/).filter(Boolean); // biome-ignore format: one line
  return words.join("-").slice(0, LONGEST).replace(/-$/, "");
}
