import type Database from "better-sqlite3";
import { foldText } from "../../fold-text";
import { FILLABLE, NOTHING_SAID } from "../../guest-fields";
import type { GuestRowPlace, Incoming, Known } from "../../merge-rule";
import { alsoNames, isFuller, namesAgree } from "../../names";
import type { Person } from "../../person";
import type { PhoneNumber } from "../../phones";

export type GuestField = (typeof FILLABLE)[number];

/** What of a guest was said by rows alone that no End of Day had booked: it follows their tables when these are saved again. */
export interface UnbookedPart {
  /** Nothing else holds the guest. */
  isAll: boolean;
  /** Digits of numbers. */
  numbers: string[];
  /** Each with what would stand there without those rows. */
  fields: Partial<Record<GuestField, string | number | null>>;
  /** Other names. */
  names: string[];
}

/** A guest as a row said them. */
export interface Said {
  person: Person;
  numbers: PhoneNumber[];
}

/** A row that was taken before it was booked, as it was then. */
export interface TakenRow extends Said {
  store_id: string;
  row_id: string;
  business_day: string;
  contact_seq: number;
  event_seq: number;
  event_id: string;
}

type KnownGuest = Known & { seq: number };

const isEmptyPart = ({ isAll, numbers, fields, names }: UnbookedPart) =>
  !isAll && numbers.length === 0 && Object.keys(fields).length === 0 && names.length === 0;

/**
 * Keeps, within a merge into a contacts store, what came from rows that are not booked yet. Whatever else says the same
 * (a booked row, an import) holds it from then on. In every store but central's there is nothing to keep.
 */
export function unbookedParts(database: Database.Database) {
  const store = unbookedStore(database);
  const parts = store.parts();
  const put = (seq: number, part: UnbookedPart) => {
    if (isEmptyPart(part)) {
      parts.delete(seq);
      store.clear(seq);
    } else {
      parts.set(seq, part);
      store.put(seq, part);
    }
  };
  const hold = (known: KnownGuest, said: Said) => {
    const part = parts.get(known.seq);
    if (part) put(known.seq, withoutHeld(part, known, said));
  };
  const forget = (row: Pick<TakenRow, "store_id" | "row_id">) => store.forget(row);
  return {
    inserted(seq: number, { person, numbers, from, asRecorded }: Incoming): void {
      if (!from) return;
      if (from.isBooked) {
        forget(from);
        return;
      }
      put(seq, wholePart({ person, numbers }));
      store.keep(from, seq, asRecorded ?? { person, numbers });
    },
    met(known: KnownGuest, { person, numbers, from, asRecorded }: Incoming, changes: Partial<Known>, gained: readonly PhoneNumber[]): void {
      if (!from || from.isBooked) {
        if (from) forget(from);
        hold(known, { person, numbers });
        return;
      }
      const part = withGained(parts.get(known.seq), known, changes, gained);
      if (isEmptyPart(part)) {
        forget(from);
        return;
      }
      put(known.seq, part);
      store.keep(from, known.seq, asRecorded ?? { person, numbers });
    },
    united(kept: KnownGuest, gone: KnownGuest): void {
      const [own, theirs] = [parts.get(kept.seq), parts.get(gone.seq)];
      if (!own && !theirs) return;
      store.follow(gone.seq, kept.seq);
      parts.delete(gone.seq);
      if (!theirs) {
        hold(kept, { person: { ...gone, added_at: "" }, numbers: [] });
        return;
      }
      put(kept.seq, unitedPart(kept, gone, own, theirs));
    },
    /** A row that was booked as it was taken: what it said stays. */
    settle(known: KnownGuest | undefined, row: TakenRow): void {
      forget(row);
      if (known) hold(known, row);
    },
    part: (seq: number) => parts.get(seq),
    put,
    ...{ rowsOf: store.rowsOf, forget, clear: store.clear },
  };
}

/** Of a guest whom such a row brought: everything. */
function wholePart({ person, numbers }: Said): UnbookedPart {
  const fields = Object.fromEntries(FILLABLE.filter((field) => person[field]).map((field) => [field, NOTHING_SAID[field]]));
  return { isAll: true, numbers: numbers.map(({ digits }) => digits), fields, names: alsoNames(person.also) };
}

/** Of a guest who was there already: what they gain by such a row too. */
function withGained(
  part: UnbookedPart = { isAll: false, numbers: [], fields: {}, names: [] },
  known: KnownGuest,
  changes: Partial<Known>,
  gained: readonly PhoneNumber[],
): UnbookedPart {
  const gaps = FILLABLE.filter((field) => field in changes);
  const before = new Set(alsoNames(known.also));
  return {
    isAll: part.isAll,
    numbers: [...part.numbers, ...gained.map(({ digits }) => digits)],
    fields: { ...Object.fromEntries(gaps.map((field) => [field, known[field]])), ...part.fields },
    names: [...part.names, ...alsoNames(changes.also ?? "").filter((name) => !before.has(name))],
  };
}

