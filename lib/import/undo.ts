import type Database from "better-sqlite3";
import type { AnswerOf, BodyOf } from "../api/endpoint";
import { eveningHours } from "../business-day";
import { now } from "../clock";
import type { WriteBy } from "../db/actor";
import type { Branch } from "../db/branch";
import { runBulk } from "../db/bulk-steps";
import { hubStore } from "../db/find-store";
import { statement } from "../db/statements";
import { env } from "../env";
import { runJob } from "../jobs/run";
import type { undoImport as contract } from "./contract";
import type { GivenSince, GivenSinceInput } from "./given-since-step";
import type { UndoImportInput } from "./undo-step";

/** What guests were given since an import, by the hub: vouchers and points know no book. */
async function givenSince(book: Database.Database, importId: string): Promise<GivenSince[]> {
  const since = statement<[string, string], string>(book, "SELECT said_at FROM source_record WHERE id > ? AND id < ? LIMIT 1")
    .pluck()
    .get(`${importId}/`, `${importId}0`);
  if (since === undefined) return []; // the step says why nothing can be undone
  const { file } = await hubStore();
  const input: GivenSinceInput = { hub: file, since };
  return runBulk<GivenSince[]>("given-since", input);
}

/**
 * Undoes an import, as a job: the guests are those that there would be without it, but for those whom somebody changed since.
 * @throws AppError `not_found` for an import that this branch does not know; `conflict` for one that was undone already, or was made
 *   before there were records; `undo_loses` of one that is older than a day, until what it takes away is accepted
 */
export function undoImport(
  branch: Branch,
  { import_id: importId, accept_loss: accepted }: BodyOf<typeof contract>,
  by: WriteBy,
  caller?: AbortSignal,
): Promise<AnswerOf<typeof contract>> {
  return runJob(
    "undo-import",
    branch.key,
    by,
    async (job) => {
      const store = await branch.contacts();
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
