import { describe, expect, it } from "vitest";
import { below, type Import, importsOf, SOURCES, type Source, sourceAt } from "./sources";

/** What breaks a rule, as lines that a person can act on. */
function violations(sources: Source[], isWrong: (one: Import, source: Source) => boolean): string[] {
  return sources.flatMap((source) =>
    importsOf(source)
      .filter((one) => isWrong(one, source))
      .map((one) => `${source.file} imports ${one.from}`),
  );
}

const isOurs = (from: string) => /^(app|components|lib|workers|scripts|tests|prisma|server|proxy|next\.config)(\/|$)/.test(from);
const isIn = (from: string, ...folders: string[]) => folders.some((folder) => from.startsWith(`${folder}/`));

describe("imports go one way", () => {
  it("app → components → lib, and nothing goes back", () => {
    expect(violations(below("app"), ({ from }) => isOurs(from) && !isIn(from, "app", "components", "lib"))).toEqual([]);
    expect(violations(below("components"), ({ from }) => isOurs(from) && !isIn(from, "components", "lib"))).toEqual([]);
    expect(violations(below("lib"), ({ from }) => isOurs(from) && !isIn(from, "lib"))).toEqual([]);
    expect(violations(below("workers"), ({ from }) => isOurs(from) && !isIn(from, "lib", "workers"))).toEqual([]);
  });

  it("the frame knows the features, a feature never the frame; what features use knows neither", () => {
    expect(violations(below("components/ui"), ({ from }) => isIn(from, "components") && !isIn(from, "components/ui"))).toEqual([]);
    expect(
      violations(below("components/app-base"), ({ from }) => isOurs(from) && !isIn(from, "components/app-base", "components/ui", "lib")),
    ).toEqual([]);
    const features = below("components").filter(({ file }) => !file.startsWith("components/frame/"));
    expect(violations(features, ({ from }) => isIn(from, "components/frame"))).toEqual([]);
    expect(below("components/app-base").length).toBeGreaterThan(10);
  });

  it("nothing that a component takes reaches the server's side", () => {
    const wrong: string[] = [];
    const seen = new Set<string>();
    const follow = (source: Source, way: string) => {
      if (seen.has(source.file)) return;
      seen.add(source.file);
      for (const { from, typeOnly } of importsOf(source)) {
        if (typeOnly) continue;
        if (
          /^(node:|@prisma|better-sqlite3|@node-rs|pino|sharp|next-auth(?!\/react$))/.test(from) ||
          isIn(from, "lib/db", "lib/http") ||
          ["lib/env", "lib/log"].includes(from)
        )
          wrong.push(`${way} → ${from}`);
        const next = sourceAt(from);
        if (next) follow(next, `${way} → ${next.file}`);
      }
    };
    for (const source of below("components")) follow(source, source.file);
    expect(wrong).toEqual([]);
    expect(seen.size).toBeGreaterThan(100);
  });

  it("the way to a linked phone, whose licence is another, is loaded by its own transport alone", () => {
    const wrong = violations(
      SOURCES,
      ({ from, typeOnly, later }, { file }) =>
        /^(baileys|libsignal)(\/|$)/.test(from) && !((typeOnly || later) && file.startsWith("workers/transports/baileys/")),
    );
    expect(wrong).toEqual([]);
  });

  it("lib knows neither React nor Next, but for what signs a page in and what it is first drawn with", () => {
    const allowed = [
      "lib/auth/ask-next-auth.ts imports next",
      "lib/auth/ask-next-auth.ts imports next-auth",
      "lib/auth/ask-next-auth.ts imports next/server",
      "lib/auth/next-auth.ts imports next-auth",
      "lib/auth/next-auth.ts imports next-auth/providers/credentials",
      "lib/auth/page.ts imports next/headers",
      "lib/auth/page.ts imports next/navigation",
      "lib/auth/page.ts imports react",
      "lib/auth/tokens.ts imports next-auth/jwt",
      "lib/http/page-answer.ts imports next/headers",
    ];
    const found = violations([...below("lib"), ...below("workers")], ({ from }) =>
      /^(react|react-dom|next|next-auth|@mantine|@tanstack)(\/|$)/.test(from),
    );
    expect(found.sort()).toEqual(allowed);
  });

  it("no page and no route speaks to a store: features do", () => {
    expect(
      violations(
        [...below("app"), ...below("components")],
        ({ from }) => isIn(from, "lib/db") || from.startsWith("@prisma") || from === "better-sqlite3",
      ),
    ).toEqual([]);
  });

  it("only lib/db knows the generated clients and the adapter", () => {
    expect(
      violations(
        SOURCES,
        ({ from }, { file }) =>
          (from.includes("lib/db/generated/") || from.startsWith("@prisma")) &&
          !file.startsWith("lib/db/") &&
          file !== "scripts/migration.mjs",
      ),
    ).toEqual([]);
  });

  it("a feature is used through its files, never through a folder", () => {
    expect(
      violations(
        SOURCES,
        ({ from }) =>
          isOurs(from) &&
          /^(app|components|lib|workers)\//.test(from) &&
          !sourceAt(from) &&
          !/\.(css|json)$/.test(from) &&
          !from.includes("/generated/"),
      ),
    ).toEqual([]);
  });

  it("only the wrapper, workers and scripts make the right to a branch's stores", () => {
    const callers = SOURCES.filter(({ text }) => /\bbranchHandle\b/.test(text)).map(({ file }) => file);
    expect(callers.filter((file) => !/^(lib\/http\/authorize\.ts|lib\/db\/branch\.ts|workers\/.*|scripts\/.*)$/.test(file))).toEqual([]);
    expect(callers).toContain("lib/http/authorize.ts");
  });
});

/** `lib/tables` for a file in that folder; a single file of lib stands for itself. */
function unitOf(place: string): string {
  const [root = "", name = ""] = place.replace(/\.tsx?$/, "").split("/");
  return `${root}/${name}`;
}

/** The imports below a folder that lead from one unit of it to another and, by whatever way, back again; types are imports too. */
function circles(folder: string, unit: (place: string) => string): string[] {
  const names = new Map(below(folder).map(({ file }) => [file.replace(/\.tsx?$/, ""), file]));
  const arrows = below(folder).flatMap((source) =>
    importsOf(source)
      .map(({ from }) => names.get(from) ?? from)
      .filter((from) => isIn(from, folder) && unit(from) !== unit(source.file))
      .map((from) => ({ line: `${source.file} imports ${from}`, from: unit(source.file), to: unit(from) })),
  );
  const next = new Map<string, Set<string>>();
  for (const { from, to } of arrows) next.set(from, (next.get(from) ?? new Set()).add(to));
  const leadsTo = (start: string, goal: string) => {
    const reached = new Set([start]);
    for (const one of reached) for (const to of next.get(one) ?? []) reached.add(to);
    return reached.has(goal);
  };
  return arrows.filter(({ from, to }) => leadsTo(to, from)).map(({ line }) => line);
}

describe("no folder and no file imports what imports it", () => {
  it.each(["components", "lib", "workers"])("among the features of %s", (folder) => {
    expect(circles(folder, unitOf)).toEqual([]);
  });

  it.each(["components", "lib", "workers"])("among the files of %s", (folder) => {
    expect(circles(folder, (file) => file)).toEqual([]);
  });
});
