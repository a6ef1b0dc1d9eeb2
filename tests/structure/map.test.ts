import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const MAP = readFileSync("docs/map.md", "utf8");
const HOUSE = readFileSync("docs/architecture.md", "utf8");

/** Each place that the map names, with the word that stands there; `[what, file, word]`. */
function places(): [string, string, string][] {
  return MAP.split("\n")
    .filter((line) => line.startsWith("| ") && line.includes("`"))
    .flatMap((line) => {
      const [, what = "", where = ""] = line.split("|").map((cell) => cell.trim());
      return [...where.matchAll(/`([^`]+)` `([^`]+)`/g)].map(([, file = "", word = ""]): [string, string, string] => [what, file, word]);
    });
}

describe("the map and the architecture", () => {
  it.each(places())("find %s in %s", (_, file, word) => {
    const text = readFileSync(file, "utf8");
    expect(text).toMatch(new RegExp(`(function|const|interface|class|type|^ *)\\s*${word}\\b`, "m"));
  });

  it("take ten minutes to read, apart from the map", () => {
    expect(HOUSE.split(/\s+/).length).toBeLessThan(2_200);
  });

  it("the map replaces no names: it has ten rows", () => {
    expect(new Set(places().map(([what]) => what)).size).toBeLessThanOrEqual(10);
  });

  it("name no file and no folder that is not there", () => {
    const named = [...(MAP + HOUSE).matchAll(/`((?:app|components|lib|workers|prisma|tests)\/[\w./-]+|[\w-]+\.ts)`/g)].map(
      ([, place = ""]) => place,
    );
    expect(named.length).toBeGreaterThan(30);
    const known = ["page.tsx", "queries.ts", "contract.ts"];
    expect(named.filter((place) => !known.includes(place) && !existsSync(place))).toEqual([]);
  });
});
