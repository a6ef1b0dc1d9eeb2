import { existsSync, readdirSync } from "node:fs";

/** The paths of all pages; a structure test holds this list, and the one in `proxy.ts`, to `app`. */
export const PAGES: ReadonlySet<string> = new Set(["/", "/control", "/login", "/merge-by-date-all", "/search-date"]);

/**
 * Makes the function that says whether a path is a file: what Next has built, or what lies in `public`. Whatever else
 * begins with `/_next/` is nothing: Next would send its caller to the home page.
 * @param publicFolder read once
 * @param dev Next's own tools have addresses too
 */
export function createAssetTest(publicFolder: string, dev = false): (path: string) => boolean {
  const names = existsSync(publicFolder) ? readdirSync(publicFolder, { recursive: true }).map((name) => `/${String(name)}`) : [];
  const files = new Set(names);
  return (path) => path.startsWith("/_next/static/") || files.has(path) || (dev && /^\/(_next\/|__nextjs)/.test(path));
}
