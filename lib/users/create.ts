import { v7 as uuid } from "uuid";
import type { AnswerOf, BodyOf } from "../api/endpoint";
import type { newUser as newUserContract, SessionUser } from "../auth/contract";
import { lookAlikeOf } from "../auth/look-alikes";
import { weaknessOf } from "../auth/password-strength";
import { hashPassword, madeUpPassword } from "../auth/passwords";
import { hasAllRightsOf } from "../auth/rights-comparison";
import { knownRoles, moreThanOwn, requireOneScript } from "../auth/roles";
import { rightsIn, sessionUser } from "../auth/signed-in";
import { usernameKey } from "../auth/username-key";
import { timestamp } from "../clock";
import { bySystem, type WriteBy } from "../db/actor";
import type { Tx } from "../db/clients";
import { hubStore } from "../db/find-store";
import { statement } from "../db/statements";
import { env } from "../env";
import { AppError } from "../errors";
import type { Happening, Outcome } from "../events";
import { DEFAULT_ROLES } from "../permissions";

/**
 * @throws AppError `conflict` when the name is taken or looks like another one, `invalid_request` for an unknown role, a weak password or mixed scripts, `forbidden`
 * when the new user could do what the caller cannot
 */
export async function createUser(input: BodyOf<typeof newUserContract>, by: WriteBy): Promise<AnswerOf<typeof newUserContract>> {
  const password_hash = await hashStrong(input.password, input.username);
  const hub = await hubStore();
  const id = uuid();
  return hub.write(by, async (tx) => {
    await requireOwnLooks(tx, input.username);
    const user = await addUser(tx, { id, username: input.username, password_hash }, input.roles, input.branches ?? []);
    if (!hasAllRightsOf(await rightsIn(tx, by.actor), user)) throw moreThanOwn();
    return { answer: { message: "User created", user }, happened: [userCreated(user)] };
  });
}

/** @throws AppError `conflict` for a name that is taken, or that an eye would take for another one; `invalid_request` for mixed scripts */
async function requireOwnLooks(tx: Tx<"hub">, username: string): Promise<void> {
  const users = await tx.user.findMany({ select: { username: true, username_key: true } });
  if (users.some(({ username_key }) => username_key === usernameKey(username)))
    throw new AppError("conflict", "This username is taken. Choose another one.");
  const names = users.map((user) => user.username);
  if (lookAlikeOf(username, names) !== undefined)
    throw new AppError(
      "conflict",
      "This username looks like another one, and would be taken for it. Nobody was created. Choose another one.",
    );
  requireOneScript(username, "username", "Nobody was created");
}

/** The hash of a password that is good enough. @throws AppError `invalid_request` with why it is not */
export async function hashStrong(password: string, username: string): Promise<string> {
  const weakness = await weaknessOf(password, username);
  if (weakness) throw new AppError("invalid_request", weakness, { issues: [{ path: "password", message: weakness }] });
  return hashPassword(password);
}

const userCreated = ({ id, username, roles, branches }: SessionUser): Happening => ({
  kind: "user.created",
  subjects: [id],
  payload: { username, roles, branches },
});

async function addUser(
  tx: Tx<"hub">,
  { id, username, password_hash }: { id: string; username: string; password_hash: string },
  roles: readonly string[],
  branches: readonly string[],
): Promise<SessionUser> {
  const known = await knownRoles(tx, roles);
  await tx.user.create({
    data: { id, username, username_key: usernameKey(username), name: username, password_hash, created_at: timestamp() },
  });
  await tx.userRole.createMany({ data: known.map((role) => ({ user_id: id, role_name: role.name })) });
  await tx.userBranch.createMany({ data: [...new Set(branches)].map((branch) => ({ user_id: id, branch })) });
  return sessionUser({ id, username, name: username, own_keys: "[]" }, known, branches);
}

/**
 * First start: the two roles and the admin, from ADMIN_USERNAME and ADMIN_PASSWORD.
 * @returns the sign-in, whose password is to be printed once when it was made up here, else null; null once there is a user
 * @throws Error for a weak ADMIN_PASSWORD; nobody was made then
 */
export async function makeFirstUser(): Promise<{ username: string; password: string | null } | null> {
  const hub = await hubStore();
  if (statement<[], { id: string }>(hub.sql, "SELECT id FROM user LIMIT 1").get()) return null;
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD } = env();
  const weakness = ADMIN_PASSWORD && (await weaknessOf(ADMIN_PASSWORD, username));
  if (weakness) throw new Error(`ADMIN_PASSWORD: ${weakness} Nobody was made; change the setting and start again.`);
  const password = ADMIN_PASSWORD ?? madeUpPassword();
  const password_hash = await hashPassword(password);
  const made = await hub.write(bySystem("start"), async (tx): Promise<Outcome<boolean>> => {
    if ((await tx.user.count()) > 0) return { answer: false, happened: [] };
    for (const [name, grants] of Object.entries(DEFAULT_ROLES)) {
      await tx.role.upsert({ where: { name }, create: { name, permissions: JSON.stringify(grants) }, update: {} });
    }
    const user = await addUser(tx, { id: uuid(), username, password_hash }, ["admin"], []);
    return { answer: true, happened: [userCreated(user)] };
  });
  return made ? { username, password: ADMIN_PASSWORD ? null : password } : null;
}
