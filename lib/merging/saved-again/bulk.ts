import type Database from "better-sqlite3";
import { searchTextOf } from "../../contacts/bulk";
import { type GuestField, type Said, type TakenRow, type UnbookedPart, unbookedParts } from "../../contacts/unbooked/bulk";
import { asciiDigits } from "../../digits";
import { hasBookedRows, type IncomingRow, readGuestRows } from "../../evening/guest-rows/bulk";
import type { Happening } from "../../events";
import { foldText } from "../../fold-text";
import { GUEST_COLUMNS, PERSON_COLUMNS, settingsOf } from "../../guest-columns";
import { FIELD_NAMES, FILLABLE, pickFields } from "../../guest-fields";
import type { Incoming } from "../../merge-rule";
import { alsoNames, namesAgree } from "../../names";
import type { Person } from "../../person";
import { hasPhoneKey, type PhoneNumber, sharesPhone, splitPhones } from "../../phones";
import { rowsTakenFrom } from "../waiting/bulk";

/** So many are told by name; the count is of all. */
const TOLD = 200;

/** What central took back, because a table was saved again after it had taken the table's guests. */
export interface TakenBack {
  /** Guests who left central. */
  removed: number;
  removed_guests: { name: string; phones: string }[];
  /** Guests who say now what their table says. */
  corrected: number;
}

/** Of a source's rows that central took before they were booked: those that went or changed, and those booked since. */
export interface RowsTakenEarly {
  stale: TakenRow[];
  booked: TakenRow[];
}

/**
 * @param days those that are merged now; of other days only what was booked since is told
 */
export function rowsTakenEarly(
  table: Database.Database,
  central: Database.Database,
  storeId: string,
  days: readonly string[],
): RowsTakenEarly {
  const early: RowsTakenEarly = { stale: [], booked: [] };
  const taken = rowsTakenFrom(table, central, storeId);
  for (const day of new Set(taken.map(({ business_day }) => business_day))) {
    // A house that never ran End of Day has a year of such days, of which there is nothing to say.
    if (!days.includes(day) && !hasBookedRows(table, day)) continue;
    const now = new Map<string, IncomingRow>();
    for (const one of readGuestRows(table, "business_day = ?", day)) now.set(one.row.id, one);
    for (const row of taken.filter(({ business_day }) => business_day === day)) {
      const one = now.get(row.row_id);
      if (days.includes(day)) {
        if (!one || !saysTheSame(one, row)) early.stale.push(row);
      } else if (one?.row.isBooked && saysTheSame(one, row)) early.booked.push(row);
    }
  }
  return early;
}

const saysTheSame = ({ person }: Said, before: Said) =>
  [...FILLABLE, "phones" as const, "also" as const].every((field) => person[field] === before.person[field]);

/** What was booked as it was taken is held for good, and central keeps no list of it. */
export function settleBooked(database: Database.Database, booked: readonly TakenRow[]): void {
  if (booked.length === 0) return;
  const parts = unbookedParts(database);
  const guests = guestStore(database);
  for (const row of booked) parts.settle(guests.find(row.contact_seq), row);
}

interface Guest extends Person {
  seq: number;
  id: string;
  branch: string;
  version: number;
}

/**
 * Takes out of central what only such rows had said that say it no more, before the rows as they are now are merged. What
 * anything else says stays: another row, a booked one, an import, and whatever was known before.
 * @param stale rows that went or changed since central took them, as they were then
 * @param people the rows that are about to be merged
 */
