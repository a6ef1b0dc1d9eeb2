import { ApiError, NOBODY_ANSWERED } from "./api-error";
import { isGivenUp } from "./in-time";

/** `began` is when it was asked, as `performance.now()` counts. */
type AnswerWatcher = (url: string, answered: boolean, began: number) => void;
const answerWatchers = new Set<AnswerWatcher>();

/** Tells of every call whether a server answered it, be it with a refusal. Returns the way to stop. */
export function watchAnswers(watcher: AnswerWatcher): () => void {
  answerWatchers.add(watcher);
  return () => answerWatchers.delete(watcher);
}

function tellOfAnswer(url: string, answered: boolean, began: number): void {
  for (const watcher of answerWatchers) watcher(url, answered, began);
}

/** Sends a call. @throws ApiError with status 0 when nobody answers */
export async function send(url: string, init: RequestInit): Promise<Response> {
  const began = performance.now();
  try {
    const response = await fetch(url, init);
    tellOfAnswer(url, true, began);
    return response;
  } catch (cause) {
    if (init.signal?.aborted && !isGivenUp(init.signal)) throw cause;
    tellOfAnswer(url, false, began);
    throw new ApiError(0, "", "network", NOBODY_ANSWERED, {}, null, { cause });
  }
}
