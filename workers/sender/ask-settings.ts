import { openTerminal } from "../../lib/terminal";
import { answerTo, QUESTIONS, type WorkerSettings } from "./settings";

/** One question to the person at the terminal. */
export async function askAtTerminal(words: string): Promise<string> {
  const terminal = openTerminal();
  try {
    return await terminal.ask(`${words}: `);
  } finally {
    terminal.close();
  }
}

/** Asks the person at the terminal for what is not known yet, again and again until each answer can be one. */
export async function askForSettings(known: Partial<WorkerSettings>): Promise<Partial<WorkerSettings>> {
  const answers: Partial<WorkerSettings> = { ...known };
  const terminal = openTerminal();
  try {
    for (const { field, words, usual } of QUESTIONS) {
      while (answers[field] === undefined) {
        const text = await terminal.ask(`${words}${usual ? ` [${usual}]` : ""}: `, { hidden: field === "token" });
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
