import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const HOOKS = [
  "TEST_FAILPOINT",
  "TEST_CLOCK_FILE",
  "TEST_LOOKS_EVERY",
  "TEST_HASH_KIB",
  "TEST_PAGES_AFTER",
  "TEST_THREADS_IDLE",
  "test_folder",
  "sandbox-script",
];

/** The built files that hold one of the hooks' names. Source maps are left out: they quote the source. */
function filesWithHooks(folder: string): string[] {
  expect(existsSync(folder), `${folder} is built`).toBe(true);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(m?js|cjs|json|html|rsc)$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => {
      const text = readFileSync(file, "utf8");
      return HOOKS.some((hook) => text.includes(hook));
    });
}

test("the production build carries no hook of the tests", () => {
  expect(filesWithHooks(".next/server")).toEqual([]);
  expect(filesWithHooks(".next/static")).toEqual([]);
  expect(filesWithHooks("dist")).toEqual([]);
});

test("the test build carries them: the search above would find them", () => {
  // The threads' code stands in `bulk.mjs` and in the folder `bulk` beside it.
  const programs = filesWithHooks("dist-test").map((file) => path.relative("dist-test", file).split(/[./\\]/)[0]);
  // What other tests start stands beside them while they run (tests/support/bundled-processes.ts).
  const built = programs.filter((name) => !name?.startsWith("processes-"));
  expect([...new Set(built)].sort()).toEqual(["bulk", "check", "demo", "import", "restore", "server", "user", "worker"]);
});

/**
 * Settings whose values are nobody's business: what a browser gets knows not even their names (docs/design/reliability.md S-13).
 * `WORKER_TOKEN` is one too, and a sentence for people names it.
 */
const SECRETS = [
  "AUTH_SECRET",
  "ADMIN_PASSWORD",
  "WHATSAPP_APP_SECRET",
  "WHATSAPP_VERIFY_TOKEN",
  "INSTAGRAM_TOKEN",
  "TURN_SECRET",
  "auth-secret",
];

test("what browsers get names no secret of the settings, and how it was written is not beside it", () => {
  const files = readdirSync(".next/static", { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const given = [...files, "dist/sw.js", "dist/app-files.json"];
  expect(given.length).toBeGreaterThan(20);
  expect(given.filter((file) => file.endsWith(".map"))).toEqual([]);
  const naming = given.filter((file) => SECRETS.some((name) => readFileSync(file, "latin1").includes(name)));
  expect(naming).toEqual([]);
  const server = readFileSync("dist/server.mjs", "utf8");
  expect(
    SECRETS.filter((name) => !server.includes(name)),
    "the search would find them",
  ).toEqual([]);
});
