import { defineConfig } from "playwright/test";
import usual from "./playwright.config";

/** `npm run test:relay`: Remote Assist over coturn, which not every machine has. It fails where there is none. */
export default defineConfig({
  ...usual,
  testDir: "tests/relay",
  outputDir: "test-results/relay",
  reporter: [["list"]],
  workers: 1,
  projects: usual.projects?.filter(({ name }) => name === "desktop"),
});
