import { createHash } from "node:crypto";
import { createReadStream, existsSync, renameSync, rmSync, statSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { v7 as uuid } from "uuid";
import { FOLDERS } from "../data-folders";
import { dataDir } from "../db/files";
import { removeLeftovers } from "../db/leftovers";
import { syncFile, syncFolder } from "../sync-to-disk";

/** Where versions lie, below the data folder: with a dot, so that no message can name one by its path. */
const VERSIONS = `${FOLDERS.menus}/.versions`;
const DRAFT = ".tmp";

const folder = () => path.join(dataDir(), ...VERSIONS.split("/"));

/** The file of a version, below the data folder. */
export const versionPath = (sha256: string) => `${VERSIONS}/${sha256}.pdf`;

/** The same on the disk. */
export const versionFile = (sha256: string) => path.join(folder(), `${sha256}.pdf`);

export const hasVersionFile = (sha256: string) => existsSync(versionFile(sha256));

export async function sha256Of(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}

/**
 * Keeps a file for good, under the hash of what it holds.
 * @param write writes it to where it is told
 * @returns its SHA-256; the file has reached the disk
 */
export async function keepVersionFile(write: (draft: string) => Promise<unknown>): Promise<string> {
  await mkdir(folder(), { recursive: true });
  removeLeftovers(folder(), (name) => name.endsWith(DRAFT));
  const draft = path.join(folder(), `${uuid()}${DRAFT}`);
  try {
    await write(draft);
    const sha256 = await sha256Of(draft);
    syncFile(draft);
    renameSync(draft, versionFile(sha256));
    syncFolder(folder());
    return sha256;
  } finally {
    await rm(draft, { force: true });
  }
}

export function removeVersionFile(sha256: string): void {
  rmSync(versionFile(sha256), { force: true });
}

/** @returns bytes; null where it is not there */
export const sizeOfVersion = (sha256: string): number | null => statSync(versionFile(sha256), { throwIfNoEntry: false })?.size ?? null;
