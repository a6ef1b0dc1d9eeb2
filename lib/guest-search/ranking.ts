import { foldText } from "../fold-text";
import { readPhones } from "../phones";
import { searchWords } from "../search-text";
import { similarTo } from "./other-spellings";

/** Somebody who is searched for without an index, by the text and the numbers that the guest book would keep. */
interface Searched {
  person: { name: string };
  search_text: string;
  numbers: readonly { key: string; digits: string }[];
}

/**
 * As the guest book ranks its hits: the very phone, a name that begins with what was typed, words that begin with it,
 * parts, names written otherwise. The newest first as they are given; nobody stands in two ranks.
 * @param countryCode of numbers that carry none
 */
export function rankPeople<P extends Searched>(people: readonly P[], typed: string, countryCode: string): P[][] {
  const words = searchWords(typed);
  const ranks: P[][] = [[], [], [], [], []];
  if (words.length === 0) return ranks;
  const isNumber = words.length === 1 && /^\d+$/.test(words[0] ?? "");
  const [phone] = isNumber ? readPhones(typed, countryCode) : [];
  const start = foldText(typed);
  const hasLong = words.some((word) => [...word].length >= 3);
  const isSimilar = similarTo(words);
  for (const one of people) {
    const { person, search_text, numbers } = one;
    const text = ` ${search_text}`;
    if (phone?.key && numbers.some(({ key, digits }) => key === phone.key && digits === phone.digits)) ranks[0]?.push(one);
    else if (person.name !== "" && search_text.startsWith(start)) ranks[1]?.push(one);
    else if (words.every((word) => text.includes(` ${word}`))) ranks[2]?.push(one);
    else if (hasLong && words.every((word) => text.includes(word))) ranks[3]?.push(one);
    else if (isSimilar(one)) ranks[4]?.push(one);
  }
  return ranks;
}
