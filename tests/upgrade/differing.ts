import Database from "better-sqlite3";
import { alsoNames, isAsFull, namesAgree } from "../../lib/names";

/** A guest as a book of any version keeps them: every column but the version, and the digits of their numbers. */
interface KeptGuest {
  id: string;
  name: string;
  phones: string;
  also: string;
  added_at: string;
  branch: string;
  search_text: string;
  digits: string;
  [column: string]: unknown;
}

/** Columns that say nothing of a guest, or that only today's code has. */
const NOT_COMPARED = new Set(["seq", "version", "is_before"]);

function guestsIn(file: string): KeptGuest[] {
  const database = new Database(file, { readonly: true });
  try {
    const digits = database.prepare<[number], string>("SELECT digits FROM contact_phone WHERE contact_seq = ? ORDER BY position").pluck();
    const rows = database.prepare<[], KeptGuest & { seq: number }>("SELECT * FROM contact ORDER BY seq").all();
    return rows.map((row) => {
      const kept = Object.entries(row).filter(([column]) => !NOT_COMPARED.has(column));
      return { also: "", ...Object.fromEntries(kept), digits: digits.all(row.seq).join() } as KeptGuest; // the columns of every version
    });
  } finally {
    database.close();
  }
}

/**
 * Why a guest of today may be another than before: the rules of docs/design/book.md, What must hold 8; that what a book knew comes before
 * what it had taken early (What must hold 5); that a guest without a number joins the first one of the evening with that name, numbered or
 * not (Match and fold); and, beside code that knew no other names, the merge rule as it became since.
 */
type Rule =
  | "place by time"
  | "former number"
  | "corrected row"
  | "fuller name"
  | "known before"
  | "beside a namesake"
  | "later merge rule"
  | "none";

export interface Told {
  rule: Rule;
  guest: string;
  /** What differs, as it was and as it is. */
  words: string;
}

/** The guests of one book on both sides, guest by guest. */
export interface Compared {
  same: number;
  told: Told[];
}

/** Whether two sides say the same of a guest, in the columns that both have. */
function columnsThatDiffer(before: KeptGuest, now: KeptGuest): string[] {
  return Object.keys(before).filter((column) => column !== "id" && column in now && (before[column] ?? "") !== (now[column] ?? ""));
}

/** Compares a book of old code with the same of today's, in which every difference must be one of the rules. */
export function compareBooks(oldFile: string, newFile: string): Compared {
  const [before, now] = [guestsIn(oldFile), guestsIn(newFile)];
  const left = new Set(now);
  const pairs: { old: KeptGuest; now: KeptGuest | undefined }[] = before.map((old) => ({ old, now: undefined }));
  const ways: ((old: KeptGuest, one: KeptGuest) => boolean)[] = [
    (old, one) => one.id === old.id,
    (old, one) => columnsThatDiffer(old, one).length === 0,
    (old, one) => one.name === old.name && one.digits === old.digits,
    (old, one) => sharesDigits(old, one) && namesAgree(old.name, one.name),
  ];
  for (const isIt of ways) {
    for (const pair of pairs) {
      pair.now ??= [...left].find((one) => isIt(pair.old, one));
      if (pair.now) left.delete(pair.now);
    }
  }
  const came = arrivals(newFile);
  const told = pairs.flatMap(({ old, now: one }): Told[] => {
    if (!one) return [{ ...whereTo(old, now, came), words: `${wordsOf(old)} is no guest of their own` }];
    const columns = columnsThatDiffer(old, one).filter((column) => column !== "search_text");
    if (columns.length === 0) return [];
    const words = columns.map((column) => `${column}: ${JSON.stringify(old[column])}, now ${JSON.stringify(one[column])}`).join("; ");
    return [{ rule: ruleOf(old, one, columns, came), guest: wordsOf(old), words }];
  });
  const more = [...left].map((one): Told => {
    const parted = before.find((old) => sharesDigits(old, one) || namesOf(old).includes(one.name));
    const rule = parted && parted.digits !== one.digits ? "former number" : came.isLate(one.id) ? "place by time" : "none";
    return { rule, guest: wordsOf(one), words: "is a guest of their own now" };
  });
  return { same: pairs.length - told.length, told: [...told, ...more] };
}

