import { defineConfig } from "playwright/test";

const chromium = {
  browserName: "chromium" as const,
  launchOptions: {
    executablePath: "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  },
};

/** Budgets of fingers and taps, which the specification sets for phones. */
const PHONES_ONLY = /\.phone\.spec\.ts$/;

/** A job's main way is shown at every size, its edges at one (`ONE_SIZE`). */
const EDGES = /@one-size/;

/** The three sizes of every screen: a phone, a tablet, and the PC of the customer service. */
export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results/e2e",
  fullyParallel: false,
  workers: 2,
  retries: 0, // a test that is red once and green on the next try is a defect
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [["list"], ["json", { outputFile: "test-results/e2e.json" }]],
  use: { actionTimeout: 15_000 },
  projects: [
    { name: "phone", use: { ...chromium, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
    {
      name: "tablet",
      testIgnore: PHONES_ONLY,
      grepInvert: EDGES,
      use: { ...chromium, viewport: { width: 1024, height: 768 }, hasTouch: true },
    },
    { name: "desktop", testIgnore: PHONES_ONLY, grepInvert: EDGES, use: { ...chromium, viewport: { width: 1440, height: 900 } } },
  ],
});
