import type Database from "better-sqlite3";
import type { AnswerOf } from "../api/endpoint";
import { requireAccepted, TOLD } from "../book/late-undo";
import { publish } from "../book/publishing";
import type { DayHours } from "../business-day";
import type { WriteBy } from "../db/actor";
import { bulkWrite } from "../db/bulk-write";
import { AppError } from "../errors";
import { failpoint } from "../test-hooks";
import { isLateUndo } from "../undo-loss";
import type { undoImport } from "./contract";
import { type GivenSince, keptGuests, sinceRecords } from "./given-since-step";
import { undoPreview } from "./undo-preview";
import { undoneInWords } from "./undo-words";

export interface UndoImportInput {
  file: string;
  by: WriteBy;
  importId: string;
  hours: DayHours;
  /** What guests were given since the import, whoever they are. */
  given: GivenSince[];
  /** ISO 8601 in UTC with Z. */
  now: string;
  /** What somebody has seen that a late undo takes away. */
  accepted: string | undefined;
}

type Answer = AnswerOf<typeof undoImport>;

/**
 * Undoes an import, in one transaction.
 * @throws AppError `not_found`, `conflict` where it cannot be undone, `undo_loses` of one that is older than a day until that is accepted
 */
export function undoImportStep(
  { file, by, importId, hours, given, now, accepted }: UndoImportInput,
  tell: (done: number, total: number) => void = () => {},
): Answer {
  return bulkWrite<Answer>(file, by, (database, say) => {
    const look = isLateUndo(saidWhen(database, importId), now) ? undoPreview(database, importId, say) : null;
    const since = sinceRecords(database, importId, given);
    const keep = new Set(since.keys());
    const kept = keptGuests(database, since);
    const { removed, removed_changes, corrected } = publish(
      database,
      { undone: { batch: importId, keep } },
      { hours, say: look?.say ?? say, why: "undo", tell },
    );
    // Only once it is done is it known what it does: thrown here, all of it is taken back.
    if (look) requireAccepted({ what: "This import", kept, ...look.loss() }, accepted);
    failpoint("undo-import:removed");
    const count = kept.length;
    const message = undoneInWords({ removed, restored: corrected, kept: count });
    const payload = { removed, removed_changes, import_id: importId, restored: corrected, kept: count };
    return {
      answer: { ok: true, message, removed, restored: corrected, kept: count, kept_guests: kept.slice(0, TOLD) },
      happened: [{ kind: "contacts.import_undone", subjects: [importId], payload }],
    };
  });
}

/**
 * When an import was made.
 * @throws AppError `not_found`, `conflict` where it cannot be undone
 */
export function saidWhen(database: Database.Database, importId: string): string {
  const kinds = database
    .prepare<[string], string>("SELECT e.kind FROM event_subject s JOIN event e ON e.seq = s.event_seq WHERE s.subject = ?")
    .pluck()
    .all(importId);
  if (kinds.includes("contacts.import_undone")) throw new AppError("conflict", "This import was undone already. Nothing was changed.");
  if (!kinds.includes("contacts.imported")) throw new AppError("not_found", "This branch knows no such import. Nothing was changed.");
  const said = database
    .prepare<[string, string], string>("SELECT said_at FROM source_record WHERE id > ? AND id < ? LIMIT 1")
    .pluck()
    .get(`${importId}/`, `${importId}0`);
  if (said !== undefined) return said;
  throw new AppError("conflict", "This import was made before Daftar was renewed, and can no longer be undone. Nothing was changed.");
}
