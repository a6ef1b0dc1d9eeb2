/**
 * How often it is looked whether somebody may still see a stream, in milliseconds (docs/design/reliability.md S-12: within two seconds).
 */
const LOOK = 1_000;

/**
 * A signal that also ends when a call's caller may not see its answer any more: a stream that was begun would go on past
 * the end of a sign-in.
 * @param away ends when the caller goes away
 * @param maySee whether the caller could begin the stream now
 * @returns the signal for the handler, and what ends the looking: to be called once the stream has ended, or there is none
 */
export function whileSignedIn(away: AbortSignal, maySee: () => Promise<boolean>): { signal: AbortSignal; end: () => void } {
  const over = new AbortController();
  const look = async () => {
    if (!(await maySee())) over.abort();
  };
  const timer = setInterval(() => void look().catch(() => undefined), LOOK); // a hub that is busy for a moment ends nobody's stream
  timer.unref();
  const end = () => clearInterval(timer);
  const signal = AbortSignal.any([away, over.signal]);
  signal.addEventListener("abort", end, { once: true });
  return { signal, end };
}

/** Tells when a stream has been sent to its end, or nobody reads it any more, or it broke. */
export function untilEnd(body: ReadableStream<Uint8Array>, ended: () => void): ReadableStream<Uint8Array> {
  const passing = new TransformStream<Uint8Array, Uint8Array>();
  void body.pipeTo(passing.writable).then(ended, ended);
  return passing.readable;
}
