import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

/** The person at this process's terminal. */
export interface Terminal {
  /**
   * One question. Of several lines that are pasted at once, each answers one.
   * @param options.hidden what is typed is not shown
   * @throws Error when they end it instead, by Ctrl+C or Ctrl+D
   */
  ask(words: string, options?: { hidden?: boolean }): Promise<string>;
  close(): void;
}

/** Whether somebody at a terminal can be asked. */
export const isSomebodyThere = () => Boolean(process.stdin.isTTY && process.stdout.isTTY);

/** The caller closes it. */
export function openTerminal(): Terminal {
  let isHidden = false;
  const screen = new Writable({
    write(piece: Buffer, _encoding, done) {
      if (!isHidden) process.stdout.write(piece);
      done();
    },
  });
  const terminal = createInterface({ input: process.stdin, output: screen, terminal: true });
  const left = new Promise<never>((_, reject) => {
    terminal.once("close", () => reject(new Error("It was ended at the question.")));
  });
  left.catch(() => {}); // closed by us, when nothing is asked any more
  return {
    async ask(words, { hidden = false } = {}) {
      process.stdout.write(words);
      isHidden = hidden;
      try {
        return await Promise.race([terminal.question(""), left]);
      } finally {
        isHidden = false;
        if (hidden) process.stdout.write("\n");
      }
    },
    close: () => terminal.close(),
  };
}
