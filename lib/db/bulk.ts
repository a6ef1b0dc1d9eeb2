import path from "node:path";
import type { Worker } from "node:worker_threads";
import { AppError, type ErrorCode } from "../errors";
import { storeFailure } from "./failures";

/** The steps that `workers/bulk.ts` knows. */
export type BulkJob = "take-tables" | "book-guests" | "merge-by-date" | "read-file" | "import-rows" | "optimise-search" | "check-copy";

/** What the thread answers: a result, or an error in parts, because classes do not survive the way between threads. */
export type BulkAnswer = { result: unknown } | { code: ErrorCode; message: string } | { error: ErrorParts };

interface ErrorParts {
  name: string;
  message: string;
  stack: string | undefined;
  code: string | undefined;
}

/** Where the built threads lie: beside the server's entry, or in `dist` when there is none. */
function threadFile(): string {
  return path.join((globalThis as { daftarDist?: string }).daftarDist ?? path.resolve("dist"), "bulk.mjs");
}

/**
 * Runs a bulk step in a thread of its own, with its own connection, so that the server goes on answering. Where it writes
 * a store, the caller holds that store's `exclusive` turn.
 * @param signal ends the thread wherever it is; only for steps that write no store. It is gone when this rejects
 * @throws AppError that the job threw, or that SQLite's failure means; the signal's reason
 */
export async function runBulk<Result>(job: BulkJob, input: object, signal?: AbortSignal): Promise<Result> {
  signal?.throwIfAborted();
  // Not by import: Next's bundler takes every `new Worker` it knows for a file of its own and cannot find this one.
  const { Worker: Thread } = process.getBuiltinModule("node:worker_threads");
  // Rows pass through and are gone at once: room for more of them only makes the server 40 MB heavier.
  const worker = new Thread(threadFile(), { workerData: { job, input }, resourceLimits: { maxYoungGenerationSizeMb: 8 } });
  const end = () => void worker.terminate();
  signal?.addEventListener("abort", end, { once: true });
  try {
    return await answerOf<Result>(worker);
  } catch (error) {
    throw signal?.aborted ? signal.reason : error;
  } finally {
    signal?.removeEventListener("abort", end);
  }
}

function answerOf<Result>(worker: Worker): Promise<Result> {
  return new Promise((resolve, reject) => {
    worker.once("message", (answer: BulkAnswer) => {
      if ("result" in answer)
        resolve(answer.result as Result); // the job's own type, named by the caller
      else if ("code" in answer) reject(new AppError(answer.code, answer.message));
      else reject(storeFailure(Object.assign(new Error(answer.error.message), answer.error)));
    });
    worker.once("error", (error) => reject(storeFailure(error)));
    worker.once("exit", (code) => reject(new Error(`The bulk thread ended with code ${code} and no answer.`)));
  });
}
