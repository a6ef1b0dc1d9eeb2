import { asciiDigits } from "@/lib/digits";
import { foldText } from "@/lib/fold-text";
import { searchWords } from "@/lib/search-text";

export interface TextPart {
  text: string;
  hit: boolean;
}

/** Cuts a name into the parts that a search found and those between, by the folding with which the server searched. */
export function matchName(name: string, query: string): TextPart[] {
  const characters = [...name];
  const folded: string[] = [];
  const origin: number[] = [];
  for (const [index, character] of characters.entries()) {
    // A lone letter folds as it does inside a word; what folds to nothing is a mark or a space.
    const letters = /[\s\p{P}]/u.test(character) ? " " : foldText(character);
    for (const letter of letters) {
      folded.push(letter);
      origin.push(index);
    }
  }
  const text = folded.join("");
  const hits = new Array<boolean>(characters.length).fill(false);
  for (const word of searchWords(query)) {
    const at = placeOf(text, word);
    if (at < 0) continue;
    const first = origin[at] ?? 0;
    const last = origin[at + word.length - 1] ?? first;
    hits.fill(true, first, last + 1);
    // Marks that stand on the last letter belong to it.
    for (let next = last + 1; next < hits.length && /\p{M}/u.test(characters[next] ?? ""); next++) hits[next] = true;
  }
  return partsOf(characters, hits);
}

/** A word's beginning before its middle, as the server ranks them. */
function placeOf(text: string, word: string): number {
  if (text.startsWith(word)) return 0;
  const beginning = text.indexOf(` ${word}`);
  return beginning >= 0 ? beginning + 1 : text.indexOf(word);
}

/** The same for a phone as it is shown: spaces between the digits do not matter. */
export function matchPhone(shown: string, query: string): TextPart[] {
  const characters = [...shown];
  const hits = new Array<boolean>(characters.length).fill(false);
  const places = characters.flatMap((character, index) => (/\d/.test(asciiDigits(character)) ? [index] : []));
  const digits = places.map((index) => asciiDigits(characters[index] ?? "")).join("");
  for (const word of searchWords(query)) {
    if (!/^\d{2,}$/.test(word)) continue;
    // Somebody types 03 123 456 for what is shown as +961 3 123 456.
    const fragment = digits.includes(word) ? word : word.replace(/^0+/, "");
    const at = fragment ? digits.indexOf(fragment) : -1;
    if (at >= 0) hits.fill(true, places[at], (places[at + fragment.length - 1] ?? 0) + 1);
  }
  return partsOf(characters, hits);
}

function partsOf(characters: readonly string[], hits: readonly boolean[]): TextPart[] {
  const parts: TextPart[] = [];
  for (const [index, character] of characters.entries()) {
    const hit = hits[index] ?? false;
    const last = parts.at(-1);
    if (last && last.hit === hit) last.text += character;
    else parts.push({ text: character, hit });
  }
  return parts;
}
