import type Database from "better-sqlite3";
import type { AnswerOf } from "../api/endpoint";
import { publish } from "../book/publishing";
import type { DayHours } from "../business-day";
import type { WriteBy } from "../db/actor";
import { bulkWrite } from "../db/bulk-write";
import { AppError } from "../errors";
import type { undoImport } from "../guest-search/contract";
import { failpoint } from "../test-hooks";
import { type GivenSince, keptGuests, sinceRecords } from "./given-since-step";
import { UNDONE_WITHIN } from "./undo-limits";

export interface UndoImportInput {
  file: string;
  by: WriteBy;
  importId: string;
  hours: DayHours;
  /** What guests were given since the import, whoever they are. */
  given: GivenSince[];
  /** ISO 8601 in UTC with Z. */
  now: string;
}

/** So many of the guests who stay as they are are told by name. */
const TOLD = 200;

type Answer = AnswerOf<typeof undoImport>;

/** Undoes an import, in one transaction. */
export function undoImportStep(
  { file, by, importId, hours, given, now }: UndoImportInput,
  tell: (done: number, total: number) => void = () => {},
): Answer {
  return bulkWrite<Answer>(file, by, (database, say) => {
    refuseOlder(database, importId, now);
    const since = sinceRecords(database, importId, given);
    const keep = new Set(since.keys());
    const kept = keptGuests(database, since);
    const { removed, removed_changes, corrected } = publish(
      database,
      { undone: { batch: importId, keep } },
      { hours, say, why: "undo", tell },
    );
    failpoint("undo-import:removed");
    const count = kept.length;
    const rest = count === 0 ? "" : ` ${count.toLocaleString("en")} were left as they are now, because something happened to them since.`;
    const message = `The import was undone: ${removed.toLocaleString("en")} guests are gone again, ${corrected.toLocaleString("en")} are as they were.${rest}`;
    const payload = { removed, removed_changes, import_id: importId, restored: corrected, kept: count };
    return {
      answer: { ok: true, message, removed, restored: corrected, kept: count, kept_guests: kept.slice(0, TOLD) },
      happened: [{ kind: "contacts.import_undone", subjects: [importId], payload }],
    };
  });
}

function refuseOlder(database: Database.Database, importId: string, now: string): void {
  const events = database
    .prepare<[string], { at: string; kind: string }>(
      "SELECT e.at, e.kind FROM event_subject s JOIN event e ON e.seq = s.event_seq WHERE s.subject = ? ORDER BY e.seq",
    )
    .all(importId);
  const imported = events.find(({ kind }) => kind === "contacts.imported");
  if (!imported) throw new AppError("not_found", "This branch knows no such import. Nothing was changed.");
  if (events.some(({ kind }) => kind === "contacts.import_undone"))
    throw new AppError("conflict", "This import was undone already. Nothing was changed.");
  const isKept = database.prepare("SELECT 1 FROM source_record WHERE id > ? AND id < ? LIMIT 1").get(`${importId}/`, `${importId}0`);
  if (!isKept)
    throw new AppError("conflict", "This import was made before Daftar was renewed, and can no longer be undone. Nothing was changed.");
  if (Date.parse(now) - Date.parse(imported.at) > UNDONE_WITHIN)
    throw new AppError("conflict", "This import is more than a day old, and can no longer be undone. Nothing was changed.");
}
