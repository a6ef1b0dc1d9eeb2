import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { syncFolder } from "../lib/sync-to-disk";

/** Writes a file of the worker's folder whole or not at all, whenever the power goes; nobody else may read it. */
export function writeWholeFile(file: string, contents: string | Uint8Array): void {
  const fd = openSync(`${file}.new`, "w", 0o600);
  try {
    writeFileSync(fd, contents);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  renameSync(`${file}.new`, file);
  syncFolder(path.dirname(file));
}
