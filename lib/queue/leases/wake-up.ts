import { processWide } from "../../process-wide";

/** Wakes the workers that wait for messages: rung when some may have become theirs. */
class Bell {
  private waiting = new Set<() => void>();

  ring(): void {
    for (const wake of [...this.waiting]) wake();
  }

  /** Settles when the bell rings, after a time, or when nobody listens any more. @param patience milliseconds */
  heard(patience: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(go, patience);
      const waiting = this.waiting;
      function go() {
        clearTimeout(timer);
        waiting.delete(go);
        signal.removeEventListener("abort", go);
        resolve();
      }
      waiting.add(go);
      signal.addEventListener("abort", go, { once: true });
    });
  }
}

export const queueBell = () => processWide("queue bell", () => new Bell());
