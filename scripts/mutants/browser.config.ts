import path from "node:path";
import { defineConfig } from "playwright/test";
import usual from "../../playwright.config";
import { labelAsParent } from "./label";

labelAsParent();

const ofRoot = (file: string) => path.resolve(file);

/** One worker: a page tells the server which guards it has reached, and nobody else's test may run there meanwhile. */
export default defineConfig({
  ...usual,
  // Playwright looks for them beside this file.
  testDir: ofRoot("tests/e2e"),
  outputDir: ofRoot("test-results/e2e"),
  globalSetup: [usual.globalSetup ?? []].flat().map(ofRoot),
  workers: 1,
  reporter: [["./label-test.ts"], ["json", { outputFile: process.env.MUTANTS_REPORT }]],
});
