import { appendFileSync, mkdirSync } from "node:fs";
import path from "node:path";
import pino, { type Logger } from "pino";
import { now } from "./clock";
import { FOLDERS } from "./data-folders";
import { env } from "./env";
import { localDate } from "./local-time";
import { processWide } from "./process-wide";

const logsDir = () => path.join(env().DATA_DIR, FOLDERS.logs);

/**
 * The server's log: one JSON line per event, a file per local day in the data folder. It never holds a name, a phone
 * number, a token or what somebody typed.
 */
export function log(): Logger {
  return processWide(`log of ${logsDir()}`, () =>
    pino(
      {
        level: env().LOG_LEVEL,
        base: { pid: process.pid },
        timestamp: () => `,"time":"${now().toISOString()}"`,
        // An error's message may quote a value that somebody typed (SQLite and Prisma do), so only its kind is kept.
        serializers: { err: kindOf },
      },
      { write: appendToday },
    ),
  );
}

function kindOf(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code } = error as Error & { code?: unknown };
  // The stack begins with the message, whose lines may look like frames.
  const stack = error.stack ?? "";
  const frames = stack
    .slice(stack.indexOf(error.message) + error.message.length)
    .split("\n")
    .filter((line) => /^\s+at /.test(line));
  const where = frames.slice(0, 8).map((line) => line.trim().replaceAll(process.cwd(), "."));
  return { type: error.name, code, where, ...(error.cause ? { cause: kindOf(error.cause) } : {}) };
}

/** In one piece and at once: what happened just before a crash is what the log is for. */
function appendToday(line: string): void {
  const file = path.join(logsDir(), `daftar-${localDate(now(), env().TIME_ZONE)}.log`);
  try {
    appendFileSync(file, line, { mode: 0o600 });
  } catch {
    try {
      mkdirSync(logsDir(), { recursive: true, mode: 0o700 });
      appendFileSync(file, line, { mode: 0o600 });
    } catch {
      process.stderr.write(line); // a full disk must not stop the evening
    }
  }
}
