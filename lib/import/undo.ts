import type { AnswerOf, BodyOf } from "../api/endpoint";
import { eveningHours } from "../business-day";
import { now } from "../clock";
import type { WriteBy } from "../db/actor";
import type { Branch } from "../db/branch";
import { env } from "../env";
import { runJob } from "../jobs/run";
import type { undoImport as contract } from "./contract";
import { givenSince } from "./given-since";
import { endRunningImport, importsUnderWay, takeAllBack } from "./large-import";
import type { TakenBack } from "./large-import-take-back-step";
import type { UndoImportInput } from "./undo-step";
import { undoneInWords } from "./undo-words";

/** The answer of an undo of one that had not come in whole. */
function takenBackAnswer({ removed, restored, kept, kept_guests }: TakenBack): AnswerOf<typeof contract> {
  const message = undoneInWords({ removed, restored, kept });
  return { ok: true, message, removed, restored, kept, kept_guests };
}

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
  const ended = (await isLeft()) && (await endRunningImport(importId));
  if (ended) return takenBackAnswer(ended);
  return runJob(
    "undo-import",
    branch.key,
    by,
    async (job) => {
      const store = await branch.contacts();
      if (await isLeft()) return takenBackAnswer(await takeAllBack(store, importId, by, job));
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