const wordsOf = ({ name, phones }: KeptGuest) => `${name} ${phones}`.trim();
const namesOf = ({ name, also }: KeptGuest) => [name, ...alsoNames(also)];
const digitsOf = ({ digits }: KeptGuest) => (digits === "" ? [] : digits.split(","));
const sharesDigits = (one: KeptGuest, other: KeptGuest) => digitsOf(one).some((digits) => digitsOf(other).includes(digits));

function ruleOf(old: KeptGuest, now: KeptGuest, columns: readonly string[], came: Arrivals): Rule {
  const isOfNames = columns.every((column) => column === "name" || column === "also");
  if (isOfNames && namesOf(old).every((name) => namesOf(now).some((one) => isAsFull(one, name)))) return "fuller name";
  const [had, has] = [digitsOf(old), digitsOf(now)];
  if (has.length < had.length && has.every((digits) => had.includes(digits))) return "former number";
  if (came.isLate(now.id)) return "place by time";
  const isKept =
    had.every((digits) => has.includes(digits)) && namesOf(old).every((name) => namesOf(now).some((one) => isAsFull(one, name)));
  if (isKept && !("evening" in old)) return "later merge rule";
  if (came.isCorrected(now.id)) return "corrected row";
  if (came.isBeside(now.id)) return "beside a namesake";
  return came.isEarly(now.id) ? "known before" : "none";
}

/** Where somebody is now who was a guest of their own. */
function whereTo(old: KeptGuest, now: readonly KeptGuest[], came: Arrivals): Pick<Told, "rule" | "guest"> {
  const all = now.filter((one) => sharesDigits(old, one) || namesOf(one).some((name) => isAsFull(name, old.name)));
  const isBeside = old.digits === "" && all.some(({ id }) => came.isBeside(id));
  const rule = isBeside ? "beside a namesake" : all.some(({ id }) => came.isLate(id)) ? "place by time" : "none";
  return { rule, guest: wordsOf(old) };
}

interface Arrivals {
  /** Whether anything that was said of a contact came into the book after something that was said later. */
  isLate: (id: string) => boolean;
  /** Whether a contact consists of what a book knew before there were records, and of rows that it has taken since or early. */
  isEarly: (id: string) => boolean;
  /** Whether a table was saved again after the book had taken its guest. */
  isCorrected: (id: string) => boolean;
  /** Whether a record without a number joined others there, by its name. */
  isBeside: (id: string) => boolean;
}

function arrivals(file: string): Arrivals {
  const database = new Database(file, { readonly: true });
  try {
    // Killed before it was migrated, a book knows nothing of records.
    if (!database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'source_record'").get())
      return { isLate: () => false, isEarly: () => false, isBeside: () => false, isCorrected: () => false };
    const late = database
      .prepare<[], string>(
        `SELECT DISTINCT c.id FROM contact c JOIN source_record r ON r.contact_seq = c.seq
         WHERE EXISTS (SELECT 1 FROM source_record o WHERE o.seq < r.seq AND o.said_at > r.said_at AND o.contact_seq IS NOT NULL
           AND (o.contact_seq = c.seq OR o.evening = r.evening))`,
      )
      .pluck()
      .all();
    const early = database
      .prepare<[], string>(
        `SELECT c.id FROM contact c JOIN source_record b ON b.contact_seq = c.seq AND b.id LIKE 'before/%'
         WHERE (SELECT count(*) FROM source_record r WHERE r.contact_seq = c.seq) > 1`,
      )
      .pluck()
      .all();
    const beside = database
      .prepare<[], string>(
        `SELECT c.id FROM contact c WHERE EXISTS (SELECT 1 FROM source_record r WHERE r.contact_seq = c.seq AND r.said LIKE '%"numbers":[]}')
           AND (SELECT count(*) FROM source_record r WHERE r.contact_seq = c.seq) > 1`,
      )
      .pluck()
      .all();
    const corrected = database
      .prepare<[], string>(
        `SELECT s.subject FROM event_subject s JOIN event e ON e.seq = s.event_seq
         WHERE e.kind = 'contact.changed' AND e.payload ->> '$.why' = 'saved again'`,
      )
      .pluck()
      .all();
    const isCorrected = new Set(corrected);
    const [isLate, isEarly, isBeside] = [new Set(late), new Set(early), new Set(beside)];
    return {
      isLate: (id) => isLate.has(id),
      isEarly: (id) => isEarly.has(id),
      isBeside: (id) => isBeside.has(id),
      isCorrected: (id) => isCorrected.has(id),
    };
  } finally {
    database.close();
  }
}
