/** A call that hangs is given up after so long, so that nobody stands before a locked screen. */
const GIVE_UP_MS = 20_000;

/** Whether something was given up because no answer came in time, and not because whoever asked for it went away. */
export function isGivenUp({ reason }: AbortSignal): boolean {
  return reason instanceof DOMException && reason.name === "TimeoutError";
}

/**
 * Gives work up that does not end in time, by this patience or by the asker's own signal.
 * @param work gets the signal that ends it, and the way to say that it may take as long as it takes
 */
export async function inTime<Answer>(
  asked: AbortSignal | undefined,
  notInTime: (cause: unknown) => Error,
  work: (signal: AbortSignal, takeLong: () => void) => Promise<Answer>,
): Promise<Answer> {
  // By hand: tablets of a few years ago cannot join signals.
  const line = new AbortController();
  const { signal } = line;
  const end = () => line.abort(asked?.reason);
  const timer = setTimeout(() => line.abort(new DOMException("", "TimeoutError")), GIVE_UP_MS);
  const ended = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });
  asked?.addEventListener("abort", end);
  if (asked?.aborted) end();
  try {
    return await Promise.race([ended, work(signal, () => clearTimeout(timer))]);
  } catch (cause) {
    if (isGivenUp(signal)) throw notInTime(cause);
    throw signal.aborted ? (signal.reason ?? cause) : cause;
  } finally {
    clearTimeout(timer);
    asked?.removeEventListener("abort", end);
  }
}
