import type Database from "better-sqlite3";
import { contactsMergeTarget } from "../../lib/book/contacts-merge-target";
import { optimiseSearch } from "../../lib/book/search-indexes";
import { openReading, openWriting } from "../../lib/db/pragmas";
import { readPhones } from "../../lib/phones";
import { searchWords } from "../../lib/search-text";
import { mergeInto } from "../support/by";
import { mergeContacts } from "../support/older-book";
import { bareSearch, type Pair, reportTimes, throughput, withBoth } from "./beside";
import type { Group } from "./group";
import { type Known, nameSearches, phoneSearches, typicalSearches } from "./queries";
import { memoryOf, percentile, report, reportCount } from "./report";
import { type Bare, type Bench, inParallel } from "./server";
import { incoming, peopleWithNumbers } from "./stores";

const SINGLE_INSERTS = 5_000;
const CLIENTS = 16;

interface Answer {
  contacts: { phones: string; added_at: string; not_in_book?: true }[];
  total: number;
}

const addressOf = (search: string, limit = 50) => `/api/contacts?limit=${limit}&search=${encodeURIComponent(search)}`;

/** Search in a million contacts, over HTTP, beside the bare server and beside SQLite alone. */
export async function benchSearch({ data, book, sample }: Group): Promise<void> {
  const names = nameSearches(sample, 200);
  const phones = phoneSearches(sample, 200);
  const typed = phones.map((phone) => phone.typed);
  await withBoth(data, async (bench, bare) => {
    for (const [what, texts] of Object.entries(typicalSearches(sample, 50))) await besideBare(what, texts, { bench, bare });
    for (const [what, texts] of Object.entries({ "200 names": names, "200 phone fragments": typed }))
      await compare(bench, book, what, texts);
    await checkPhones(bench, phones);
    await compareKinds(bench, sample);
    const [value, beside] = [bench.server.pid, bare.pid].map((pid) => memoryOf(pid, "VmRSS"));
    report({ figure: "server's memory after all searches", value: value ?? 0, unit: "MB", limit: 300, bare: beside });
  });
  compareIndexes(book, [...names, ...typed]);
}

/** One form of search: as fast as the bare server's, within limits, alone and with 16 clients. */
async function besideBare(what: string, texts: string[], servers: { bench: Bench; bare: Bare }): Promise<void> {
  const pairs = texts.map((text) => ({ ours: addressOf(text), bare: bareSearch(searchWords(text)) }));
  await countSame(what, pairs, servers);
  await reportTimes(`search for ${what}`, pairs, servers, { medianRatio: 3 });
  const { rates, busy } = await throughput(pairs, CLIENTS, servers);
  const figure = `search for ${what}, ${CLIENTS} clients`;
  report({ figure, value: rates.ours, unit: "/s", limit: null, bare: rates.bare, minRatio: 1 / 3 });
  // Clients without a moment's rest would be what was measured.
  report({ figure: `${figure}: how busy they are`, value: Math.max(busy.ours, busy.bare), unit: "of 1", limit: 0.95 });
}

/** Both find as many, or one of them does other work. */
async function countSame(what: string, pairs: Pair[], { bench, bare }: { bench: Bench; bare: Bare }): Promise<void> {
  let same = 0;
  for (const pair of pairs) {
    const [ours, others] = await Promise.all([bench.call("GET", pair.ours), bare.call("GET", pair.bare)]);
    const [found, expected] = [ours, others].map(({ text }) => (JSON.parse(text) as Answer).contacts.length);
    if (found === expected) same++;
    else console.error(`${decodeURIComponent(pair.ours)} finds ${found}, the bare server ${expected}`);
  }
  reportCount(`searches for ${what} that find as many as the bare server's`, same, pairs.length);
}

async function compare(bench: Bench, store: string, what: string, texts: string[]): Promise<void> {
  const raw = rawTimes(store, texts);
  for (const concurrency of [1, 16]) {
    const times = await inParallel(texts, concurrency, async (text) => {
      const { status } = await bench.call("GET", addressOf(text));
      if (status !== 200) throw new Error(`Searching ${text} answered ${status}.`);
    });
    for (const share of [0.5, 0.95, 0.99]) {
      const limit = concurrency === 1 && share === 0.95 ? 15 : null;
      const figure = `search, ${what}, ${concurrency} at a time, p${share * 100}`;
      report({ figure, value: percentile(times, share), unit: "ms", limit, raw: percentile(raw, share) });
    }
  }
}

