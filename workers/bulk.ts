import { parentPort, workerData } from "node:worker_threads";
import { type ImportInput, importFile, optimiseSearch } from "../lib/contacts/bulk";
import type { BulkAnswer } from "../lib/db/bulk";
import { openWriting } from "../lib/db/pragmas";
import { isAppError } from "../lib/errors";
import { type BookGuestsInput, bookGuests, type TakeTablesInput, takeTables } from "../lib/evening/bulk";
import { type MergeByDateInput, mergeByDate } from "../lib/merging/bulk";

/** Every step that runs beside the server's event loop, by the name that `runBulk` is given. */
const JOBS: Record<string, (input: never) => unknown> = {
  "take-tables": (input: TakeTablesInput) => takeTables(input),
  "book-guests": (input: BookGuestsInput) => bookGuests(input),
  "merge-by-date": (input: MergeByDateInput) => mergeByDate(input),
  "import-file": (input: ImportInput) => importFile(input),
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
  const { job, input } = workerData as { job: string; input: never };
  try {
    return { result: await JOBS[job]?.(input) };
  } catch (error) {
    if (isAppError(error)) return { code: error.code, message: error.message };
    const { code, message } = error as Error & { code?: string };
    return { error: `${code ?? ""} ${message}` };
  }
}

parentPort?.postMessage(await run());
