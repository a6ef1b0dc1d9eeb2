import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import type { AnswerOf } from "../api/endpoint";
import { eveningHours } from "../business-day";
import { timestamp } from "../clock";
import { stepOf, type WriteBy } from "../db/actor";
import type { CopyStoreInput } from "../db/backup";
import { runBulk } from "../db/bulk-steps";
import type { Store } from "../db/store";
import { env } from "../env";
import type { JobHandle } from "../jobs/run";
import type { undoImport } from "./contract";
import { givenSince } from "./given-since";
import { takeBack } from "./large-import";
import type { Standing } from "./large-import-state";
import type { BeginUndoInput, SeeImportInput, SeenImport, TryUndoInput } from "./large-undo-step";
import { bookBeside, namesBeside, rowsFileOf } from "./rows-file";
import { takenBackAnswer } from "./undo-words";

/**
 * Undoes a large import that has come in, step by step as it came. Until it begins it can be cancelled and changes nothing; from then on
 * it goes to its end, by the next start too. What a late one takes away is seen on a copy of the book: nobody waits for it.
 * @throws AppError as `undoImport`
 */
export async function undoInSteps(
  store: Store<"contacts">,
  importId: string,
  by: WriteBy,
  job: JobHandle,
  accepted: string | undefined,
): Promise<AnswerOf<typeof undoImport>> {
  const now = timestamp();
  const given = await givenSince(store.sql, importId);
  const see: SeeImportInput = { book: store.file, importId, given, now };
  const { rows, state } = await runBulk<SeenImport>("see-import", see, job);
  const begin: Omit<BeginUndoInput, "file" | "by"> = { importId, rows, hours: eveningHours(env()), now, undoneBy: by };
  if (state !== null && state !== accepted) {
    const rowsFile = rowsFileOf(importId);
    await tellLoss(store, { ...begin, by: stepOf(by), rowsFile, given, accepted }, job);
  }
  await store.bulk<Standing>(stepOf(by), "begin-undo", begin, { signal: job.signal });
  job.goesOn();
  const back = await takeBack(store, importId, by, { progress: (done, total) => job.progress?.(total - done, total) });
  if (by.receipt) by.receipt.kept = true; // by its last step
  return takenBackAnswer(back);
}

/** @throws AppError `undo_loses` */
async function tellLoss(store: Store<"contacts">, input: Omit<TryUndoInput, "file">, job: JobHandle): Promise<void> {
  const file = bookBeside(input.rowsFile);
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await runBulk("copy-store", { file: store.file, draft: file } satisfies CopyStoreInput, { signal: job.signal });
    await runBulk<never>("try-undo", { ...input, file } satisfies TryUndoInput, job);
  } finally {
    const names = namesBeside(input.rowsFile);
    for (const one of [file, `${file}-wal`, `${file}-shm`, names]) await rm(one, { force: true });
  }
}
