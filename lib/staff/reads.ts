import type { Restaurant } from "../branches";
import { hubStore } from "../db/stores";
import type { StaffLists } from "./contract";

/** A branch's hostesses and waiters, sorted as people sort names. */
export async function staffOf(branch: Restaurant): Promise<StaffLists> {
  const { read } = await hubStore();
  const rows = await read.staffMember.findMany({ where: { branch } });
  const named = (role: string) =>
    rows
      .filter((row) => row.role === role)
      .map((row) => row.name)
      .sort((a, b) => a.localeCompare(b));
  return { hostesses: named("hostess"), waiters: named("waiter") };
}
