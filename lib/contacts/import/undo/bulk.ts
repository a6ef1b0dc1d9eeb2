import type Database from "better-sqlite3";
import type { AnswerOf } from "../../../api/endpoint";
import type { WriteBy } from "../../../db/actor";
import { bulkWrite } from "../../../db/bulk-write";
import { AppError } from "../../../errors";
import type { Change, EventPayloads, Happening } from "../../../events";
import { GUEST_COLUMNS, settingsOf } from "../../../guest-columns";
import type { Known } from "../../../merge-rule";
import { type PhoneNumber, readPhones } from "../../../phones";
import { failpoint } from "../../../test-hooks";
import { searchTextOf } from "../../bulk";
import type { undoImport } from "../../contract";
import { metSince, UNDONE_WITHIN } from "./rules";

export interface UndoImportInput {
  file: string;
  by: WriteBy;
  importId: string;
  /** ISO 8601 in UTC with Z. */
  now: string;
}

/** So many of the guests who stay as they are are told by name. */
const TOLD = 200;

/** Guests that go in one statement: between two, the job tells how far it is. */
const PAGE = 1_000;

interface Import extends Required<Pick<EventPayloads["contacts.imported"], "after_event" | "country_code" | "first_seq" | "last_seq">> {
  seq: number;
  at: string;
}

type Answer = AnswerOf<typeof undoImport>;
type Kept = Answer["kept_guests"][number];

/** Undoes an import, in one transaction. */
export function undoImportStep(input: UndoImportInput, tell: (done: number, total: number) => void = () => {}): Answer {
  return bulkWrite<Answer>(input.file, input.by, (database, say) => {
    const done = importOf(database, input);
    refuseMet(database, done);
    const kept = new KeptGuests();
    const gone = removeInserted(database, done, kept, tell);
    failpoint("undo-import:removed");
    const restored = restoreChanged(database, done, kept, say);
    const { count, guests } = kept;
    const rest = count === 0 ? "" : ` ${count.toLocaleString("en")} were left as they are now, because something happened to them since.`;
    const message = `The import was undone: ${gone.removed.toLocaleString("en")} guests are gone again, ${restored.toLocaleString("en")} are as they were.${rest}`;
    const payload = { ...gone, import_id: input.importId, restored, kept: count };
    return {
      answer: { ok: true, message, removed: gone.removed, restored, kept: count, kept_guests: guests },
      happened: [{ kind: "contacts.import_undone", subjects: [input.importId], payload }],
    };
  });
}

/** Who stays, and why: all are counted, the first told. */
class KeptGuests {
  count = 0;
  guests: Kept[] = [];

  add(guest: Kept): void {
    this.count++;
    if (this.guests.length < TOLD) this.guests.push(guest);
  }
}

function importOf(database: Database.Database, { importId, now }: UndoImportInput): Import {
  const events = database
    .prepare<[string], { seq: number; at: string; kind: string; payload: string }>(
      "SELECT e.seq, e.at, e.kind, e.payload FROM event_subject s JOIN event e ON e.seq = s.event_seq WHERE s.subject = ? ORDER BY e.seq",
    )
    .all(importId);
  const imported = events.find(({ kind }) => kind === "contacts.imported");
  if (!imported) throw new AppError("not_found", "This branch knows no such import. Nothing was changed.");
  if (events.some(({ kind }) => kind === "contacts.import_undone"))
    throw new AppError("conflict", "This import was undone already. Nothing was changed.");
  if (Date.parse(now) - Date.parse(imported.at) > UNDONE_WITHIN)
    throw new AppError("conflict", "This import is more than a day old, and can no longer be undone. Nothing was changed.");
  return { ...(JSON.parse(imported.payload) as Import), seq: imported.seq, at: imported.at }; // as importRows wrote it
}

function refuseMet(database: Database.Database, { seq }: Import): void {
  const later = database.prepare<[number], string>(metSince("?")).pluck().get(seq);
  if (later === "contacts.imported")
    throw new AppError("conflict", "A later import met guests who were there already. Nothing was changed. Undo that one first.");
  if (later)
    throw new AppError(
      "conflict",
      "Guests of the evening have been merged into the guest book since, and some of them were there already. Nothing was changed: who came with the import and was a guest since can no longer be told apart.",
    );
}

/**
 * Whether anything happened to a guest after the import: every change of a guest is an event with the guest's id. Later
 * imports that changed anybody are undone by now, and their changes with them.
 */
const TOUCHED = `EXISTS (SELECT 1 FROM event_subject s JOIN event e ON e.seq = s.event_seq
  WHERE s.subject = contact.id AND s.event_seq > @seq
    AND NOT (e.kind = 'contact.changed' AND json_extract(e.payload, '$.why') IN ('import', 'undo')))`;

