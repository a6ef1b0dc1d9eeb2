// Builds everything that runs: the stores' clients, the pages and routes, the server and its threads.
//   node scripts/build.mjs           the production build, in .next and dist
//   node scripts/build.mjs --test    the same with the tests' hooks compiled in, in .next-test and dist-test
//   node scripts/build.mjs --both    the two beside each other
//   node scripts/build.mjs --threads only the clients and the threads, for development and for tests of the handlers
import { spawn, spawnSync } from "node:child_process";
import { build } from "esbuild";
import { buildServiceWorker } from "./service-worker.mjs";

const PRODUCTION = { hooks: "", pages: ".next", outdir: "dist" };
const FOR_TESTS = { hooks: "1", pages: ".next-test", outdir: "dist-test" };

function fail(status) {
  process.exit(status ?? 1);
}

function generateClients() {
  for (const kind of ["hub", "contacts", "table"]) {
    const args = ["node_modules/prisma/build/index.js", "generate", "--config", `prisma/${kind}/prisma.config.ts`, "--no-hints"];
    const { status } = spawnSync(process.execPath, args, { stdio: "inherit" });
    if (status !== 0) fail(status);
  }
}

async function buildServer({ hooks, outdir }) {
  const common = {
    outdir,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    minifySyntax: true, // drops what stands behind a false constant
    sourcemap: "linked",
    define: { __TEST_HOOKS__: String(hooks === "1") },
    logLevel: "warning",
  };
  await build({
    ...common,
    packages: "external",
    entryPoints: {
      server: "server.ts",
      bulk: "workers/bulk.ts",
      check: "workers/check.ts",
      import: "scripts/import.ts",
      restore: "scripts/restore.ts",
      user: "scripts/user.ts",
      demo: "scripts/demo.ts",
    },
  });
  // One file that runs on any PC with Node, without our packages beside it; only who links a phone installs Baileys there.
  await build({ ...common, entryPoints: { worker: "workers/worker.ts" }, external: ["baileys"] });
}

async function buildPages({ hooks, pages, outdir }) {
  const environment = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", NEXT_DIST_DIR: pages, TEST_HOOKS: hooks };
  const child = spawn(process.execPath, ["node_modules/next/dist/bin/next", "build"], { stdio: "inherit", env: environment });
  const status = await new Promise((resolve) => child.once("close", resolve));
  if (status !== 0) fail(status);
  await buildServiceWorker(pages, outdir);
}

const given = process.argv.slice(2);
const kinds = [
  ...(given.includes("--test") ? [] : [PRODUCTION]),
  ...(given.includes("--test") || given.includes("--both") ? [FOR_TESTS] : []),
];
generateClients();
for (const kind of kinds) await buildServer(kind);
if (!given.includes("--threads")) await Promise.all(kinds.map(buildPages));
