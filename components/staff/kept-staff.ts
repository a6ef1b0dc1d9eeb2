import type { StaffLists } from "@/lib/staff/contract";
import { DEFAULT_STAFF } from "@/lib/staff/rules";

/** A branch's lists of the last answer, for when nobody answers. Losing them costs nothing that cannot be asked for again. */

const keyOf = (branch: string) => `STAFF_${branch}`;

export function keepStaff(branch: string, lists: StaffLists): void {
  try {
    window.localStorage.setItem(keyOf(branch), JSON.stringify(lists));
  } catch {
    // A full or blocked storage.
  }
}

const areNames = (value: unknown): value is string[] => Array.isArray(value) && value.every((name) => typeof name === "string");

/** The lists of the last answer, else the defaults. */
export function rememberedStaff(branch: string): StaffLists {
  try {
    const { hostesses, waiters } = JSON.parse(window.localStorage.getItem(keyOf(branch)) ?? "{}") as Record<string, unknown>;
    if (areNames(hostesses) && areNames(waiters)) return { hostesses, waiters };
  } catch {
    // What cannot be read is as good as nothing.
  }
  return DEFAULT_STAFF;
}
