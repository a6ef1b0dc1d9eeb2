import { defineConfig } from "playwright/test";
import { CHROMIUM } from "./tests/e2e/browser";
import { ofToday, TURNS } from "./tests/support/today";

const chromium = { browserName: "chromium" as const, launchOptions: CHROMIUM };

/**
 * The restaurant's tablets come over http, where browsers allow no service worker, and the office PC over https. Those
 * tests that are about it have it at every size.
 */
const OVER_HTTP = { serviceWorkers: "block" as const };

/**
 * Devices of people who have asked for less motion: drawing it is a tenth of a test's work. Files with `MOVING` have all of it, and
 * so has the phone in `npm run test:thorough`.
 */
const STILL = { contextOptions: { reducedMotion: "reduce" as const } };
const STILL_PHONE = process.env.THOROUGH ? {} : STILL;

/** Budgets of fingers and taps, which the specification sets for phones. */
const PHONES_ONLY = /\.phone\.spec\.ts$/;

/** Files of edges alone, whose jobs' main ways others show each day: on the phone they take turns, a seventh of them a day. */
const IN_TURN = [
  "accessibility",
  "keyboard",
  "first-visit",
  "keyboard-options",
  "look",
  "assist-network",
  "failures",
  "unanswered",
  "hostile-texts",
  "press-in-refresh",
  "large-text",
  "back",
  "renewal",
  "injected-scripts",
  "keyboard-operations",
  "other-server",
  "targets.phone",
  "dates",
  "second-press",
  "changed-rights",
  "backends",
  "keyboard-assist",
  "other-site",
  "keyboard-queue",
  "sending-truths",
  "look-sending",
  "too-often",
  "assist-capture",
  "users-unsaved",
  "missing",
  "redeem-camera",
  "updates",
  "options-menu",
  "late-evening.phone",
  "worker-tokens",
  "sending-limits",
  "manage-staff",
  "options",
];
const today = ofToday(IN_TURN, TURNS.length);
/** The same for single tests of other files (`inTurn` of tests/e2e/fixtures.ts). */
const ANOTHER_DAYS = TURNS.filter((turn) => !ofToday(TURNS, TURNS.length).includes(turn)).map((turn) => new RegExp(`@turn-${turn}`));
const NOT_TODAY = IN_TURN.filter((name) => !today.includes(name)).map((name) => `**/${name}.spec.ts`);

/** The frame in full, which the other two sizes show; `npm run test:thorough` looks at it here too. */
const NOT_ON_TABLETS = process.env.THOROUGH ? [] : [/accessibility\.spec\.ts$/, /back\.spec\.ts$/];

/** The tablet takes turns: what is done among the tables (`FLOOR`) is shown there one day and on a phone the next, all else there by the day. */
const HELD = ofToday(["phone", "tablet"], 2);
const NOT_HELD = { phone: HELD.includes("phone") ? [] : [/@floor/], tablet: HELD.includes("tablet") ? [] : [/.*/] };

/** A job's main way is shown at the sizes that it is done at (`OFFICE`, `FLOOR`), its edges at one (`ONE_SIZE`, `PHONE_FIRST`, `AXE_ALONE`). */
const NOT_AT = process.env.THOROUGH
  ? { tablet: /@one-size/, desktop: /@one-size/ }
  : { phone: /@office/, tablet: /@one-size|@phone-first|@axe|@office/, desktop: /@one-size|@phone-first|@axe|@floor/ };

/** The three sizes of every screen: a phone, a tablet, and the PC of the customer service. */
export default defineConfig({
  testDir: "tests/e2e",
  globalSetup: "tests/e2e/global-setup.ts",
  outputDir: "test-results/e2e",
  fullyParallel: false,
  workers: 3, // a third of the time two wait: for answers, polls and pauses that are what a test is about
  retries: 0, // a test that is red once and green on the next try is a defect
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [["list"]],
  use: { actionTimeout: 15_000 },
  projects: [
    {
      name: "phone",
      testIgnore: NOT_TODAY,
      grepInvert: [NOT_AT.phone ?? [], NOT_HELD.phone, ANOTHER_DAYS].flat(),
      use: { ...chromium, ...OVER_HTTP, ...STILL_PHONE, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    {
      name: "tablet",
      workers: 1, // few tests, and a worker begins with a server of its own, which takes as long as a test
      testIgnore: [PHONES_ONLY, ...NOT_ON_TABLETS],
      grepInvert: [NOT_AT.tablet, NOT_HELD.tablet, ANOTHER_DAYS].flat(),
      use: { ...chromium, ...OVER_HTTP, ...STILL, viewport: { width: 1024, height: 768 }, hasTouch: true },
    },
    {
      name: "desktop",
      workers: 2,
      testIgnore: PHONES_ONLY,
      grepInvert: [NOT_AT.desktop, ANOTHER_DAYS].flat(),
      use: { ...chromium, ...STILL, viewport: { width: 1440, height: 900 } },
    },
  ],
});
