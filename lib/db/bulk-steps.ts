import { once } from "node:events";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { MessageChannel, type MessagePort } from "node:worker_threads";
import Piscina from "piscina";
import { AppError, type ErrorCode, type Issue, isAppError } from "../errors";
import { type KnownBranch, knownBranches } from "../known-branches";
import { log } from "../log";
import { processWide } from "../process-wide";
import { waitOf } from "../test-hooks";
import { storeFailure } from "./failures";

/** The steps that `workers/bulk.ts` knows. */
export type BulkStep =
  | "merge-open-tables"
  | "book-guests"
  | "merge-by-date"
  | "find-waiting-days"
  | "dedupe-rows"
  | "undo-dedupe"
  | "set-company-at-tables"
  | "set-company-in-book"
  | "undo-company-at-tables"
  | "undo-company-in-book"
  | "try-undo-company-at-tables"
  | "try-undo-company-in-book"
  | "read-file"
  | "import-rows"
  | "begin-import"
  | "import-part"
  | "end-import"
  | "take-back-part"
  | "undo-import"
  | "begin-undo"
  | "try-undo"
  | "correct-contact"
  | "delete-contact"
  | "two-people"
  | "one-person"
  | "end-decision"
  | "try-end-decision"
  | "not-same"
  | "find-duplicates"
  | "keep-duplicates"
  | "change-together"
  | "undo-change"
  | "put-back"
  | "take-bookers"
  | "take-comments"
  | "lock-competition"
  | "draw-competition"
  | "take-winners"
  | "find-person"
  | ReadingStep
  | "erase-person"
  | "optimise-search"
  | "compare-book"
  | "check-ledger"
  | "rebuild-book"
  | "copy-store"
  | "look-at-backup"
  | "checkpoint"
  | "migrate-store";

/** Steps that read what grows with a book, for somebody who waits for the answer. */
const READING_STEPS = [
  "list-people",
  "write-people",
  "contacts-of-date",
  "birthday-stats",
  "birthdays-of-date",
  "open-campaign",
  "forecast",
  "not-today",
  "celebrating-on",
  "made-vouchers",
  "find-origins",
  "guest-page",
  "known-bookers",
  "search-reservations",
  "measure-reservations",
  "judge-comments",
  "given-since",
  "see-import",
  "all-data-page",
  "all-data-count",
  "all-data-bin",
  "list-all-data",
  "write-all-data",
  "duplicates-page",
  "find-receipts",
  "loyalty-panel",
  "points-due",
  "lost-too-soon",
  "tiers-preview",
  "history-stats",
] as const;
type ReadingStep = (typeof READING_STEPS)[number];

/** What the thread is given; the port takes its progress. */
export interface BulkTask {
  step: BulkStep;
  input: object;
  /** The restaurants as the server knows them. */
  branches: readonly KnownBranch[];
  port: MessagePort;
}

/** What the thread answers: a result, or an error in parts, because classes do not survive the way between threads. */
export type BulkAnswer =
  | { result: unknown }
  | { code: ErrorCode; message: string; why: string | null; issues?: Issue[]; fields?: Record<string, unknown> }
  | { error: ErrorParts };

interface ErrorParts {
  name: string;
  message: string;
  stack: string | undefined;
  code: string | undefined;
}

/** Who looks on while a step works. */
export interface BulkWatch {
  /** Ends the thread: an open transaction is undone with its connection. */
  signal?: AbortSignal;
  progress?: (done: number, total: number) => void;
}

/** How long the end of a thread is waited for at most, in milliseconds. */
const THREAD_PATIENCE = 5_000;

/** Where what runs beside the server lies when it is built: beside the server's entry, or in `dist` when there is none. */
export function builtFile(name: "bulk.mjs" | "check.mjs" | "pdf.mjs"): string {
  // Turbopack follows paths that it can read: it would look for these files while the build beside it is writing them.
  const built = (globalThis as { daftarDist?: string }).daftarDist ?? path.resolve(/* turbopackIgnore: true */ "dist");
  return path.join(/* turbopackIgnore: true */ built, name);
}

/** @throws AppError that the step threw, or that SQLite's failure means */
export function answerOf<Result>(answer: BulkAnswer): Result {
  if ("result" in answer) return answer.result as Result; // the step's own type, named by the caller
  if ("code" in answer) {
    const { code, message, why, issues, fields } = answer;
    throw new AppError(code, message, { issues, fields, cause: why === null ? undefined : new Error(why) });
  }
  throw storeFailure(Object.assign(new Error(answer.error.message), answer.error));
}

/** An error on its way back from a thread, or from a process. */
export function answerWith(error: unknown): BulkAnswer {
  if (isAppError(error)) {
    const { code, message, cause, issues, fields } = error;
    return { code, message, why: cause instanceof Error ? cause.message : null, ...(issues && { issues }), ...(fields && { fields }) };
  }
  const { name, message, stack, code } = error as Error & { code?: string };
  return { error: { name, message, stack, code } };
}

const READING: ReadonlySet<BulkStep> = new Set(READING_STEPS);

const THREADS = "threads of ";

/** Whether something process-wide is the threads: they know no data folder, and each step names its files. */
export const isThreads = (name: string) => name.startsWith(THREADS);

/**
 * A few threads for all steps: more of them only fight for the disk. They end when nothing was asked of them for a while.
 * Those of the reading steps are others: a merge of minutes would let people wait for a page.
 */
const threadsFor = (step: BulkStep) =>
  READING.has(step)
    ? threads("reading ", { maxThreads: 2, idleTimeout: waitOf("threads", 10_000) })
    : threads("", { maxThreads: 4, idleTimeout: waitOf("threads", 2_000) });

const threads = (kind: string, size: { maxThreads: number; idleTimeout: number }) =>
  processWide(THREADS + kind + builtFile("bulk.mjs"), () =>
    new Piscina({
      filename: builtFile("bulk.mjs"),
      minThreads: 0,
      ...size,
      // Rows pass through and are gone at once: room for more of them only makes the server 40 MB heavier.
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
      recordTiming: false,
      // A step that ends in the moment in which it is cancelled has nobody to tell; without a listener that would end the server.
    }).on("error", (error) => log().warn({ err: error }, "a thread ended a step that nobody waits for")),
  );

/**
 * Runs a bulk step in a thread of its own, with its own connection, so that the server goes on answering. Where it writes
 * a store, the caller holds that store's turn (`Store.bulk`).
 * @throws AppError that the step threw, or that SQLite's failure means; AbortError when the signal ended it
 */
export async function runBulk<Result>(step: BulkStep, input: object, { signal, progress }: BulkWatch = {}): Promise<Result> {
  const { port1, port2 } = new MessageChannel();
  const threadLeft = once(port1, "close");
  port1.on("message", ([done, total]: [number, number]) => progress?.(done, total));
  try {
    const answer: BulkAnswer = await threadsFor(step).run(
      { step, input, branches: knownBranches(), port: port2 },
      { transferList: [port2], signal: signal ?? null },
    );
    return answerOf<Result>(answer);
  } catch (error) {
    // The pool tells of an end before the thread has come to it, and until then the thread may still write its files.
    if (signal?.aborted) await Promise.race([threadLeft, pause(THREAD_PATIENCE, undefined, { ref: false })]);
    throw storeFailure(error);
  } finally {
    port1.close();
  }
}
