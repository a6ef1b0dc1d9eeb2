import { processWide } from "../../process-wide";

/** Wakes the workers that wait for messages: told when some may have become theirs. */
class WorkerNotifier {
  private waiting = new Set<() => void>();

  notify(): void {
    for (const wake of [...this.waiting]) wake();
  }

  /** Settles when it is told, after a time, or when nobody listens any more. @param patience milliseconds */
  wait(patience: number, signal: AbortSignal): Promise<void> {
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

export const workerNotifier = () => processWide("worker notifier", () => new WorkerNotifier());
