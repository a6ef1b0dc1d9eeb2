import { currentBackend } from "@/lib/api/backends";
import { watchAnswers } from "@/lib/api/send";

/**
 * Whether this page's server answers, as far as the browser and the last call know. The word of the last call counts: a
 * page may be served by this very machine, which answers without any network.
 */
let answers = true;
const watchers = new Set<() => void>();

export function answersNow(): boolean {
  return answers;
}

function become(next: boolean): void {
  if (answers === next) return;
  answers = next;
  for (const watcher of watchers) watcher();
}

let lostAt = Number.NEGATIVE_INFINITY;
const lost = () => {
  lostAt = performance.now();
  become(false);
};
let stopAnswers: (() => void) | null = null;

/** Calls back when it changes. Returns the way to stop. */
export function watchConnection(watcher: () => void): () => void {
  if (watchers.size === 0) {
    window.addEventListener("offline", lost);
    stopAnswers = watchAnswers((url, answered, began) => {
      // An answer to what was asked before the line was cut says nothing about the line.
      const isOld = answered && began < lostAt;
      if (!isOld && url.startsWith(`${currentBackend().base}/`)) become(answered);
    });
    if (!navigator.onLine) answers = false;
  }
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    window.removeEventListener("offline", lost);
    stopAnswers?.();
  };
}
