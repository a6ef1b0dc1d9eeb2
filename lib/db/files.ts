import path from "node:path";
import { BRANCH_KEYS, type BranchKey } from "../branches";
import { env } from "../env";

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

/** Every store that a data folder may hold: the hub first, then the branches in their usual order. */
export function storePlaces(): StorePlace[] {
  const ofBranches = BRANCH_KEYS.flatMap((owner) => storeKindsOf(owner).map((kind) => ({ owner, kind, file: storeFile(owner, kind) })));
  return [{ owner: "hub", kind: "hub", file: hubFile() }, ...ofBranches];
}

export function backupsDir(storePath: string): string {
  return path.join(path.dirname(storePath), "backups");
}

/** Where a kind's migrations stand; the server runs in the project's folder. */
export function migrationsDir(kind: StoreKind): string {
  return path.resolve("prisma", kind, "migrations");
}
