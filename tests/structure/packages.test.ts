import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

interface Locked {
  version?: string;
  resolved?: string;
  integrity?: string;
  hasInstallScript?: boolean;
}

const LOCK = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, Locked> };
const PACKAGE = JSON.parse(readFileSync("package.json", "utf8")) as {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
  allowScripts: Record<string, boolean>;
};
const installed = Object.entries(LOCK.packages).filter(([place]) => place !== "");
const nameOf = (place: string) => place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);

/** Below these a fault is known that reaches us (docs/design/reliability.md 4.4 and R-06), so nothing older gets in by a lock file. */
const FLOORS: Record<string, string> = {
  next: "16.3.3", // RCE on Windows and in the image optimiser, August 2026
  "better-sqlite3": "12.6.0", // SQLite 3.51.3, the reset of a WAL
  "next-auth": "4.24.12",
  jose: "4.15.5", // work without end for a PBES2 token, CVE-2024-28176
  react: "19.2.1", // React2Shell
};

function isOlder(version: string, floor: string): boolean {
  const [one = [], other = []] = [version, floor].map((text) => text.split(/[.-]/).slice(0, 3).map(Number));
  const at = one.findIndex((part, index) => part !== other[index]);
  return at !== -1 && (one[at] ?? 0) < (other[at] ?? 0);
}

// docs/design/reliability.md S-37.
describe("the packages", () => {
  it("come from the registry that npm is set to and from no other place, each with the hash of what was looked at", () => {
    const strange = installed.filter(
      ([, { resolved = "https://registry.npmjs.org/", integrity = "" }]) =>
        !resolved.startsWith("https://registry.npmjs.org/") || !/^sha512-/.test(integrity),
    );
    expect(strange.map(([place]) => place)).toEqual([]);
    expect(installed.length).toBeGreaterThan(300);
  });

  it("of ours are named by one version, and no range lets another one in", () => {
    const all = { ...PACKAGE.dependencies, ...PACKAGE.devDependencies, ...PACKAGE.optionalDependencies };
    expect(Object.entries(all).filter(([, version]) => !/^(npm:[\w@/.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });

  it("run nothing while they are installed, but those that somebody has decided about", () => {
    const running = installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([place]) => nameOf(place));
    const undecided = running.filter((name) => !(name in PACKAGE.allowScripts));
    // An optional worker's own: npm leaves out what nobody has allowed.
    expect(undecided.sort()).toEqual(["baileys", "protobufjs"]);
    expect(Object.keys(PACKAGE.allowScripts).filter((name) => !running.includes(name))).toEqual([]);
  });

  it("are none of those with a fault that is known", () => {
    const old = installed.filter(([place, { version = "" }]) => {
      const floor = FLOORS[nameOf(place)];
      return floor !== undefined && isOlder(version, floor);
    });
    expect(old.map(([place, { version }]) => `${place} ${version}`)).toEqual([]);
    expect(Object.keys(FLOORS).filter((name) => !installed.some(([place]) => nameOf(place) === name))).toEqual([]);
    expect(["16.3.2", "16.2.9", "15.9.9"].every((version) => isOlder(version, "16.3.3"))).toBe(true);
    expect(["16.3.3", "16.4.0", "17.0.0"].some((version) => isOlder(version, "16.3.3"))).toBe(false);
  });
});
