import path from "node:path";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tests/support/longest-first";
import { QUICK_HASH } from "./tests/support/passwords";
import { filesOfOtherDays } from "./tests/support/today";

export default defineConfig({
  resolve: { alias: { "@": path.resolve(".") } },
  define: { __TEST_HOOKS__: "true" },
  test: {
    include: ["tests/**/*.test.ts"],
    exclude: ["tests/e2e/**", "tests/kill/**", "tests/bench/**", ...filesOfOtherDays()],
    globalSetup: ["tests/support/global-setup.ts"],
    setupFiles: ["tests/support/setup.ts"],
    // A zone with an odd offset: whatever forgets to name the time zone of the restaurant shows up.
    env: { TZ: "Asia/Kathmandu", TEST_HASH_KIB: QUICK_HASH, TEST_THREADS_IDLE: "20000" },
    pool: "forks",
    sequence: { sequencer: LongestFirst },
    maxWorkers: 3,
    // Young objects are most of what a test makes: in a small room for them, a tenth of the time went into moving them about.
    execArgv: ["--max-semi-space-size=64"],
    // Each test leaves its house, and what the process kept of it (tests/support): no file needs the program read anew.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A busy machine is slow and not wrong: what does not come in this time never comes.
    expect: { poll: { timeout: 15_000 } },
  },
});
