import type { Branch } from "../db/branch";
import { processWide } from "../process-wide";
import { liveState } from "./live";

/** How often it is looked whether anything was written, in milliseconds. */
const LOOK = 1_000;

const watched = () => processWide("watched evenings", () => new Set<AbortController>());

/** Ends what is watched, so that a server that stops waits for nobody who only looks. */
export function endWatching(): void {
  for (const watch of watched()) watch.abort();
}

/**
 * Tells, as server-sent events, that the figures of the evening may be others now: when a store of the caller's branches or of the
 * group was written, and each minute. It says nothing of what, and ends after a while; whoever goes on watching asks again.
 * @param signal ends when the caller goes away
 */
export function watchLive(branches: Branch[], seconds: number, signal: AbortSignal): ReadableStream<Uint8Array> {
  const text = new TextEncoder();
  const watch = new AbortController();
  watched().add(watch);
  const over = AbortSignal.any([signal, watch.signal, AbortSignal.timeout(seconds * 1_000)]);
  return new ReadableStream({
    async start(controller) {
      try {
        for (let last = ""; !over.aborted; await pause(over)) {
          const state = await liveState(branches, undefined);
          if (state !== last) controller.enqueue(text.encode("event: changed\ndata: {}\n\n"));
          last = state;
        }
      } finally {
        watched().delete(watch);
      }
      controller.close();
    },
    cancel: () => watch.abort(),
  });
}

function pause(over: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(go, LOOK);
    function go() {
      clearTimeout(timer);
      over.removeEventListener("abort", go);
      resolve();
    }
    over.addEventListener("abort", go, { once: true });
  });
}