function removeInserted(
  database: Database.Database,
  { seq, first_seq, last_seq }: Import,
  kept: KeptGuests,
  tell: (done: number, total: number) => void,
): { removed: number; removed_changes: number } {
  const [first, last] = [first_seq ?? 1, last_seq ?? 0]; // nobody lies between where it brought nobody
  const page = `seq BETWEEN @from AND @to`;
  const stay = database.prepare<object, { name: string; phones: string }>(
    `SELECT name, phones FROM contact WHERE ${page} AND ${TOUCHED} ORDER BY seq`,
  );
  const changes = database
    .prepare<object, number>(`SELECT coalesce(sum(version - 1), 0) FROM contact WHERE ${page} AND NOT ${TOUCHED}`)
    .pluck();
  const remove = database.prepare(`DELETE FROM contact WHERE ${page} AND NOT ${TOUCHED}`);
  let removed = 0;
  let removed_changes = 0;
  for (let from = first; from <= last; from += PAGE) {
    const range = { seq, from, to: Math.min(from + PAGE - 1, last) };
    for (const { name, phones } of stay.iterate(range)) kept.add({ name, phones, reason: "Came with the import, and was changed since." });
    removed_changes += changes.get(range) ?? 0;
    removed += remove.run(range).changes;
    tell(range.to - first + 1, last - first + 1);
  }
  return { removed, removed_changes };
}

interface Restored extends Known {
  seq: number;
  id: string;
  isTouched: number;
}

/** Guests who were there before get back what the import changed in them. */
function restoreChanged(database: Database.Database, done: Import, kept: KeptGuests, say: (happening: Happening) => void): number {
  const changed = database.prepare<object, { id: string; isUnited: number }>(
    `SELECT DISTINCT s.subject AS id, EXISTS (SELECT 1 FROM event_subject o JOIN event u ON u.seq = o.event_seq
       WHERE o.subject = s.subject AND u.kind = 'contacts.united' AND u.seq > @after_event AND u.seq < @seq) AS isUnited
     FROM event e JOIN event_subject s ON s.event_seq = e.seq
     WHERE e.seq > @after_event AND e.seq < @seq AND e.kind = 'contact.changed'`,
  );
  const guestOf = database.prepare<object, Restored>(
    `SELECT seq, id, ${GUEST_COLUMNS}, ${TOUCHED} AS isTouched FROM contact
     WHERE id = @id AND (@first_seq IS NULL OR seq < @first_seq)`,
  );
  const changesOf = database
    .prepare<object, string>(
      `SELECT e.payload FROM event_subject s JOIN event e ON e.seq = s.event_seq
       WHERE s.subject = @id AND e.kind = 'contact.changed' AND e.seq > @after_event AND e.seq < @seq ORDER BY e.seq DESC`,
    )
    .pluck();
  const restore = restorer(database, done.country_code);
  const range = { seq: done.seq, after_event: done.after_event, first_seq: done.first_seq };
  let restored = 0;
  for (const { id, isUnited } of changed.all({ seq: range.seq, after_event: range.after_event })) {
    const guest = guestOf.get({ id, seq: range.seq, first_seq: range.first_seq });
    if (!guest) continue; // came with the import, or is gone since
    const { name, phones } = guest;
    if (isUnited) kept.add({ name, phones, reason: "Became one with another guest by the import." });
    else if (guest.isTouched) kept.add({ name, phones, reason: "Was filled in by the import, and changed since." });
    else {
      const changes = changesOf.all({ id, seq: range.seq, after_event: range.after_event }).map((text) => JSON.parse(text) as Change);
      const old = Object.assign({}, ...changes.map((change) => change.old)) as Partial<Known>;
      restore(guest, old);
      const now = Object.fromEntries(Object.keys(old).map((field) => [field, guest[field as keyof Known]]));
      say({ kind: "contact.changed", subjects: [id], payload: { why: "undo", old: now, new: old } });
      restored++;
    }
  }
  return restored;
}

/** Sets a guest's fields back, and takes out the numbers that came with them. */
function restorer(database: Database.Database, countryCode: string): (guest: Restored, old: Partial<Known>) => void {
  const update = database.prepare(
    `UPDATE contact SET ${settingsOf(GUEST_COLUMNS)}, search_text = @search_text, version = version + 1 WHERE seq = @seq`,
  );
  const numbersOf = database.prepare<[number], PhoneNumber>(
    "SELECT '' AS typed, digits, key, calling_code FROM contact_phone WHERE contact_seq = ? ORDER BY position",
  );
  const removeNumber = database.prepare("DELETE FROM contact_phone WHERE contact_seq = ? AND digits = ?");
  const digitsOf = (phones: string) => readPhones(phones, countryCode).map(({ digits }) => digits);
  return (guest, old) => {
    const { isTouched: _touched, id: _id, ...was } = { ...guest, ...old };
    const before = new Set(digitsOf(was.phones));
    const added = new Set(digitsOf(guest.phones).filter((digits) => !before.has(digits)));
    for (const digits of added) removeNumber.run(guest.seq, digits);
    update.run({ ...was, search_text: searchTextOf(was, numbersOf.all(guest.seq)) });
  };
}