export function takeBack(
  database: Database.Database,
  stale: readonly TakenRow[],
  people: readonly Incoming[],
  say: (happening: Happening) => void,
): TakenBack {
  const taken: TakenBack = { removed: 0, removed_guests: [], corrected: 0 };
  if (stale.length === 0) return taken;
  const parts = unbookedParts(database);
  const guests = guestStore(database);
  const current = findHolders(people);
  const rowKey = ({ store_id, row_id }: Pick<TakenRow, "store_id" | "row_id">) => `${store_id} ${row_id}`;
  const isStale = new Set(stale.map(rowKey));
  const still = new Set(people.flatMap(({ from }) => (from ? [rowKey(from)] : [])));
  for (const seq of new Set(stale.map((row) => row.contact_seq))) {
    const [guest, part] = [guests.find(seq), parts.part(seq)];
    const rows = stale.filter((row) => row.contact_seq === seq);
    if (guest && part) {
      // Rows that are not merged now cannot come back by themselves: what they say stays.
      const others = parts.rowsOf(seq).filter((row) => !isStale.has(rowKey(row)) && !still.has(rowKey(row)));
      const numbers = guests.numbersOf(seq);
      const own = ({ from }: Incoming) => from !== undefined && rows.some((row) => rowKey(row) === rowKey(from));
      const holders = current({ guest, numbers, part, rows, own, others });
      const isNobodys = holders.length === 0 && numbers.every(({ digits }) => part.numbers.includes(digits));
      if (isNobodys && !part.isAll) {
        parts.clear(seq); // somebody wrote about the guest by hand: without name and numbers nobody would find whom they meant
      } else if (part.isAll && holders.length === 0) {
        guests.remove(guest, numbers, say);
        parts.clear(seq);
        if (rows.some((row) => still.has(rowKey(row)))) taken.corrected++;
        else {
          taken.removed++;
          if (taken.removed_guests.length < TOLD) taken.removed_guests.push({ name: guest.name, phones: guest.phones });
        }
      } else {
        const { changes, dropped, left } = whatStays(guest, part, holders);
        parts.put(seq, left);
        if (Object.keys(changes).length > 0) {
          guests.change(guest, changes, numbers.filter(({ digits }) => !dropped.includes(digits)), say); // biome-ignore format: one line
          taken.corrected++;
        }
      }
    }
    for (const row of rows) parts.forget(row);
  }
  return taken;
}

interface Asked {
  guest: Guest;
  numbers: PhoneNumber[];
  part: UnbookedPart;
  /** The rows that say it no more. */
  rows: readonly TakenRow[];
  /** Whether a row is one of those that were saved again. */
  own: (one: Incoming) => boolean;
  /** What else was taken from rows that are not merged now. */
  others: readonly Said[];
}

/**
 * Who is a guest, of the people about to be merged and of those taken earlier, and so holds what they say; the saved-again
 * rows come first. Who shares nothing but a number that was a slip is somebody else: the merge makes a guest of them.
 */
function findHolders(people: readonly Incoming[]): (asked: Asked) => Said[] {
  const byKey = new Map<string, Incoming[]>();
  const add = (key: string, one: Incoming) => void (byKey.get(key)?.push(one) ?? byKey.set(key, [one]));
  for (const one of people) {
    const keyed = one.numbers.filter(({ key }) => key !== "");
    for (const { key } of keyed) add(key, one);
    if (keyed.length === 0) add(`name ${foldText(one.person.name)}`, one);
    if (one.from) add(`row ${one.from.row_id}`, one);
  }
  return ({ guest, numbers, part, rows, own, others }) => {
    const firm = numbers.filter(({ digits }) => !part.numbers.includes(digits));
    const keys = [...numbers.flatMap(({ key }) => key || []), `name ${foldText(guest.name)}`, ...rows.map(({ row_id }) => `row ${row_id}`)];
    const found = new Set(keys.flatMap((key) => byKey.get(key) ?? []));
    const holds = (one: Incoming) => {
      const isNamesake = foldText(one.person.name) === foldText(guest.name);
      if (!hasPhoneKey(one.numbers)) return hasPhoneKey(numbers) ? own(one) && isNamesake : own(one) || isNamesake;
      if (!sharesPhone(one.numbers, numbers)) return false;
      return own(one) || sharesPhone(one.numbers, firm) || namesAgree(one.person.name, guest.name);
    };
    const current = [...found].filter(holds);
    const anchors = [...current.filter(own), ...others];
    const rest = current.filter((one) => !own(one));
    return connected(anchors.length + firm.length > 0 ? anchors : rest.splice(0, 1), rest, firm);
  };
}

/** Those who hang together with the first ones, or with some numbers, by a number of theirs or without any. */
function connected(first: readonly Said[], rest: readonly Said[], firm: readonly PhoneNumber[]): Said[] {
  const group = [...first];
  const numbers = [...firm, ...first.flatMap((one) => one.numbers)];
  let left = [...rest];
  for (let before = -1; before !== left.length; ) {
    before = left.length;
    const joining = left.filter((one) => !hasPhoneKey(one.numbers) || sharesPhone(one.numbers, numbers));
    left = left.filter((one) => !joining.includes(one));
    group.push(...joining);
    numbers.push(...joining.flatMap((one) => one.numbers));
  }
  return group;
}

