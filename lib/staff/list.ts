import type { HubClient, Tx } from "../db/clients";
import { hubStore } from "../db/find-store";
import type { Restaurant } from "../known-branches";
import type { StaffLists } from "./contract";
import { sortNames } from "./names";

/** A branch's hostesses and waiters, sorted as people sort names. */
export async function staffOf(branch: Restaurant): Promise<StaffLists> {
  const { read } = await hubStore();
  return staffIn(read, branch);
}

/** The same from within a transaction. */
export async function staffIn(from: HubClient | Tx<"hub">, branch: Restaurant): Promise<StaffLists> {
  const rows = await from.staffMember.findMany({ where: { branch } });
  const named = (role: string) => sortNames(rows.filter((row) => row.role === role).map((row) => row.name));
  return { hostesses: named("hostess"), waiters: named("waiter") };
}
