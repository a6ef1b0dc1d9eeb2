import type { ChildProcess } from "node:child_process";
import { processWide } from "../process-wide";
import { answerOf, type BulkAnswer, builtFile } from "./bulk";
import { stampOf } from "./file-header";
import type { Owner, StoreKind } from "./files";
import { createMutex } from "./mutex";

export interface CheckInput {
  file: string;
  kind: StoreKind;
  owner: Owner;
}

/** A check of a million guests takes seconds, and others wait behind it; what a timer takes at most. */
const FOREVER = 2 ** 31 - 1;

const checks = () =>
  processWide("deep checks", () => ({
    turns: createMutex(),
    running: new Map<string, Promise<void>>(),
    children: new Set<ChildProcess>(),
    /** How often the stores were closed: what was asked for before is no longer wanted. */
    closings: 0,
  }));

/**
 * Reads all of a store in a process of its own, one store at a time and after everything else: the machine has few cores,
 * and the evening goes on beside. No thread, because a thread inside SQLite cannot be ended, and a server that stops would
 * wait for it. Who asks while the same file is being read gets the same verdict.
 * @throws AppError of `checkFile`; Error when the stores are closed meanwhile
 */
export function deepCheck({ file, kind, owner }: CheckInput): Promise<void> {
  const { turns, running, closings } = checks();
  const name = `${file} ${JSON.stringify(stampOf(file))}`;
  const known = running.get(name);
  if (known) return known;
  const check = turns.run(() => readBeside({ file, kind, owner }, closings), FOREVER).finally(() => running.delete(name));
  running.set(name, check);
  return check;
}

function readBeside(input: CheckInput, askedAt: number): Promise<void> {
  const { children, closings } = checks();
  if (closings !== askedAt) return Promise.reject(new Error("The stores were closed."));
  return new Promise<void>((resolve, reject) => {
    // Not by import: Next's bundler would look for the file.
    const { fork } = process.getBuiltinModule("node:child_process");
    const child = fork(builtFile("check.mjs"), { execArgv: [] });
    children.add(child);
    child.once("message", (answer: BulkAnswer) => {
      try {
        resolve(answerOf<void>(answer));
      } catch (error) {
        reject(error);
      }
    });
    child.once("error", reject);
    child.once("exit", (code) => {
      children.delete(child);
      reject(new Error(`The check of a store ended with code ${code} and no answer.`));
    });
    child.send(input, () => {}); // a child that could not be started says so by its end
  });
}

/** Ends the check that is under way, and those that wait for it: a reader would keep the stores from being closed. */
export async function stopDeepChecks(): Promise<void> {
  const { children } = checks();
  checks().closings++;
  await Promise.all(
    [...children].map((child) => {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGKILL"); // it only reads
      return ended;
    }),
  );
}
