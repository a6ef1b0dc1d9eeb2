import { expect, it } from "vitest";
import { byRule, differenceOf } from "@/lib/menu-prices/bulk-rule";

it.each([
  ["120,000", { by: "percent", value: 12.5, step: null }, "135,000"],
  ["120,000", { by: "percent", value: 7, step: 5_000 }, "130,000"],
  ["١٢٠٬٠٠٠", { by: "amount", value: 10_000, step: 1_000 }, "١٣٠٬٠٠٠"],
  ["8.50", { by: "percent", value: 10, step: 0.25 }, "9.25"],
  ["12", { by: "percent", value: 10, step: 0.5 }, null], // the menu writes no part
  ["12", { by: "percent", value: 10, step: 1 }, "13"],
  ["12", { by: "amount", value: -12, step: null }, null],
] as const)("%s by %o is %s", (text, rule, after) => {
  expect(byRule(text, rule)).toBe(after);
});

it("says how much dearer a price is, and nothing of what is none", () => {
  expect([differenceOf("100", "125"), differenceOf("8.00", "6.00"), differenceOf("100", "abc")]).toEqual([25, -25, null]);
});
