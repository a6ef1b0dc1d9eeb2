import { isApiError } from "@/lib/api/api-error";
import { causeOf, plainCause } from "./notice";

/** Whether a change got no answer, of the server or of a proxy before it: then it may be done, or not. */
export function isUnanswered(error: unknown): boolean {
  if (!isApiError(error)) return false;
  const { status, code } = error;
  return status === 0 ? code === "network" || code === "timeout" : code === "" && (status === 502 || status === 504);
}

/**
 * How a change failed, in a sentence.
 * @param refused what is as it was; true only where the server said no
 * @param next what shows or settles it where nobody answered
 */
export function changeFailure(error: unknown, refused: string, next: string): string {
  if (isUnanswered(error)) return `${causeOf(error)} Whether it was done is not known. ${next}`;
  return `${refused} ${causeOf(error)}`.trim();
}

/** The same with the server's words alone, where it gave any: for screens on which nobody knows what a status is. */
export function plainFailure(error: unknown, refused: string, next: string): string {
  return isUnanswered(error) ? changeFailure(error, refused, next) : `${refused} ${plainCause(error)}`.trim();
}
