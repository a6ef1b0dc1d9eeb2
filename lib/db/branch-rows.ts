import type Database from "better-sqlite3";
import { knowBranches } from "../known-branches";
import { processWide } from "../process-wide";
import { closedBranch } from "../require-open-branch";
import type { Tx } from "./clients";
import { statement } from "./statements";

/** Which open hub the branches of this process were read from. */
const read = () => processWide("branch rows", () => ({ from: null as Database.Database | null }));

/** Whether a hub has said them. */
export const areBranchesKnown = () => read().from !== null;

interface BranchRow {
  key: string;
  name: string;
  closed_at: string | null;
}

const ROWS = "SELECT key, name, closed_at FROM branch ORDER BY position, key";

/** The hub's rows become what this process knows; once for each opening of the hub, which may be another file by then. */
export function learnBranches(sql: Database.Database): void {
  if (read().from !== sql) learnBranchesAgain(sql);
}

/** Whether a branch is open as a transaction of the hub sees it. @throws AppError `branch_closed` */
export async function requireOpenIn(tx: Tx<"hub">, key: string): Promise<void> {
  const row = await tx.branch.findUnique({ where: { key }, select: { closed_at: true } });
  if (row?.closed_at) throw closedBranch(key);
}

/** The same after a change of the rows: to be called when it is committed. */
export function learnBranchesAgain(sql: Database.Database): void {
  const rows = statement<[], BranchRow>(sql, ROWS).all();
  knowBranches(rows.map(({ key, name, closed_at }) => ({ key, name, isClosed: closed_at !== null })));
  read().from = sql;
}
