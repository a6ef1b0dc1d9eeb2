import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";

declare module "vitest" {
  interface ProvidedContext {
    /** The program of each process that tests start (`runProcess`), by its file below `tests`. */
    processes: Record<string, string>;
  }
}

/** Within the project: what a program asks for is looked for from where it stands. */
const BESIDE = "dist-test";

/**
 * Every TypeScript file of a folder "processes", as a program that Node runs as it is: translated anew at each start, they take four
 * times the work.
 * @returns what takes the programs away again
 */
export async function bundleProcesses(): Promise<{ programs: Record<string, string>; remove: () => void }> {
  const files = readdirSync("tests", { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll(path.sep, "/"))
    .filter((file) => /(^|\/)processes\/[^/]+\.ts$/.test(file));
  mkdirSync(BESIDE, { recursive: true });
  const folder = mkdtempSync(path.join(BESIDE, "processes-"));
  await build({
    entryPoints: files.map((file) => `tests/${file}`),
    outbase: "tests",
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    platform: "node",
    target: "node20",
    format: "esm",
    packages: "external",
    sourcemap: "linked",
    define: { __TEST_HOOKS__: "true", __COMMIT__: '""' },
    logLevel: "warning",
  });
  const programs = files.map((file) => [file, path.resolve(folder, file.replace(/\.ts$/, ".mjs"))]);
  return { programs: Object.fromEntries(programs), remove: () => rmSync(folder, { recursive: true, force: true }) };
}
