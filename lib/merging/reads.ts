import { type Dirent, existsSync, readdirSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { type BranchKey, isBranchKey } from "../branches";
import { dataDir, storeFile, storeKindsOf } from "../db/files";
import { openReading } from "../db/pragmas";
import { keptBranches } from "../db/stores";
import { env } from "../env";
import { AppError } from "../errors";

export interface SourceFile {
  branch: BranchKey;
  /** As people may see it: relative to the scanned folder. */
  file: string;
  path: string;
}

export interface Sources {
  /** The scanned folder as the person named it. */
  root: string;
  found: SourceFile[];
  ignored: { file: string; reason: string }[];
}

/** A branch's folder lies in the root, or one below it where branches send their folders into sub-folders. */
const DEPTH = 2;

/**
 * The table stores that Merge by Date may read: those below the root, and this server's own unless they are left out.
 * @param branchesRoot empty for the data folder
 * @throws AppError `invalid_request` for a folder outside the configured roots (BRANCHES_ROOTS, the data folder)
 */
export function findSources(branchesRoot: string, includeServerTable: boolean): Sources {
  const root = branchesRoot ? allowedRoot(branchesRoot) : realpathSync(dataDir());
  const own = new Set(ownTableFiles().map((file) => realpathSync(file)));
  const seen = new Set<string>();
  const sources: Sources = { root: branchesRoot || "the data folder", found: [], ignored: [] };
  const { files, unreadable } = tableFilesBelow(root, DEPTH);
  for (const folder of unreadable) sources.ignored.push({ file: path.relative(root, folder) || ".", reason: "unreadable" });
  for (const candidate of files) {
    const file = path.relative(root, candidate);
    const real = realPathOf(candidate);
    if (!real) sources.ignored.push({ file, reason: "unreadable" });
    else if (!own.has(real) && !isAllowed(real)) sources.ignored.push({ file, reason: "outside the allowed folders" });
    else if (own.has(real) && !includeServerTable) sources.ignored.push({ file, reason: "this server's own table.db is not included" });
    else if (seen.has(real)) sources.ignored.push({ file, reason: "the same file a second time" });
    else sources.found.push({ file, path: candidate, branch: branchOf(real) });
    if (real) seen.add(real);
  }
  for (const file of includeServerTable ? own : []) {
    if (!seen.has(file))
      sources.found.push({ file: `this server: ${path.relative(realpathSync(dataDir()), file)}`, path: file, branch: branchOf(file) });
  }
  return sources;
}

/** Null for a link that leads nowhere. */
function realPathOf(file: string): string | null {
  try {
    return realpathSync(file);
  } catch {
    return null;
  }
}

/** Null for a folder that may not be read, or that was taken away meanwhile. */
function entriesOf(folder: string): Dirent[] | null {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => a.name.localeCompare(b.name));
  } catch {
    return null;
  }
}

function allowedRoot(typed: string): string {
  const refusal = new AppError(
    "invalid_request",
    "This folder may not be scanned. Leave the field empty, or name a folder that the server's BRANCHES_ROOTS allows.",
    {
      issues: [{ path: "branches_root", message: "This folder may not be scanned." }],
    },
  );
  const wanted = path.resolve(dataDir(), typed);
  if (!existsSync(wanted) || !statSync(wanted).isDirectory()) throw refusal;
  const real = realpathSync(wanted);
  if (!isAllowed(real)) throw refusal;
  return real;
}

/** Whether a real path is an allowed root or lies in one. */
function isAllowed(real: string): boolean {
  const roots = [dataDir(), ...env().BRANCHES_ROOTS].filter((folder) => existsSync(folder)).map((folder) => realpathSync(folder));
  return roots.some((allowed) => real === allowed || real.startsWith(allowed.endsWith(path.sep) ? allowed : allowed + path.sep));
}

function ownTableFiles(): string[] {
  return keptBranches()
    .filter((branch) => storeKindsOf(branch).includes("table"))
    .map((branch) => storeFile(branch, "table"))
    .filter((file) => existsSync(file));
}

/** The table files of a folder and those below it, and the folders that could not be read. */
function tableFilesBelow(folder: string, depth: number): { files: string[]; unreadable: string[] } {
  const all: ReturnType<typeof tableFilesBelow> = { files: [], unreadable: [] };
  const entries = entriesOf(folder);
  if (!entries) all.unreadable.push(folder);
  for (const entry of entries ?? []) {
    const full = path.join(folder, entry.name);
    if (!entry.isDirectory()) {
      if (/^table.*\.db$/i.test(entry.name)) all.files.push(full);
    } else if (depth > 0 && entry.name !== "backups") {
      const below = tableFilesBelow(full, depth - 1);
      all.files.push(...below.files);
      all.unreadable.push(...below.unreadable);
    }
  }
  return all;
}

/** The branch that the file itself names, else the folder that it lies in, else the server's own. */
function branchOf(file: string): BranchKey {
  const folder = path.basename(path.dirname(file)).toLowerCase();
  const fallback = isBranchKey(folder) ? folder : env().BRANCH;
  try {
    const database = openReading(file);
    try {
      const row = database.prepare("SELECT value FROM store_info WHERE name = 'branch'").get() as { value: string } | undefined;
      return row && isBranchKey(row.value) ? row.value : fallback;
    } finally {
      database.close();
    }
  } catch {
    return fallback; // the merge says why the file cannot be read
  }
}
