import type { AnswerOf } from "../../../api/endpoint";
import { now } from "../../../clock";
import type { WriteBy } from "../../../db/actor";
import type { Branch } from "../../../db/branch";
import { runJob } from "../../../jobs/writes";
import type { undoImport as contract } from "../../contract";
import type { UndoImportInput } from "./bulk";

/**
 * Undoes an import within a day, as a job: whoever it brought and nobody changed since goes again.
 * @throws AppError `not_found` for an import that this branch does not know; `conflict` for one that is older, was undone
 *   already, or whose guests a later merge or import has met
 */
export function undoImport(branch: Branch, importId: string, by: WriteBy, caller?: AbortSignal): Promise<AnswerOf<typeof contract>> {
  return runJob(
    "undo-import",
    branch.key,
    by,
    async (job) => {
      const store = await branch.contacts();
      const input: Omit<UndoImportInput, "file" | "by"> = { importId, now: now().toISOString() };
      return store.bulk<AnswerOf<typeof contract>>(by, "undo-import", input, job);
    },
    caller,
  );
}
