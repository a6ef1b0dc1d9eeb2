import { AppError } from "../errors";
import { addDays } from "../local-time";

/** More days nobody reads at once. */
const TWO_YEARS = 2 * 366;

/**
 * @param from the first date, `until` the last
 * @param path the field of the last one
 * @throws AppError `invalid_request` for a stretch that is turned round, or longer than two years
 */
export function requireSpan(from: string, until: string, path: string): void {
  const isTurned = until < from;
  if (!isTurned && until <= addDays(from, TWO_YEARS)) return;
  const message = isTurned
    ? "The last day lies before the first. Nothing was changed."
    : "That is more than two years. Choose a shorter stretch of days. Nothing was changed.";
  throw new AppError("invalid_request", message, { issues: [{ path, message }] });
}
