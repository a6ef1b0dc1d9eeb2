import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";

/** An empty folder that is gone when the test is. */
export function emptyFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "daftar-worker-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
