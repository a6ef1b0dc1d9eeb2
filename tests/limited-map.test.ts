import { expect, it } from "vitest";
import { LimitedMap } from "@/lib/limited-map";

it("keeps the newest so many, and what is set again is the newest", () => {
  const map = new LimitedMap<string, number>(2);
  map.set("a", 1).set("b", 2).set("a", 3).set("c", 4);
  expect([...map]).toEqual([
    ["a", 3],
    ["c", 4],
  ]);
});
