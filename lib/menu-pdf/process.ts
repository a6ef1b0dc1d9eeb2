import type { ChildProcess } from "node:child_process";
import { answerOf, builtFile } from "../db/bulk-steps";
import { createMutex } from "../db/mutex";
import { processWide } from "../process-wide";
import { MOST_TIME } from "./limits";
import { refusedPdf } from "./refusal";
import type { PdfAnswer, PdfAnswers, PdfTask } from "./tasks";

/** How long somebody waits at most while others' menus are read, in milliseconds. */
const PATIENCE = 2 * MOST_TIME;
/** A process that has answered is asked again within this, in milliseconds, until it is so old: who leafs through a menu waits for no start. */
const IDLE = 5_000;
const OLD = MOST_TIME;

interface Reader {
  process: ChildProcess;
  begun: number;
  /** Ends it when nobody asks. */
  idle: NodeJS.Timeout | null;
}

const reading = () => processWide("reading of menus", () => ({ turns: createMutex(), reader: null as Reader | null }));

/**
 * Reads a PDF in a process of its own, which ends when it takes too much memory or time: whatever the file does there, the server goes on.
 * One file at a time, because the machine is small; after one that was refused the next has a new process.
 * @throws AppError `invalid_request` with the reason, `busy`
 */
export function readPdf<Step extends PdfTask["step"]>(task: Extract<PdfTask, { step: Step }>): Promise<PdfAnswers[Step]> {
  return reading().turns.run(() => asked<PdfAnswers[Step]>(task), PATIENCE);
}

async function asked<Answer>(task: PdfTask): Promise<Answer> {
  const reader = readerNow();
  try {
    const answer = await answerFrom(reader.process, task);
    const result = answerOf<Answer>(answer);
    keep(reader);
    return result;
  } catch (error) {
    reader.process.kill("SIGKILL"); // it only reads
    throw error;
  }
}

function readerNow(): Reader {
  const mine = reading();
  const known = mine.reader;
  mine.reader = null;
  if (known?.idle) clearTimeout(known.idle);
  if (known?.process.connected && performance.now() - known.begun < OLD) return known;
  known?.process.kill("SIGKILL");
  // Not by import: Next's bundler would look for the file.
  const { fork } = process.getBuiltinModule("node:child_process");
  return { process: fork(builtFile("pdf.mjs"), { execArgv: ["--max-old-space-size=256"] }), begun: performance.now(), idle: null };
}

/** For the next who asks; nothing waits for it when the server ends. */
function keep(reader: Reader): void {
  reader.process.unref();
  reader.process.channel?.unref();
  reader.idle = setTimeout(() => reader.process.kill("SIGKILL"), IDLE);
  reader.idle.unref();
  reading().reader = reader;
}

function answerFrom(reader: ChildProcess, task: PdfTask): Promise<PdfAnswer> {
  return new Promise<PdfAnswer>((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reader.kill("SIGKILL");
    }, MOST_TIME);
    const stopListening = () => {
      clearTimeout(timer);
      reader.off("message", heard).off("exit", ended).off("error", failed);
    };
    const heard = (answer: PdfAnswer) => {
      stopListening();
      resolve(answer);
    };
    const failed = (error: Error) => {
      stopListening();
      reject(error);
    };
    const ended = (code: number | null) => {
      stopListening();
      const why = isLate ? "takes too long to read" : "unpacks to more than a menu can hold";
      reject(refusedPdf(`This PDF ${why}.`, undefined, new Error(`The reader ended with ${code}.`)));
    };
    reader.ref();
    reader.channel?.ref();
    reader.on("message", heard).on("exit", ended).on("error", failed);
    reader.send(task, () => {}); // a process that could not be started says so by its end
  });
}
