import { type Dirent, existsSync, readdirSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { lastEvent } from "../db/event-rows";
import { dataDir, storeFile, storeKindsOf } from "../db/files";
import { openReading } from "../db/pragmas";
import { env, keptBranches } from "../env";
import { AppError } from "../errors";
import { type BranchKey, branchName, isBranchKey } from "../known-branches";
import type { MergeByDateAnswer } from "./contract";

export interface SourceFile {
  branch: BranchKey;
  /** As people may see it: relative to the scanned folder. */
  file: string;
  path: string;
  /** Whether it is a table store that this server itself keeps. */
  isOwn: boolean;
}

export interface Sources {
  /** The scanned folder as the person named it. */
  root: string;
  found: SourceFile[];
  ignored: MergeByDateAnswer["sources_ignored"];
}

/** A branch's folder lies in the root, or one below it where branches send their folders into sub-folders. */
const DEPTH = 2;

const UNREADABLE = "its file cannot be read";
const NOT_INCLUDED = "this server's own tables are not included";

/**
 * The table stores that Merge by Date may read: those below the root, and this server's own unless they are left out.
 * Each configured branch stands in one of the two lists; what is wrong inside a file is said by the merge, which reads it.
 * @param branchesRoot empty for the data folder
 * @param includeOwn whether this server's own tables are taken beside those of a folder that is named
 * @throws AppError `invalid_request` for a folder outside the configured roots (BRANCHES_ROOTS, the data folder)
 */
export function findSources(branchesRoot: string, includeOwn: boolean): Sources {
  const root = branchesRoot ? allowedRoot(branchesRoot) : realpathSync(dataDir());
  // Without a folder there is nothing else to scan: all branches' tables are this server's (docs/design/spec-guests.md 2).
  const includeServerTable = branchesRoot === "" || includeOwn;
  const own = new Set(ownTableFiles().map((file) => realpathSync(file)));
  const seen = new Set<string>();
  const candidates: Candidate[] = [];
  const ignored: Sources["ignored"] = [];
  const take = (candidate: Candidate, real: string) => {
    const { folder, label, file } = candidate;
    const isForeign = folder !== null && label.branch !== null && label.branch !== folder;
    if (isForeign) ignored.push({ branch: folder, file, reason: `its file holds the tables of ${branchName(label.branch ?? "")}` });
    else candidates.push(candidate);
    // A link to another branch's store must hide nothing of that branch.
    if (!isForeign || candidate.path === real) seen.add(real);
  };
  const { files, unreadable } = tableFilesBelow(root, DEPTH);
  for (const folder of unreadable) ignored.push({ file: path.relative(root, folder) || ".", reason: "its folder cannot be read" });
  for (const file of files) {
    const shown = path.relative(root, file);
    const real = realPathOf(file);
    const reason = reasonAgainst(real, { own, includeServerTable, seen });
    if (real === null || reason) ignored.push({ ...inFolderOf(file), file: shown, reason: reason ?? UNREADABLE });
    else take(candidateAt({ file: shown, path: file, isOwn: own.has(real) }), real);
  }
  for (const file of includeServerTable ? own : []) {
    const shown = `this server: ${path.relative(realpathSync(dataDir()), file)}`;
    if (!seen.has(file)) take(candidateAt({ file: shown, path: file, isOwn: true }), file);
  }
  const chosen = chooseSources(candidates);
  ignored.push(...chosen.ignored);
  ignored.push(...missingBranches(chosen.found, ignored, includeServerTable));
  return { root: branchesRoot || "the data folder", found: chosen.found, ignored };
}

/** Why a file is not even looked into; null when it may be. */
function reasonAgainst(
  real: string | null,
  { own, includeServerTable, seen }: { own: Set<string>; includeServerTable: boolean; seen: Set<string> },
): string | null {
  if (real === null) return UNREADABLE;
  if (!own.has(real) && !isAllowed(real)) return "outside the allowed folders";
  if (own.has(real) && !includeServerTable) return NOT_INCLUDED;
  return seen.has(real) ? "the same file a second time" : null;
}

/** A file that may be read, and what it says of itself. */
interface Candidate extends SourceFile {
  /** The branch whose folder the file is in. */
  folder: BranchKey | null;
  label: StoreLabel;
}

function candidateAt(place: { file: string; path: string; isOwn: boolean }): Candidate {
  const label = labelOf(place.path);
  const folder = branchOfFolder(place.path);
  return { ...place, folder, label, branch: label.branch ?? folder ?? env().BRANCH };
}

/** Leaves out every copy of a store but one: this server's own, else the one in which the most has happened. */
function chooseSources(candidates: Candidate[]): Pick<Sources, "found" | "ignored"> {
  const ignored: Sources["ignored"] = [];
  const best = new Map<string, Candidate>();
  for (const candidate of candidates) {
    const { id } = candidate.label;
    const other = id === null ? undefined : best.get(id);
    if (id !== null && (!other || isBetter(candidate, other))) best.set(id, candidate);
  }
  const found: SourceFile[] = [];
  for (const candidate of candidates) {
    const { branch, file, path, isOwn, label } = candidate;
    const chosen = label.id === null ? candidate : best.get(label.id);
    if (chosen === candidate) found.push({ branch, file, path, isOwn });
    else ignored.push({ branch, file, reason: "a copy of another file, which was read" });
  }
  return { found, ignored };
}

function isBetter(one: Candidate, other: Candidate): boolean {
  return one.isOwn === other.isOwn ? one.label.events > other.label.events : one.isOwn;
}

/** The configured branches of which nothing was said yet: their table store is missing, or was not to be read. */
function missingBranches(found: SourceFile[], ignored: Sources["ignored"], includeServerTable: boolean): Sources["ignored"] {
  const said = new Set<string | undefined>([...found, ...ignored].map(({ branch }) => branch));
  return seatingBranches()
    .filter((branch) => !said.has(branch))
    .map((branch) => {
      const isThere = !includeServerTable && existsSync(storeFile(branch, "table"));
      return { branch, file: `${branch}/table.db`, reason: isThere ? NOT_INCLUDED : "it has no tables" };
    });
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
  return seatingBranches()
    .map((branch) => storeFile(branch, "table"))
    .filter((file) => existsSync(file));
}

/** The branches kept here that have tables. */
function seatingBranches(): BranchKey[] {
  return keptBranches().filter((branch) => storeKindsOf(branch).includes("table"));
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

function branchOfFolder(file: string): BranchKey | null {
  const folder = path.basename(path.dirname(file)).toLowerCase();
  return isBranchKey(folder) ? folder : null;
}

/** For a file that is not looked into: whose it is by its folder alone. */
function inFolderOf(file: string): { branch?: BranchKey } {
  const branch = branchOfFolder(file);
  return branch ? { branch } : {};
}

/** The branch that a store names; nulls if it names none or cannot be read, and then the merge says why. */
interface StoreLabel {
  branch: BranchKey | null;
  /** The store's own id, which a copy has too. */
  id: string | null;
  /** The number of its newest event. */
  events: number;
}

function labelOf(file: string): StoreLabel {
  const label: StoreLabel = { branch: null, id: null, events: 0 };
  try {
    const database = openReading(file);
    try {
      const rows = database.prepare("SELECT name, value FROM store_info").all() as { name: string; value: string }[];
      for (const { name, value } of rows) {
        if (name === "branch" && isBranchKey(value)) label.branch = value;
        if (name === "id") label.id = value;
      }
      label.events = lastEvent(database);
    } finally {
      database.close();
    }
  } catch {
    return label;
  }
  return label;
}
