import { parentPort, workerData } from "node:worker_threads";
import { type ImportInput, importRows, optimiseSearch, type ReadFileInput, readFile } from "../lib/contacts/bulk";
import { type CopyStoreInput, copyStore } from "../lib/db/backup";
import type { BulkAnswer, BulkJob } from "../lib/db/bulk";
import { checkpoint } from "../lib/db/checkpoint";
import { openWriting } from "../lib/db/pragmas";
import { isAppError } from "../lib/errors";
import { type BookGuestsInput, bookGuests, type TakeTablesInput, takeTables } from "../lib/evening/bulk";
import { type MergeByDateInput, mergeByDate } from "../lib/merging/bulk";

/** Every step that runs beside the server's event loop. */
const JOBS: Record<BulkJob, (input: never) => unknown> = {
  "take-tables": (input: TakeTablesInput) => takeTables(input),
  "book-guests": (input: BookGuestsInput) => bookGuests(input),
  "merge-by-date": (input: MergeByDateInput) => mergeByDate(input),
  "read-file": (input: ReadFileInput) => readFile(input),
  "import-rows": (input: ImportInput) => importRows(input),
  "copy-store": (input: CopyStoreInput) => copyStore(input),
  checkpoint: ({ file }: { file: string }) => checkpoint(file),
  "optimise-search": ({ file }: { file: string }) => {
    const database = openWriting(file, 5_000);
    try {
      optimiseSearch(database);
    } finally {
      database.close();
    }
  },
};

async function run(): Promise<BulkAnswer> {
  const { job, input } = workerData as { job: BulkJob; input: never };
  try {
    if (!Object.hasOwn(JOBS, job)) throw new Error(`There is no bulk job named ${job}.`);
    return { result: await JOBS[job](input) };
  } catch (error) {
    if (isAppError(error)) return { code: error.code, message: error.message };
    const { name, message, stack, code } = error as Error & { code?: string };
    return { error: { name, message, stack, code } };
  }
}

parentPort?.postMessage(await run());
