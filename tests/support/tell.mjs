import { writeSync } from "node:fs";

/** The line to `scripts/test.mjs`; nobody listens where a runner was started by hand with its reporter. */
const LINE = 3;

/** Says one thing to whoever started this run: `{ total }`, `{ done }` or `{ test: { file, name, ms, why } }`. */
export function tell(said) {
  const line = Buffer.from(`${JSON.stringify(said)}\n`);
  for (let at = 0; at < line.length; ) {
    try {
      at += writeSync(LINE, line, at);
    } catch (error) {
      if (error.code !== "EAGAIN") throw error; // the pipe is full for a moment
    }
  }
}
