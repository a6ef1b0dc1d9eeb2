import type { AnswerOf, BodyOf } from "../api/endpoint";
import { eveningHours } from "../business-day";
import { now } from "../clock";
import type { WriteBy } from "../db/actor";
import type { Branch } from "../db/branch";
import { statement } from "../db/statements";
import type { Store } from "../db/store";
import { env } from "../env";
import { runJob } from "../jobs/run";
import { rowsOfPart } from "../test-hooks";
import type { undoImport as contract } from "./contract";
import { givenSince } from "./given-since";
import { endRunningImport, importsUnderWay, takeBack } from "./large-import";
import { undoInSteps } from "./large-undo";
import { MOST_AT_ONCE } from "./rows-file";
import type { UndoImportInput } from "./undo-step";
import { takenBackAnswer } from "./undo-words";

/**
 * Undoes an import, as a job: the guests are those that there would be without it, but for those whom somebody changed since.
 * @throws AppError `not_found` for an import that this branch does not know; `conflict` for one that was undone already, or was made
 *   before there were records; `undo_loses` of one that is older than a day, until what it takes away is accepted
 */
export async function undoImport(
  branch: Branch,
  { import_id: importId, accept_loss: accepted }: BodyOf<typeof contract>,
  by: WriteBy,
  caller?: AbortSignal,
): Promise<AnswerOf<typeof contract>> {
  const isLeft = async () => importsUnderWay(await branch.contacts()).some(({ id }) => id === importId);
  // One that is being undone already is waited for, too.
  const ended = (await isLeft()) && (await endRunningImport(importId));
  if (ended) return takenBackAnswer(ended);
  return runJob(
    "undo-import",
    branch.key,
    by,
    async (job) => {
      const store = await branch.contacts();
      if (await isLeft()) return takenBackAnswer(await takeBack(store, importId, by, job));
      if (rowsOf(store, importId) > rowsOfPart(MOST_AT_ONCE)) return undoInSteps(store, importId, by, job, accepted);
      const given = await givenSince(store.sql, importId);
      const input: Omit<UndoImportInput, "file" | "by"> = {
        importId,
        hours: eveningHours(env()),
        given,
        now: now().toISOString(),
        accepted,
      };
      return store.bulk<AnswerOf<typeof contract>>(by, "undo-import", input, job);
    },
    caller,
  );
}

/** About how many rows an import brought in; 0 where that is not known. */
function rowsOf({ sql }: Store<"contacts">, importId: string): number {
  const rows = `SELECT json_extract(e.payload, '$.inserted') + json_extract(e.payload, '$.skipped') FROM event_subject s
    JOIN event e ON e.seq = s.event_seq WHERE s.subject = ? AND e.kind = 'contacts.imported'`;
  return statement<[string], number>(sql, rows).pluck().get(importId) ?? 0;
}
