import type Database from "better-sqlite3";
import { type LargeEvenings, largeEvenings } from "../book/large-evenings";
import { TOLD } from "../book/late-undo";
import { publish } from "../book/publishing";
import type { WriteBy } from "../db/actor";
import { bulkWrite } from "../db/bulk-write";
import { keepReceiptSql } from "../db/idempotency-receipts";
import type { Happening, Outcome } from "../events";
import { failpoint } from "../test-hooks";
import { type GivenSince, keptGuests, sinceRecords } from "./given-since-step";
import { endUnderWay, noteStep, readUnderWay, type SoFar } from "./large-import-state";
import { namesBeside } from "./rows-file";
import { takenBackAnswer } from "./undo-words";

export interface TakeBackPartInput {
  file: string;
  by: WriteBy;
  importId: string;
  /** Where its people lie, or lay. */
  rowsFile: string;
  /** What guests were given since the import, whoever they are. */
  given: GivenSince[];
  /** So many rows go. */
  most: number;
}

/** What a step of taking back has left of an import. */
export interface TakenBack extends Pick<SoFar, "removed" | "restored" | "kept" | "kept_guests"> {
  rows: number;
  done: number;
  isOver: boolean;
  /** How long it took, in milliseconds. */
  took: number;
}

/**
 * Takes the last rows of a large import that are in out again, in one transaction, so that at every moment the first rows of the file are
 * in and no others. Of one that was coming in the first step only decides it. Guests to whom something happened since stay, as in the undo of an import.
 * @returns null once it has ended
 */
export function takeBackPart({ file, by, importId, rowsFile, given, most }: TakeBackPartInput): TakenBack | null {
  const large = largeEvenings(namesBeside(rowsFile));
  const refresh = (database: Database.Database) => {
    const row = readUnderWay(database, importId);
    if (row) large.of(database, row.said.hours).refresh();
  };
  try {
    const begun = performance.now();
    const taken = bulkWrite(file, by, (database, say) => takeOut(database, say, { importId, given, most, large }), refresh);
    large.keep();
    return taken && { ...taken, took: performance.now() - begun };
  } finally {
    large.close();
  }
}

function takeOut(
  database: Database.Database,
  say: (happening: Happening) => void,
  { importId, given, most, large }: Pick<TakeBackPartInput, "importId" | "given" | "most"> & { large: LargeEvenings },
): Outcome<TakenBack | null> {
  const row = readUnderWay(database, importId);
  if (!row) return { answer: null, happened: [] };
  const { said, soFar, rows } = row;
  if (row.direction === "in") {
    // Decided by itself, before anything goes: whatever happens from here on, it does not come in.
    noteStep(database, importId, { direction: "out", done: row.done }, soFar);
    return { answer: { rows, done: row.done, removed: 0, restored: 0, kept: 0, kept_guests: [], isOver: false, took: 0 }, happened: [] };
  }
  const done = Math.max(0, row.done - most);
  const ids = Array.from({ length: row.done - done }, (_, index) => `${importId}/${done + index + 1}`);
  const since = sinceRecords(database, ids, given);
  const isTold = toldBefore(database, importId, row.done);
  const kept = keptGuests(database, new Map([...since].filter(([id]) => !isTold(id))));
  const undone = { batch: importId, keep: new Set(since.keys()), only: ids };
  const { removed, removed_changes, corrected } = publish(database, { undone }, { hours: said.hours, say, why: "undo", large });
  const now: SoFar = {
    ...soFar,
    parts: soFar.parts + 1,
    alone: null,
    removed: soFar.removed + removed,
    removed_changes: soFar.removed_changes + removed_changes,
    restored: soFar.restored + corrected,
    kept: soFar.kept + kept.length,
    kept_guests: [...soFar.kept_guests, ...kept].slice(0, TOLD),
  };
  noteStep(database, importId, { direction: "out", done }, now);
  failpoint("take-back:part");
  const part = { import_id: importId, removed, removed_changes, restored: corrected, done };
  const happened: Happening[] = [{ kind: "contacts.import_part_undone", subjects: [importId], payload: part }];
  if (done === 0) {
    endUnderWay(database, importId);
    now.restored = guestsRestored(database, now.after_event);
    const { removed_changes: changes, restored, parts } = now;
    const payload = { import_id: importId, removed: now.removed, removed_changes: changes, restored, kept: now.kept, parts };
    happened.push({ kind: "contacts.import_undone", subjects: [importId], payload });
  }
  const { restored, kept: count, kept_guests } = now;
  const answer = { rows, done, removed: now.removed, restored, kept: count, kept_guests, isOver: done === 0, took: 0 };
  const { receipt } = said.by;
  if (done === 0 && said.is_undo && receipt) keepReceiptSql(database, receipt, takenBackAnswer(answer)); // its call may come again
  return { answer, happened };
}

/** Whether the guest of a record was kept by an earlier step already, by another record of the same import. */
function toldBefore(database: Database.Database, importId: string, done: number): (id: string) => boolean {
  const other = database
    .prepare<[string, string, number], number>(
      `SELECT 1 FROM source_record WHERE contact_seq = (SELECT contact_seq FROM source_record WHERE id = ?) AND batch = ? AND line > ?
         AND coalesce(said, '') <> 'gone' LIMIT 1`,
    )
    .pluck();
  return (id) => other.get(id, importId, done) !== undefined;
}

/** How many guests who are still there are others by it; a guest of several rows has changed in several steps, or went in a later one. */
function guestsRestored(database: Database.Database, after: number): number {
  const changed = database.prepare<[number], string>(
    `SELECT DISTINCT c.id FROM event e JOIN event_subject s ON s.event_seq = e.seq JOIN contact c ON c.id = s.subject
     WHERE e.kind = 'contact.changed' AND e.seq > ? AND e.payload ->> '$.why' = 'undo'
       AND EXISTS (SELECT 1 FROM json_each(e.payload -> '$.new') f WHERE f.key NOT IN ('added_at', 'evening', 'branch'))`,
  );
  return changed.all(after).length;
}
