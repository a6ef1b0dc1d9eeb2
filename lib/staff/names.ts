import { withoutMarks } from "../clean-text";
import type { StaffLists, StaffRole } from "./contract";

/** Every branch starts with two hostesses and five waiters (docs/design/spec-shell.md 3). */
export const DEFAULT_STAFF: StaffLists = {
  hostesses: ["Maya", "Rima"],
  waiters: ["Elie", "Georges", "Jad", "Karim", "Tony"],
};

const LIST_OF = { hostess: "hostesses", waiter: "waiters" } as const;

/** The list of a role. */
function listOf(lists: StaffLists, role: StaffRole): string[] {
  return lists[LIST_OF[role]];
}

/** What makes two names the same: the case does not count, nor how Unicode spells an accent, nor marks that nobody sees. */
export function staffKey(name: string): string {
  return withoutMarks(name).trim().normalize("NFKC").toLowerCase();
}

/** Whether a list has a name already. */
export function hasName(list: readonly string[], name: string): boolean {
  return list.some((one) => staffKey(one) === staffKey(name));
}

export const sortNames = (names: readonly string[]): string[] => [...names].sort((a, b) => a.localeCompare(b));

/** The lists with one name more, sorted; the very same for an empty name and for one that is there. */
export function withName(lists: StaffLists, role: StaffRole, name: string): StaffLists {
  const list = listOf(lists, role);
  if (staffKey(name) === "" || hasName(list, name)) return lists;
  return { ...lists, [LIST_OF[role]]: sortNames([...list, name.trim()]) };
}

/** The lists without a name; the very same when it is not there. */
export function withoutName(lists: StaffLists, role: StaffRole, name: string): StaffLists {
  const list = listOf(lists, role);
  if (!hasName(list, name)) return lists;
  return { ...lists, [LIST_OF[role]]: list.filter((one) => staffKey(one) !== staffKey(name)) };
}
