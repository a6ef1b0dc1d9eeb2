// Does whatever a fresh clone lacks before `npm start` or `npm test`, and nothing that was done before.
//   node scripts/prepare.mjs start   packages, clients, pages and server
//   node scripts/prepare.mjs test    the same, the test build, and Chromium
//   node scripts/prepare.mjs beside  what is missing, and nothing anew: a server may be running from it
// It uses Node alone, because at its first line there are no packages yet.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const WANTED_NODE = [20, 19];
/** The same browser twice: without a window of its own it takes a quarter less time, with one it will do. */
const CHROMIUMS = ["chromium-headless-shell", "chromium"];

// What goes into a build; a change in any of it makes the build stale.
const SOURCES = [
  "app",
  "components",
  "lib",
  "prisma",
  "public",
  "workers",
  "scripts",
  "server.ts",
  "proxy.ts",
  "next.config.ts",
  "postcss.config.mjs",
  "package-lock.json",
];

const purpose = process.argv[2];
process.chdir(path.dirname(path.dirname(fileURLToPath(import.meta.url))));

function say(sentence) {
  console.log(`» ${sentence}`);
}

function run(command, args, { shell = false } = {}) {
  const { status, error } = spawnSync(command, args, { stdio: "inherit", shell });
  if (error) throw error;
  if (status !== 0) {
    console.error(`This step failed: ${command} ${args.join(" ")}. What it said stands above; mend that and run the same command again.`);
    process.exit(status ?? 1);
  }
}

/** On Windows npm is a batch file, which Node starts by a shell alone; the words are ours, so that none needs quoting. */
function npm(...words) {
  if (process.platform === "win32") run(`npm.cmd ${words.join(" ")}`, [], { shell: true });
  else run("npm", words);
}

function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  const [wantedMajor, wantedMinor] = WANTED_NODE;
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return;
  console.error(
    `Daftar needs Node ${WANTED_NODE.join(".")} or newer; this is ${process.versions.node}. Install a newer Node and run the same command again.`,
  );
  process.exit(1);
}

function filesBelow(place) {
  if (!existsSync(place)) return [];
  const entries = readdirSync(path.dirname(place), { withFileTypes: true }).find((entry) => entry.name === path.basename(place));
  if (!entries?.isDirectory()) return [place];
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .filter((file) => !file.includes(`${path.sep}generated${path.sep}`))
    .sort();
}

function fingerprint(places) {
  const hash = createHash("sha256").update(process.versions.modules);
  for (const file of places.flatMap(filesBelow)) hash.update(file).update(readFileSync(file));
  return hash.digest("hex");
}

/** Runs a step unless it was done for exactly these inputs; a step that ended half-way is done again. */
function once(name, inputs, products, step) {
  const mark = path.join(".prepared", name);
  const wanted = fingerprint(inputs);
  const isAsWanted = () => purpose === "beside" || readFileSync(mark, "utf8") === wanted;
  const isDone = existsSync(mark) && isAsWanted() && products.every((product) => existsSync(product));
  if (isDone) return;
  step();
  mkdirSync(".prepared", { recursive: true });
  writeFileSync(mark, wanted);
}

function installPackages() {
  once("packages", ["package-lock.json"], ["node_modules/next", "node_modules/better-sqlite3/build/Release/better_sqlite3.node"], () => {
    say("Installing the packages (a minute or two; the database driver may be compiled here) …");
    npm("ci", "--no-audit", "--no-fund");
  });
}

function buildFor(purpose) {
  const forTests = purpose === "test";
  const products = forTests
    ? [".next-test/BUILD_ID", "dist-test/server.mjs", "dist-test/restore.mjs", "dist-test/worker.mjs"]
    : [".next/BUILD_ID", "dist/server.mjs", "dist/import.mjs", "dist/restore.mjs", "dist/user.mjs", "dist/worker.mjs"];
  once(forTests ? "test-build" : "build", SOURCES, products, () => {
    say(forTests ? "Building the server with the tests' hooks (about half a minute) …" : "Building the server (about half a minute) …");
    run(process.execPath, ["scripts/build.mjs", ...(forTests ? ["--test"] : [])]);
  });
}

function installChromium() {
  const isThere = (name) => existsSync(`/usr/bin/${name}`);
  const canInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if (isThere(CHROMIUMS[0]) || (isThere(CHROMIUMS[1]) && !canInstall)) return;
  if (canInstall) {
    say("Installing Chromium from Debian's packages …");
    const quiet = { stdio: "ignore", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
    const install = (name) => spawnSync("apt-get", ["install", "-y", "-qq", name], quiet);
    spawnSync("apt-get", ["update", "-qq"], quiet);
    install(CHROMIUMS[0]);
    if (!CHROMIUMS.some(isThere)) install(CHROMIUMS[1]);
  }
  if (CHROMIUMS.some(isThere)) return;
  console.error(
    "The tests drive a real Chromium, and there is none in /usr/bin. Install it (on Debian: apt-get install chromium-headless-shell) and run npm test again.",
  );
  process.exit(1);
}

/** Somebody else's reader of vCards, for what is exported. Where it cannot be installed, its test says so and goes on. */
function installVCardReader() {
  const isThere = spawnSync("/usr/bin/python3", ["-c", "import vobject"], { stdio: "ignore" }).status === 0;
  if (isThere || process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  say("Installing a reader of vCards from Debian's packages …");
  const quiet = { stdio: "ignore", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
  spawnSync("apt-get", ["update", "-qq"], quiet);
  spawnSync("apt-get", ["install", "-y", "-qq", "python3-vobject"], quiet);
}

checkNode();
installPackages();
buildFor("start");
if (purpose === "test") {
  buildFor("test");
  installChromium();
  installVCardReader();
}
if (purpose !== "beside") say(purpose === "test" ? "Everything is in place. Running the tests …" : "Everything is in place. Starting …");
