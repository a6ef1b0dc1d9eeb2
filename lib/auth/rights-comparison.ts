import { EVERYTHING } from "../permissions";

/** What somebody may do, and where. */
export interface Rights {
  permissions: readonly string[];
  /** Null: in every branch. */
  branches: readonly string[] | null;
}

/**
 * Whether all that one may do, the other may too. Nobody gives what they do not hold, and nobody changes somebody who
 * holds more: else whoever may create users could make an admin, or take an admin's password.
 */
export function hasAllRightsOf(mine: Rights, theirs: Rights): boolean {
  const allOf = mine.permissions.includes(EVERYTHING) || theirs.permissions.every((key) => mine.permissions.includes(key));
  const everywhere = mine.branches === null || (theirs.branches?.every((branch) => mine.branches?.includes(branch)) ?? false);
  return allOf && everywhere;
}
