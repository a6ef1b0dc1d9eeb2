// Builds everything that runs: the stores' clients, the pages and routes, the server and its threads.
//   node scripts/build.mjs           the production build, in .next and dist
//   node scripts/build.mjs --test    the same with the tests' hooks compiled in, in .next-test and dist-test
//   node scripts/build.mjs --threads only the clients and the threads, for development and for tests of the handlers
import { spawnSync } from "node:child_process";
import { build } from "esbuild";
import { buildServiceWorker } from "./service-worker.mjs";

const forTests = process.argv.includes("--test");
const threadsOnly = process.argv.includes("--threads");
const environment = {
  ...process.env,
  NODE_ENV: "production",
  NEXT_TELEMETRY_DISABLED: "1",
  NEXT_DIST_DIR: forTests ? ".next-test" : ".next",
  TEST_HOOKS: forTests ? "1" : "",
};

function run(command, args) {
  const { status } = spawnSync(command, args, { stdio: "inherit", env: environment });
  if (status !== 0) process.exit(status ?? 1);
}

for (const kind of ["hub", "contacts", "table"]) {
  run(process.execPath, ["node_modules/prisma/build/index.js", "generate", "--config", `prisma/${kind}/prisma.config.ts`, "--no-hints"]);
}
const common = {
  outdir: forTests ? "dist-test" : "dist",
  outExtension: { ".js": ".mjs" },
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  minifySyntax: true, // drops what stands behind a false constant
  sourcemap: "linked",
  define: { __TEST_HOOKS__: String(forTests) },
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
if (!threadsOnly) {
  run(process.execPath, ["node_modules/next/dist/bin/next", "build"]);
  await buildServiceWorker(environment.NEXT_DIST_DIR, forTests ? "dist-test" : "dist");
}
