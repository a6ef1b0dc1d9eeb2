/**
 * Every way in which a call can fail, and the status that the server answers with. Domain code throws the code; only
 * `lib/http` turns it into HTTP. 422, 404 and 405 make old clients try another route, so a wrong field is 400.
 */
export const STATUS_OF = {
  invalid_request: 400,
  bad_json: 400,
  unknown_branch: 400,
  unauthenticated: 401,
  forbidden: 403,
  branch_forbidden: 403,
  cross_site: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  branch_closed: 409,
  /** Vouchers and greetings go in a restaurant's name, and central is none. */
  no_restaurant: 409,
  too_early: 409,
  already_running: 409,
  /** Never leaves the server: a repeat found something to do, and begins anew behind a backup (`lib/db/backup-first.ts`). */
  backup_first: 409,
  assist_busy: 409,
  unread_phones: 409,
  /** An undo that comes late, until somebody has seen what it takes away. */
  undo_loses: 409,
  idempotency_mismatch: 409,
  timeout: 408,
  too_large: 413,
  unsupported_media_type: 415,
  wrong_server: 421,
  rate_limited: 429,
  headers_too_large: 431,
  cancelled: 409,
  aborted: 499,
  internal: 500,
  busy: 503,
  db_missing: 503,
  db_corrupt: 503,
  db_wrong_branch: 503,
  /** Somebody has let nobody change anything for a while (`lib/house-switches.ts`). */
  read_only: 503,
  db_read_only: 503,
  db_newer: 503,
  migration_failed: 503,
  disk_full: 507,
} as const;

export type ErrorCode = keyof typeof STATUS_OF;

/** One field that was wrong: where it stands in the request, and what is wrong with it. */
export interface Issue {
  path: string;
  message: string;
}

interface Details {
  issues?: Issue[];
  /** Seconds after which the same call may succeed. */
  retryAfter?: number;
  /** The methods that the address knows. */
  allow?: string[];
  /** Further fields of the answer, such as the `current` table of a conflict. */
  fields?: Record<string, unknown>;
  /** The access token is over, and its sign-in goes on: whoever holds the refresh token gets the next one. */
  isTokenOver?: boolean;
  cause?: unknown;
}

/**
 * A failure that a person can act on. The message is one sentence that says what happened, what is safe and what to
 * do next; it never holds a path, SQL or a phone number.
 */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly issues?: Issue[];
  readonly retryAfter?: number;
  readonly allow?: string[];
  readonly fields?: Record<string, unknown>;
  readonly isTokenOver?: boolean;

  constructor(
    readonly code: ErrorCode,
    message: string,
    details: Details = {},
  ) {
    super(message, { cause: details.cause });
    this.issues = details.issues;
    this.retryAfter = details.retryAfter;
    this.allow = details.allow;
    this.fields = details.fields;
    this.isTokenOver = details.isTokenOver;
  }
}

/** By name and not by `instanceof`: the server's entry and its pages are two bundles, each with a class of its own. */
export function isAppError(error: unknown): error is AppError {
  return error instanceof Error && error.name === "AppError" && "code" in error;
}