/** Of two who became one, whose names agree: the gaps of one were filled by the other, and the fuller name stands. */
function unitedPart(kept: KnownGuest, gone: KnownGuest, own: UnbookedPart | undefined, theirs: UnbookedPart): UnbookedPart {
  const gains = (field: GuestField) => !kept[field] || (field === "name" && isFuller(gone.name, kept.name));
  const gaps = FILLABLE.filter((field) => field in theirs.fields && gains(field));
  return {
    isAll: theirs.isAll && own?.isAll === true,
    numbers: [...(own?.numbers ?? []), ...theirs.numbers],
    fields: { ...Object.fromEntries(gaps.map((field) => [field, kept[field]])), ...own?.fields },
    names: [...(own?.names ?? []), ...theirs.names],
  };
}

/**
 * What is left of a part when somebody corrected the guest by hand: what they wrote holds for good, and so does the guest.
 * @returns null when nothing is left
 */
export function withoutCorrected(part: UnbookedPart, changes: Partial<Person>): UnbookedPart | null {
  const fields = { ...part.fields };
  for (const field of FILLABLE) if (field in changes) delete fields[field];
  const numbers = changes.phones === undefined ? part.numbers : [];
  const names = changes.also === undefined ? part.names : part.names.filter((name) => alsoNames(changes.also ?? "").includes(name));
  const left = { isAll: false, numbers, fields, names };
  return isEmptyPart(left) ? null : left;
}

/** What is left of a part when somebody else says these things too. */
function withoutHeld(part: UnbookedPart, known: KnownGuest, { person, numbers }: Said): UnbookedPart {
  const held = new Set(numbers.map(({ digits }) => digits));
  const fields: UnbookedPart["fields"] = {};
  for (const field of FILLABLE) {
    const before = part.fields[field];
    if (before === undefined) continue;
    const speaks = person[field] && (field === "name" || namesAgree(known.name, person.name));
    if (!speaks) fields[field] = before;
    else if (person[field] !== known[field]) fields[field] = before || person[field];
  }
  const names = [person.name, ...alsoNames(person.also)].map(foldText);
  return {
    isAll: false,
    numbers: part.numbers.filter((digits) => !held.has(digits)),
    fields,
    names: part.names.filter((name) => !names.includes(foldText(name))),
  };
}

type StoredRow = Omit<TakenRow, keyof Said> & { said: string };

function unbookedStore(database: Database.Database) {
  const keep = database.prepare(
    `INSERT OR REPLACE INTO unbooked_row (store_id, row_id, business_day, contact_seq, event_seq, event_id, said) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const forget = database.prepare<[string, string]>("DELETE FROM unbooked_row WHERE store_id = ? AND row_id = ?");
  const follow = database.prepare<[number, number]>("UPDATE unbooked_row SET contact_seq = ? WHERE contact_seq = ?");
  const putPart = database.prepare<[number, string]>("INSERT OR REPLACE INTO unbooked_part (contact_seq, part) VALUES (?, ?)");
  const clearPart = database.prepare<[number]>("DELETE FROM unbooked_part WHERE contact_seq = ?");
  const clearRows = database.prepare<[number]>("DELETE FROM unbooked_row WHERE contact_seq = ?");
  const rowsOf = database.prepare<[number], StoredRow>("SELECT * FROM unbooked_row WHERE contact_seq = ?");
  const all = database.prepare<[], { contact_seq: number; part: string }>("SELECT contact_seq, part FROM unbooked_part");
  return {
    parts: () => new Map(all.all().map(({ contact_seq, part }) => [contact_seq, JSON.parse(part) as UnbookedPart])),
    put: (seq: number, part: UnbookedPart) => void putPart.run(seq, JSON.stringify(part)),
    keep: ({ store_id, row_id, business_day, event_seq, event_id }: GuestRowPlace, seq: number, said: Said) =>
      void keep.run(store_id, row_id, business_day, seq, event_seq, event_id, JSON.stringify(said)),
    forget: ({ store_id, row_id }: Pick<TakenRow, "store_id" | "row_id">) => void forget.run(store_id, row_id),
    clear(seq: number): void {
      clearPart.run(seq);
      clearRows.run(seq);
    },
    follow(gone: number, kept: number): void {
      follow.run(kept, gone);
      clearPart.run(gone);
    },
    rowsOf: (seq: number) => rowsOf.all(seq).map(takenRow),
  };
}

function takenRow({ said, ...row }: StoredRow): TakenRow {
  const { person, numbers } = JSON.parse(said) as Said;
  return { ...row, person: { ...NOTHING_SAID, ...person }, numbers }; // an older version kept fewer fields
}

/** The rows of a table store that were taken before they were booked. */
export function takenRowsOf(database: Database.Database, storeId: string): TakenRow[] {
  return database.prepare<[string], StoredRow>("SELECT * FROM unbooked_row WHERE store_id = ?").all(storeId).map(takenRow);
}
