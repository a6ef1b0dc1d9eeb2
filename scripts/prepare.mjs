// Does whatever a fresh clone lacks before `npm start` or `npm test`, and nothing that was done before.
//   node scripts/prepare.mjs start   packages, clients, pages and server
//   node scripts/prepare.mjs test    the same, the test build, and Chromium
//   node scripts/prepare.mjs beside  what is missing, and nothing anew: a server may be running from it
// It uses Node alone, because at its first line there are no packages yet.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
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
const asOfNpm = (words) => (process.platform === "win32" ? [`npm.cmd ${words.join(" ")}`, [], { shell: true }] : ["npm", words, {}]);
const npm = (...words) => run(...asOfNpm(words));

/** Runs npm while this program goes on. What it says goes into a file, which is read where it failed. */
async function npmBeside(log, ...words) {
  const [command, args, options] = asOfNpm(words);
  const output = openSync(log, "w");
  const child = spawn(command, args, { stdio: ["ignore", output, output], ...options });
  const status = await new Promise((resolve) => child.once("error", resolve).once("close", resolve));
  closeSync(output);
  if (status === 0) return;
  console.error(readFileSync(log, "utf8"));
  console.error(`This step failed: npm ${words.join(" ")}. What it said stands above; mend that and run the same command again.`);
  process.exit(1);
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

const markOf = (name) => path.join(".prepared", name);

/** Whether a step was done for exactly these inputs, or for any while a server runs from it; one that ended half-way was not. */
function isDone(name, inputs, products) {
  const mark = markOf(name);
  const isAsWanted = () => purpose === "beside" || readFileSync(mark, "utf8") === fingerprint(inputs);
  return existsSync(mark) && isAsWanted() && products.every((product) => existsSync(product));
}

function note(name, inputs) {
  mkdirSync(".prepared", { recursive: true });
  writeFileSync(markOf(name), fingerprint(inputs));
}

const DRIVER = "better-sqlite3";

/**
 * Installs the packages, all but the database driver's binary: where it is compiled, that takes as long as to build the server.
 * @returns the driver's end
 */
async function installPackages() {
  const lock = ["package-lock.json"];
  if (isDone("packages", lock, ["node_modules/next", `node_modules/${DRIVER}/build/Release/better_sqlite3.node`])) return;
  say("Installing the packages (a minute or two; the database driver may be compiled here) …");
  npm("ci", "--ignore-scripts", "--no-audit", "--no-fund");
  const { allowScripts } = JSON.parse(readFileSync("package.json", "utf8"));
  npm("rebuild", ...Object.keys(allowScripts).filter((name) => allowScripts[name] && name !== DRIVER));
  mkdirSync(".prepared", { recursive: true });
  await npmBeside(markOf("driver.log"), "rebuild", DRIVER);
  note("packages", lock);
}

const BUILDS = {
  build: [".next/BUILD_ID", "dist/server.mjs", "dist/import.mjs", "dist/restore.mjs", "dist/user.mjs", "dist/worker.mjs"],
  "test-build": ["dist-test/server.mjs", "dist-test/restore.mjs", "dist-test/user.mjs", "dist-test/worker.mjs"],
};

/** Builds those that are stale: the pages and the server that people start, and the server with the tests' hooks. */
function buildServers(...names) {
  const stale = names.filter((name) => !isDone(name, SOURCES, BUILDS[name]));
  if (stale.length === 0) return;
  say(`Building the server${stale.includes("test-build") ? " with the tests' hooks" : ""} (up to a minute) …`);
  const kinds = { build: [], "test-build": ["--test"] };
  run(process.execPath, ["scripts/build.mjs", ...(stale.length > 1 ? ["--both"] : kinds[stale[0]])]);
  for (const name of stale) note(name, SOURCES);
}

const CAN_INSTALL = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
const hasBrowser = (name) => existsSync(`/usr/bin/${name}`);
const readsVCards = () => spawnSync("/usr/bin/python3", ["-c", "import vobject"], { stdio: "ignore" }).status === 0;

/** Packages of Debian that are missing and can be installed: the browser, and somebody else's reader of what is exported. */
function missingPackages() {
  if (!CAN_INSTALL) return [];
  return [...(hasBrowser(CHROMIUMS[0]) ? [] : [CHROMIUMS[0]]), ...(readsVCards() ? [] : ["python3-vobject"])];
}

/** Installs Debian's packages while this program goes on. Where a reader of vCards cannot be installed, its test says so and goes on. */
function installFromDebian() {
  const missing = missingPackages();
  if (missing.length === 0) return Promise.resolve();
  say(`Installing ${missing.join(" and ")} from Debian's packages …`);
  const install = (name) => `apt-get install -y -qq ${name}`;
  const steps = ["apt-get update -qq", ...missing.map(install), `[ -e /usr/bin/${CHROMIUMS[0]} ] || ${install(CHROMIUMS[1])}`];
  const child = spawn("sh", ["-c", steps.join("; ")], { stdio: "ignore", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
  return new Promise((resolve) => child.once("close", resolve));
}

function requireBrowser() {
  if (CHROMIUMS.some(hasBrowser)) return;
  console.error(
    "The tests drive a real Chromium, and there is none in /usr/bin. Install it (on Debian: apt-get install chromium-headless-shell) and run npm test again.",
  );
  process.exit(1);
}

checkNode();
const fromDebian = purpose === "test" ? installFromDebian() : null; // while npm's packages are installed, and the server is built
const installed = installPackages();
if (purpose === "test") buildServers("build", "test-build");
else buildServers("build");
await installed;
if (fromDebian) {
  await fromDebian;
  requireBrowser();
}
if (purpose !== "beside") say(purpose === "test" ? "Everything is in place. Running the tests …" : "Everything is in place. Starting …");
