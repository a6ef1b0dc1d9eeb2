import { readdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";

/** Nothing that is still being written is this old, in milliseconds. */
const OLD = 3_600_000;

/**
 * Takes away what a process that was killed has left half-written in a folder.
 * @param isDraft which names may go
 */
export function removeLeftovers(folder: string, isDraft: (name: string) => boolean): void {
  const before = Date.now() - OLD; // the machine's own clock, because it stamps the files
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (!entry.isFile() || !isDraft(entry.name)) continue;
    const age = statSync(file, { throwIfNoEntry: false });
    if (age && age.mtimeMs < before) rmSync(file, { force: true });
  }
}
