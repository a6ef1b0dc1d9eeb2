import type { PrefetchKind } from "next/dist/client/components/router-reducer/router-reducer-types";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { allFilesInCache, appFiles, intoCache } from "@/components/app-base/app-files";
import { answersNow } from "@/components/app-base/connection";
import { isOpenedByWorker, lookAtKeptPages, noteAllInMemory } from "@/components/app-base/offline-ready";
import { keepPages } from "@/components/app-base/service-worker";
import { useMayOpen } from "@/components/app-base/session";
import { loadEverything, loadFirst, preload } from "@/components/ui/preload";
import { whenIdle } from "@/components/ui/when-idle";
import { PAGES } from "./navigation";

// Known to no module that a first page loads.
preload(() => import("@/components/ui/date-picker-input"));

/** Next's own word for "the whole page"; its enum is no part of what it exports. */
const WHOLE_PAGE = { kind: "full" as PrefetchKind };

/** How long after a failure everything is tried again, in milliseconds. */
const AGAIN_MS = 3_000;

/**
 * Fetches the style sheets of the other pages, and puts a preload that asks for nothing in the place of each. Else React
 * preloads them with those pages, and the browser complains of each every few seconds until its page is shown.
 */
async function stylesAhead(): Promise<void> {
  const styles = (await appFiles()).filter((file) => file.endsWith(".css") && !document.querySelector(`link[href="${file}"]`));
  await Promise.all(
    styles.map(async (href) => {
      await intoCache(href);
      document.head.append(Object.assign(document.createElement("link"), { rel: "preload", as: "style", media: "not all", href }));
    }),
  );
}

/**
 * As soon as the page has a moment: the dialogs that a table needs, then the code of every screen and dialog, and the pages
 * that this person may see. A page's files come before the page: React asks for its code once, and never again after a failure.
 */
export function useEverythingLoaded(): void {
  const router = useRouter();
  const mayOpen = useMayOpen();
  const allowed = PAGES.filter((page) => mayOpen(page.permission))
    .map((page) => page.href)
    .join();

  useEffect(() => {
    const pages = allowed.split(",").filter(Boolean);
    let stopped = false;
    let timer = 0;
    const fetchAll = async () => {
      await loadFirst();
      await allFilesInCache();
      await stylesAhead();
      for (const page of pages) router.prefetch(page, WHOLE_PAGE);
      // Asked for after them, and read to its end: the line held as long as that.
      await keepPages(pages);
      await lookAtKeptPages(pages);
    };
    const begin = async () => {
      window.clearTimeout(timer);
      try {
        await fetchAll();
      } catch {
        if (!stopped) timer = window.setTimeout(() => void begin(), AGAIN_MS);
        return;
      }
      if (!stopped) stop = loadEverything(noteAllInMemory);
    };
    let stop = () => {};
    // At once: without network this page may be one that the service worker opened.
    void lookAtKeptPages(pages).catch(() => undefined);
    const cancel = whenIdle(() => void begin());
    return () => {
      stopped = true;
      cancel();
      stop();
      window.clearTimeout(timer);
    };
  }, [router, allowed]);

  useEffect(() => {
    document.addEventListener("click", openByWorker, true);
    return () => document.removeEventListener("click", openByWorker, true);
  }, []);
}

/** Without network, a page that only the service worker has is opened by the browser: the living page would wait for the server. */
function openByWorker(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href^='/']") : null;
  if (!link || event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  if (answersNow() || !isOpenedByWorker(link.pathname)) return;
  event.preventDefault();
  event.stopPropagation();
  window.location.assign(link.href);
}