/** The two look-ups and the rows with nothing around them: what SQLite itself takes. */
function rawTimes(store: string, texts: string[]): number[] {
  const database = openReading(store);
  const ask = (index: string) =>
    database.prepare<[string], number>(`SELECT rowid FROM ${index} WHERE ${index} MATCH ? ORDER BY rowid DESC LIMIT 1000`).pluck();
  const prefix = ask("contact_prefix");
  const trigram = ask("contact_trigram");
  const rows = database.prepare("SELECT * FROM contact WHERE seq IN (SELECT value FROM json_each(?))");
  const search = (text: string) => {
    const words = searchWords(text);
    const long = words.filter((word) => [...word].length >= 3);
    const found = words.length > 0 ? prefix.all(words.map((word) => `"${word}"*`).join(" AND ")) : [];
    const more = found.length < 1000 && long.length > 0 ? trigram.all(long.map((word) => `"${word}"`).join(" AND ")) : [];
    rows.all(JSON.stringify([...new Set([...found, ...more])].slice(0, 50)));
  };
  for (const text of texts.slice(0, 20)) search(text);
  const times = texts.map((text) => {
    const started = performance.now();
    search(text);
    return performance.now() - started;
  });
  database.close();
  return times;
}

async function checkPhones(bench: Bench, phones: { typed: string; digits: string }[]): Promise<void> {
  let found = 0;
  for (const { typed, digits } of phones) {
    const { text } = await bench.call("GET", addressOf(typed, 200));
    const { contacts } = JSON.parse(text) as Answer;
    if (contacts.some((contact) => readPhones(contact.phones).some((number) => number.digits === digits))) found++;
    else console.error(`${typed} does not find ${digits}`);
  }
  reportCount("phone fragments that find their guest", found, phones.length);
}

/** Two letters against eight, and the newest first: neither may cost more. */
async function compareKinds(bench: Bench, sample: Known[]): Promise<void> {
  const words = [...new Set(sample.flatMap(({ name }) => name.split(" ")).filter((word) => [...word].length >= 8))].slice(0, 50);
  const medianOf = async (texts: string[]) =>
    percentile(await inParallel(texts, 1, async (text) => void (await bench.call("GET", addressOf(text)))), 0.5);
  const two = words.map((word) => [...word].slice(0, 2).join(""));
  await medianOf(two);
  const long = await medianOf(words.map((word) => [...word].slice(0, 8).join("")));
  report({
    figure: "search for two letters, median, beside eight (raw)",
    value: await medianOf(two),
    unit: "ms",
    limit: null,
    raw: long,
    maxRatio: 1.5,
  });
  const { text } = await bench.call("GET", addressOf("ge", 200));
  // Tonight's guests whom the book does not know yet stand before its own.
  const added = (JSON.parse(text) as Answer).contacts.filter((contact) => !contact.not_in_book).map((contact) => contact.added_at);
  reportCount(
    "of the book's own, the newest come first",
    Number(added.every((instant, index) => index === 0 || instant <= (added[index - 1] ?? ""))),
    1,
  );
}

/** A thousand evenings of single saves leave the index in many parts; optimising puts them together again. */
function compareIndexes(store: string, texts: string[]): void {
  const p95 = () => percentile(rawTimes(store, texts), 0.95);
  const clean = p95();
  const database = openWriting(store);
  const target = contactsMergeTarget(database, mergeInto("jounieh"));
  for (const person of peopleWithNumbers(SINGLE_INSERTS, 9, 4_000_000)) {
    database.transaction(() => mergeContacts(database, target, [incoming(person)], 1)).immediate();
  }
  report({
    figure: `raw search p95 after ${SINGLE_INSERTS} single inserts, beside before (raw)`,
    value: p95(),
    unit: "ms",
    limit: null,
    raw: clean,
  });
  const started = performance.now();
  optimiseSearch(database);
  report({ figure: "optimising the search indexes", value: (performance.now() - started) / 1000, unit: "s", limit: null });
  report({ figure: "raw search p95 after optimising, beside before the inserts (raw)", value: p95(), unit: "ms", limit: null, raw: clean });
  newestFirst(database);
  database.close();
}

/** Walking the index backwards against walking it forwards. */
function newestFirst(database: Database.Database): void {
  const median = (order: string) => {
    const statement = database.prepare(`SELECT rowid FROM contact_prefix WHERE contact_prefix MATCH ? ORDER BY rowid ${order} LIMIT 1000`);
    const times = Array.from({ length: 40 }, () => {
      const started = performance.now();
      statement.all('"ge"*');
      return performance.now() - started;
    });
    return percentile(times, 0.5);
  };
  median("ASC");
  report({
    figure: "the newest first, beside the oldest first (raw)",
    value: median("DESC"),
    unit: "ms",
    limit: null,
    raw: median("ASC"),
    maxRatio: 1.5,
  });
}
