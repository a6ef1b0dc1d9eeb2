import type { PrefetchKind } from "next/dist/client/components/router-reducer/router-reducer-types";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { appFiles, intoCache } from "@/components/app-base/app-files";
import { keepPages } from "@/components/app-base/service-worker";
import { useMayOpen } from "@/components/app-base/session";
import { ahead, loadEverything } from "@/components/ui/ahead";
import { whenIdle } from "@/components/ui/when-idle";
import { PAGES } from "./navigation";

// Known to no module that a first page loads.
ahead(() => import("@/components/ui/date-picker-input"));

/** Next's own word for "the whole page"; its enum is no part of what it exports. */
const WHOLE_PAGE = { kind: "full" as PrefetchKind };

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

/** As soon as the page has a moment: the code of every screen and dialog, and the pages that this person may see. */
export function useEverythingLoaded(): void {
  const router = useRouter();
  const mayOpen = useMayOpen();
  const allowed = PAGES.filter((page) => mayOpen(page.permission))
    .map((page) => page.href)
    .join();

  useEffect(() => {
    const pages = allowed.split(",").filter(Boolean);
    let isLoaded = false;
    const prefetch = async () => {
      await stylesAhead().catch(() => undefined);
      for (const page of pages) router.prefetch(page, WHOLE_PAGE);
      await keepPages(pages).catch(() => undefined);
    };
    let stop = () => {};
    const begin = () => {
      const kept = prefetch();
      stop = loadEverything(async () => {
        await kept;
        isLoaded = true;
        // For whoever wants to know, such as a test: from here on the network may go.
        document.documentElement.dataset.loaded = "all";
      });
    };
    const cancel = whenIdle(begin);
    const again = () => void (isLoaded || prefetch());
    window.addEventListener("online", again);
    return () => {
      cancel();
      stop();
      window.removeEventListener("online", again);
    };
  }, [router, allowed]);
}
