import { foldText } from "../../fold-text";

/** The words by which guests say no to messages, and yes again. */
export interface GuestWords {
  stop: string[];
  start: string[];
}

/** What counts where nobody has changed anything; those of a no count in any case. */
export const HOUSE_WORDS: GuestWords = {
  stop: [
    "STOP",
    "STOP ALL",
    "UNSUBSCRIBE",
    "CANCEL",
    "END",
    "QUIT",
    "OPTOUT",
    "OPT OUT",
    "REMOVE",
    "ARRET",
    "STOPPER",
    "إلغاء",
    "إلغاء الاشتراك",
    "توقف",
    "إيقاف",
    "وقف",
  ],
  start: ["START", "ابدأ", "اشتراك"],
};

/** Whether a word is one of some, as guests are understood: by letters and digits alone. */
function oneOf(words: readonly string[]): (word: string) => boolean {
  const folded = new Set(words.map(foldText));
  return (word) => folded.has(foldText(word));
}

/** Whether every guest says no by a word, whatever anybody has saved: STOP and its like. */
export const alwaysSaysNo = oneOf(HOUSE_WORDS.stop);

/** The words that count of those that were saved: with every no of the house, and no word says both. */
export function wordsInForce({ stop, start }: GuestWords): GuestWords {
  const no = [...HOUSE_WORDS.stop, ...stop.filter((word) => !alwaysSaysNo(word))];
  const saysNo = oneOf(no);
  const yes = start.filter((word) => !saysNo(word));
  return { stop: no, start: yes.length > 0 ? yes : HOUSE_WORDS.start };
}

/** Whether guests are understood by both alike. */
export function areSameWords(some: GuestWords, others: GuestWords): boolean {
  const isWithin = (words: readonly string[], all: readonly string[]) => words.every(oneOf(all));
  return (["stop", "start"] as const).every((list) => isWithin(some[list], others[list]) && isWithin(others[list], some[list]));
}
