import { expect, it } from "vitest";
import { joinedValues, MOST_VALUES } from "@/lib/joined-values";

it.each([
  ["", "Window", "Window"],
  ["Window", "", "Window"],
  ["Window", "window", "Window"],
  ["Window, Red wine", "red  wine; Oud", "Window, Red wine, Oud"],
  ["نرجيلة", "أرجيلة، نَرجيلة", "نرجيلة, أرجيلة"],
  ["Window", "Oud, oud", "Window, Oud"],
])("%j and %j are %j", (known, newer, both) => {
  expect(joinedValues(known, newer)).toBe(both);
  expect(joinedValues(both, newer)).toBe(both);
});

it("keeps so many values at most", () => {
  const many = (from: number) => Array.from({ length: 40 }, (_, index) => `value ${from + index}`).join(", ");
  expect(joinedValues(many(0), many(40)).split(", ")).toHaveLength(MOST_VALUES);
});
