import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { processWide } from "../process-wide";
import { storeFailure } from "./failures";

/** What the system says of a file without its being opened. Two equal stamps: nobody has written it in between. */
export interface Stamp {
  inode: number;
  /** In bytes. */
  size: number;
  /** When it was last written, in milliseconds, with fractions. */
  modified: number;
}

/** Null if there is no file. @throws AppError `db_read_only` for a folder that may not be read */
export function stampOf(file: string): Stamp | null {
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    return found ? { inode: found.ino, size: found.size, modified: found.mtimeMs } : null;
  } catch (error) {
    throw storeFailure(error);
  }
}

export function sameStamp(one: Stamp | null, other: Stamp | null): boolean {
  return one?.inode === other?.inode && one?.size === other?.size && one?.modified === other?.modified;
}

/** The first hundred bytes of an SQLite file (https://sqlite.org/fileformat2.html, The Database Header). */
export interface Header {
  applicationId: number;
  /** How long the file is by its own account, in bytes; what stands in a `-wal` is not in it yet. */
  wholeSize: number;
  pageSize: number;
  isWal: boolean;
}

const LENGTH = 100;
const MAGIC = "SQLite format 3\0";

/**
 * Null when the file does not begin as an SQLite file does. For the event loop's thread alone: a thread's files are
 * closed with it.
 * @throws AppError `db_read_only`
 */
export function readHeader(file: string): Header | null {
  try {
    const bytes = Buffer.alloc(LENGTH);
    if (readSync(handleOf(file), bytes, 0, LENGTH, 0) < LENGTH) return null;
    if (bytes.toString("latin1", 0, MAGIC.length) !== MAGIC) return null;
    const size = bytes.readUInt16BE(16);
    const pageSize = size === 1 ? 65_536 : size;
    // The count is valid only while these two numbers are equal; an old SQLite leaves it behind.
    const pages = bytes.readUInt32BE(24) === bytes.readUInt32BE(92) ? bytes.readUInt32BE(28) : 0;
    return { applicationId: bytes.readUInt32BE(68), wholeSize: pages * pageSize, pageSize, isWal: bytes[18] === 2 };
  } catch (error) {
    throw storeFailure(error);
  }
}

const handles = () => processWide("headers of stores", () => new Map<string, { handle: number; inode: number }>());

/**
 * Kept open: a process that closes any handle of a file loses all its locks on it, SQLite's own included
 * (https://sqlite.org/howtocorrupt.html, 2.2).
 */
function handleOf(file: string): number {
  const known = handles().get(file);
  if (known?.inode === statSync(file).ino) return known.handle;
  if (known) closeSync(known.handle); // the name is another file now, and no connection of ours has locks on the old one
  handles().delete(file);
  const handle = openSync(file, "r");
  handles().set(file, { handle, inode: fstatSync(handle).ino });
  return handle;
}

/** After the stores were closed. */
export function closeHeaders(): void {
  for (const { handle } of handles().values()) closeSync(handle);
  handles().clear();
}
