import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tests/support/longest-first";
import { filesOfOtherDays } from "./tests/support/today";

/** The tests that end real servers. They need both builds: `node scripts/build.mjs` and `node scripts/build.mjs --test`. */
export default defineConfig({
  test: {
    include: ["tests/kill/**/*.test.ts"],
    // Minutes of sending have a command of their own: `npm run test:soak`.
    exclude: process.env.SOAK ? [] : ["tests/kill/soak*.test.ts", ...filesOfOtherDays()],
    globalSetup: ["tests/kill/global-setup.ts"],
    pool: "forks",
    sequence: { sequencer: LongestFirst },
    // Most of their time these wait: for a lease, a pause, a server that starts.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    // A kill test counts everything in one run; a hidden second try would hide what it found.
    retry: 0,
    disableConsoleIntercept: true,
  },
});
