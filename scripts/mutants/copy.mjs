// The copy of the working tree in which the mutants run: its chosen guards ask a switch, and it is built once for all of them.
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** What programs write into `node_modules` themselves, and would write through a link into those of the checkout. */
const WRITTEN_THERE = /^\.(vite|vitest|cache)/;
/** What a page reads instead of the file of the guards that are off. */
const TOLD_TO_PAGES = /guards off:[\d,]*;/;

export class Copy {
  /** @param {string} root the checkout @param {import("./guards.mjs").Guard[]} guards which are given a switch; the first is number 1 */
  static async make(root, guards) {
    const folder = mkdtempSync(path.join(tmpdir(), "daftar-mutants-"));
    const copy = new Copy(folder);
    try {
      copy.files = filesOf(root);
      for (const file of copy.files) cpSync(path.join(root, file), path.join(folder, file));
      linkFolder(path.join(root, "node_modules"), path.join(folder, "node_modules"));
      mkdirSync(copy.place);
      giveSwitches(folder, copy.place, guards);
      copy.turnOff([]);
      copy.build();
      return copy;
    } catch (error) {
      copy.remove();
      throw error;
    }
  }

  constructor(folder) {
    this.folder = folder;
    /** Where the switch looks, and writes what was reached. */
    this.place = path.join(folder, ".mutants");
    /** Of the repository. */
    this.files = [];
    /** What a page loads and holds a switch. */
    this.chunks = [];
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** From now on whatever starts has these guards off, by their numbers, and writes down what it reaches. */
  turnOff(numbers) {
    writeFileSync(path.join(this.place, "off"), numbers.join(","));
    rmSync(path.join(this.place, "labels"), { recursive: true, force: true });
    writeFileSync(path.join(this.place, "reached"), "");
    mkdirSync(path.join(this.place, "labels"));
    for (const chunk of this.chunks) {
      writeFileSync(chunk, readFileSync(chunk, "utf8").replace(TOLD_TO_PAGES, `guards off:${numbers.join(",")};`));
    }
  }

  /** @returns {[number, string][]} the guards that were reached, each with the label of a test that reached it */
  reached() {
    const lines = readFileSync(path.join(this.place, "reached"), "utf8").split("\n").filter(Boolean);
    return [...new Set(lines)].map((line) => line.split("\t")).map(([number, label]) => [Number(number), label]);
  }

  build() {
    const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/build.mjs", "--both"], { cwd: this.folder, encoding: "utf8" });
    if (status !== 0) throw new Error(`The copy could not be built:\n${stdout}${stderr}`);
    const built = [...filesBelow(path.join(this.folder, ".next/static")), path.join(this.folder, "dist-test/sw.js")];
    this.chunks = built.filter((file) => file.endsWith(".js") && TOLD_TO_PAGES.test(readFileSync(file, "utf8")));
  }
}

/** What Git knows, or would be told of: no builds, no results, no data. */
export function filesOf(root) {
  const { stdout, status } = spawnSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error("Git does not know this folder. Run this inside a clone.");
  return stdout.split("\0").filter((file) => file !== "" && existsSync(path.join(root, file)));
}

const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name));

/** The same files under another name, which costs seconds and no room; on another disk, copies. */
function linkFolder(from, to) {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (WRITTEN_THERE.test(entry.name)) continue;
    if (entry.isDirectory()) linkFolder(source, target);
    else if (entry.isSymbolicLink()) cpSync(source, target, { verbatimSymlinks: true });
    else linkFile(source, target);
  }
}

function linkFile(source, target) {
  try {
    linkSync(source, target);
  } catch {
    copyFileSync(source, target);
  }
}

/** No line of a source moves: what a guard asks stands around it, and the import at the file's end. */
function giveSwitches(folder, place, guards) {
  const switches = path.join(folder, "scripts/mutants/switch.ts");
  writeFileSync(switches, readFileSync(switches, "utf8").replace("@the place@", place));
  for (const file of new Set([...guards.map((guard) => guard.file), "server.ts"])) {
    const inFile = guards.flatMap((guard, index) => (guard.file === file ? [{ ...guard, number: index + 1 }] : []));
    const source = path.join(folder, file);
    const to = path.relative(path.dirname(source), switches.replace(/\.ts$/, "")).split(path.sep).join("/");
    const from = JSON.stringify(to.startsWith(".") ? to : `./${to}`);
    const end = `import${inFile.length > 0 ? " { guarded as guardedByNumber } from" : ""} ${from};`;
    writeFileSync(source, `${withSwitches(readFileSync(source, "utf8"), inFile)}\n${end}\n`);
  }
}

/** One guard may stand within another one: what begins first is written first, and of two that begin together the longer one. */
function withSwitches(source, guards) {
  const begins = guards.map(({ number, start, end }) => ({ at: start, order: -end, text: `guardedByNumber(${number}, (` }));
  const ends = guards.map(({ off, start, end }) => ({ at: end, order: -start - source.length * 2, text: `), ${off})` }));
  const all = [...begins, ...ends].sort((a, b) => a.at - b.at || a.order - b.order);
  let written = "";
  let at = 0;
  for (const one of all) {
    written += source.slice(at, one.at) + one.text;
    at = one.at;
  }
  return written + source.slice(at);
}
