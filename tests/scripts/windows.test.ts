import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { backUp } from "@/lib/db/backup";
import { hubFile } from "@/lib/db/files";
import { closeStores } from "@/lib/db/find-store";
import { enterHouse } from "../support/house";

const AS_ON_WINDOWS = ["--import", pathToFileURL(path.resolve("tests/scripts/as-on-windows.mjs")).href];

function write(file: string, text: string, mode = 0o644): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, mode);
}

/** A fresh clone, as far as the first command looks at it, on a machine whose only npm is `npm.cmd`. */
function freshClone(): string {
  const clone = path.join(enterHouse(), "clone");
  mkdirSync(path.join(clone, "scripts"), { recursive: true });
  for (const file of ["package.json", "package-lock.json", "scripts/prepare.mjs"]) cpSync(file, path.join(clone, file));
  write(
    path.join(clone, "scripts/build.mjs"),
    `import { mkdirSync, writeFileSync } from "node:fs";
     for (const folder of [".next", "dist"]) mkdirSync(folder, { recursive: true });
     for (const file of [".next/BUILD_ID", ...["server", "import", "restore", "user", "worker"].map((name) => \`dist/\${name}.mjs\`)]) writeFileSync(file, "");`,
  );
  write(path.join(clone, "bin/cmd.exe"), `#!/bin/sh\nline="\${4#\\"}"\nexec \${line%\\"}\n`, 0o755);
  symlinkSync("/bin/mkdir", path.join(clone, "bin/mkdir"));
  write(
    path.join(clone, "bin/npm.cmd"),
    `#!/bin/sh\necho "npm.cmd $*" >> asked\nmkdir -p node_modules/next node_modules/better-sqlite3/build/Release\n: > node_modules/better-sqlite3/build/Release/better_sqlite3.node\n`,
    0o755,
  );
  return clone;
}

describe("on Windows", () => {
  it("the first command installs the packages by npm.cmd, and once", () => {
    const clone = freshClone();
    const prepare = (purpose: string) =>
      spawnSync(process.execPath, [...AS_ON_WINDOWS, "scripts/prepare.mjs", purpose], {
        cwd: clone,
        env: { ...process.env, PATH: path.join(clone, "bin") },
        encoding: "utf8",
      });
    const first = prepare("start");
    expect(first.stdout + first.stderr).toContain("Everything is in place.");
    expect(first.status).toBe(0);
    expect(prepare("start").status).toBe(0);
    expect(readFileSync(path.join(clone, "asked"), "utf8")).toBe(
      ["ci --ignore-scripts --no-audit --no-fund", "rebuild esbuild prisma", "rebuild better-sqlite3", ""]
        .map((words) => words && `npm.cmd ${words}`)
        .join("\n"),
    );
    write(path.join(clone, "server.ts"), "// an update");
    expect(prepare("beside").stdout).toBe(""); // nothing anew under a server that runs
    expect(prepare("start").stdout).toContain("Building the server");
  });

  it("a database driver that cannot be compiled is said with its reason, and tried again by the next command", () => {
    const clone = freshClone();
    const npm = path.join(clone, "bin/npm.cmd");
    const works = readFileSync(npm, "utf8");
    const prepare = () =>
      spawnSync(process.execPath, [...AS_ON_WINDOWS, "scripts/prepare.mjs", "start"], {
        cwd: clone,
        env: { ...process.env, PATH: path.join(clone, "bin") },
        encoding: "utf8",
      });
    write(npm, `${works}case "$*" in *better-sqlite3) echo "There is no compiler."; exit 7;; esac\n`, 0o755);
    const failed = prepare();
    expect(failed.status).toBe(1);
    expect(failed.stderr).toMatch(/There is no compiler\.\s+This step failed: npm rebuild better-sqlite3\./);
    expect(failed.stdout).not.toContain("Everything is in place.");
    write(npm, works, 0o755);
    expect(prepare().stdout).toContain("Everything is in place.");
  });

  it("stores are made, kept and restored although no folder can be synced there", async () => {
    const data = enterHouse();
    const backup = await backUp(hubFile(), "before-test");
    await closeStores();
    const run = (folder: string, ...words: string[]) =>
      spawnSync(process.execPath, [...AS_ON_WINDOWS, "--import", "tsx", ...words], {
        env: { ...process.env, DATA_DIR: folder },
        encoding: "utf8",
      });
    const restored = run(data, "scripts/restore.ts", "hub", backup);
    expect(restored.stdout + restored.stderr).toContain(`Restored hub from ${backup}.`);
    const begun = run(path.join(data, "another"), "tests/scripts/processes/begin-and-stop.ts");
    expect(begun.stderr).toBe("");
    expect(existsSync(path.join(data, "another", "clean-stop.json"))).toBe(true);
  });
});
