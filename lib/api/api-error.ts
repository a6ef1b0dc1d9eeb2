import { parseJson, statusLine, wordsIn } from "./error-words";

/** A call that failed: the server's own words where it gave any, and status 0 where nobody answered. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  constructor(
    readonly status: number,
    readonly statusText: string,
    readonly code: string,
    message: string,
    /** The whole error answer, for callers that need more of it (such as `current` of a conflict). */
    readonly fields: Record<string, unknown> = {},
    readonly requestId: string | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** By name: a bundle may hold this module twice. */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === "ApiError" && "status" in error;
}

/** What to do when nobody answered and nothing is sent again by itself. */
export const TRY_AGAIN = "Check the network, then try again.";
export const NOT_ANSWERED = "The server did not answer.";
export const NOBODY_ANSWERED = `${NOT_ANSWERED} ${TRY_AGAIN}`;

/** An answer that was cut off half-way is none. */
export async function textOf(response: Response): Promise<string> {
  try {
    return await response.text();
  } catch (cause) {
    throw new ApiError(0, "", "network", NOBODY_ANSWERED, {}, null, { cause });
  }
}

export async function errorOf(response: Response): Promise<ApiError> {
  const text = await textOf(response);
  const json = parseJson(text);
  const fields = isRecord(json) ? json : {};
  const said = wordsIn(fields);
  return new ApiError(
    response.status,
    response.statusText,
    typeof fields.code === "string" ? fields.code : "",
    said ?? statusLine(response, text),
    { ...fields, retry_after: secondsIn(response.headers.get("retry-after")) },
    response.headers.get("x-request-id") ?? (typeof fields.request_id === "string" ? fields.request_id : null),
  );
}

function secondsIn(header: string | null): number | null {
  const seconds = Number(header ?? "none");
  return Number.isFinite(seconds) ? seconds : null;
}

/** That something was done, or asked, too often: the server's words, and the seconds after which it may be again. Null for anything else. */
export function limitOf(error: unknown): { said: string; seconds: number } | null {
  if (!isApiError(error) || error.status !== 429) return null;
  const { retry_after } = error.fields;
  return { said: error.message, seconds: typeof retry_after === "number" ? retry_after : 60 };
}

/** The server's own text of a failure; "" without an answer, or for an answer without text (such as a tunnel's page). */
export function saidOf(error: unknown): string {
  return isApiError(error) && wordsIn(error.fields) !== undefined ? error.message : "";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
