import type { AnswerOf } from "../../../api/endpoint";
import { eveningHours } from "../../../business-day";
import { now } from "../../../clock";
import type { WriteBy } from "../../../db/actor";
import type { Branch } from "../../../db/branch";
import { env } from "../../../env";
import { runJob } from "../../../jobs/writes";
import type { undoImport as contract } from "../../contract";
import type { UndoImportInput } from "./bulk";

/**
 * Undoes an import within a day, as a job: the guests are those that there would be without it, but for those whom somebody
 * changed since.
 * @throws AppError `not_found` for an import that this branch does not know; `conflict` for one that is older, or was undone already
 */
export function undoImport(branch: Branch, importId: string, by: WriteBy, caller?: AbortSignal): Promise<AnswerOf<typeof contract>> {
  return runJob(
    "undo-import",
    branch.key,
    by,
    async (job) => {
      const store = await branch.contacts();
      const input: Omit<UndoImportInput, "file" | "by"> = { importId, hours: eveningHours(env()), now: now().toISOString() };
      return store.bulk<AnswerOf<typeof contract>>(by, "undo-import", input, job);
    },
    caller,
  );
}
