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
  useEffect(() => whenIdle(() => void allFilesInCache().catch(() => undefined)), []);
}

let fetching: Promise<void> | null = null;

/** Fetches every file of the app into the browser's cache, once; what failed is tried again by whoever asks next. */
export function allFilesInCache(): Promise<void> {
  fetching ??= fetchAll().catch((error) => {
    fetching = null;
    throw error;
  });
  return fetching;
}

/** The addresses of all files of the app, as a page names them; none in development, where there is no such list. */
export async function appFiles(): Promise<string[]> {
  const answer = await fetch(APP_FILES);
  return answer.ok ? ((await answer.json()) as string[]) : [];
}

/** Fetches a file into the browser's cache. */
export async function intoCache(file: string): Promise<void> {
  await (await fetch(file, { priority: "low" })).arrayBuffer();
}

async function fetchAll(): Promise<void> {
  const files = await appFiles();
  const lane = async () => {
    for (let file = files.shift(); file; file = files.shift()) await intoCache(file);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}
