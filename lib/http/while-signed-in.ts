/** How often it is looked whether somebody may still see a stream, in milliseconds (reliability.md, S-12: within two seconds). */
const LOOK = 1_000;

/**
 * The same request with a signal that also ends when its caller may not see the answer any more: a stream that was begun
 * would go on past the end of a sign-in.
 * @param maySee whether the caller could begin the stream now
 * @returns the request for the handler, and what to call once the stream has ended
 */
export function whileSignedIn(request: Request, maySee: () => Promise<boolean>): { request: Request; ended: () => void } {
  const over = new AbortController();
  const look = async () => {
    if (!(await maySee())) over.abort();
  };
  const timer = setInterval(() => void look().catch(() => undefined), LOOK); // a hub that is busy for a moment ends nobody's stream
  timer.unref();
  const ended = () => clearInterval(timer);
  const signal = AbortSignal.any([request.signal, over.signal]);
  signal.addEventListener("abort", ended, { once: true });
  return { request: new Request(request, { signal }), ended };
}

/** Tells when a stream has been sent to its end. */
export function untilEnd(body: ReadableStream<Uint8Array>, ended: () => void): ReadableStream<Uint8Array> {
  return body.pipeThrough(new TransformStream<Uint8Array, Uint8Array>({ flush: ended }));
}
