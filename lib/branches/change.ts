import { existsSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import type { AnswerOf, BodyOf } from "../api/endpoint";
import { lookAlikeOf } from "../auth/look-alikes";
import { timestamp } from "../clock";
import { bySystem, type WriteBy } from "../db/actor";
import { learnBranchesAgain } from "../db/branch-rows";
import { checkBeforeOpen } from "../db/check-before-open";
import type { Tx } from "../db/clients";
import { dataDir, storeFile, storeKindsOf } from "../db/files";
import { branchStore, hubStore } from "../db/find-store";
import { keptBranches } from "../env";
import { AppError } from "../errors";
import type { Outcome } from "../events";
import { foldText } from "../fold-text";
import { importsUnderWay } from "../import/large-import";
import { branchName, CENTRAL, isRestaurant } from "../known-branches";
import { addDefaults } from "../staff/change";
import { failpoint } from "../test-hooks";
import type { openBranch as openContract, renameBranch as renameContract } from "./contract";
import { branchRow, listedBranch } from "./list";

type Answer = AnswerOf<typeof openContract>;

/**
 * Opens a restaurant: its row and its lists of staff, and then its stores. Killed in between, the next start makes the stores.
 * @throws AppError `conflict` for a key or a name that there is, and for a folder of that name which holds something else;
 *   those of the check before opening for stores that lie there and are not this restaurant's
 */
export async function openBranch({ key, name }: BodyOf<typeof openContract>, by: WriteBy): Promise<Answer> {
  await requireFreeFolder(key);
  const answer = await changeRows(by, async (tx) => {
    const known = await branchRow(tx, key);
    if (known)
      throw new AppError("conflict", `There is a branch with the key ${key}: ${known.name}. Nothing was changed. Choose another key.`);
    await requireFreeName(tx, key, name);
    const { _max } = await tx.branch.aggregate({ _max: { position: true } });
    const position = (_max.position ?? 0) + 1;
    const row = await tx.branch.create({ data: { key, name, name_key: foldText(name), position, opened_at: timestamp() } });
    if ((await tx.staffMember.count({ where: { branch: key } })) === 0) await addDefaults(tx, [key]);
    return {
      answer: { message: `${name} is open.`, branch: listedBranch(row) },
      happened: [{ kind: "branch.opened", subjects: [key], payload: { key, name } }],
    };
  });
  failpoint("open-branch:row");
  const isKept = keptBranches().includes(key);
  if (isKept) await Promise.all(storeKindsOf(key).map((kind) => branchStore(key, kind)));
  return { ...answer, branch: { ...answer.branch, kept: isKept } };
}

/**
 * Calls a restaurant otherwise, everywhere at once; its key, its folder and what was written down under it stay.
 * @throws AppError `not_found`; `conflict` for another one's name, and when it is not called as expected
 */
export function renameBranch(key: string, { name, expected }: BodyOf<typeof renameContract>, by: WriteBy): Promise<Answer> {
  return changeRows(by, async (tx) => {
    const before = await branchRow(tx, key);
    if (!before) throw noSuchBranch();
    if (expected !== undefined && expected !== before.name)
      throw new AppError("conflict", `Somebody has named it ${before.name} meanwhile. Nothing was changed. Look again, then rename it.`);
    await requireFreeName(tx, key, name);
    if (name === before.name) return { answer: { message: `It is called ${name} already.`, branch: listedBranch(before) }, happened: [] };
    const row = await tx.branch.update({ where: { key }, data: { name, name_key: foldText(name) } });
    return {
      answer: { message: `${before.name} is called ${name} now.`, branch: listedBranch(row) },
      happened: [{ kind: "branch.renamed", subjects: [key], payload: { key, old: before.name, new: name } }],
    };
  });
}

/**
 * Closes a restaurant, which is only read from then on. Its tables are looked at, and the row written, in the turn of its table
 * store: nothing is saved in between.
 * @throws AppError `not_found`; `conflict` for the last open one, while a table is open, a file comes in, or a message waits to be sent
 */
export async function closeBranch(key: string, by: WriteBy): Promise<Answer> {
  if (!keptBranches().includes(key) || !isRestaurant(key)) return closeRow(key, by);
  const tables = await branchStore(key, "table");
  const book = await branchStore(key, "contacts").catch(() => null); // of one that cannot be read nothing goes on either
  if (book && importsUnderWay(book).length > 0)
    throw new AppError(
      "conflict",
      `The import of a file into ${branchName(key)}'s guest book is not finished. Nothing was changed. Wait until it is, then close it.`,
    );
  return tables.write(bySystem("close branch"), async (tx) => {
    const open = await tx.savedTable.count({ where: { closed_by: null } });
    if (open > 0) {
      const which = open === 1 ? "1 saved table" : `${open} saved tables`;
      throw new AppError(
        "conflict",
        `${branchName(key)} has ${which} that no End of Day has taken. Nothing was changed. Run End of Day there, then close it.`,
      );
    }
    return { answer: await closeRow(key, by), happened: [] };
  });
}

function closeRow(key: string, by: WriteBy): Promise<Answer> {
  return changeRows(by, async (tx) => {
    const row = await branchRow(tx, key);
    if (!row) throw noSuchBranch();
    const { name } = row;
    if (row.closed_at) return { answer: { message: `${name} is closed already.`, branch: listedBranch(row) }, happened: [] };
    if ((await tx.branch.count({ where: { closed_at: null } })) === 1)
      throw new AppError("conflict", `${name} is the last open branch, and one stays open. Nothing was changed. Open another one first.`);
    const waiting = await tx.queueItem.count({ where: { branch: key, status: { in: ["PENDING", "IN_PROGRESS"] } } });
    if (waiting > 0) {
      const which = waiting === 1 ? "1 message waits" : `${waiting} messages wait`;
      throw new AppError(
        "conflict",
        `In ${name} ${which} to be sent. Nothing was changed. Let them go out, or cancel them, then close it.`,
      );
    }
    const closed = await tx.branch.update({ where: { key }, data: { closed_at: timestamp() } });
    return {
      answer: { message: `${name} is closed.`, branch: listedBranch(closed) },
      happened: [{ kind: "branch.closed", subjects: [key], payload: { key, name } }],
    };
  });
}

/** Opens a restaurant again. @throws AppError `not_found` */
export function reopenBranch(key: string, by: WriteBy): Promise<Answer> {
  return changeRows(by, async (tx) => {
    const row = await branchRow(tx, key);
    if (!row) throw noSuchBranch();
    const { name } = row;
    if (!row.closed_at) return { answer: { message: `${name} is open already.`, branch: listedBranch(row) }, happened: [] };
    const opened = await tx.branch.update({ where: { key }, data: { closed_at: null } });
    return {
      answer: { message: `${name} is open again.`, branch: listedBranch(opened) },
      happened: [{ kind: "branch.reopened", subjects: [key], payload: { key, name } }],
    };
  });
}

/** A write of the rows; when it is committed, this process knows the branches as they are then. */
async function changeRows(by: WriteBy, work: (tx: Tx<"hub">) => Promise<Outcome<Answer>>): Promise<Answer> {
  const hub = await hubStore();
  const answer = await hub.write(by, work);
  learnBranchesAgain(hub.sql);
  return answer;
}

function noSuchBranch(): AppError {
  return new AppError("not_found", "There is no such branch. Nothing was changed. Look at the list again.");
}

/** No two branches are called the same, or look the same, and none as another one's key: a name is what people choose by. */
async function requireFreeName(tx: Tx<"hub">, key: string, name: string): Promise<void> {
  const folded = foldText(name);
  const others = await tx.branch.findMany({ where: { key: { not: key } } });
  const taken = others.find((one) => one.name_key === folded || foldText(one.key) === folded);
  if (taken || folded === CENTRAL)
    throw new AppError("conflict", `${taken?.name ?? branchName(CENTRAL)} has this name already. Nothing was changed. Choose another one.`);
  const alike = lookAlikeOf(name, [...others.flatMap((one) => [one.name, one.key]), branchName(CENTRAL)]);
  if (alike) throw new AppError("conflict", `This name looks like ${alike}. Nothing was changed. Choose another one.`);
}

/** A hub that was restored may not know a restaurant whose stores are still there: they are taken as they are, where they are its own. */
async function requireFreeFolder(key: string): Promise<void> {
  const folder = path.join(dataDir(), key);
  const isFile = existsSync(folder) && !statSync(folder).isDirectory();
  if (isFile) throw folderTaken();
  if (!existsSync(folder)) return;
  const stores = storeKindsOf(key).filter((kind) => existsSync(storeFile(key, kind)));
  for (const kind of stores) await checkBeforeOpen(storeFile(key, kind), kind, key);
  if (stores.length === 0 && readdirSync(folder).length > 0) throw folderTaken();
}

function folderTaken(): AppError {
  return new AppError("conflict", "The data folder has something of this name already. Nothing was changed. Choose another key.");
}
