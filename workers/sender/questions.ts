import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { answerTo, QUESTIONS, type WorkerSettings } from "./settings";

/** One question to the person at the terminal. */
export async function askAtTerminal(words: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await terminal.question(`${words}: `);
  } finally {
    terminal.close();
  }
}

/** Asks the person at the terminal for what is not known yet, again and again until each answer can be one. */
export async function askForSettings(known: Partial<WorkerSettings>): Promise<Partial<WorkerSettings>> {
  let isSecret = false;
  const screen = new Writable({
    write(piece: Buffer, _encoding, done) {
      if (!isSecret) process.stdout.write(piece);
      done();
    },
  });
  const terminal = createInterface({ input: process.stdin, output: screen, terminal: true });
  const answers: Partial<WorkerSettings> = { ...known };
  try {
    for (const { field, words, usual } of QUESTIONS) {
      while (answers[field] === undefined) {
        process.stdout.write(`${words}${usual ? ` [${usual}]` : ""}: `);
        isSecret = field === "token";
        const text = await terminal.question("");
        isSecret = false;
        if (field === "token") process.stdout.write("\n");
        try {
          answers[field] = answerTo(field, text.trim() || usual);
        } catch (error) {
          process.stdout.write(`${error instanceof Error ? error.message : ""}\n`);
        }
      }
    }
  } finally {
    terminal.close();
  }
  return answers;
}
