import type Database from "better-sqlite3";
import { branchStore } from "../db/find-store";
import { keptBranches } from "../env";
import { AppError } from "../errors";

const UNREAD = "A guest book cannot be read now, and it may know of a visit. Nobody loses points before it can.";

/** The files of every guest book that is kept here, by their branches. @throws AppError `conflict` where one cannot be read */
export async function everyBook(): Promise<Record<string, string>> {
  const files = keptBranches().map(async (branch) => {
    const book = await branchStore(branch, "contacts").catch((cause: unknown) => {
      throw new AppError("conflict", UNREAD, { cause });
    });
    return [branch, book.file] as const;
  });
  return Object.fromEntries(await Promise.all(files));
}

/** The guest books that can be read now, for a page that is shown in any case. */
export async function readableBooks(): Promise<Database.Database[]> {
  const books = await Promise.all(keptBranches().map((branch) => branchStore(branch, "contacts", "probe").catch(() => null)));
  return books.flatMap((book) => (book ? [book.sql] : []));
}
