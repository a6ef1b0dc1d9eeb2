import type Database from "better-sqlite3";
import type { AnswerOf } from "../../api/endpoint";
import { batchOfDecisions, decisionTarget, onLine, placeNow } from "../../book/decision-target";
import { publish } from "../../book/publishing";
import type { Decision } from "../../book/record-shapes";
import type { DayHours } from "../../business-day";
import type { WriteBy } from "../../db/actor";
import { bulkWrite } from "../../db/bulk-write";
import { AppError } from "../../errors";
import type { Outcome } from "../../events";
import { failpoint } from "../../test-hooks";
import { isLateUndo } from "../../undo-loss";
import type { Wanted } from "../conditions";
import { type AllDataFiles, findEverybody } from "../page-step";
import { type changeTogether as changeContract, type GivenValues, MOST_TOGETHER, type undoChange as undoContract } from "./contract";

/** What every step on a guest book of All data is given. */
interface BookStep {
  /** The guest book. */
  file: string;
  by: WriteBy;
  hours: DayHours;
  /** ISO 8601 in UTC with Z. */
  now: string;
}

export interface ChangeInput extends BookStep {
  files: AllDataFiles;
  countryCode: string;
  ids: string[] | null;
  wanted: Wanted;
  /** What they get; null where they are deleted. */
  given: GivenValues | null;
  count: number;
  undoId: string;
}

const guests = (count: number) => `${count.toLocaleString("en")} ${count === 1 ? "guest" : "guests"}`;

/**
 * Decides one thing of many guests, in one batch and one transaction.
 * @throws AppError `conflict` when they are not as many as was said, or more than are changed at once
 */
export function changeTogether(input: ChangeInput): AnswerOf<typeof changeContract> {
  const { file, by, hours, now, given, count, undoId } = input;
  // Before the transaction: nobody else writes the book meanwhile, for this step has the store's turn.
  const found = input.ids === null ? findEverybody(input.files, input.wanted, input.countryCode, MOST_TOGETHER) : null;
  return bulkWrite(file, by, (database, say): Outcome<AnswerOf<typeof changeContract>> => {
    const seqs = found ?? seqsOf(database, input.ids ?? []);
    requireCount(seqs.length, count);
    const meant = given === null ? seqs : seqs.filter((seq) => isOther(database, seq, given));
    if (meant.length === 0)
      return {
        answer: { message: given === null ? "Nobody is deleted." : "They all have this already.", changed: 0, undo_id: null },
        happened: [],
      };
    const spoken = decisionTarget(database, hours);
    const place = placeNow(database, { now, by }, batchOfDecisions(undoId));
    const decisions = meant.map((seq, line): Decision => {
      const { about } = spoken(seq);
      return given === null
        ? { ...onLine(place, line), kind: "left-out", about }
        : { ...onLine(place, line), kind: "fields", about, values: given };
    });
    publish(database, { decisions }, { hours, say, why: given === null ? "deletion" : "company", subjects: [undoId] });
    failpoint("change-together:written");
    const changed = meant.length;
    const message = given === null ? `${guests(changed)} deleted.` : `${guests(changed)} changed.`;
    return {
      answer: { message, changed, undo_id: undoId },
      happened: [
        {
          kind: "contacts.changed_together",
          subjects: [undoId],
          payload: { set: Object.keys(given ?? {}), guests: changed, undo_id: undoId },
        },
      ],
    };
  });
}

function seqsOf(database: Database.Database, ids: readonly string[]): number[] {
  const ofIds = database.prepare<[string], number>("SELECT seq FROM contact WHERE id IN (SELECT value FROM json_each(?)) ORDER BY seq");
  return ofIds.pluck().all(JSON.stringify(ids));
}

/** Whether a guest would be another by it. */
function isOther(database: Database.Database, seq: number, given: GivenValues): boolean {
  const now = database.prepare<[number], Required<GivenValues>>("SELECT company, language FROM contact WHERE seq = ?").get(seq);
  return (Object.keys(given) as (keyof GivenValues)[]).some((field) => given[field] !== now?.[field]);
}

function requireCount(found: number, said: number): void {
  if (found > MOST_TOGETHER) {
    throw new AppError("conflict", `At most ${guests(MOST_TOGETHER)} are changed at once. Filter further. Nothing was changed.`);
  }
  if (found === said) return;
  throw new AppError(
    "conflict",
    `It would be ${guests(found)} by now, and not ${said.toLocaleString("en")}. Look again. Nothing was changed.`,
  );
}

export interface UndoChangeInput extends BookStep {
  undoId: string;
}

/** @throws AppError `conflict` for one that nobody knows, that is over, or that is older than a day */
export function undoChange({ file, by, hours, now, undoId }: UndoChangeInput): AnswerOf<typeof undoContract> {
  return bulkWrite(file, by, (database, say) => {
    const batch = batchOfDecisions(undoId);
    const of = database.prepare<[string], { at: string | null; decisions: number }>(
      "SELECT min(decision ->> '$.said_at') AS at, count(*) AS decisions FROM book_decision WHERE batch = ?",
    );
    const { at, decisions } = of.get(batch) ?? { at: null, decisions: 0 };
    if (at === null || !isOfThisKind(database, undoId)) {
      throw new AppError("conflict", "This was undone already. Nothing was changed.");
    }
    if (isLateUndo(at, now)) {
      throw new AppError("conflict", "This is more than a day ago. Deleted guests can be put back from the bin. Nothing was changed.");
    }
    publish(database, { undone: { batch } }, { hours, say, why: "decision" });
    failpoint("undo-change:written");
    const payload = { undo_id: undoId, guests: decisions };
    return {
      answer: { message: `Undone: ${guests(decisions)} as before.`, restored: decisions },
      happened: [{ kind: "contacts.change_undone", subjects: [undoId], payload }],
    };
  });
}

/** A Set Company of a date, and who is whom, are undone where they were said. */
function isOfThisKind(database: Database.Database, undoId: string): boolean {
  const told =
    "SELECT 1 FROM event_subject s JOIN event e ON e.seq = s.event_seq WHERE s.subject = ? AND e.kind = 'contacts.changed_together'";
  return database.prepare(told).get(undoId) !== undefined;
}
