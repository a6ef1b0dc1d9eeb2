import type Database from "better-sqlite3";
import type { AnswerOf } from "../../../api/endpoint";
import { publish } from "../../../book/publishing";
import type { DayHours } from "../../../business-day";
import type { WriteBy } from "../../../db/actor";
import { bulkWrite } from "../../../db/bulk-write";
import { AppError } from "../../../errors";
import { failpoint } from "../../../test-hooks";
import type { undoImport } from "../../contract";
import { UNDONE_WITHIN } from "./rules";

export interface UndoImportInput {
  file: string;
  by: WriteBy;
  importId: string;
  hours: DayHours;
  /** ISO 8601 in UTC with Z. */
  now: string;
}

/** So many of the guests who stay as they are are told by name. */
const TOLD = 200;

type Answer = AnswerOf<typeof undoImport>;
type Kept = Answer["kept_guests"][number];

/** Undoes an import, in one transaction. */
export function undoImportStep(
  { file, by, importId, hours, now }: UndoImportInput,
  tell: (done: number, total: number) => void = () => {},
): Answer {
  return bulkWrite<Answer>(file, by, (database, say) => {
    refuseOlder(database, importId, now);
    const keep = changedSince(database, importId);
    const kept = keptGuests(database, keep);
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

/** Records of an import about whose guests somebody said something since: they stay. */
function changedSince(database: Database.Database, importId: string): Set<string> {
  const about = database.prepare<[string, string], string>(
    `SELECT r.value FROM book_decision d, json_each(json_array(json_extract(d.decision, '$.about.records'), json_extract(d.decision, '$.other.records'))) a,
       json_each(a.value) r WHERE a.type = 'array' AND r.value > ? AND r.value < ?`,
  );
  return new Set(about.pluck().all(`${importId}/`, `${importId}0`));
}

function keptGuests(database: Database.Database, keep: ReadonlySet<string>): Kept[] {
  const guest = database.prepare<[string], { seq: number; name: string; phones: string }>(
    "SELECT c.seq, c.name, c.phones FROM source_record r JOIN contact c ON c.seq = r.contact_seq WHERE r.id = ?",
  );
  const recordsOf = database
    .prepare<[number, number], string>(
      "SELECT id FROM source_record WHERE contact_seq = ? UNION ALL SELECT id FROM contact WHERE seq = ? AND is_before = 1",
    )
    .pluck();
  const kept = new Map<number, Kept>();
  for (const id of keep) {
    const found = guest.get(id);
    if (!found) continue; // deleted by hand since
    const { seq, name, phones } = found;
    const isOnlyOfImport = recordsOf.all(seq, seq).every((one) => keep.has(one));
    const reason = isOnlyOfImport ? "Came with the import, and was changed since." : "Was filled in by the import, and changed since.";
    kept.set(seq, { name, phones, reason });
  }
  return [...kept.values()];
}