/** What a guest loses, and what of the rest is still such rows' alone. */
function whatStays(guest: Guest, part: UnbookedPart, holders: readonly Said[]) {
  const changes: Partial<Person> = {};
  const dropped = part.numbers.filter((digits) => !holders.some(({ numbers }) => numbers.some((number) => number.digits === digits)));
  const fields = { ...part.fields };
  const restore = (field: GuestField, held: readonly Said[]) => {
    if (!(field in fields) || held.some(({ person }) => person[field] === guest[field])) return;
    const said = held.map(({ person }) => person[field]).find(Boolean);
    Object.assign(changes, { [field]: said ?? fields[field] });
    if (!said) delete fields[field];
  };
  // Whoever else said another name is not overruled by somebody who only shares a number: that one is known by the other name too.
  const lasting = fields.name ? String(fields.name) : null;
  const isSame = ({ person }: Said) => lasting === null || [guest.name, lasting].some((one) => namesAgree(person.name, one));
  restore("name", holders.filter(isSame));
  const name = changes.name ?? guest.name;
  const namesakes = holders.filter(({ person }) => namesAgree(person.name, name));
  for (const field of FILLABLE) if (field !== "name") restore(field, namesakes);
  if (dropped.length > 0) changes.phones = withoutNumbers(guest.phones, dropped);
  const saidNames = new Set(holders.flatMap(({ person }) => [person.name, ...alsoNames(person.also)]).map(foldText));
  const names = part.names.filter((one) => saidNames.has(foldText(one)));
  const also = alsoNames(guest.also)
    .filter((one) => !part.names.includes(one) || names.includes(one))
    .filter((one) => foldText(one) !== foldText(name))
    .join("\n");
  if (also !== guest.also) changes.also = also;
  const left: UnbookedPart = { isAll: part.isAll, numbers: part.numbers.filter((digits) => !dropped.includes(digits)), fields, names };
  return { changes, dropped, left };
}

/** The phones string without some of its numbers, the others as they were typed. */
function withoutNumbers(phones: string, dropped: readonly string[]): string {
  const isDropped = (piece: string) => {
    const national = asciiDigits(piece).replace(/\D/g, "").replace(/^0+/, "");
    return national !== "" && dropped.some((digits) => digits.endsWith(national));
  };
  return splitPhones(phones)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== "" && !isDropped(piece))
    .join(", ");
}

function guestStore(database: Database.Database) {
  const find = database.prepare<[number], Guest>(`SELECT seq, id, ${PERSON_COLUMNS}, branch, version FROM contact WHERE seq = ?`);
  const numbersOf = database.prepare<[number], PhoneNumber>(
    "SELECT '' AS typed, digits, key, calling_code FROM contact_phone WHERE contact_seq = ? ORDER BY position",
  );
  const removeNumbers = database.prepare<[number]>("DELETE FROM contact_phone WHERE contact_seq = ?");
  const insertNumber = database.prepare(
    "INSERT INTO contact_phone (contact_seq, position, digits, key, calling_code) VALUES (?, ?, ?, ?, ?)",
  );
  const remove = database.prepare<[number]>("DELETE FROM contact WHERE seq = ?");
  const update = database.prepare(
    `UPDATE contact SET ${settingsOf(GUEST_COLUMNS)}, search_text = @search_text, version = version + 1 WHERE seq = @seq`,
  );
  return {
    find: (seq: number) => find.get(seq),
    numbersOf: (seq: number) => numbersOf.all(seq),
    remove(guest: Guest, numbers: PhoneNumber[], say: (happening: Happening) => void): void {
      removeNumbers.run(guest.seq);
      remove.run(guest.seq);
      say({ kind: "contact.taken_out", subjects: [guest.id], payload: { gone: { ...guest, numbers } } });
    },
    change(guest: Guest, changes: Partial<Person>, numbers: PhoneNumber[], say: (happening: Happening) => void): void {
      removeNumbers.run(guest.seq);
      for (const [position, { digits, key, calling_code }] of numbers.entries())
        insertNumber.run(guest.seq, position, digits, key, calling_code);
      const row = { seq: guest.seq, ...pickFields({ ...guest, ...changes }, FIELD_NAMES) };
      update.run({ ...row, search_text: searchTextOf(row, numbers) });
      const old = Object.fromEntries(Object.keys(changes).map((field) => [field, guest[field as keyof Person]]));
      say({ kind: "contact.changed", subjects: [guest.id], payload: { why: "saved again", old, new: changes } });
    },
  };
}
