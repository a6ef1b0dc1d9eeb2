// Which tests most likely notice that a guard is off: those that speak of what stands around it, in words that few others use.
import { readFileSync } from "node:fs";
import path from "node:path";

/** How many lines around a guard are read with it. */
const AROUND = 8;
/** How much the length of a test counts against it. */
const LENGTH = 0.7;
/** The same as on the phone, at another size. */
const isAgain = (test) => (/^(tablet|desktop) /.test(test) ? 1 : 0);

/** Puts tests in order for one guard after the other. */
export class Likely {
  /** @param {Map<string, string>} texts by the names of the tests @param {(test: string, file: string) => number} distance in imports */
  constructor(root, texts, distance) {
    this.root = root;
    this.distance = distance;
    this.words = new Map([...texts].map(([test, text]) => [test, new Set(wordsOf(`${test} ${text}`))]));
    this.names = new Map([...texts.keys()].map((test) => [test, new Set(wordsOf(test))]));
    this.users = new Map();
    for (const words of this.words.values()) for (const word of words) this.users.set(word, (this.users.get(word) ?? 0) + 1);
  }

  /** @returns the tests, the likeliest first */
  order(tests, { file, line, text }) {
    const lines = readFileSync(path.join(this.root, file), "utf8").split("\n");
    const around = lines.slice(Math.max(0, line - AROUND), line + AROUND).join(" ");
    const spoken = (words, by) => words.reduce((sum, word) => sum + (by.has(word) ? this.#rarity(word) : 0), 0);
    const [topic, said, near] = [file, text, around].map(wordsOf);
    const score = (test) => {
      const [name, words] = [this.names.get(test), this.words.get(test)];
      const sum = 8 * spoken(topic, name) + 3 * spoken(topic, words) + 2 * spoken(said, words) + spoken(near, words);
      return sum / words.size ** LENGTH / (3 + this.distance(test, file)); // a long test speaks of everything, and a far one by chance
    };
    const scores = new Map(tests.map((test) => [test, score(test)]));
    return [...tests].sort((a, b) => isAgain(a) - isAgain(b) || scores.get(b) - scores.get(a));
  }

  #rarity(word) {
    return Math.log(this.words.size / (this.users.get(word) ?? this.words.size));
  }
}

function wordsOf(text) {
  const words =
    text
      .replace(/([a-z])([A-Z])/g, "$1 $2")
      .toLowerCase()
      .match(/[a-z]{3,}/g) ?? [];
  return [...new Set(words.map((word) => word.replace(/(?<=...)(s|ed|ing)$/, "")))];
}
