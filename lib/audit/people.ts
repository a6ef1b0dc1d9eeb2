import type { Change, EventPayloads } from "../events";
import { branchName } from "../known-branches";
import { EVERYTHING, PERMISSIONS, type Permission } from "../permissions";

/** The names of users by their ids, as they are now. */
export type Names = ReadonlyMap<string, string>;

/** The person an event is about, its first subject: by name, or by id where the row is gone. */
export function personOf(subjects: readonly string[], names: Names): string {
  const [id = "somebody"] = subjects;
  return names.get(id) ?? id;
}

/** The branches that somebody works in. */
export function branchesInWords(branches: unknown): string {
  if (!Array.isArray(branches)) return "every branch";
  return branches
    .map(String)
    .map((branch) => branchName(branch))
    .join(", ");
}

const rolesInWords = (roles: unknown) => (Array.isArray(roles) ? roles.join(", ") : String(roles)) || "none";

const keysInWords = (keys: unknown) =>
  Array.isArray(keys) && keys.length > 0 ? keys.map(String).map(permissionInWords).join(", ") : "none";

/** What changed of a user: old and new values, disabled or enabled. */
export function userChanged({ old, new: now }: Change, person: string): string {
  const changed = [
    ...("roles" in now ? [`roles of ${person}: ${rolesInWords(old.roles)} → ${rolesInWords(now.roles)}`] : []),
    ...("own_keys" in now ? [`keys of ${person} beside the roles: ${keysInWords(old.own_keys)} → ${keysInWords(now.own_keys)}`] : []),
    ...("branches" in now ? [`branches of ${person}: ${branchesInWords(old.branches)} → ${branchesInWords(now.branches)}`] : []),
  ];
  const letIn = now.disabled ? `Disabled ${person}` : `Let ${person} in again`;
  return [...("disabled" in now ? [letIn] : []), ...changed.map((one) => `Changed ${one}`)].join(". ") || `Changed ${person}`;
}

const permissionInWords = (key: string) =>
  key === EVERYTHING ? "everything" : Object.hasOwn(PERMISSIONS, key) ? PERMISSIONS[key as Permission] : key;

/** What a role may do now that it might not before, and the other way round. */
export function roleChanged({ role, old, new: now }: EventPayloads["role.changed"]): string {
  const before = old ?? [];
  const given = now.filter((key) => !before.includes(key)).map(permissionInWords);
  const taken = before.filter((key) => !now.includes(key)).map(permissionInWords);
  const parts = [...(given.length > 0 ? [`gave ${given.join(", ")}`] : []), ...(taken.length > 0 ? [`took ${taken.join(", ")}`] : [])];
  return `Changed what the role ${role} may do${parts.length > 0 ? `: ${parts.join("; ")}` : ""}`;
}
