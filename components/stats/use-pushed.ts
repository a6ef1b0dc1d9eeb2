import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { contractsOf } from "@/components/app-base/contracts";
import { openStream } from "@/lib/api/client";
import { readEvents } from "@/lib/event-stream";

const stats = contractsOf(() => import("@/lib/stats/contract"));

/** A stream of so many seconds, and then the next: a server that stops, or a line that was cut, is noticed. */
const SECONDS = 25;
const AGAIN_MS = 10_000;

/**
 * Asks for a query anew as soon as the server says that something has changed, as long as the page is in sight.
 * @returns whether the server says so by itself now; while it does not, the query's own poll is all there is
 */
export function usePushed(queryKey: readonly unknown[], isOpen: boolean): boolean {
  const client = useQueryClient();
  const [isPushed, setPushed] = useState(false);
  const key = JSON.stringify(queryKey);
  useEffect(() => {
    if (!isOpen) return;
    const left = new AbortController();
    void follow(left.signal, setPushed, () => void client.invalidateQueries({ queryKey: JSON.parse(key) as unknown[] }));
    return () => {
      left.abort();
      setPushed(false);
    };
  }, [client, key, isOpen]);
  return isPushed;
}

async function follow(signal: AbortSignal, tell: (isPushed: boolean) => void, changed: () => void): Promise<void> {
  while (!signal.aborted) {
    if (document.visibilityState === "visible") {
      try {
        const stream = await openStream(stats.watchLive, { query: { seconds: SECONDS }, signal });
        for await (const { event } of readEvents(stream)) {
          if (signal.aborted) return;
          tell(true);
          if (event === "changed") changed();
        }
        if (!signal.aborted && document.visibilityState === "visible") continue;
      } catch {
        // Nobody answered, or not as a stream: the poll goes on, and says so where it fails too.
      }
    }
    if (signal.aborted) return;
    tell(false);
    await new Promise((resolve) => window.setTimeout(resolve, AGAIN_MS));
  }
}
