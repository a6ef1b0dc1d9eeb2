import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { stepOf, type WriteBy } from "../db/actor";
import type { BulkWatch } from "../db/bulk-steps";
import { statement } from "../db/statements";
import type { Store } from "../db/store";
import { AppError, isAppError } from "../errors";
import { log } from "../log";
import { processWide } from "../process-wide";
import { rowsOfPart, slowly } from "../test-hooks";
import type { ImportAnswer } from "./contract";
import { givenSince } from "./given-since";
import { IMPORT_TEXTS } from "./import-texts";
import { type ImportSaid, isComingIn, readUnderWay, type Standing, UNDER_WAY, type UnderWay } from "./large-import-state";
import type { BeginImportInput, EndImportInput, ImportPartInput } from "./large-import-step";
import type { TakeBackPartInput, TakenBack } from "./large-import-take-back-step";
import { namesBeside, rowsFileOf } from "./rows-file";

/*
 * A large import comes in step by step, so that whoever else writes in that guest book waits for one step and not for all. Its row in the
 * book says how far it is, in the transaction of each step; its people lie in a file until it has ended. From there it always goes on to
 * one of two ends: all of it is in, or all of it was taken back. It goes on after a kill; it is taken back where somebody ended it, where
 * its people cannot be read any more, and where a row cannot come in.
 */

/** Rows of one step at most; nearly always its time ends it before. */
const MOST = 5_000;
/** How long a step of taking back is to take, in milliseconds; the first one tells how long a row takes. */
const STEP_TIME = 200;
const FIRST_STEP = 250;
/** After so long is asked again what guests were given meanwhile, in milliseconds. */
const ASK_AGAIN = 5_000;
/** How long is waited where a store is busy, or its disk is full, in milliseconds. */
const TRY_AGAIN = 2_000;

/** A book's large imports that have not ended. */
export function importsUnderWay({ sql }: Pick<Store<"contacts">, "sql">): UnderWay[] {
  return statement<[], UnderWay>(sql, UNDER_WAY).all();
}

interface Running {
  /** By somebody who wants it undone. */
  cancel: AbortController;
  ended: Promise<TakenBack | null>;
}

/** The large imports that this process brings in just now, by their ids. */
const running = () => processWide("imports in parts", () => new Map<string, Running>());
/** Set where the server stops: they end between two steps, and the next start goes on with them. */
const stopping = () => processWide("imports stop", () => new AbortController());
const isStopping = () => stopping().signal.aborted;

/** @returns ends its entry, once it was taken back or not */
function register(importId: string): { cancel: AbortController; end: (back: TakenBack | null) => void } {
  const cancel = new AbortController();
  let resolve: (back: TakenBack | null) => void = () => {};
  const ended = new Promise<TakenBack | null>((done) => (resolve = done));
  running().set(importId, { cancel, ended });
  const end = (back: TakenBack | null) => {
    running().delete(importId);
    resolve(back);
  };
  return { cancel, end };
}

/** Writes down that a large import begins: from then on it ends well or is taken back, whatever happens. */
export async function beginInParts(store: Store<"contacts">, fileName: string, said: ImportSaid, by: WriteBy): Promise<void> {
  const input: Omit<BeginImportInput, "file" | "by"> = { fileName, said, endedBy: by };
  await store.bulk<Standing>(stepOf(by), "begin-import", input);
}

/**
 * Goes on with a large import until it has ended.
 * @param by who ends it, and under which key its answer is kept
 * @throws AppError `cancelled` where somebody ended it, and whatever kept it from coming in: it was taken back then; `busy` where the
 *   server stops: it goes on at the next start
 */
export async function goOnWith(store: Store<"contacts">, importId: string, by: WriteBy, job: BulkWatch = {}): Promise<ImportAnswer> {
  const { cancel, end } = register(importId);
  let back: TakenBack | null = null;
  try {
    const signal = AbortSignal.any([cancel.signal, ...(job.signal ? [job.signal] : [])]);
    await rm(namesBeside(rowsFileOf(importId)), { force: true }); // of a process that was killed: nobody knows how far it was
    const result = await allIn(store, importId, by, { ...job, signal }).catch((error: unknown) => ({ error }));
    if (!("error" in result)) {
      await removeFiles(importId);
      return result;
    }
    if (isStopping()) throw stopped();
    if (!signal.aborted) log().warn({ err: result.error, import: importId }, "an import does not go on, and is taken back");
    back = await takeAllBack(store, importId, by, job);
    throw signal.aborted ? new AppError("cancelled", IMPORT_TEXTS.takenBack) : result.error;
  } finally {
    end(back);
  }
}

