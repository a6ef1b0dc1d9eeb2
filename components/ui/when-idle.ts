/** What is fetched ahead waits no longer than this for the page to stand still, in milliseconds. */
const AT_THE_LATEST_MS = 3000;

/**
 * Calls back when the page has nothing else to do: whoever pressed a button before the page was ready is served before
 * any file that nobody asked for yet. Returns the way to call it off.
 */
export function whenIdle(work: () => void): () => void {
  // Safari knows no idle callback.
  if (typeof window.requestIdleCallback !== "function") {
    const timer = window.setTimeout(work, AT_THE_LATEST_MS / 2);
    return () => window.clearTimeout(timer);
  }
  const asked = window.requestIdleCallback(work, { timeout: AT_THE_LATEST_MS });
  return () => window.cancelIdleCallback(asked);
}
