import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { branchColour } from "@/components/ui/branch-mark";
import { DEFAULT_BRANCHES, knowBranches } from "@/lib/known-branches";

const [light = "", dark = ""] = readFileSync("components/app-base/tokens.css", "utf8").split('[data-mantine-color-scheme="dark"]');

function tokenIn(scheme: string, name: string): string {
  return new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(scheme)?.[1] ?? "";
}

/** The relative luminance of WCAG 2. */
function luminance(colour: string): number {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((first, second) => first - second);
  return (high + 0.05) / (low + 0.05);
}

describe("the colours of the branches", () => {
  it.each([
    ["by day", light],
    ["by night", dark],
  ])("are seen %s on every ground, and each is another one", (_, scheme) => {
    const colours = [1, 2, 3, 4, 5, 6, 7, 8].map((place) => tokenIn(scheme, `branch-${place}`));
    expect(new Set(colours).size).toBe(8);
    for (const ground of ["bg", "surface", "sunken"])
      for (const colour of colours) expect(contrast(colour, tokenIn(scheme, ground)), `${colour} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  });

  it("belong to the places of the branches, begin again after the eighth, and leave a stranger without one", () => {
    const more = ["zahle", "tyre", "sidon", "byblos"].map((key) => ({ key, name: key, isClosed: false }));
    knowBranches([...DEFAULT_BRANCHES, ...more]);
    expect(["jounieh", "ehden", "byblos"].map(branchColour)).toEqual(["var(--branch-1)", "var(--branch-5)", "var(--branch-1)"]);
    expect(branchColour("elsewhere")).toBe("var(--neutral)");
    knowBranches(DEFAULT_BRANCHES);
  });
});
