import { searchWords } from "../search-text";
import type { GuestFilters } from "./filters";

/** Filters as the step takes them: with instants for days, and whether phones may be looked for. */
export interface Wanted extends Omit<GuestFilters, "added_from" | "added_to" | "not_seen_since"> {
  /** ISO 8601 in UTC with Z, the end not included. */
  added: { from?: string; to?: string };
  not_seen?: { since: string; addedBefore: string };
  seesPhones: boolean;
}

/** Values of a statement, by their names. */
export type Values = Record<string, string | number>;

/** SQL about the contact `c`, the quickest first, with the values that it names. */
export interface Conditions {
  all: string[];
  /** Each gives row ids of whom alone the conditions can hold for, where an index knows them. */
  drivers: string[];
  values: Values;
}

/** Digits at the end of the search text are phones', or they end a name: whoever sees no phones finds neither. */
export const NAME_PART = "rtrim(c.search_text, '0123456789 ')";

/**
 * By what names are ordered: as much of it as a place in the order needs to name. Other names stand behind a guest's own, and whole they
 * would make an address of kilobytes; the row ids order those that begin alike.
 */
export const NAME_ORDER = `substr(${NAME_PART}, 1, 100)`;

/** A long number is looked up by its last digits, which few people share; its first, such as 961, stand in every row. */
const indexed = (word: string) => (/^\d{7,}$/.test(word) ? word.slice(-6) : word);

const HAS_NUMBER = "EXISTS (SELECT 1 FROM contact_phone p WHERE p.contact_seq = c.seq)";
const SHARES_KEY = `EXISTS (SELECT 1 FROM contact_phone p JOIN contact_phone o ON o.key = p.key AND o.contact_seq <> p.contact_seq
  WHERE p.contact_seq = c.seq AND p.key <> '')`;

/**
 * What the filters mean, in SQL over `contact c` and the functions `fold_text`, `is_invalid`, `last_visit` and the table `temp.said_no`
 * that the step sets up.
 */
export function conditionsOf(wanted: Wanted): Conditions {
  const all: string[] = [];
  const drivers: string[] = [];
  const values: Values = {};
  const add = (sql: string, named: Values = {}) => {
    all.push(sql);
    Object.assign(values, named);
  };
  addPlain(wanted, add);
  if (wanted.added.from !== undefined || wanted.added.to !== undefined) {
    const { from = "", to = "~" } = wanted.added; // a sign that sorts behind every date
    add("c.added_at >= @added_from AND c.added_at < @added_to", { added_from: from, added_to: to });
    drivers.push("SELECT seq FROM contact WHERE added_at >= @added_from AND added_at < @added_to");
  }
  const words = searchWords(wanted.text ?? "");
  const searched = wanted.seesPhones ? "c.search_text" : NAME_PART;
  for (const [index, word] of words.entries()) add(`instr(${searched}, @word${index}) > 0`, { [`word${index}`]: word });
  const long = words.filter((word) => [...word].length >= 3);
  if (long.length > 0) {
    values.match = long.map((word) => `"${indexed(word)}"`).join(" AND ");
    drivers.push("SELECT rowid AS seq FROM contact_trigram WHERE contact_trigram MATCH @match");
  }
  if (wanted.opted_out === "yes") drivers.push("SELECT seq FROM temp.said_no");
  if (wanted.opted_out !== undefined) add(`c.seq ${wanted.opted_out === "yes" ? "IN" : "NOT IN"} (SELECT seq FROM temp.said_no)`);
  if (wanted.duplicates !== undefined) add(wanted.duplicates === "yes" ? SHARES_KEY : `NOT ${SHARES_KEY}`);
  if (wanted.phone === "with") add(HAS_NUMBER);
  if (wanted.phone === "without") add(`NOT ${HAS_NUMBER}`);
  if (wanted.company) add("c.company <> '' AND instr(fold_text(c.company), fold_text(@company)) > 0", { company: wanted.company });
  if (wanted.phone === "invalid") add("c.phones <> '' AND is_invalid(c.phones)");
  addVisits(wanted, add);
  return { all, drivers, values };
}

type Add = (sql: string, named?: Values) => void;

function addPlain({ birthday, email, language, of_branch }: Wanted, add: Add): void {
  if (birthday !== undefined) add(birthday === "with" ? "c.birthday <> ''" : "c.birthday = ''");
  if (email !== undefined) add(email === "with" ? "c.email <> ''" : "c.email = ''");
  if (language !== undefined) add("c.language = @language", { language: language === "none" ? "" : language });
  if (of_branch !== undefined) add("c.branch = @of_branch", { of_branch });
}

/** Last, because each asks the tables of every restaurant. */
function addVisits({ visited_from, visited_to, not_seen }: Wanted, add: Add): void {
  if (not_seen) {
    const named = { not_seen_since: not_seen.since, added_before: not_seen.addedBefore };
    add("c.added_at < @added_before AND last_visit(c.seq, c.name, c.also) < @not_seen_since", named);
  }
  if (visited_from !== undefined || visited_to !== undefined) {
    const named = { visited_from: visited_from ?? "0", visited_to: visited_to ?? "~" };
    add("last_visit(c.seq, c.name, c.also) BETWEEN @visited_from AND @visited_to", named);
  }
}
