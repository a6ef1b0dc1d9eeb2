import { closeSync, fsyncSync, openSync } from "node:fs";

/** Waits until a file's contents have reached the disk. Windows does that only for what is open for writing. */
export function syncFile(file: string): void {
  sync(file, "r+");
}

/**
 * Waits until a folder has reached the disk: a file made or renamed in it has its name for good only then. Windows has
 * nothing like it, and refuses it: there the file system's own journal keeps names.
 */
export function syncFolder(folder: string): void {
  if (process.platform !== "win32") sync(folder, "r");
}

function sync(pathname: string, flags: "r" | "r+"): void {
  const handle = openSync(pathname, flags);
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
