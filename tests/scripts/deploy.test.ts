import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";

const PAGE = readFileSync("deploy/README.md", "utf8");

/** The commands of a section of the page, block by block. */
function commandsOf(section: string): string[] {
  const text = PAGE.slice(PAGE.indexOf(`## ${section}\n`)).split("\n## ")[0] ?? "";
  return [...text.matchAll(/```sh\n([^`]+)```/g)].map(([, commands = ""]) => commands);
}

/**
 * Runs commands of the page in a machine that is a folder: its /opt, /etc and /var, and of what changes the system no more
 * than a note of what was asked. A worker that is started says with which words.
 */
function runPage(machine: string, folder: string, commands: string) {
  const inside = commands.replace(/(?<=\s)\/(opt|etc|var)\//g, `${machine}/$1/`).replace(/-o \S+ -g \S+ /, "");
  return spawnSync("/bin/sh", ["-eu"], { cwd: folder, input: inside, encoding: "utf8", env: { ...process.env, PATH: `${machine}/bin` } });
}

function aMachine(): string {
  const machine = mkdtempSync(path.join(tmpdir(), "daftar-machine-"));
  onTestFinished(() => rmSync(machine, { recursive: true }));
  for (const folder of ["bin", "etc/systemd/system", "var/lib"]) mkdirSync(path.join(machine, folder), { recursive: true });
  for (const name of ["mkdir", "cp", "install"]) symlinkSync(`/usr/bin/${name}`, path.join(machine, "bin", name));
  symlinkSync(process.execPath, path.join(machine, "bin/node"));
  const shims = { useradd: "", systemctl: "", runuser: '\nshift 3\nexec "$@"' };
  for (const [name, then] of Object.entries(shims)) {
    const file = path.join(machine, "bin", name);
    writeFileSync(file, `#!/bin/sh\necho "${name} $*" >> ${machine}/asked${then}\n`);
    chmodSync(file, 0o755);
  }
  return machine;
}

describe("what the pages tell people to run", () => {
  it("is there", () => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
    const pages = [
      "README.md",
      "deploy/README.md",
      ...readdirSync("docs")
        .filter((name) => name.endsWith(".md"))
        .map((name) => `docs/${name}`),
    ];
    for (const page of pages)
      for (const [, name = ""] of readFileSync(page, "utf8").matchAll(/npm run ([\w:]+)/g)) expect(scripts, page).toHaveProperty([name]);
  });
});

describe("the page for worker PCs", () => {
  it("has commands for Linux that work from where it says, and pair the worker that the service then runs", () => {
    const machine = aMachine();
    const server = path.join(machine, "daftar");
    mkdirSync(path.join(server, "dist"), { recursive: true });
    cpSync("deploy", path.join(server, "deploy"), { recursive: true });
    writeFileSync(
      path.join(server, "dist/worker.mjs"),
      `import { writeFileSync } from "node:fs"; writeFileSync("${machine}/worker", process.argv.slice(1).join(" "));`,
    );
    const [onServer = "", onPc = ""] = commandsOf("Linux");
    expect(runPage(machine, server, onServer)).toMatchObject({ status: 0, stderr: "" });
    expect(runPage(machine, path.join(server, "worker-pc"), onPc)).toMatchObject({ status: 0, stderr: "" });
    const started = readFileSync(path.join(machine, "worker"), "utf8").replaceAll(machine, "");
    expect(started).toBe("/opt/daftar-worker/worker.mjs --folder /var/lib/daftar-worker --pair");
    const unit = readFileSync(path.join(machine, "etc/systemd/system/daftar-worker.service"), "utf8");
    expect(unit).toContain(`\nExecStart=/usr/bin/env node ${started.replace(" --pair", "")}\n`);
    expect(readFileSync(path.join(machine, "asked"), "utf8").trimEnd().split("\n")).toEqual([
      "useradd --system daftar-worker",
      expect.stringContaining("runuser -u daftar-worker -- node"),
      "systemctl enable --now daftar-worker",
    ]);
  });

  it("has an installer for Windows that goes on by itself once the worker is paired", () => {
    const script = readFileSync("deploy/install-worker.ps1", "utf8");
    const [paired = -1, installed = -1] = ['--folder "$Place\\worker-data" --pair\n', 'daftar-worker.exe" install'].map((words) =>
      script.indexOf(words),
    );
    expect(paired).toBeGreaterThan(0);
    expect(installed).toBeGreaterThan(paired);
    const files = [...script.matchAll(/"([\w-]+\.(?:mjs|xml|exe))"/g)].map(([, file = ""]) => file);
    for (const file of files) expect(PAGE).toContain(file);
  });
});
