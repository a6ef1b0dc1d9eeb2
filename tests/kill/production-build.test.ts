import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const HOOKS = ["TEST_FAILPOINT", "TEST_CLOCK_FILE", "test_folder", "sandbox-script"];

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
  expect(filesWithHooks(".next-test/server")).not.toEqual([]);
  expect(
    filesWithHooks("dist-test")
      .map((file) => path.basename(file))
      .sort(),
  ).toEqual(["bulk.mjs", "demo.mjs", "import.mjs", "restore.mjs", "server.mjs", "worker.mjs"]);
});
