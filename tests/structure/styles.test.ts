import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

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
});
