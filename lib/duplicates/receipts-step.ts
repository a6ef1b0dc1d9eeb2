import type Database from "better-sqlite3";
import { byPlace } from "../book/apply-decisions";
import { batchOfDecisions, decisionTarget } from "../book/decision-target";
import { fold } from "../book/fold";
import {
  BEFORE,
  type BookGuest,
  type Decision,
  isOfImport,
  OF_BOOKING,
  OF_PRIZE,
  type Place,
  type SourceRecord,
} from "../book/record-shapes";
import { fieldValues } from "../book/where-from";
import type { DayHours } from "../business-day";
import { bulkRead } from "../db/bulk-read";
import { GAP_FIELDS, GUEST_FIELDS } from "../guest-fields";
import { gone } from "../guests/corrections";
import { alsoNames } from "../names";

export interface ReceiptsInput {
  /** The contacts store. */
  book: string;
  hours: DayHours;
  id: string;
}

/** One of two who became one. */
export interface ReceiptSide {
  name: string;
  phones: string;
}

/** A value that the guest had after it, and whose it was. */
export interface ReceiptValue {
  field: string;
  value: string;
  from: "one" | "other" | "both";
  /** What the other one had in its place. */
  instead: string | null;
}

/** How two records of guests became one: by somebody's word, by a table's merge at night, by a file, or by a booking. */
export interface FoundReceipt {
  kind: "hand" | "table" | "import" | "reservation" | "prize";
  /** ISO 8601. */
  at: string;
  /** The business day of the table. */
  evening: string | null;
  branch: string | null;
  /** Id of the user. */
  by: string | null;
  /** What takes it back; null for what no word of a person did. */
  undo_id: string | null;
  one: ReceiptSide;
  other: ReceiptSide;
  values: ReceiptValue[];
}

/** So many are told, the newest. */
const MOST = 50;

/** How a guest came to be who they are: each time that somebody else's record, or guest, became part of theirs, with where each value came from. */
export function findReceipts({ book, hours, id }: ReceiptsInput): FoundReceipt[] {
  return bulkRead({ book }, ({ book: database }) => {
    const seq = seqOf(database, id);
    if (seq === undefined) throw gone();
    const { guest, records, decisions } = decisionTarget(database, hours)(seq);
    const receipts = [...byWord(guest, records, decisions), ...byRecords(guest, records, decisions)];
    return receipts.toSorted((a, b) => (a.at < b.at ? 1 : -1)).slice(0, MOST);
  });
}

const seqOf = (database: Database.Database, id: string) =>
  database
    .prepare<{ id: string }, number>(
      "SELECT seq FROM contact WHERE id = coalesce((SELECT contact_id FROM contact_alias WHERE id = @id), @id)",
    )
    .pluck()
    .get({ id });

const WORD = batchOfDecisions("");

/** Those by "Same person": what each of the two was the moment before, and what they were right after. */
function byWord(guest: BookGuest, records: readonly SourceRecord[], decisions: readonly Decision[]): FoundReceipt[] {
  const own = new Set(guest.own);
  return decisions.flatMap((said): FoundReceipt[] => {
    if (said.kind !== "one" || said.line !== 0 || !said.batch.startsWith(WORD)) return [];
    if (!said.about.records.some((id) => own.has(id)) || !said.other.records.some((id) => own.has(id))) return [];
    const earlier = (one: Place) => byPlace(one, said) < 0;
    const before = fold(records.filter(earlier), decisions.filter(earlier)).guests;
    const after = fold(
      records.filter(earlier),
      decisions.filter((one) => earlier(one) || one.batch === said.batch),
    ).guests;
    const whose = (guests: readonly BookGuest[], ids: readonly string[]) => guests.find((one) => one.own.some((id) => ids.includes(id)));
    const [one, other, now] = [whose(before, said.about.records), whose(before, said.other.records), whose(after, said.about.records)];
    if (!one || !other || !now || one === other) return [];
    const base = { kind: "hand", at: said.said_at, evening: null, branch: null, by: said.by ?? null } as const;
    return [
      { ...base, undo_id: said.batch.slice(WORD.length), one: sideOf(one), other: sideOf(other), values: valuesBetween(one, other, now) },
    ];
  });
}

