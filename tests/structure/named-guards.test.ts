import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { guardsOf } from "../../scripts/mutants/guards.mjs";
import { NAMED, namedAmong } from "../../scripts/mutants/named.mjs";

it("each guard that is always among the mutants is in the sources by that name", () => {
  const files = [...new Set(NAMED.map(({ file }) => file))];
  expect(namedAmong(files.flatMap((file) => guardsOf(file, readFileSync(file, "utf8"))))).toHaveLength(NAMED.length);
});
