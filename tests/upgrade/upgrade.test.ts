import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { codeOf, isKnown } from "./code";
import { killed, upgrade } from "./upgraded";

const COMMIT = "fb392af";

// The whole of it: npm run test:upgrade. A clone without history cannot lay out old code.
it.skipIf(!isKnown(COMMIT))(
  "data of older code is opened as it was, gone on with as its rules say, and killed meanwhile it is the old or the new",
  { timeout: 600_000 },
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "daftar-upgrade-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const old = codeOf(COMMIT, path.join(folder, "code"));
    const data = path.join(folder, "data");
    mkdirSync(data);
    const { guests, opened, after, differing } = await upgrade(old, data, 1, 40);
    expect(guests).toBeGreaterThan(50);
    expect({ opened, unnamed: after.filter(({ rule }) => rule === "none"), differing }).toEqual({ opened: [], unnamed: [], differing: 0 });
    const kills = await killed(old, data, 6, 2);
    expect(kills.wrong).toEqual([]);
  },
);
