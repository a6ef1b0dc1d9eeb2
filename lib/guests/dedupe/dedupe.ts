import { v7 as uuid } from "uuid";
import type { AnswerOf } from "../../api/endpoint";
import type { WriteBy } from "../../db/actor";
import { backUp } from "../../db/backup";
import { listBackups } from "../../db/backup-files";
import { backupFirst } from "../../db/backup-first";
import type { Branch } from "../../db/branch";
import type { AppError } from "../../errors";
import { runJob } from "../../jobs/run";
import { failpoint } from "../../test-hooks";
import type { dedupeTable, undoDedupe as undoContract } from "../contract";
import type { Deduped, DedupeInput } from "./dedupe-step";
import type { UndoDedupeInput, Undone } from "./undo-step";

const REASON = "before-dedupe";

/**
 * Makes the guest rows say everybody once for each business day, after a backup. It can be undone until the next one.
 * @param date one business day; null for all
 * @param refusal why nothing more may be changed now, where that is so
 * @throws AppError `already_running`, `disk_full` when there is no room for the backup: nothing was changed then
 */
export function dedupe(
  branch: Branch,
  date: string | null,
  by: WriteBy,
  refusal: AppError | null = null,
): Promise<AnswerOf<typeof dedupeTable>> {
  return runJob("dedupe", branch.key, by, async (job) => {
    const store = await branch.table();
    failpoint("dedupe:begin");
    const work = (backup: string | null) => {
      failpoint("dedupe:backed-up");
      const input: Omit<DedupeInput, "file" | "by"> = { date, backup, undoId: uuid() };
      return store.bulk<Deduped>(by, "dedupe-rows", input, job);
    };
    // One that found nothing leaves no event, but its backup.
    const isRepeat = listBackups(store.file).some(({ reason }) => reason === REASON);
    return backupFirst({ isRepeat, refusal, backUp: () => backUp(store.file, REASON), work });
  });
}

/** Brings back what the last dedupe took away. @throws AppError `conflict` when it can no longer be undone */
export function undoDedupe(branch: Branch, undoId: string, by: WriteBy): Promise<AnswerOf<typeof undoContract>> {
  return runJob("dedupe", branch.key, by, async (job) => {
    const store = await branch.table();
    const input: Omit<UndoDedupeInput, "file" | "by"> = { undoId };
    return store.bulk<Undone>(by, "undo-dedupe", input, job);
  });
}
