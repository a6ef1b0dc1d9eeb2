import type Database from "better-sqlite3";
import { decisionStore } from "../book/decisions";
import { recordStore } from "../book/records";
import type { DayHours } from "../business-day";
import type { WriteBy } from "../db/actor";
import { bulkRead } from "../db/bulk-read";
import { bulkWrite } from "../db/bulk-write";
import type { FoundPair } from "./find-step";
import type { Reason } from "./reasons";

export interface DuplicatesPageInput {
  /** A contacts store. */
  book: string;
  hours: DayHours;
  /** The place of the last pair of the page before. */
  after: string | null;
  most: number;
  /** Only pairs of this guest. */
  of: string | null;
}

/** A guest of a pair as the book has them. */
export interface PairedGuest {
  id: string;
  name: string;
  also: string;
  phones: string;
  birthday: string;
  birth_year: number | null;
  company: string;
  branch: string;
  added_at: string;
}

export interface DuplicatesPage {
  pairs: { one: PairedGuest; other: PairedGuest; score: number; reasons: Reason[] }[];
  next: string | null;
  total: number;
  looked_at: string | null;
  /** False for pairs of somebody whom the book does not have. */
  is_known: boolean;
}

interface Row {
  one: string;
  other: string;
  score: number;
  reasons: string;
}

const LOOKED_AT = "duplicates_looked_at";
const ORDER = "ORDER BY score DESC, one DESC, other DESC";
const PAGE = `SELECT * FROM possible_duplicate WHERE (score, one, other) < (@score, @one, @other) ${ORDER} LIMIT @most`;
const OF_ONE = `SELECT * FROM possible_duplicate WHERE one = @of UNION SELECT * FROM possible_duplicate WHERE other = @of ${ORDER}`;
const GUEST = "SELECT seq, id, name, also, phones, birthday, birth_year, company, branch, added_at FROM contact WHERE id = ?";

const KNOWN = "SELECT 1 FROM contact WHERE id = @of UNION ALL SELECT 1 FROM contact_alias WHERE id = @of";

/** A page of the pairs that are still two guests, and of which nobody said that they are two people. */
export function duplicatesPage({ book, hours, after, most, of }: DuplicatesPageInput): DuplicatesPage {
  return bulkRead({ book }, ({ book: database }) => {
    const isOpen = openPairs(database, hours);
    const [score = "101", one = "", other = ""] = after?.split(" ") ?? [];
    const rows =
      of === null
        ? database.prepare<unknown[], Row>(PAGE).iterate({ score: Number(score), one, other, most: MOST_LOOKED_AT })
        : database.prepare<unknown[], Row>(OF_ONE).iterate({ of });
    const pairs: DuplicatesPage["pairs"] = [];
    let next: string | null = null;
    for (const row of rows) {
      if (pairs.length === most) {
        const last = pairs.at(-1);
        next = last ? `${last.score} ${last.one.id} ${last.other.id}` : null;
        break;
      }
      const pair = isOpen(row);
      if (pair) pairs.push({ ...pair, score: row.score, reasons: JSON.parse(row.reasons) as Reason[] }); // as keepDuplicates wrote them
    }
    const total = database.prepare<[], number>("SELECT count(*) FROM possible_duplicate").pluck().get() ?? 0;
    const looked_at = database.prepare<[string], string>("SELECT value FROM store_info WHERE name = ?").pluck().get(LOOKED_AT) ?? null;
    const is_known = of === null || database.prepare(KNOWN).get({ of }) !== undefined;
    return { pairs, next, total, looked_at, is_known };
  });
}

/** So many rows are looked at for one page. */
const MOST_LOOKED_AT = 5_000;

/** Says of a row who the two are; null where they are one by now, one is gone, or somebody said that they are two people. */
function openPairs(
  database: Database.Database,
  hours: DayHours,
): (row: Pick<Row, "one" | "other">) => { one: PairedGuest; other: PairedGuest } | null {
  const guest = database.prepare<[string], PairedGuest & { seq: number }>(GUEST);
  const store = recordStore(database, hours);
  const decided = decisionStore(database);
  const areParted = (one: number, other: number) => {
    const theirs = new Set(store.ofContact(other).map(({ id }) => id));
    return store.ofContact(one).some(({ id }) =>
      decided.at(`record ${id}`).some((decision) => {
        if (decision.kind !== "not-one") return false;
        const sides = [decision.about.records, decision.other.records];
        return sides.some((side, at) => side.includes(id) && (sides[1 - at] ?? []).some((their) => theirs.has(their)));
      }),
    );
  };
  return (row) => {
    const [first, second] = [guest.get(row.one), guest.get(row.other)];
    if (!first || !second || areParted(first.seq, second.seq)) return null;
    const { seq: _, ...one } = first;
    const { seq: __, ...other } = second;
    return { one, other };
  };
}

export interface KeepDuplicatesInput {
  file: string;
  by: WriteBy;
  pairs: FoundPair[];
  /** ISO 8601 in UTC with Z. */
  at: string;
}

/** Puts what a look through the book found into the place of what an earlier one did. No guest is another by it. */
export function keepDuplicates({ file, by, pairs, at }: KeepDuplicatesInput): number {
  return bulkWrite<number>(file, by, (database) => {
    database.prepare("DELETE FROM possible_duplicate").run();
    const add = database.prepare<[string, string, number, string]>("INSERT OR IGNORE INTO possible_duplicate VALUES (?, ?, ?, ?)");
    for (const { one, other, score, reasons } of pairs) add.run(one, other, score, JSON.stringify(reasons));
    database.prepare("INSERT INTO store_info VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value").run(LOOKED_AT, at);
    return { answer: pairs.length, happened: [] };
  });
}
