import { mkdirSync } from "node:fs";
import path from "node:path";
import type Database from "better-sqlite3";
import { openReading } from "../../lib/db/pragmas";
import { NOTHING_SAID } from "../../lib/guest-fields";
import { isCommon } from "../../lib/guest-search/other-spellings";
import { searchBook } from "../../lib/guest-search/search-book";
import { searchWords } from "../../lib/search-text";
import { GUESTS, questionsOf, SURE, WAYS } from "../guest-search/questions";
import { type Known, nameSearches } from "./queries";
import { percentile, report } from "./report";
import { MILLION, makeBook } from "./stores";

const SIZES = [MILLION / 10, MILLION];
const PAGE = 50;

/**
 * Guests who are asked for in every way of the corpus, in books of two sizes: how many are among the first three, the seen questions and
 * the unseen ones; how long it takes beside the search without similar names; and how much of the file their words are.
 */
export function benchNames(folder: string): void {
  const first = GUESTS.map(({ name, phone }) => ({ ...NOTHING_SAID, name, phones: phone, added_at: "2023-01-01T10:00:00.000Z" }));
  for (const size of SIZES) {
    const file = path.join(folder, `names-${size}`, "contacts.db");
    mkdirSync(path.dirname(file), { recursive: true });
    makeBook(file, "jounieh", size, first);
    const database = openReading(file);
    askAll(database, size);
    askAsPeopleType(database, size);
    reportSize(database, size);
    database.close();
  }
}

const nameOf = (database: Database.Database) => database.prepare<[number], string>("SELECT name FROM contact WHERE seq = ?").pluck();

function askAll(database: Database.Database, size: number): void {
  const name = nameOf(database);
  for (const way of WAYS) {
    for (const unseen of [false, true]) {
      // Of the made-up guests many have the very name that is typed for another: those are what is asked for, then.
      const asked = questionsOf(way).filter(
        (one) => (one.unseen ?? false) === unseen && (SURE.includes(way) || !isCommon(database, searchWords(one.ask))),
      );
      const shareOf = (withSimilar: boolean) =>
        asked.filter(({ ask, finds }) => {
          const { seqs } = searchBook(database, ask, "961", PAGE, [], withSimilar);
          return seqs.slice(0, 3).some((seq) => name.get(seq) === finds);
        }).length / asked.length;
      const figure = `${way}${unseen ? ", unseen" : ""}: among the first three of ${size} guests`;
      const limit = SURE.includes(way) ? { raw: shareOf(false), minRatio: 1 } : { raw: 1, minRatio: 0.9 };
      report({ figure, value: shareOf(true), unit: "of 1", limit: null, ...limit });
    }
  }
}

/** Names as they are typed, and all questions of the corpus: with similar names, and without them. */
function askAsPeopleType(database: Database.Database, size: number): void {
  const sample = database.prepare<[], Known>("SELECT seq, name, phones FROM contact WHERE seq % 997 = 0").all();
  const texts = {
    "names as people type them": nameSearches(sample, 500),
    "the questions of the corpus": WAYS.flatMap((way) => questionsOf(way).map(({ ask }) => ask)),
  };
  for (const [what, asked] of Object.entries(texts)) {
    const times = [true, false].map((withSimilar) => {
      const search = (text: string) => searchBook(database, text, "961", PAGE, [], withSimilar);
      for (const text of asked.slice(0, 50)) search(text);
      return asked.map((text) => msOf(() => search(text)));
    });
    const [similar = [], typed = []] = times;
    for (const share of [0.5, 0.95]) {
      const figure = `${what}: p${share * 100} among ${size} guests`;
      const limits = share === 0.95 && what.startsWith("names") ? { maxRatio: 2 } : {};
      report({ figure, value: percentile(similar, share), unit: "ms", limit: null, raw: percentile(typed, share), ...limits });
    }
  }
}

function msOf(work: () => unknown): number {
  const begun = performance.now();
  work();
  return performance.now() - begun;
}

const BYTES = "SELECT sum(pgsize) FROM dbstat WHERE name LIKE ?";

function reportSize(database: Database.Database, size: number): void {
  const [all, words, search] = ["%", "name\\_%", "contact\\_%"].map((like) =>
    Number(database.prepare<[string], number>(`${BYTES} ESCAPE '\\'`).pluck().get(like)),
  );
  const figure = `the words of names beside the rest of the file, ${size} guests`;
  report({ figure, value: (words ?? 0) / 2 ** 20, unit: "MB", limit: null, raw: ((all ?? 0) - (words ?? 0)) / 2 ** 20, maxRatio: 0.4 });
  report({ figure: `the search index of ${size} guests`, value: (search ?? 0) / 2 ** 20, unit: "MB", limit: null });
}
