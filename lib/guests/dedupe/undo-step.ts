import type Database from "better-sqlite3";
import type { WriteBy } from "../../db/actor";
import { bulkWrite } from "../../db/bulk-write";
import { AppError } from "../../errors";
import type { Outcome } from "../../events";
import { NOTHING_SAID } from "../../guest-fields";
import type { PhoneNumber } from "../../phones";
import { failpoint } from "../../test-hooks";
import { lastPlace, rowWriter, type StoredRow } from "../row-writer";
import { UNDO_IS_OVER, undoneText } from "./words";

export interface UndoDedupeInput {
  /** The table store. */
  file: string;
  by: WriteBy;
  undoId: string;
}

export interface Undone {
  message: string;
  restored_rows: number;
  /** Rows that stay as they are: somebody deleted or changed their guest since, or they are there again. */
  left_rows: number;
}

interface Kept {
  place: number;
  row_id: string;
  kept_id: string;
  now_seq: number | null;
  was: string;
}

const ROWS_AT_ONCE = 1_000;

/**
 * Brings back what the last dedupe took away, each row at a new place. What was decided since holds: a guest who was deleted
 * stays deleted, and a row that was corrected stays as it is.
 * @throws AppError `conflict` when another dedupe came after it, or it was undone already
 */
export function undoDedupe({ file, by, undoId }: UndoDedupeInput): Undone {
  const undone = bulkWrite(file, by, (database): Outcome<Undone> => {
    const page = database.prepare<[string, number, number], Kept>(
      "SELECT place, row_id, kept_id, now_seq, was FROM deduped_row WHERE undo_id = ? AND place > ? ORDER BY place LIMIT ?",
    );
    const seqOf = database.prepare<[string], number>("SELECT seq FROM guest_row WHERE id = ?").pluck();
    const { insert, remove } = rowWriter(database);
    const count = { restored_rows: 0, left_rows: 0 };
    const kept = new Set<string>();
    let inserted = 0;
    let last = 0;
    for (let rows = page.all(undoId, last, ROWS_AT_ONCE); rows.length > 0; rows = page.all(undoId, last, ROWS_AT_ONCE)) {
      for (const { place, row_id, kept_id, now_seq, was } of rows) {
        last = place;
        const { numbers, ...row } = JSON.parse(was) as Omit<StoredRow, "seq"> & { numbers: PhoneNumber[] };
        const there = seqOf.get(row_id);
        const isChanged =
          row_id === kept_id ? there === undefined || there !== now_seq : there !== undefined || seqOf.get(kept_id) === undefined;
        if (isChanged) count.left_rows++;
        else {
          if (there !== undefined) remove(there);
          else inserted++;
          insert({ ...NOTHING_SAID, ...row }, numbers); // an older version kept fewer fields
          kept.add(kept_id);
          count.restored_rows++;
        }
      }
    }
    if (last === 0) {
      throw new AppError("conflict", UNDO_IS_OVER);
    }
    placeLast(database, kept);
    failpoint("undo-dedupe:rows");
    database.prepare("DELETE FROM deduped_row WHERE undo_id = ?").run(undoId);
    const payload = { undo_id: undoId, ...count, inserted };
    const message = undoneText("The dedupe", count.restored_rows, count.left_rows);
    return { answer: { message, ...count }, happened: [{ kind: "dedupe.undone", subjects: [undoId], payload }] };
  });
  failpoint("undo-dedupe:committed");
  return undone;
}

/** What came back was the older of two, and a new place would make it the newest: the rows that were kept get one above it. */
function placeLast(database: Database.Database, kept: ReadonlySet<string>): void {
  const first = lastPlace(database);
  // Their numbers follow them.
  const { changes } = database
    .prepare(
      `UPDATE guest_row SET seq = ? + k.n FROM (SELECT seq, row_number() OVER (ORDER BY seq) AS n FROM guest_row
         WHERE id IN (SELECT value FROM json_each(?))) k WHERE guest_row.seq = k.seq`,
    )
    .run(first, JSON.stringify([...kept]));
  database.prepare("UPDATE sqlite_sequence SET seq = ? WHERE name = 'guest_row'").run(first + changes);
}
