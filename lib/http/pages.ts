import { existsSync, readdirSync } from "node:fs";
import path from "node:path";

/** The paths of all pages; a structure test holds this list, and the one in `proxy.ts`, to `app`. */
export const PAGES: ReadonlySet<string> = new Set([
  "/",
  "/all",
  "/audit",
  "/birthdays",
  "/competitions",
  "/control",
  "/duplicates",
  "/loyalty",
  "/guest-search",
  "/guest/[id]",
  "/import",
  "/login",
  "/menu-price-calibrator",
  "/menu-price-editor",
  "/merge-by-date-all",
  "/redeem",
  "/reservations",
  "/reservations/rules",
  "/search-date",
]);

const ONE_BELOW = /^(\/[^/]+)\/[^/]+$/;

/** Whether a path is one of some pages; `[id]` in a page's path stands for one part. */
export function isPageOf(pages: ReadonlySet<string>, path: string): boolean {
  return pages.has(path) || pages.has(path.replace(ONE_BELOW, "$1/[id]"));
}

/**
 * Makes the function that says whether a path is a file: what Next has built, or what lies in `public`. Whatever else
 * begins with `/_next/` is nothing: Next would send its caller to the home page.
 * @param publicFolder read once, as is `builtFolder`, where Next keeps what it serves below `/_next/static`
 * @param dev Next then builds as it is asked, and its own tools have addresses too
 */
export function createAssetTest(publicFolder: string, builtFolder: string, dev = false): (path: string) => boolean {
  const files = new Set([...namesBelow(publicFolder, "/"), ...namesBelow(builtFolder, "/_next/static/")]);
  return (address) => files.has(address) || files.has(decodeURIComponent(address)) || (dev && /^\/(_next\/|__nextjs)/.test(address));
}

function namesBelow(folder: string, prefix: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => prefix + path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"));
}
