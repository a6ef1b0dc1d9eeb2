import { AppError, type ErrorCode, isAppError } from "../errors";

const SENTENCES: [RegExp, ErrorCode, string][] = [
  [
    /SQLITE_FULL|ENOSPC|database or disk is full/,
    "disk_full",
    "The disk is full. Nothing was changed. Free some space on the server, then try again.",
  ],
  [
    /SQLITE_READONLY|SQLITE_CANTOPEN|EROFS|EACCES|EPERM|attempt to write a readonly|unable to open database file/,
    "db_read_only",
    "The server's data cannot be written. Nothing was changed. Ask the person who keeps the server.",
  ],
  [
    /SQLITE_CORRUPT|SQLITE_NOTADB|disk image is malformed|malformed database|is not a database/,
    "db_corrupt",
    "This branch's data file is damaged. It was left as it is; the other branches go on working. Restore its newest backup: npm run restore",
  ],
  [
    /SQLITE_BUSY|database is locked|SocketTimeout|P1008|P2028|Operations timed out/,
    "busy",
    "The data is busy. Nothing was changed. Try again in a moment.",
  ],
];

/** Everything that an error says, its causes included: Prisma wraps the adapter's words several layers deep. */
function wordsOf(error: unknown, depth = 0): string {
  if (!(error instanceof Error) || depth > 4) return "";
  const { code, meta } = error as Error & { code?: unknown; meta?: unknown };
  return [error.message, String(code ?? ""), meta ? JSON.stringify(meta) : "", wordsOf(error.cause, depth + 1)].join(" ");
}

/** Turns a failure of SQLite or the disk into one that a person can act on; any other error comes back as it is. */
export function storeFailure(error: unknown): unknown {
  if (isAppError(error)) return error;
  const words = wordsOf(error);
  const known = SENTENCES.find(([pattern]) => pattern.test(words));
  if (!known) return error;
  const [, code, sentence] = known;
  return new AppError(code, sentence, { cause: error, retryAfter: code === "busy" ? 1 : undefined });
}

export function isBusy(error: unknown): boolean {
  const failure = storeFailure(error);
  return isAppError(failure) && failure.code === "busy";
}

/** A failure of the file itself, after which the store must pass the check before opening again before it is used. */
export function isBroken(error: unknown): boolean {
  return isAppError(error) && error.code === "db_corrupt";
}
