import ts from "typescript";
import { describe, expect, it } from "vitest";
import { importsOf, type Source, sourceAt } from "./sources";

/** What a browser runs before Home works. */
const ROOTS = [
  "components/app-base/base-providers",
  "components/app-base/providers",
  "components/frame/frame",
  "components/home/home-screen",
];

/** Everything that these bring along at once, and the way to each. */
function broughtAlong(): { packages: Map<string, string>; sources: Map<Source, string> } {
  const packages = new Map<string, string>();
  const sources = new Map<Source, string>();
  const follow = (source: Source, way: string) => {
    if (sources.has(source)) return;
    sources.set(source, way);
    for (const { from, typeOnly, later } of importsOf(source)) {
      if (typeOnly || later) continue;
      const next = sourceAt(from);
      if (next) follow(next, `${way} → ${next.file}`);
      else packages.set(from, way);
    }
  };
  for (const root of ROOTS) {
    const source = sourceAt(root);
    if (source) follow(source, root);
  }
  return { packages, sources };
}

/** The names that a file takes from a package. */
function namesFrom(source: Source, from: string): string[] {
  return source.tree.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) || statement.importClause?.isTypeOnly) return [];
    if (!ts.isStringLiteral(statement.moduleSpecifier) || statement.moduleSpecifier.text !== from) return [];
    const named = statement.importClause?.namedBindings;
    return named && ts.isNamedImports(named) ? named.elements.filter((one) => !one.isTypeOnly).map((one) => one.name.text) : [];
  });
}

const { packages, sources } = broughtAlong();

describe("the first load", () => {
  it.each(["zod", "libphonenumber-js", "react-datepicker", "countries-list"])("does not bring %s along", (name) => {
    expect(packages.get(name)).toBeUndefined();
  });

  it("places nothing on the screen: menus and panels come when the page stands still", () => {
    const PLACING = ["Menu", "Popover", "Combobox", "Select", "Autocomplete", "Tooltip", "HoverCard", "Modal", "Drawer"];
    const found = [...sources].flatMap(([source, way]) =>
      namesFrom(source, "@mantine/core")
        .filter((name) => PLACING.includes(name))
        .map((name) => `${way} takes ${name}`),
    );
    expect(found).toEqual([]);
  });

  it("is followed at all", () => {
    expect(packages.has("@mantine/core")).toBe(true);
    expect(sources.size).toBeGreaterThan(60);
  });
});
