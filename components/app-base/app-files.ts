import { useEffect } from "react";
import { whenIdle } from "@/components/ui/when-idle";
import { APP_FILES } from "@/lib/offline-shell";

/** How many files are asked for at once: what somebody does meanwhile comes first. */
const AT_ONCE = 4;

/**
 * Fetches every file of the app into the browser's cache, as soon as the page stands still: while somebody types a
 * password, the screens behind it arrive. This works on addresses without https too, where no service worker may run.
 */
export function useAppFiles(): void {
  // What did not come now comes with the service worker, or when it is needed.
  useEffect(() => whenIdle(() => void fetchAll().catch(() => undefined)), []);
}

async function fetchAll(): Promise<void> {
  const answer = await fetch(APP_FILES);
  if (!answer.ok) return; // in development there is no such list
  const files = (await answer.json()) as string[];
  const lane = async () => {
    for (let file = files.shift(); file; file = files.shift()) await (await fetch(file, { priority: "low" })).arrayBuffer();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}
