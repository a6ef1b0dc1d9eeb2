// Builds everything that runs: the stores' clients, the table of routes, the pages, the server and its threads.
//   node scripts/build.mjs           the pages in .next, and the server in dist
//   node scripts/build.mjs --test    the server with the tests' hooks compiled in, in dist-test, over the pages that are there
//   node scripts/build.mjs --both    all of it
//   node scripts/build.mjs --threads only the clients and the threads, for development and for tests of the handlers
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { writeRoutes } from "./routes.mjs";
import { buildServiceWorker } from "./service-worker.mjs";

const PAGES = ".next";
const PRODUCTION = { hasHooks: false, outdir: "dist" };
const FOR_TESTS = { hasHooks: true, outdir: "dist-test" };

function fail(status) {
  process.exit(status ?? 1);
}

async function node(args, env = process.env) {
  const [status] = await once(spawn(process.execPath, args, { stdio: "inherit", env }), "close");
  if (status !== 0) fail(status);
}

async function generateClients() {
  const generate = (kind) => [
    "node_modules/prisma/build/index.js",
    "generate",
    "--config",
    `prisma/${kind}/prisma.config.ts`,
    "--no-hints",
  ];
  await Promise.all(["hub", "contacts", "table"].map((kind) => node(generate(kind))));
}

/**
 * Read from where they are installed: what has a binary, a thread or files of its own, and what few ever load. All other code
 * stands in one file: a thousand small ones take as long to find as to run.
 */
const FROM_THEIR_PLACE = [
  "next",
  "better-sqlite3",
  "@node-rs/argon2",
  "sharp",
  "piscina",
  "pino",
  "archiver",
  "@cantoo/pdf-lib",
  "@cantoo/fontkit",
  "@hyzyla/pdfium",
  "pdfjs-dist",
  "@zxcvbn-ts/*",
];

/** Some packages ask for Node's own modules by `require`, which a module of today lacks. */
const REQUIRE = 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);';

/** By which a worker and a server say whether they were built from the same; empty where this is no clone. */
function commit() {
  const { status, stdout } = spawnSync("git", ["rev-parse", "--short=12", "HEAD"], { encoding: "utf8" });
  return status === 0 ? stdout.trim() : "";
}

async function buildServer({ hasHooks, outdir }) {
  const common = {
    outdir,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    minifySyntax: true, // drops what stands behind a false constant
    sourcemap: "linked",
    define: { __TEST_HOOKS__: String(hasHooks), __COMMIT__: JSON.stringify(commit()) },
    logLevel: "warning",
  };
  const beside = { ...common, external: FROM_THEIR_PLACE, banner: { js: REQUIRE } };
  // A thread begins many times an evening: what few of its steps need stands apart, and is read when one of them is asked for.
  rmSync(path.join(outdir, "bulk"), { recursive: true, force: true });
  await build({ ...beside, splitting: true, chunkNames: "bulk/[hash]", entryPoints: { bulk: "workers/bulk.ts", pdf: "workers/pdf.ts" } });
  await build({
    ...beside,
    entryPoints: {
      server: "server.ts",
      check: "workers/deep-check.ts",
      import: "scripts/import.ts",
      restore: "scripts/restore.ts",
      user: "scripts/user.ts",
      demo: "scripts/demo.ts",
    },
  });
  // One file that runs on any PC with Node, without our packages beside it; only who links a phone installs Baileys there.
  await build({ ...common, entryPoints: { worker: "workers/worker.ts" }, external: ["baileys"] });
}

async function buildPages() {
  const environment = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", NEXT_DIST_DIR: PAGES };
  await node(["node_modules/next/dist/bin/next", "build"], environment);
}

const given = process.argv.slice(2);
const kinds = [
  ...(given.includes("--test") ? [] : [PRODUCTION]),
  ...(given.includes("--test") || given.includes("--both") ? [FOR_TESTS] : []),
];
const isWhole = kinds.includes(PRODUCTION);
const hasPages = !given.includes("--threads");
if (isWhole) await generateClients();
writeRoutes();
// The pages' build leaves a core idle for half of its time.
await Promise.all([...kinds.map(buildServer), ...(isWhole && hasPages ? [buildPages()] : [])]);
if (hasPages) {
  for (const { outdir } of kinds) await buildServiceWorker(PAGES, outdir);
}
