import type { AnswerOf, BodyOf } from "../api/endpoint";
import type { WriteBy } from "../db/actor";
import type { Tx } from "../db/clients";
import { hubStore } from "../db/find-store";
import { AppError } from "../errors";
import { EVERYTHING } from "../permissions";
import type { changeRole as changeRoleContract } from "./contract";
import { lookAlikeOf, mixesScripts } from "./look-alikes";
import { hasAllRightsOf } from "./rights-comparison";
import { rightsIn, rolesIn } from "./signed-in";

/**
 * @throws AppError `conflict` when nobody would hold everything any more, or when the role is not as expected; `forbidden`
 * when it holds, or would hold, what the caller does not: a role is one for all branches; for a new role also `conflict` when its name looks
 * like another one's, and `invalid_request` for mixed scripts
 */
export async function changeRole(
  role: string,
  { permissions, expected }: BodyOf<typeof changeRoleContract>,
  by: WriteBy,
): Promise<AnswerOf<typeof changeRoleContract>> {
  const hub = await hubStore();
  return hub.write(by, async (tx) => {
    const before = await tx.role.findUnique({ where: { name: role } });
    const granted = [...new Set(permissions)].sort();
    const held = before && (JSON.parse(before.permissions) as string[]);
    if (expected && !sameGrants(expected, held ?? [])) throw roleChanged(await rolesIn(tx));
    if (!before) await requireOwnRoleName(tx, role);
    const touched = { permissions: [...(held ?? []), ...granted], branches: null };
    if (!hasAllRightsOf(await rightsIn(tx, by.actor), touched)) throw moreThanOwn();
    if (held && sameGrants(held, granted)) return { answer: { roles: await rolesIn(tx) }, happened: [] };
    const data = { permissions: JSON.stringify(granted) };
    await tx.role.upsert({ where: { name: role }, create: { name: role, ...data }, update: data });
    if (!(await somebodyHoldsEverything(tx))) throw new AppError("conflict", "The last role that holds every permission must keep it.");
    const payload = { role, old: held, new: granted };
    return { answer: { roles: await rolesIn(tx) }, happened: [{ kind: "role.changed", subjects: [role], payload }] };
  });
}

const sameGrants = (one: readonly string[], other: readonly string[]) =>
  [...new Set(one)].sort().join() === [...new Set(other)].sort().join();

const roleChanged = (roles: Record<string, string[]>) =>
  new AppError("conflict", "Somebody else changed this role in the meantime. Nothing was changed. Look at it again.", {
    fields: { current: roles },
  });

/** Counts only users, not roles that nobody has, and only users of every branch. */
export async function somebodyHoldsEverything(tx: Tx<"hub">): Promise<boolean> {
  const held = await tx.role.findMany({ where: { users: { some: { user: { disabled_at: null, branches: { none: {} } } } } } });
  return held.some((role) => (JSON.parse(role.permissions) as string[]).includes(EVERYTHING));
}

/** @throws AppError `conflict` for a name that an eye would take for another role's; `invalid_request` for mixed scripts */
async function requireOwnRoleName(tx: Tx<"hub">, role: string): Promise<void> {
  const names = (await tx.role.findMany({ select: { name: true } })).map(({ name }) => name);
  if (lookAlikeOf(role, names) !== undefined)
    throw new AppError(
      "conflict",
      "This name looks like another role's, and would be taken for it. Nothing was changed. Choose another one.",
    );
  requireOneScript(role, "role", "Nothing was changed");
}

/** @throws AppError `invalid_request` for a name in letters of several alphabets; @param safe what was not done */
export function requireOneScript(name: string, path: "username" | "role", safe: string): void {
  if (!mixesScripts(name)) return;
  const whose = path === "role" ? "A role's name" : "A username";
  const message = `${whose} is written in one alphabet: Latin, Arabic or another one. ${safe}. Write it in one.`;
  throw new AppError("invalid_request", message, { issues: [{ path, message }] });
}

export const moreThanOwn = () =>
  new AppError("forbidden", "Only somebody who holds all of these rights, in all of these branches, can do this. Nothing was changed.");

/** The rows of some roles. @throws AppError `invalid_request` when one of them does not exist */
export async function knownRoles(tx: Tx<"hub">, roles: readonly string[]) {
  const known = await tx.role.findMany({ where: { name: { in: [...roles] } } });
  if (known.length === new Set(roles).size) return known;
  throw new AppError("invalid_request", "There is no such role.", { issues: [{ path: "roles", message: "There is no such role." }] });
}
