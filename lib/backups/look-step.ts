import { chmodSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { COMPANIONS } from "../db/backup-files";
import type { StorePlace } from "../db/files";
import { migrate } from "../db/migrate";
import { copyChecked } from "../db/restore";
import { syncFile, syncFolder } from "../sync-to-disk";
import { failpoint } from "../test-hooks";
import { contentsOf } from "./contents";

export interface LookInput {
  place: StorePlace;
  /** The backup's path. */
  backup: string;
  /** Where the copy is made; whatever lies there is overwritten. */
  draft: string;
  /** The path under which the copy stays; null where it goes again. */
  keep: string | null;
}

export interface Looked {
  holds: string;
  is_older: boolean;
}

/**
 * Copies a backup, reads all of the copy, brings it to this version, and counts what it holds. The store itself is not touched.
 * @throws AppError when it is damaged, another store's, or a newer version's
 */
export function lookAtBackup({ place, backup, draft, keep }: LookInput): Looked {
  const clear = () => {
    for (const suffix of ["", ...COMPANIONS]) rmSync(draft + suffix, { force: true });
  };
  try {
    const is_older = copyChecked(place, backup, draft);
    if (is_older) migrate(draft, place.kind);
    const holds = contentsOf({ file: draft, kind: place.kind });
    if (keep !== null) {
      chmodSync(draft, 0o600);
      syncFile(draft);
      failpoint("backup-copy:ready");
      renameSync(draft, keep);
      syncFolder(path.dirname(keep));
    }
    return { holds, is_older };
  } finally {
    clear();
  }
}
