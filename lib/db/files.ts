import path from "node:path";
import type { BranchKey } from "../branches";
import { env } from "../env";

/** The three kinds of store (domain.md, Words). The hub belongs to the group, the other two to a branch. */
export type StoreKind = "hub" | "contacts" | "table";

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

export function backupsDir(storePath: string): string {
  return path.join(path.dirname(storePath), "backups");
}

export function logsDir(): string {
  return path.join(dataDir(), "logs");
}

/** Where a kind's migrations stand; the server runs in the project's folder. */
export function migrationsDir(kind: StoreKind): string {
  return path.resolve("prisma", kind, "migrations");
}
