import type Database from "better-sqlite3";
import { recordStore } from "../book/records";
import type { DayHours } from "../business-day";
import { bulkRead } from "../db/bulk-read";
import { blockKeys, pairsIn } from "./blocks";
import { type Compared, compareGuests, type Likeness, OFFERED_FROM } from "./score";

export interface FindDuplicatesInput {
  /** A contacts store. */
  file: string;
  hours: DayHours;
}

/** Two guests who may be one, by their ids; the older first. */
export interface FoundPair extends Likeness {
  one: string;
  other: string;
}

export interface FoundDuplicates {
  guests: number;
  /** The likeliest first, at most `MOST_KEPT`. */
  pairs: FoundPair[];
  /** How many there are in all. */
  found: number;
}

/** More than anybody looks through. */
const MOST_KEPT = 5_000;
/** So many guests are held at once, for the blocks that share them. */
const HELD = 40_000;
const ROWS_PER_WORD = 5_000;

/**
 * Looks through a whole guest book for guests who may be one, beside everybody's work; it only reads. Who shares no key (`blockKeys`) is never
 * compared, so it takes as long as the book is large and no longer. Pairs of which somebody said that they are two are left out.
 */
export function findDuplicates(
  { file, hours }: FindDuplicatesInput,
  tell: (done: number, total: number) => void = () => {},
): FoundDuplicates {
  return bulkRead({ book: file }, ({ book }) => {
    const guestOf = guestReader(book);
    const total = book.prepare<[], number>("SELECT count(*) FROM contact").pluck().get() ?? 0;
    fillBlocks(book, guestOf, (done) => tell(done, total * 2));
    const parted = partedPairs(book, hours);
    const best = new Map<string, Likeness & { pair: [number, number] }>();
    let done = 0;
    for (const [key, seqs] of blocksOf(book)) {
      const guests = seqs.map((seq) => ({ seq, guest: guestOf(seq) }));
      for (const [a, b] of pairsIn(key, guests)) {
        const pair: [number, number] = a < b ? [a, b] : [b, a];
        const name = pair.join(" ");
        if (best.has(name) || parted.has(name)) continue;
        const likeness = compareGuests(guestOf(a), guestOf(b));
        if (likeness.score >= OFFERED_FROM) best.set(name, { ...likeness, pair });
      }
      done += seqs.length;
      if (done % ROWS_PER_WORD < seqs.length) tell(Math.min(2 * total, total + Math.floor(done / KEYS_PER_GUEST)), total * 2);
    }
    const idOf = book.prepare<[number], string>("SELECT id FROM contact WHERE seq = ?").pluck();
    const inOrder = [...best.values()].toSorted((a, b) => b.score - a.score || a.pair[0] - b.pair[0] || a.pair[1] - b.pair[1]);
    const pairs = inOrder.slice(0, MOST_KEPT).map(({ score, reasons, pair: [one, other] }) => ({ one: idOf.get(one) ?? "", other: idOf.get(other) ?? "", score, reasons })); // biome-ignore format: one line
    tell(2 * total, 2 * total);
    return { guests: total, pairs, found: best.size };
  });
}

/** About; for the progress alone. */
const KEYS_PER_GUEST = 4;

type GuestOf = (seq: number) => Compared;

/** Reads guests, and holds the last ones. */
function guestReader(book: Database.Database): GuestOf {
  const read = book.prepare<[number], Omit<Compared, "digits"> & { digits: string }>(
    `SELECT name, also, birthday, birth_year, email,
       (SELECT json_group_array(digits) FROM contact_phone p WHERE p.contact_seq = c.seq AND digits <> '') AS digits
     FROM contact c WHERE seq = ?`,
  );
  let held = new Map<number, Compared>();
  return (seq) => {
    const known = held.get(seq);
    if (known) return known;
    const row = read.get(seq);
    if (!row) throw new Error("A guest of this book is gone while it is read."); // a reader sees one state
    const guest: Compared = { ...row, digits: JSON.parse(row.digits) };
    if (held.size >= HELD) held = new Map();
    held.set(seq, guest);
    return guest;
  };
}

/** The keys of all guests, in a table of the connection's own: a million of them need no memory. */
function fillBlocks(book: Database.Database, guestOf: GuestOf, tell: (done: number) => void): void {
  book.exec("CREATE TEMP TABLE block (key TEXT NOT NULL, seq INTEGER NOT NULL)");
  const add = book.prepare<[string, number]>("INSERT INTO temp.block VALUES (?, ?)");
  const seqs = book.prepare<[number], number>(`SELECT seq FROM contact WHERE seq > ? ORDER BY seq LIMIT ${ROWS_PER_WORD}`).pluck();
  let done = 0;
  for (let some = seqs.all(0); some.length > 0; some = seqs.all(some.at(-1) ?? 0)) {
    for (const seq of some) for (const key of blockKeys(guestOf(seq))) add.run(key, seq);
    done += some.length;
    tell(done);
  }
  book.exec("CREATE INDEX temp.block_key ON block (key, seq)");
}

/** Each key that several guests have, with their row ids. */
function* blocksOf(book: Database.Database): Generator<[string, number[]]> {
  const rows = book.prepare<[], [string, number]>("SELECT key, seq FROM temp.block ORDER BY key, seq").raw();
  let key = "";
  let seqs: number[] = [];
  for (const [next, seq] of rows.iterate()) {
    if (next !== key) {
      if (seqs.length > 1) yield [key, seqs];
      [key, seqs] = [next, []];
    }
    seqs.push(seq);
  }
  if (seqs.length > 1) yield [key, seqs];
}

/** Row ids of guests of whom somebody said that they are two, as `one other`, the lower first. */
export function partedPairs(book: Database.Database, hours: DayHours): Set<string> {
  const store = recordStore(book, hours);
  const said = book.prepare<[], string>("SELECT decision FROM book_decision WHERE decision ->> '$.kind' = 'not-one'").pluck();
  const holders = (records: readonly string[]) => [...new Set(records.flatMap((id) => store.find(id)?.contact_seq ?? []))];
  const pairs = new Set<string>();
  for (const text of said.all()) {
    const { about, other } = JSON.parse(text) as { about: { records: string[] }; other: { records: string[] } }; // as decisions are kept
    const others = holders(other.records);
    for (const one of holders(about.records)) for (const two of others) pairs.add(one < two ? `${one} ${two}` : `${two} ${one}`);
  }
  return pairs;
}