async function allIn(store: Store<"contacts">, importId: string, by: WriteBy, job: BulkWatch): Promise<ImportAnswer> {
  const rowsFile = rowsFileOf(importId);
  const input: Omit<ImportPartInput, "file" | "by"> = { importId, rowsFile, most: rowsOfPart(MOST) };
  for (;;) {
    const standing = await whileBusy(
      () => store.bulk<Standing | null>(stepOf(by), "import-part", input, { signal: job.signal }),
      job.signal,
    );
    if (standing?.direction !== "in") throw new AppError("cancelled", IMPORT_TEXTS.takenBack);
    job.progress?.(standing.done, standing.rows);
    if (standing.done >= standing.rows) break;
    await slowly("import-part");
  }
  const end: Omit<EndImportInput, "file" | "by"> = { importId };
  return whileBusy(() => store.bulk<ImportAnswer>(by, "end-import", end), job.signal);
}

const NOTHING: TakenBack = { rows: 0, done: 0, removed: 0, restored: 0, kept: 0, kept_guests: [], isOver: true, took: 0 };

/** Takes a large import back to its end, or undoes one that had come in. @throws AppError `busy` where the server stops: the next start goes on */
export async function takeBack(store: Store<"contacts">, importId: string, by: WriteBy, job: BulkWatch): Promise<TakenBack> {
  const { end } = register(importId);
  let back: TakenBack | null = null;
  try {
    await mkdir(path.dirname(rowsFileOf(importId)), { recursive: true });
    await rm(namesBeside(rowsFileOf(importId)), { force: true }); // as in goOnWith
    back = await takeAllBack(store, importId, by, job);
    return back;
  } finally {
    end(back);
  }
}

/** Nobody ends this: half an import is none. */
async function takeAllBack(store: Store<"contacts">, importId: string, by: WriteBy, job: BulkWatch): Promise<TakenBack> {
  let given = await givenSince(store.sql, importId);
  let asked = performance.now();
  let most = rowsOfPart(FIRST_STEP);
  let last: TakenBack | null = null;
  for (;;) {
    if (performance.now() - asked > ASK_AGAIN) {
      given = await givenSince(store.sql, importId); // a voucher of just now keeps its guest too
      asked = performance.now();
    }
    const input: Omit<TakeBackPartInput, "file" | "by"> = { importId, rowsFile: rowsFileOf(importId), given, most };
    const back = await whileBusy(() => store.bulk<TakenBack | null>(stepOf(by), "take-back-part", input));
    if (!back) return last ?? NOTHING;
    last = back;
    job.progress?.(back.done, back.rows);
    if (back.isOver) {
      await removeFiles(importId);
      return back;
    }
    await slowly("take-back-part");
    const inTime = Math.round((most * STEP_TIME) / Math.max(1, back.took));
    most = rowsOfPart(Math.max(50, Math.min(MOST, 2 * most, inTime)));
  }
}

const WAITED_FOR: ReadonlySet<string> = new Set(["busy", "disk_full", "db_missing", "db_read_only", "branch_closed"]);

/** Does a step, again and again while the store is busy or its disk is full: what is in stays, and nobody has to begin anew. */
async function whileBusy<Answer>(step: () => Promise<Answer>, signal?: AbortSignal): Promise<Answer> {
  for (;;) {
    if (isStopping()) throw stopped();
    signal?.throwIfAborted();
    try {
      return await step();
    } catch (error) {
      if (!isAppError(error) || !WAITED_FOR.has(error.code)) throw error;
      log().warn({ err: error }, "a step of an import waits");
      await pause(TRY_AGAIN, undefined, { ref: false });
    }
  }
}

const stopped = () => new AppError("busy", IMPORT_TEXTS.stopped, { retryAfter: 60 });

async function removeFiles(importId: string): Promise<void> {
  const rowsFile = rowsFileOf(importId);
  for (const file of [rowsFile, namesBeside(rowsFile)]) await rm(file, { force: true });
}

/**
 * Ends a large import of which somebody wants nothing, and waits until it was taken back.
 * @returns null where none of that id is being brought in here, or it had come in meanwhile
 */
export async function endRunningImport(importId: string): Promise<TakenBack | null> {
  const one = running().get(importId);
  one?.cancel.abort();
  return one ? one.ended : null;
}

/** Before the stores are closed: large imports end between two steps. */
export async function stopImports(): Promise<void> {
  stopping().abort();
  await Promise.all([...running().values()].map(({ ended }) => ended));
}

/**
 * Goes on with what was cut off, before anything else comes into that book, until it is in or was taken back.
 * @param watch whose signal takes back what is coming in
 * @throws AppError where it can do neither now
 */
export async function endImportsLeft(store: Store<"contacts">, watch: BulkWatch): Promise<void> {
  for (const { id } of importsUnderWay(store)) {
    const row = readUnderWay(store.sql, id);
    if (!row) continue;
    if (isComingIn(row)) await goOnWith(store, id, row.said.by, watch).catch(unlessTakenBack(store, id));
    else await takeBack(store, id, row.said.by, watch);
  }
}

/** Whatever kept it from coming in, it has ended. */
const unlessTakenBack = (store: Store<"contacts">, importId: string) => (error: unknown) => {
  if (importsUnderWay(store).some(({ id }) => id === importId)) throw error;
};
