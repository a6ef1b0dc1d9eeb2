import type { NextConfig } from "next";

/**
 * Clients that were given a bare origin call the API without `/api` (api.md). A test compares this list with the
 * contracts. Where a page has the same path, the page wins for a browser's navigation only.
 */
export const BARE_PATHS = [
  "/auth/login",
  "/auth/logout",
  "/auth/me",
  "/auth/new-user",
  "/auth/roles",
  "/auth/roles/:role",
  "/contacts",
  "/contacts/import",
  "/end-of-day",
  "/health",
  "/loyalty/customers",
  "/loyalty/customers/search",
  "/loyalty/visit",
  "/merge-by-date/all-branches",
  "/merge-tables",
  "/openapi.json",
  "/proxy/echo",
  "/save-table",
  "/saved-tables",
  "/search-by-date",
  "/staff/:branch",
  "/table-log",
  "/table/:name",
];

const SECURITY_HEADERS = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "Referrer-Policy", value: "no-referrer" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "Content-Security-Policy", value: "object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'" },
  { key: "Permissions-Policy", value: "camera=(self), display-capture=(self), microphone=(), geolocation=()" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
];

const config: NextConfig = {
  distDir: process.env.NEXT_DIST_DIR || ".next",
  poweredByHeader: false,
  reactStrictMode: true,
  images: { unoptimized: true },
  typescript: { ignoreBuildErrors: true }, // `npm run typecheck` reads everything, tests and scripts included
  serverExternalPackages: ["better-sqlite3", "@prisma/client", "@prisma/adapter-better-sqlite3", "@node-rs/argon2", "sharp", "pino"],
  // The tests' hooks are compiled in for a test build only; in production the code behind the constant is dropped.
  compiler: { define: { __TEST_HOOKS__: process.env.TEST_HOOKS === "1" } },
  // `authInterrupts` gives pages the status 403, which the specification asks for; nothing else in Next can.
  experimental: { authInterrupts: true, optimizePackageImports: ["@mantine/core", "@mantine/hooks", "lucide-react"] },
  devIndicators: false,
  rewrites: async () => ({
    beforeFiles: BARE_PATHS.map((source) => ({ source, destination: `/api${source}` })),
    afterFiles: [],
    fallback: [],
  }),
  headers: async () => [{ source: "/:path*", headers: SECURITY_HEADERS }],
};

export default config;
