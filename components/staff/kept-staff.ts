import { keyAt } from "@/lib/api/backends";
import type { StaffLists } from "@/lib/staff/contract";
import { DEFAULT_STAFF } from "@/lib/staff/names";

/** A branch's lists of the last answer, for when nobody answers. Losing them costs nothing that cannot be asked for again. */

const keyOf = (base: string, branch: string) => keyAt(base, `STAFF_${branch}`);

export function keepStaff(base: string, branch: string, lists: StaffLists): void {
  try {
    window.localStorage.setItem(keyOf(base, branch), JSON.stringify(lists));
  } catch {
    // A full or blocked storage.
  }
}

const areNames = (value: unknown): value is string[] => Array.isArray(value) && value.every((name) => typeof name === "string");

/** The lists of the last answer, else the defaults. */
export function rememberedStaff(base: string, branch: string): StaffLists {
  try {
    const { hostesses, waiters } = JSON.parse(window.localStorage.getItem(keyOf(base, branch)) ?? "{}") as Record<string, unknown>;
    if (areNames(hostesses) && areNames(waiters)) return { hostesses, waiters };
  } catch {
    // What cannot be read is as good as nothing.
  }
  return DEFAULT_STAFF;
}
