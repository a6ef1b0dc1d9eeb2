import type { NextConfig } from "next";

const config: NextConfig = {
  distDir: process.env.NEXT_DIST_DIR || ".next",
  poweredByHeader: false,
  reactStrictMode: true,
  images: { unoptimized: true },
  typescript: { ignoreBuildErrors: true }, // `npm run typecheck` reads everything, tests and scripts included
  serverExternalPackages: [
    "better-sqlite3",
    "@prisma/client",
    "@prisma/adapter-better-sqlite3",
    "@node-rs/argon2",
    "sharp",
    "pino",
    "piscina",
  ],
  // `authInterrupts` gives pages the status 403, which docs/design/spec-guests.md 2 asks for; nothing else in Next can.
  // The tests' hooks are compiled into a server of their own (scripts/build.mjs); what stands behind the constant is dropped here.
  compiler: { define: { __TEST_HOOKS__: false } },
  // A page holds no data, only its frame: what was fetched once is shown again without network, as long as a shift lasts.
  experimental: {
    staleTimes: { dynamic: 12 * 3600, static: 12 * 3600 },
    authInterrupts: true,
    // A page that was tapped without network waits for it: Next would else leave the living page for one that does not come.
    useOffline: true,
    // A fifth of a build is spent on remembering it for the next one, which a clean checkout does not have.
    turbopackFileSystemCacheForBuild: !process.env.CI,
    // The dispatcher answers all calls from what is bundled with the server. Next keeps a copy of that code for each route,
    // and would load every one of them at the start: a second, and memory, for nothing.
    preloadEntriesOnStart: false,
    optimizePackageImports: ["@mantine/core", "@mantine/hooks", "lucide-react"],
  },
  devIndicators: false,
};

export default config;
