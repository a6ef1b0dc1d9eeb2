import { chmodSync, type Dirent, lstatSync, readdirSync } from "node:fs";
import path from "node:path";
import { FOLDERS } from "../data-folders";
import { branchFolders, dataDir } from "./files";

/**
 * What is ours in a data folder, and may be tightened. The folder may hold more, and may even be somebody's home: what we
 * did not make stays as it is.
 */
const OUR_FOLDERS: readonly string[] = [FOLDERS.backups, FOLDERS.logs, FOLDERS.uploads, FOLDERS.vouchers]; // the menus are put there by staff
const OUR_FILES = /^(hub\.db|server\.(lock|json)|auth-secret|erased-people|store-ends|said-and-sent)/;

/** From now on, every file that this process and its threads make is 0600 and every folder 0700. */
export function keepPrivate(): void {
  process.umask(0o077);
}

/** Takes from group and others what they may do with the files and folders that an older version has made. */
export function tightenDataFolder(): void {
  const folders = [...OUR_FOLDERS, ...branchFolders()];
  for (const entry of entriesOf(dataDir())) {
    if (entry.isDirectory() ? folders.includes(entry.name) : OUR_FILES.test(entry.name)) tighten(path.join(dataDir(), entry.name));
  }
}

function tighten(pathname: string): void {
  try {
    const state = lstatSync(pathname);
    if (state.isSymbolicLink()) return; // leads out of the data folder
    if (state.mode & 0o077) chmodSync(pathname, state.mode & 0o700);
    if (state.isDirectory()) for (const entry of entriesOf(pathname)) tighten(path.join(pathname, entry.name));
  } catch {
    // Another user's file, or a disk without modes: the server works all the same.
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
