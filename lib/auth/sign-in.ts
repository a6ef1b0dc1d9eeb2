import { v7 as uuid } from "uuid";
import type { AnswerOf, BodyOf } from "../api/endpoint";
import { now, timestamp } from "../clock";
import { bySystem, type WriteBy } from "../db/actor";
import type { Tx } from "../db/clients";
import { hubStore } from "../db/find-store";
import { statement } from "../db/statements";
import { env } from "../env";
import { AppError } from "../errors";
import type { Happening, Outcome } from "../events";
import { DEFAULT_ROLES, EVERYTHING } from "../permissions";
import type {
  changeRole as changeRoleContract,
  login as loginContract,
  logout as logoutContract,
  newUser as newUserContract,
  SessionUser,
} from "./contract";
import { lookAlikeOf, mixesScripts } from "./look-alikes";
import { weaknessOf } from "./password-strength";
import { hashPassword, isOfAnotherCost, madeUpPassword, passwordIsRight } from "./passwords";
import { hasAllRightsOf } from "./rights-comparison";
import { rightsIn, rolesIn, sessionUser, userById } from "./signed-in";
import { inTurn, recordFailure, recordSuccess, refuseIfThrottled, type Trying } from "./throttle";
import { newPair, SIGN_IN_LASTS } from "./tokens";
import { usernameKey } from "./username-key";

/**
 * Signs somebody in.
 * @param from.address where the call came from, for the throttle and the trail
 * @param from.device what the list of sign-ins and the trail show, such as `Chrome on Android`
 * @throws AppError `unauthenticated` with the same words and at the same cost for a wrong name and a wrong password
 */
export async function signIn(
  credentials: BodyOf<typeof loginContract>,
  { address, device }: { address: string; device: string },
  by: WriteBy,
): Promise<AnswerOf<typeof loginContract>> {
  const { user, newHash } = await inTurn(credentials.username, address, (trying) => userWith(credentials, trying));
  const hub = await hubStore();
  const sid = uuid();
  const expiresAt = new Date(now().getTime() + SIGN_IN_LASTS * 1000).toISOString();
  await hub.write({ ...by, actor: { kind: "user", id: user.id } }, async (tx) => {
    if (newHash)
      await tx.user.updateMany({ where: { id: user.id, password_hash: newHash.inPlaceOf }, data: { password_hash: newHash.hash } });
    await tx.session.create({ data: { id: sid, user_id: user.id, created_at: timestamp(), expires_at: expiresAt, device } });
    const payload = { user_id: user.id, device, address };
    return { answer: undefined, happened: [{ kind: "session.started", subjects: [user.id, sid], payload }] };
  });
  return { ...(await newPair(sid, 0)), sign_in_ends_at: expiresAt, user };
}

interface KnownUser {
  id: string;
  password_hash: string;
  disabled_at: string | null;
}

const KNOWN_USER = "SELECT id, password_hash, disabled_at FROM user WHERE username_key = ?";

interface RightPassword {
  user: SessionUser;
  /** What is to be kept of the password instead, where the hash of an older version is of another cost. */
  newHash: { hash: string; inPlaceOf: string } | null;
}

async function userWith({ username, password }: BodyOf<typeof loginContract>, trying: Trying): Promise<RightPassword> {
  refuseIfThrottled(trying);
  const hub = await hubStore();
  const known = statement<[string], KnownUser>(hub.sql, KNOWN_USER).get(usernameKey(username));
  const right = await passwordIsRight(password, known && !known.disabled_at ? known.password_hash : null);
  const user = right && known ? await userById(known.id) : null;
  if (!known || !user) {
    recordFailure(trying);
    throw new AppError("unauthenticated", "Wrong username or password.");
  }
  recordSuccess(trying);
  const inPlaceOf = known.password_hash;
  return { user, newHash: isOfAnotherCost(inPlaceOf) ? { hash: await hashPassword(password), inPlaceOf } : null };
}

/** The sign-in is over: its token is dead at the very next call. */
export async function signOut(sessionId: string, by: WriteBy): Promise<AnswerOf<typeof logoutContract>> {
  const hub = await hubStore();
  return hub.write(by, async (tx) => {
    await tx.session.updateMany({ where: { id: sessionId, revoked_at: null }, data: { revoked_at: timestamp() } });
    await tx.session.deleteMany({ where: { expires_at: { lt: timestamp() } } });
    return {
      answer: { ok: true, message: "Logged out." },
      happened: [{ kind: "session.ended", subjects: [by.actor.id, sessionId], payload: {} }],
    };
  });
}

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

/** The same of a role that is new. */
async function requireOwnRoleName(tx: Tx<"hub">, role: string): Promise<void> {
  const names = (await tx.role.findMany({ select: { name: true } })).map(({ name }) => name);
  if (lookAlikeOf(role, names) !== undefined)
    throw new AppError(
      "conflict",
      "This name looks like another role's, and would be taken for it. Nothing was changed. Choose another one.",
    );
  requireOneScript(role, "role", "Nothing was changed");
}

function requireOneScript(name: string, path: "username" | "role", safe: string): void {
  if (!mixesScripts(name)) return;
  const whose = path === "role" ? "A role's name" : "A username";
  const message = `${whose} is written in one alphabet: Latin, Arabic or another one. ${safe}. Write it in one.`;
  throw new AppError("invalid_request", message, { issues: [{ path, message }] });
}

/** The hash of a password that is good enough. @throws AppError `invalid_request` with why it is not */
export async function hashStrong(password: string, username: string): Promise<string> {
  const weakness = await weaknessOf(password, username);
  if (weakness) throw new AppError("invalid_request", weakness, { issues: [{ path: "password", message: weakness }] });
  return hashPassword(password);
}

export const moreThanOwn = () =>
  new AppError("forbidden", "Only somebody who holds all of these rights, in all of these branches, can do this. Nothing was changed.");

const userCreated = ({ id, username, roles, branches }: SessionUser): Happening => ({
  kind: "user.created",
  subjects: [id],
  payload: { username, roles, branches },
});

/** The rows of some roles. @throws AppError `invalid_request` when one of them does not exist */
export async function knownRoles(tx: Tx<"hub">, roles: readonly string[]) {
  const known = await tx.role.findMany({ where: { name: { in: [...roles] } } });
  if (known.length === new Set(roles).size) return known;
  throw new AppError("invalid_request", "There is no such role.", { issues: [{ path: "roles", message: "There is no such role." }] });
}

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
