import { existsSync, readdirSync } from "node:fs";

/** The paths of all pages; a structure test holds this list, and the one in `proxy.ts`, to `app`. */
export const PAGES: ReadonlySet<string> = new Set(["/", "/control", "/login", "/merge-by-date-all", "/search-date"]);

/**
 * Makes the function that says whether a path is a file: what Next has built, or what lies in `public`.
 * @param publicFolder read once
 */
export function createAssetTest(publicFolder: string): (path: string) => boolean {
  const names = existsSync(publicFolder) ? readdirSync(publicFolder, { recursive: true }).map((name) => `/${String(name)}`) : [];
  const files = new Set(names);
  return (path) => path.startsWith("/_next/") || path.startsWith("/__nextjs") || files.has(path);
}
