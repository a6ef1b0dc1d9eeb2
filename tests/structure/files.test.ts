import { readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { below, functionsOf, SOURCES } from "./sources";

/** Names that say how code works, or where it runs, and not what it is about. */
const WAYS = /^(rules|reads|writes|bulk|logic|model|queries-server|service|actions)\.ts$/;
const EMPTY_WORDS =
  /^(utils?|helpers?|common|misc|types|services|index|shared|lib|stuff|base-?utils)\.(ts|tsx|mjs)$|^(utils?|helpers?|common|misc|types|services)$/;

describe("names", () => {
  it("of the files of a feature say their topic; `contract.ts` alone is called the same in each", () => {
    const files = below("lib").map(({ file }) => file);
    expect(files.filter((file) => WAYS.test(path.basename(file)))).toEqual([]);
    expect(files.filter((file) => path.basename(file) === "contract.ts").length).toBeGreaterThan(30);
  });

  it("of folders stand for more than one file, and a feature has one level below it at most", () => {
    const folders = ["components", "lib", "workers"].flatMap((root) => below(root).map(({ file }) => path.dirname(file)));
    const alone = [...new Set(folders)].filter((folder) => readdirSync(folder).length === 1);
    expect(alone).toEqual([]);
    expect(folders.filter((folder) => folder.split("/").length > 3)).toEqual([]);
  });

  it("say a topic", () => {
    const all = ["app", "components", "lib", "workers", "scripts", "tests", "prisma"].flatMap((folder) =>
      readdirSync(folder, { recursive: true }).map((name) => path.join(folder, String(name))),
    );
    const empty = all.filter((name) => !name.includes("/generated") && name.split("/").some((part) => EMPTY_WORDS.test(part)));
    expect(empty).toEqual([]);
    expect(all.length).toBeGreaterThan(200);
  });
});

/** Longer than a person reads at once. These lists only get shorter, and their numbers only smaller. */
const LONG_FILES: Record<string, number> = {};
const LONG_FUNCTIONS: Record<string, number> = {};

/** What is longer than it may be, and what the list still names although it is short by now. */
function grown(found: Record<string, number>, allowed: Record<string, number>): string[] {
  const tooLong = Object.entries(found).filter(([name, lines]) => lines > (allowed[name] ?? 0));
  const shortByNow = Object.keys(allowed).filter((name) => !(name in found));
  return [
    ...tooLong.map(([name, lines]) => `${name} has ${lines} lines`),
    ...shortByNow.map((name) => `${name} is short: take it off the list`),
  ];
}

describe("sizes", () => {
  it("of files stay within 300 lines", () => {
    const long = SOURCES.map(({ file, text }) => [file, text.trimEnd().split("\n").length] as const).filter(([, lines]) => lines > 300);
    expect(grown(Object.fromEntries(long), LONG_FILES)).toEqual([]);
  });

  it("of functions stay within about 60 lines", () => {
    const long = SOURCES.flatMap(functionsOf).filter(({ lines }) => lines > 65);
    expect(grown(Object.fromEntries(long.map(({ name, lines }) => [name, lines])), LONG_FUNCTIONS)).toEqual([]);
  });
});

describe("what only some files may do", () => {
  it("the browser's side is named in components, and on the pages that catch a crash", () => {
    const named = SOURCES.filter(({ text }) => /^\s*["']use client["']/m.test(text)).map(({ file }) => file);
    expect(named.filter((file) => !/^components\/|\/?(global-)?error\.tsx$/.test(file))).toEqual([]);
    expect(SOURCES.filter(({ text }) => /^\s*["']use server["']/m.test(text))).toEqual([]);
  });

  it("the environment is read by the settings, and by what runs before or beside them", () => {
    const readers = SOURCES.filter(({ text }) => /process\.env\b/.test(text)).map(({ file }) => file);
    const inProduct = readers.filter((file) => !file.startsWith("scripts/"));
    // The worker PC has settings of its own, and none of the server's.
    // server.ts reads where Next has built, as next.config.ts does.
    expect(inProduct).toEqual(["lib/clock.ts", "lib/env.ts", "lib/test-hooks.ts", "workers/worker.ts", "server.ts", "next.config.ts"]);
  });

  it("the wall clock is read by the clock, and where a browser's own time is meant", () => {
    const readers = below("lib")
      .filter(({ text }) => /\bnew Date\(\)|\bDate\.now\(\)/.test(text))
      .map(({ file }) => file);
    // Drafts are kept by a browser; next-auth stamps tokens by the machine's clock; leftovers are compared with the times that the machine stamps on files.
    expect(readers).toEqual(["lib/auth/tokens.ts", "lib/clock.ts", "lib/db/leftovers.ts", "lib/drafts.ts"]);
  });

  it("nobody writes `any`, and nobody silences the compiler", () => {
    const wrong = SOURCES.filter(({ text }) => /(:|<|\bas) any\b(?=\s*[;,)>=[\]|&{]|$)|@ts-(ignore|nocheck|expect-error)/m.test(text)).map(
      ({ file }) => file,
    );
    expect(wrong).toEqual([]);
  });

  it("no statement is made of a request's words: raw SQL is never the unsafe kind", () => {
    expect(SOURCES.filter(({ text }) => /\$(queryRaw|executeRaw)Unsafe/.test(text)).map(({ file }) => file)).toEqual([]);
  });
});
