import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { branchColour } from "@/components/ui/branch-mark";
import { DEFAULT_BRANCHES, knowBranches, restaurants } from "@/lib/known-branches";

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

/** What a browser makes of an `oklch()` colour (CSS Color 4), as a hex. */
function oklch(lightness: number, chroma: number, hue: number): string {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((part) => Math.min(1, Math.max(0, part)));
  const parts = linear.map((part) => (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055));
  return `#${parts
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
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

  it("belong to the places of the branches, none of forty has another one's, and a stranger has none", () => {
    const more = Array.from({ length: 35 }, (_, at) => ({ key: `branch-${at}`, name: `Branch ${at}`, isClosed: false }));
    knowBranches([...DEFAULT_BRANCHES, ...more]);
    expect(["jounieh", "ehden", "branch-2"].map(branchColour)).toEqual(["var(--branch-1)", "var(--branch-5)", "var(--branch-8)"]);
    expect(new Set(restaurants().map(branchColour)).size).toBe(40);
    expect(branchColour("branch-3")).toBe("oklch(var(--branch-lightness) 0.09 210)");
    expect(branchColour("elsewhere")).toBe("var(--neutral)");
    knowBranches(DEFAULT_BRANCHES);
  });

  it.each([
    ["by day", light],
    ["by night", dark],
  ])("that are made for later branches are seen %s on every ground, whatever their hue", (_, scheme) => {
    const lightness = Number(/--branch-lightness: ([\d.]+);/.exec(scheme)?.[1]);
    for (let hue = 0; hue < 360; hue += 5)
      for (const ground of ["bg", "surface", "sunken"])
        expect(contrast(oklch(lightness, 0.09, hue), tokenIn(scheme, ground)), `${hue} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  });
});
