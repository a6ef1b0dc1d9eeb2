import type { Tx } from "../db/clients";
import { hubStore } from "../db/find-store";
import { keptBranches } from "../env";
import type { ListedBranch } from "./contract";

/** A row as clients see it. */
export function listedBranch(row: Omit<ListedBranch, "kept">): ListedBranch {
  const { key, name, opened_at, closed_at } = row;
  return { key, name, opened_at, closed_at, kept: keptBranches().includes(key) };
}

/** The restaurants of the group, closed ones too, in the order in which lists show them. */
export async function listBranches(): Promise<{ branches: ListedBranch[] }> {
  const { read } = await hubStore();
  const rows = await read.branch.findMany({ orderBy: ORDER });
  return { branches: rows.map(listedBranch) };
}

const ORDER = [{ position: "asc" as const }, { key: "asc" as const }];

/** The row of a key, within a transaction; null for a key that is none. */
export function branchRow(tx: Tx<"hub">, key: string) {
  return tx.branch.findUnique({ where: { key } });
}
