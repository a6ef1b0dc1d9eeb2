import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { FOLDERS } from "../data-folders";
import { env } from "../env";
import { type BranchKey, branchKeys, CENTRAL, mayBeKey } from "../known-branches";

/** The three kinds of store (docs/design/domain.md, Words). The hub belongs to the group, the other two to a branch. */
export type StoreKind = "hub" | "contacts" | "table";

/** Whose store a file is: a branch's, or the group's hub. */
export type Owner = BranchKey | "hub";

/** Marks our own files, so that a foreign SQLite file in a store's place is found out: "Daft" in ASCII. */
export const APPLICATION_ID = 0x44616674;

export function dataDir(): string {
  return env().DATA_DIR;
}

export function hubFile(): string {
  return path.join(dataDir(), "hub.db");
}

export function storeFile(branch: BranchKey, kind: Exclude<StoreKind, "hub">): string {
  return path.join(dataDir(), branch, `${kind}.db`);
}

/** The stores of a branch: central stands for all and seats nobody, so it has no table store. */
export function storeKindsOf(branch: BranchKey): Exclude<StoreKind, "hub">[] {
  return branch === "central" ? ["contacts"] : ["contacts", "table"];
}

/** A store as people name it in commands: `hub`, `jounieh/contacts`, `jounieh/table`. */
export function storeName(owner: Owner, kind: StoreKind): string {
  return owner === "hub" ? "hub" : `${owner}/${kind}`;
}

/** One store of a data folder, whether its file is there or not. */
export interface StorePlace {
  owner: Owner;
  kind: StoreKind;
  file: string;
}

/** The folders of this data folder that are branches' by what lies in them: a hub that is damaged, or an older one, may not know them. */
export function branchFolders(): BranchKey[] {
  const isStoreOrBackup = (name: string) => ["contacts.db", "table.db", FOLDERS.backups].includes(name);
  if (!existsSync(dataDir())) return [];
  return readdirSync(dataDir(), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && (entry.name === CENTRAL || mayBeKey(entry.name)))
    .map(({ name }) => name)
    .filter((name) => readdirSync(path.join(dataDir(), name)).some(isStoreOrBackup))
    .sort();
}

/** Every store that a data folder may hold: the hub first, then the branches in their usual order, then those that only their folders tell of. */
export function storePlaces(): StorePlace[] {
  const owners = [...new Set([...branchKeys(), ...branchFolders()])];
  const ofBranches = owners.flatMap((owner) => storeKindsOf(owner).map((kind) => ({ owner, kind, file: storeFile(owner, kind) })));
  return [{ owner: "hub", kind: "hub", file: hubFile() }, ...ofBranches];
}

export function backupsDir(storePath: string): string {
  return path.join(path.dirname(storePath), FOLDERS.backups);
}

/** Where a kind's migrations stand; the server runs in the project's folder. */
export function migrationsDir(kind: StoreKind): string {
  return path.resolve("prisma", kind, "migrations");
}
