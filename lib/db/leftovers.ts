import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";

/**
 * Empties a folder of files that were on their way when another process was killed, guests' data among them. For whoever
 * has just locked the data folder: nobody else writes there.
 * @param isNeeded which names stay
 */
export function emptyFolder(folder: string, isNeeded: (name: string) => boolean = () => false): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) if (!isNeeded(name)) rmSync(path.join(folder, name), { recursive: true, force: true });
}

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
