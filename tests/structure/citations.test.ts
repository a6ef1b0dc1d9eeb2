import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const DESIGN = "docs/design";
const FOLDERS = ["app", "components", "deploy", "docs", "lib", "prisma", "scripts", "tests", "workers"];
const FILES = [".", ...FOLDERS]
  .flatMap((folder) => readdirSync(folder, { recursive: folder !== "." }).map((name) => path.join(folder, String(name))))
  .filter((file) => /\.(tsx?|mjs|css|md|prisma|sql|ps1|sh|service|yml)$|^\.env\.example$/.test(file))
  .filter((file) => !file.includes("/generated/") && file !== "tests/structure/citations.test.ts" && statSync(file).isFile())
  .map((file) => ({ file, text: readFileSync(file, "utf8") }));
const PAGES = new Map(
  FILES.filter(({ file }) => path.dirname(file) === DESIGN).map(({ file, text }) => [path.basename(file), pageOf(text)]),
);

/** What can be cited of a page. */
interface Page {
  /** Numbers of sections, and of the items of their lists: `4.3` and `4.3.3`; of a section without a number `Phones 3`. */
  numbers: Set<string>;
  /** The rules that have a name, `S-12` or `P9`: each is a row of a table. */
  rules: Set<string>;
  /** How sections, rows of tables and paragraphs with a bold beginning are called. */
  names: string[];
}

function pageOf(text: string): Page {
  const page: Page = { numbers: new Set(), rules: new Set(), names: [] };
  let section = "";
  for (const line of text.split("\n")) {
    const [, number, heading = ""] = /^#+ (?:(\d+(?:\.\d+)*)\.? )?(.*)/.exec(line) ?? [];
    const [, item] = /^(\d+)\. /.exec(line) ?? [];
    const [, name = heading] = /^(?:\| |\*\*)(.+?)(?: \||\*\*)/.exec(line) ?? [];
    if (heading) section = number ?? heading;
    if (number) page.numbers.add(number);
    if (item) page.numbers.add(/^\d/.test(section) ? `${section}.${item}` : `${section} ${item}`);
    if (/^([A-Z]-\d\d|P\d+)$/.test(name)) page.rules.add(name);
    if (name) page.names.push(name);
  }
  return page;
}

const PLACE = String.raw`(?:\d+(?:\.\d+)*|[A-Z]-\d\d|P\d+)\b`;
/** A page; its places behind it, or, after a comma, the first words of a name. */
const CITED = new RegExp(
  String.raw`(?<![\w/.-])((?:docs/)?(?:design/)?[\w-]+\.md)(?: (${PLACE}(?:(?:,| and) ${PLACE})*)|, ([^),;:.*"]+))?`,
  "g",
);

/** A text without the marks of code and without links, and with lines that a comment or a page had to break made one. */
const flat = (text: string) => text.replace(/`|\[[^\]]*\]\([^)]*\)/g, "").replace(/\s*\n[ \t]*(?:\*|\/\/|#)?[ \t]*/g, " ");

/** What is wrong with the citations of a file, each in the words in which it stands there. */
function wrongCitations(file: string, text: string): string[] {
  return [...flat(text).matchAll(CITED)].flatMap(([all, cited = "", places, name]) => {
    const page = PAGES.get(path.basename(cited));
    // The pages name each other without their folder, and say on after a comma. Other people's files stand in their sources.
    if (path.dirname(file) === DESIGN) return page ? absent(all, places?.split(/, | and /) ?? [], page) : [];
    if (!cited.startsWith("docs/")) return page && cited !== "README.md" ? [`${all}: its folder is missing`] : [];
    if (!existsSync(cited)) return [`${all}: no such file`];
    return page && cited.startsWith(DESIGN) ? absent(all, places?.split(/, | and /) ?? (name ? [name.trim()] : []), page) : [];
  });
}

const absent = (citation: string, places: string[], page: Page) =>
  places.filter((place) => !stands(place, page)).map((place) => `${citation}: no ${place} in it`);

const stands = (place: string, page: Page): boolean =>
  page.numbers.has(place) ||
  page.rules.has(place) ||
  (!new RegExp(`^${PLACE}$`).test(place) && page.names.some((name) => name.startsWith(place))) ||
  (place.includes(" and ") && place.split(" and ").every((part) => stands(part, page)));

/** Rules that a file names alone, though it cites no page where they stand. */
function lonelyRules(text: string): string[] {
  const cited = [...PAGES].filter(([name]) => text.includes(`${DESIGN}/${name}`)).map(([, page]) => page);
  const named = [...text.matchAll(/(?<![\w.-])(?:P\d{1,2}|[SFRA]-\d\d)(?![\w-])/g)].map(([rule]) => rule);
  return named.filter((rule) => !cited.some((page) => page.rules.has(rule)));
}

/** Files of ours that a text names, or leads to, and that are not there. */
function missingFiles(file: string, text: string): string[] {
  const named =
    path.dirname(file) === DESIGN
      ? []
      : text.matchAll(/(?<![\w/.@"-])((?:app|components|lib|workers|prisma|tests|scripts|deploy|docs)\/[\w./-]+\.(?:tsx?|mjs|css|md))\b/g);
  const links = file.endsWith(".md") ? text.matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g) : [];
  return [
    ...[...named].map(([, place = ""]) => place),
    ...[...links].map(([, link = ""]) => path.join(path.dirname(file), decodeURI(link))),
  ].filter((place) => !existsSync(place));
}

describe("what is cited", () => {
  it("stands where the citation says", () => {
    expect(FILES.flatMap(({ file, text }) => wrongCitations(file, text).map((wrong) => `${file}: ${wrong}`))).toEqual([]);
    const cited = FILES.filter(({ file, text }) => path.dirname(file) !== DESIGN && text.includes(`${DESIGN}/`));
    expect(cited.length).toBeGreaterThan(90);
  });

  it("is a rule of a page that the same file names", () => {
    const others = FILES.filter(({ file }) => path.dirname(file) !== DESIGN);
    expect(others.flatMap(({ file, text }) => lonelyRules(text).map((rule) => `${file}: ${rule}`))).toEqual([]);
  });

  it("is a file that is there", () => {
    expect(FILES.flatMap(({ file, text }) => missingFiles(file, text).map((place) => `${file}: ${place}`))).toEqual([]);
  });

  it.each([
    ["docs/design/nowhere.md 4.3", "no such file"],
    ["docs/design/whatsapp.md 4.9", "no 4.9 in it"],
    ["docs/design/whatsapp.md 4.3.9", "no 4.3.9 in it"],
    ["docs/design/spec-guests.md 2, 5 and 10", "no 10 in it"],
    ["docs/design/reliability.md S-40", "no S-40 in it"],
    ["docs/design/domain.md, Doubles", "no Doubles in it"],
    ["docs/design/domain.md, Phones 9", "no Phones 9 in it"],
    ["whatsapp.md 4.3", "its folder is missing"],
  ])("is found wrong: %s", (words, why) => {
    expect(wrongCitations("lib/x.ts", `/** What it does (${words.replace(" ", "\n * ")}): more. */`)).toEqual([
      expect.stringContaining(why),
    ]);
    expect(wrongCitations("lib/x.ts", `// ${words}`)).toHaveLength(1);
  });
});
