import path from "node:path";
import { FOLDERS } from "../data-folders";
import { bySystem } from "../db/actor";
import { dataDir } from "../db/files";
import { branchStore } from "../db/find-store";
import { emptyFolder } from "../db/leftovers";
import { keptBranches } from "../env";
import { runJob } from "../jobs/run";
import type { BranchKey } from "../known-branches";
import { log } from "../log";
import { endImportsLeft, importsUnderWay } from "./large-import";
import { isRowsFile, rowsFileOf } from "./rows-file";

/**
 * Takes away what a process that was killed has left on its way into a guest book, but for the rows of large imports that have not ended.
 * For whoever has just locked the data folder.
 */
export async function emptyUploads(): Promise<void> {
  const needed = new Set<string>();
  let isKnown = true;
  for (const branch of keptBranches()) {
    try {
      for (const { id } of importsUnderWay(await branchStore(branch, "contacts"))) needed.add(path.basename(rowsFileOf(id)));
    } catch {
      isKnown = false; // a book that cannot be read now may be mended, and go on then
    }
  }
  emptyFolder(path.join(dataDir(), FOLDERS.uploads), (name) => needed.has(name) || (!isKnown && isRowsFile(name)));
}

/** Goes on with the large imports that a stop or a kill has cut off, each branch's as a job. Nobody needs to wait for it. */
export async function goOnWithImports(): Promise<void> {
  await Promise.all(keptBranches().map(goOnIn));
}

async function goOnIn(branch: BranchKey): Promise<void> {
  try {
    const store = await branchStore(branch, "contacts");
    if (importsUnderWay(store).length === 0) return;
    await runJob("import", branch, bySystem("start"), async (job) => {
      await endImportsLeft(store, job);
    });
  } catch (error) {
    log().warn({ err: error, branch }, "an import that was cut off has not ended; the next start or the next import goes on with it");
  }
}
