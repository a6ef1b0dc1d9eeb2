import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { below } from "./sources";

const STYLES = ["app", "components"].flatMap((folder) =>
  readdirSync(folder, { recursive: true })
    .map((name) => path.join(folder, String(name)))
    .filter((file) => file.endsWith(".css")),
);

describe("styles", () => {
  it("take their type from the tokens", () => {
    const own = STYLES.filter((file) => file !== "components/app-base/tokens.css").filter((file) =>
      /^\s*font:\s*[\d.]/m.test(readFileSync(file, "utf8")),
    );
    expect(own).toEqual([]);
    expect(STYLES.length).toBeGreaterThan(30);
  });

  it("name no value that nobody gives: a colour that is none is black, in the dark too", () => {
    const sheets = STYLES.map((file) => ({ file, text: readFileSync(file, "utf8") }));
    const given = new Set(
      [...sheets, ...below("components"), ...below("app"), ...below("lib")].flatMap(({ text }) =>
        [...text.matchAll(/(--[a-z][\w-]*)["'`]?\]?\s*:/g)].map(([, name]) => name),
      ),
    );
    const missing = sheets.flatMap(({ file, text }) =>
      [...text.matchAll(/var\((--[a-z][\w-]*)\)/g)]
        .filter(([, name]) => !given.has(name) && !/^--(mantine|notification)-/.test(String(name)))
        .map(([, name]) => `${file}: ${name}`),
    );
    expect(missing).toEqual([]);
  });
});

/** Classes of Mantine, such as `m_77c9d27d`, in a style sheet or a script of its own. */
const classesIn = (text: string): string[] => [...text.matchAll(/\bm_[0-9a-f]{6,8}\b/g)].map(([name]) => name);

/** The scripts of Mantine that a script of it brings along, itself included. */
function scriptsOf(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const text = readFileSync(file, "utf8");
  for (const [, from] of text.matchAll(/from\s*"(\.[^"]+)"/g)) scriptsOf(path.join(path.dirname(file), String(from)), seen);
  return seen;
}

describe("Mantine's styles", () => {
  const MANTINE = "node_modules/@mantine/core";
  const scripts = readdirSync(`${MANTINE}/esm`, { recursive: true }).map((name) => path.join(MANTINE, "esm", String(name)));
  const taken = new Set(
    below("components").flatMap((source) =>
      [...source.text.matchAll(/import \{([^}]+)\} from "@mantine\/core"/g)].flatMap(([, names]) =>
        String(names)
          .split(",")
          .map((name) => name.replace(/ as .*/, "").trim())
          .filter((name) => /^[A-Z]/.test(name)),
      ),
    ),
  );
  // Notifications stand in a package of their own, and draw with this.
  const parts = [...taken, "Notification"].flatMap((name) => scripts.filter((file) => path.basename(file) === `${name}.mjs`));
  const drawn = new Set(parts.flatMap((part) => [...scriptsOf(part)].flatMap((file) => classesIn(readFileSync(file, "utf8")))));
  const imported = [...readFileSync("components/app-base/mantine.css", "utf8").matchAll(/@mantine\/core\/(styles\/[\w-]+\.css)/g)].map(
    ([, file]) => String(file),
  );

  it("are there for everything that the app draws", () => {
    const styled = new Set(imported.flatMap((file) => classesIn(readFileSync(path.join(MANTINE, file), "utf8"))));
    const all = new Set(classesIn(readFileSync(`${MANTINE}/styles.css`, "utf8")));
    expect(parts.length).toBeGreaterThan(25);
    expect(drawn.size).toBeGreaterThan(60);
    expect([...drawn].filter((name) => all.has(name) && !styled.has(name))).toEqual([]);
  });

  it("are there for nothing else", () => {
    const unused = imported.filter((file) => {
      const classes = classesIn(readFileSync(path.join(MANTINE, file), "utf8"));
      return classes.length > 0 && !classes.some((name) => drawn.has(name));
    });
    expect(unused).toEqual([]);
  });
});
