import { AppError } from "../errors";

/** What a file is refused with: the reason, that nothing was changed, and what to do. */
export function refusedPdf(why: string, instead = "Export the menu as a plain PDF and choose that file.", cause?: unknown): AppError {
  const sentence = `${why} Nothing was changed. ${instead}`;
  return new AppError("invalid_request", sentence, { issues: [{ path: "file", message: sentence }], cause });
}
