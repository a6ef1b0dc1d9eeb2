import { isApiError, NOT_ANSWERED } from "@/lib/api/api-error";
import { plainCause } from "./notice";

/** Whether a change got no answer, of the server or of a proxy before it: then it may be done, or not. */
export function isUnanswered(error: unknown): boolean {
  if (!isApiError(error)) return false;
  const { status, code } = error;
  return status === 0 ? code === "network" || code === "timeout" : code === "" && (status === 502 || status === 504);
}

const NOT_KNOWN = "Whether it was done is not known.";

/**
 * How a change failed, in a sentence: by the server's own words where it gave any, for nobody knows what a status is.
 * @param refused what is as it was; true only where the server said no
 * @param next what shows or settles it where nobody answered
 */
export function changeFailure(error: unknown, refused: string, next: string): string {
  // What a proxy says in the server's place is no answer of it.
  if (isUnanswered(error)) return `${isApiError(error) && error.status === 0 ? error.message : NOT_ANSWERED} ${NOT_KNOWN} ${next}`;
  return `${refused} ${plainCause(error)}`.trim();
}
