import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";

/** The error codes of a path that does not exist, or is no file. */
const NOT_A_FILE = ["ENOENT", "ENOTDIR", "ELOOP", "ENXIO", "EISDIR", "ENAMETOOLONG"];

/** Opens a file for reading. Null where there is nothing, or no plain file: a link in the data folder leads anywhere. */
export async function openPlain(file: string): Promise<FileHandle | null> {
  let handle: FileHandle | null = null;
  try {
    handle = await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    if ((await handle.stat()).isFile()) return handle;
  } catch (error) {
    if (!NOT_A_FILE.includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
  await handle?.close();
  return null;
}