const sideOf = ({ name, phones }: { name: string; phones: string }): ReceiptSide => ({ name, phones });

/** Those of tables and files: whatever a record brought to a guest who was there, also where it made one of two. */
function byRecords(guest: BookGuest, records: readonly SourceRecord[], decisions: readonly Decision[]): FoundReceipt[] {
  const found: FoundReceipt[] = [];
  const own = new Set(guest.records);
  let known = new Map<number, BookGuest>();
  fold(records, decisions, undefined, (item, guests) => {
    const before = known;
    known = new Map(guests.map((one) => [one.seq, { ...one, records: [...one.records], numbers: [...one.numbers] }]));
    if (!("person" in item) || !own.has(item.id) || item.id.startsWith(BEFORE)) return;
    const now = guests.find((one) => one.records.includes(item.id));
    const was = now && before.get(now.seq);
    if (!now || !was || isThereByWord(decisions, item.id, was.records)) return;
    const united = [...before].flatMap(([seq, one]) => (known.has(seq) ? [] : [one]));
    const other = united[0] ?? { ...item.person, numbers: item.numbers };
    const values = valuesBetween(was, other, now).filter(({ from }) => from === "other");
    if (values.length === 0) return;
    const kind = kindOf(item);
    const base = { at: item.said_at, evening: kind === "import" ? null : item.evening, branch: item.branch, by: null, undo_id: null };
    found.push({ ...base, kind, one: sideOf(was), other: sideOf(other), values });
  });
  return found;
}

function kindOf(record: SourceRecord): "reservation" | "prize" | "import" | "table" {
  if (record.id.startsWith(OF_BOOKING)) return "reservation";
  if (record.id.startsWith(OF_PRIZE)) return "prize";
  return isOfImport(record) ? "import" : "table";
}

/** Whether a record is with the others only because somebody said it: that has its own receipt. */
function isThereByWord(decisions: readonly Decision[], id: string, others: readonly string[]): boolean {
  const sides = decisions.flatMap((said) => (said.kind === "one" ? [said.about.records, said.other.records] : []));
  return sides.some((side) => side.includes(id) && !side.some((one) => others.includes(one)));
}

type Told = Pick<BookGuest, "name" | "also" | "numbers"> & Parameters<typeof fieldValues>[0];
type Side = Omit<Told, "evening" | "branch" | "records" | "own">;

/** Each value of a guest with which of two had it, and what the other had instead. Allergies are told where they are seen. */
function valuesBetween(one: Side, other: Side, now: Side): ReceiptValue[] {
  const of = (side: Side, field: (typeof GAP_FIELDS)[number]) => fieldValues(side as Told, field).map(({ value }) => value);
  const told: ReceiptValue[] = [];
  const tell = (field: string, value: string, hers: readonly string[], his: readonly string[], instead: string | null = null) => {
    const [isOnes, isOthers] = [hers.includes(value), his.includes(value)];
    if (isOnes || isOthers) told.push({ field, value, from: isOnes && isOthers ? "both" : isOnes ? "one" : "other", instead });
  };
  const names = ({ name, also }: Side) => [name, ...alsoNames(also)].filter(Boolean);
  const insteadOf = (value: string, hers: string, his: string) => {
    const left = hers === value ? his : his === value ? hers : "";
    return left !== "" && left !== value ? left : null;
  };
  if (now.name) tell("name", now.name, names(one), names(other), insteadOf(now.name, one.name, other.name));
  for (const field of GAP_FIELDS) {
    if (field === "birth_year" || "needs" in GUEST_FIELDS[field]) continue;
    for (const value of of(now, field)) {
      const isOfSeveral = "joined" in GUEST_FIELDS[field];
      tell(
        field,
        value,
        of(one, field),
        of(other, field),
        isOfSeveral ? null : insteadOf(value, String(one[field] ?? ""), String(other[field] ?? "")),
      );
    }
  }
  const digits = (side: Side) => side.numbers.map((number) => number.digits);
  for (const number of now.numbers) tell("number", number.digits, digits(one), digits(other));
  return told;
}
