import { existsSync } from "node:fs";

/** As `scripts/prepare.mjs` installs it: without a window of its own, where there is such a one. */
const HEADLESS = "/usr/bin/chromium-headless-shell";

/** How each test starts its Chromium. */
export const CHROMIUM = {
  executablePath: existsSync(HEADLESS) ? HEADLESS : "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
};
