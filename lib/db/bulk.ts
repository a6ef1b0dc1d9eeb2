import path from "node:path";
import { AppError, type ErrorCode } from "../errors";
import { storeFailure } from "./failures";

/** The steps that `workers/bulk.ts` knows. */
export type BulkJob =
  | "take-tables"
  | "book-guests"
  | "merge-by-date"
  | "read-file"
  | "import-rows"
  | "optimise-search"
  | "check-copy"
  | "migrate-store";

/** What the thread answers: a result, or an error in parts, because classes do not survive the way between threads. */
export type BulkAnswer = { result: unknown } | { code: ErrorCode; message: string } | { error: ErrorParts };

interface ErrorParts {
  name: string;
  message: string;
  stack: string | undefined;
  code: string | undefined;
}

/** Where what runs beside the server lies when it is built: beside the server's entry, or in `dist` when there is none. */
export function builtFile(name: "bulk.mjs" | "check.mjs"): string {
  return path.join((globalThis as { daftarDist?: string }).daftarDist ?? path.resolve("dist"), name);
}

/** @throws AppError that the step threw, or that SQLite's failure means */
export function answerOf<Result>(answer: BulkAnswer): Result {
  if ("result" in answer) return answer.result as Result; // the step's own type, named by the caller
  if ("code" in answer) throw new AppError(answer.code, answer.message);
  throw storeFailure(Object.assign(new Error(answer.error.message), answer.error));
}

/**
 * Runs a bulk step in a thread of its own, with its own connection, so that the server goes on answering. Where it writes
 * a store, the caller holds that store's `exclusive` turn.
 * @throws AppError that the job threw, or that SQLite's failure means
 */
export function runBulk<Result>(job: BulkJob, input: object): Promise<Result> {
  return new Promise((resolve, reject) => {
    // Not by import: Next's bundler takes every `new Worker` it knows for a file of its own and cannot find this one.
    const { Worker: Thread } = process.getBuiltinModule("node:worker_threads");
    // Rows pass through and are gone at once: room for more of them only makes the server 40 MB heavier.
    const worker = new Thread(builtFile("bulk.mjs"), { workerData: { job, input }, resourceLimits: { maxYoungGenerationSizeMb: 8 } });
    worker.once("message", (answer: BulkAnswer) => {
      try {
        resolve(answerOf<Result>(answer));
      } catch (error) {
        reject(error);
      }
    });
    worker.once("error", (error) => reject(storeFailure(error)));
    worker.once("exit", (code) => reject(new Error(`The bulk thread ended with code ${code} and no answer.`)));
  });
}
