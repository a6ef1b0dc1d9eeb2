import path from "node:path";
import { defineConfig } from "playwright/test";
import usual from "../../playwright.config";
import { labelAsParent } from "./label";

labelAsParent();

/** One worker: a page tells the server which guards it has reached, and nobody else's test may run there meanwhile. */
export default defineConfig({
  ...usual,
  testDir: path.resolve("tests/e2e"),
  outputDir: path.resolve("test-results/e2e"),
  workers: 1,
  reporter: [["./label-test.ts"], ["json", { outputFile: process.env.MUTANTS_REPORT }]],
});
