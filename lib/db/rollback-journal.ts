import { existsSync, mkdirSync, renameSync } from "node:fs";
import path from "node:path";
import { now } from "../clock";
import { log } from "../log";
import { stampOf } from "./backup-files";
import { storeFailure } from "./failures";
import { readHeader } from "./file-header";
import { APPLICATION_ID, backupsDir } from "./files";
import { openWriting } from "./pragmas";

/**
 * Settles a `-journal` that lies beside a store before anybody opens it: SQLite would play it back, or refuse to read. Our
 * stores keep a `-wal`, and leave none. Beside one that does, it is another file's, and is put into the backups; beside one
 * that somebody has set to SQLite's older mode, it takes back a change that was cut off, which opening to write does.
 * @throws AppError `busy`, `db_corrupt`, `db_read_only`, `disk_full`
 */
export function settleJournal(file: string): void {
  const journal = `${file}-journal`;
  if (!existsSync(journal) || !existsSync(file)) return;
  const header = readHeader(file);
  if (header?.applicationId !== APPLICATION_ID) return; // the check before opening refuses that, and leaves it as it is
  try {
    if (!header.isWal) {
      openWriting(file).close();
      return;
    }
    mkdirSync(backupsDir(file), { recursive: true, mode: 0o700 });
    const name = `${path.basename(file, ".db")}-${stampOf(now())}-found.db-journal`;
    renameSync(journal, path.join(backupsDir(file), name));
    log().warn({ found: path.basename(journal), name }, "a file that is not the store's was moved into its backups");
  } catch (error) {
    throw storeFailure(error);
  }
}
