import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const PAGES = ".next/server/app";

/** The files that Next says a route needs. */
function tracesOfRoutes(): { route: string; files: string[] }[] {
  return readdirSync(PAGES, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".nft.json"))
    .map((route) => {
      const { files } = JSON.parse(readFileSync(path.join(PAGES, route), "utf8")) as { files: string[] };
      return { route, files: files.map((file) => path.relative(".", path.resolve(PAGES, path.dirname(route), file))) };
    });
}

describe("the build", () => {
  it("lets no page read what is built beside the pages: a clean clone has none of it yet", () => {
    const traces = tracesOfRoutes();
    expect(traces.length).toBeGreaterThan(20);
    const read = traces.filter(({ files }) => files.some((file) => /^dist(-test)?\//.test(file))).map(({ route }) => route);
    expect(read).toEqual([]);
  });
});
