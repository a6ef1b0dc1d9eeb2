// Builds the browser's service worker and the list of files that it keeps, from what Next has built and from `public`.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";

/** What every browser that runs the pages can use; the older fonts and the polyfills of old browsers are not among it. */
const WANTED = /\.(js|css|woff2|svg|png|webmanifest)$/;

function filesBelow(folder, prefix) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && WANTED.test(entry.name))
    .map((entry) => {
      const file = path.join(entry.parentPath ?? entry.path, entry.name);
      return { file, url: prefix + path.relative(folder, file).split(path.sep).join("/") };
    })
    .sort((a, b) => a.url.localeCompare(b.url));
}

/** @param next Next's folder @param out where the server looks for both */
export async function buildServiceWorker(next, out) {
  // Next names its files by their contents, but for the manifests of one build, which stand in a folder of its name.
  const built = filesBelow(path.join(next, "static"), "/_next/static/").map(({ url }) => ({ url, revision: null }));
  const given = filesBelow("public", "/").map(({ file, url }) => ({
    url,
    revision: createHash("sha256").update(readFileSync(file)).digest("hex").slice(0, 16),
  }));
  writeFileSync(path.join(out, "app-files.json"), JSON.stringify(built.map(({ url }) => url)));
  await build({
    entryPoints: { sw: "workers/service-worker.ts" },
    outdir: out,
    bundle: true,
    minify: true,
    platform: "browser",
    target: "es2020",
    format: "iife",
    define: { __APP_FILES__: JSON.stringify([...built, ...given]), "process.env.NODE_ENV": '"production"' },
    logLevel: "warning",
  });
}
