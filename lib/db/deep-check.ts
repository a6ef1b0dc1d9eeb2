import type { ChildProcess } from "node:child_process";
import { type KnownBranch, knownBranches } from "../known-branches";
import { processWide } from "../process-wide";
import { answerOf, type BulkAnswer, builtFile } from "./bulk-steps";
import { stampOf } from "./file-header";
import type { Owner, StoreKind } from "./files";
import { createMutex } from "./mutex";

export interface CheckInput {
  file: string;
  kind: StoreKind;
  owner: Owner;
  /** Whether each index agrees with its table too: where a part of a store was lost, the two may be of different moments. */
  indexes?: boolean;
  /** The restaurants as the server knows them, for what is said of a file. */
  branches?: readonly KnownBranch[];
}

/** A check of a million guests takes seconds, and others wait behind it; what a timer takes at most. */
const FOREVER = 2 ** 31 - 1;

const checks = () =>
  processWide("deep checks", () => ({
    turns: createMutex(),
    running: new Map<string, Promise<void>>(),
    /** The process that reads; none when nothing is left to read. */
    reader: null as ChildProcess | null,
    /** How often the stores were closed: what was asked for before is no longer wanted. */
    closings: 0,
  }));

/**
 * Reads all of a store in a process of its own, one store at a time and after everything else: the machine has few cores,
 * and the evening goes on beside. No thread, because a thread inside SQLite cannot be ended, and a server that stops would
 * wait for it. Who asks while the same file is being read gets the same verdict.
 * @throws AppError of `checkFile`; Error when the stores are closed meanwhile
 */
export function deepCheck({ file, kind, owner, indexes = false }: CheckInput): Promise<void> {
  const { turns, running, closings } = checks();
  const name = `${file} ${indexes} ${JSON.stringify(stampOf(file))}`;
  const known = running.get(name);
  if (known) return known;
  const check = turns
    .run(() => readHubJournal({ file, kind, owner, indexes }, closings), FOREVER)
    .finally(() => {
      running.delete(name);
      if (running.size === 0) letReaderGo();
    });
  running.set(name, check);
  return check;
}

function readHubJournal(input: CheckInput, askedAt: number): Promise<void> {
  if (checks().closings !== askedAt) return Promise.reject(new Error("The stores were closed."));
  const reader = readerNow();
  return new Promise<void>((resolve, reject) => {
    const heard = (answer: BulkAnswer) => {
      stopListening();
      try {
        resolve(answerOf<void>(answer));
      } catch (error) {
        reject(error);
      }
    };
    const ended = (code: number | null) => {
      stopListening();
      reject(new Error(`The check of a store ended with code ${code} and no answer.`));
    };
    const stopListening = () => reader.off("message", heard).off("exit", ended).off("error", reject);
    reader.on("message", heard).on("exit", ended).on("error", reject);
    reader.send({ ...input, branches: knownBranches() } satisfies CheckInput, () => {}); // a process that could not be started says so by its end
  });
}

/** The one that read the store before: after a kill all of them are read, and to begin a process takes longer than a small store. */
function readerNow(): ChildProcess {
  const mine = checks();
  if (mine.reader) return mine.reader;
  // Not by import: Next's bundler would look for the file.
  const { fork } = process.getBuiltinModule("node:child_process");
  const reader = fork(builtFile("check.mjs"), { execArgv: [] });
  const isOver = () => {
    if (mine.reader === reader) mine.reader = null;
  };
  reader.once("exit", isOver).on("error", isOver);
  mine.reader = reader;
  return reader;
}

function letReaderGo(): void {
  const mine = checks();
  if (mine.reader?.connected) mine.reader.disconnect();
  mine.reader = null;
}

/** Ends the check that is under way, and those that wait for it: a reader would keep the stores from being closed. */
export async function stopDeepChecks(): Promise<void> {
  const mine = checks();
  mine.closings++;
  const { reader } = mine;
  if (!reader) return;
  const ended = new Promise((resolve) => reader.once("exit", resolve));
  reader.kill("SIGKILL"); // it only reads
  await ended;
}
