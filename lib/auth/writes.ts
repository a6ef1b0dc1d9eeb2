import { randomBytes } from "node:crypto";
import { v7 as uuid } from "uuid";
import type { AnswerOf, BodyOf } from "../api/endpoint";
import { now, timestamp } from "../clock";
import type { Tx } from "../db/store";
import { hubStore } from "../db/stores";
import { env } from "../env";
import { AppError } from "../errors";
import type { login as loginContract, newUser as newUserContract, SessionUser } from "./contract";
import { weaknessOf } from "./password-strength";
import { hashPassword, passwordIsRight } from "./passwords";
import { DEFAULT_ROLES, EVERYTHING } from "./permissions";
import { listRoles, userById } from "./reads";
import { usernameKey } from "./rules";
import { inTurn, recordFailure, recordSuccess, refuseIfThrottled } from "./throttle";
import { makeToken, SIGN_IN_LASTS } from "./tokens";

/**
 * Signs somebody in.
 * @param address where the call came from, for the throttle
 * @throws AppError `unauthenticated` with the same words and at the same cost for a wrong name and a wrong password
 */
export async function signIn(credentials: BodyOf<typeof loginContract>, address: string): Promise<AnswerOf<typeof loginContract>> {
  const user = await inTurn(credentials.username, address, () => userWith(credentials, address));
  const hub = await hubStore();
  const sid = uuid();
  const expiresAt = new Date(now().getTime() + SIGN_IN_LASTS * 1000).toISOString();
  await hub.write((tx) => tx.session.create({ data: { id: sid, user_id: user.id, created_at: timestamp(), expires_at: expiresAt } }));
  return { access_token: await makeToken({ sid }), token_type: "bearer", expires_at: expiresAt, user };
}

async function userWith({ username, password }: BodyOf<typeof loginContract>, address: string): Promise<SessionUser> {
  refuseIfThrottled(username, address);
  const hub = await hubStore();
  const known = await hub.read.user.findUnique({ where: { username_key: usernameKey(username) } });
  const right = await passwordIsRight(password, known && !known.disabled_at ? known.password_hash : null);
  const user = right && known ? await userById(known.id) : null;
  if (!user) {
    recordFailure(username, address);
    throw new AppError("unauthenticated", "Wrong username or password.");
  }
  recordSuccess(username, address);
  return user;
}

/** The sign-in is over: its token is dead at the very next call. */
export async function signOut(sessionId: string): Promise<void> {
  const hub = await hubStore();
  await hub.write(async (tx) => {
    await tx.session.updateMany({ where: { id: sessionId, revoked_at: null }, data: { revoked_at: timestamp() } });
    await tx.session.deleteMany({ where: { expires_at: { lt: timestamp() } } });
  });
}

/** @throws AppError `conflict` when the name is taken, `invalid_request` for an unknown role or a weak password */
export async function createUser(input: BodyOf<typeof newUserContract>): Promise<SessionUser> {
  const weakness = await weaknessOf(input.password, input.username);
  if (weakness) throw new AppError("invalid_request", weakness, { issues: [{ path: "password", message: weakness }] });
  const password_hash = await hashPassword(input.password);
  const hub = await hubStore();
  const id = uuid();
  await hub.write(async (tx) => {
    const taken = await tx.user.findUnique({ where: { username_key: usernameKey(input.username) } });
    if (taken) throw new AppError("conflict", "This username is taken. Choose another one.");
    await addUser(tx, id, input.username, password_hash, input.roles);
  });
  const user = await userById(id);
  if (!user) throw new Error("The new user cannot be read back.");
  return user;
}

async function addUser(tx: Tx<"hub">, id: string, username: string, password_hash: string, roles: string[]): Promise<void> {
  const known = await tx.role.findMany({ where: { name: { in: roles } } });
  if (known.length !== new Set(roles).size) {
    throw new AppError("invalid_request", "There is no such role.", { issues: [{ path: "roles", message: "There is no such role." }] });
  }
  await tx.user.create({
    data: { id, username, username_key: usernameKey(username), name: username, password_hash, created_at: timestamp() },
  });
  await tx.userRole.createMany({ data: known.map((role) => ({ user_id: id, role_name: role.name })) });
}

/** @throws AppError `conflict` when nobody would hold everything any more */
export async function changeRole(role: string, permissions: string[]): Promise<Record<string, string[]>> {
  const hub = await hubStore();
  await hub.write(async (tx) => {
    const data = { permissions: JSON.stringify([...new Set(permissions)].sort()) };
    await tx.role.upsert({ where: { name: role }, create: { name: role, ...data }, update: data });
    if (!(await somebodyHoldsEverything(tx))) throw new AppError("conflict", "The last role that holds every permission must keep it.");
  });
  return listRoles();
}

/** A role that nobody has would help nobody. */
async function somebodyHoldsEverything(tx: Tx<"hub">): Promise<boolean> {
  const held = await tx.role.findMany({ where: { users: { some: { user: { disabled_at: null } } } } });
  return held.some((role) => (JSON.parse(role.permissions) as string[]).includes(EVERYTHING));
}

/**
 * First start: the two roles and the admin, from ADMIN_USERNAME and ADMIN_PASSWORD. Does nothing once there is a user.
 * @returns the sign-in to print once when the password was made up here, else null
 * @throws Error for a weak ADMIN_PASSWORD; nobody was made then
 */
export async function makeFirstUser(): Promise<{ username: string; password: string } | null> {
  const hub = await hubStore();
  if ((await hub.read.user.count()) > 0) return null;
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD } = env();
  const weakness = ADMIN_PASSWORD && (await weaknessOf(ADMIN_PASSWORD, username));
  if (weakness) throw new Error(`ADMIN_PASSWORD: ${weakness} Nobody was made; change the setting and start again.`);
  const password = ADMIN_PASSWORD ?? randomBytes(9).toString("base64url");
  const password_hash = await hashPassword(password);
  const made = await hub.write(async (tx) => {
    if ((await tx.user.count()) > 0) return false;
    for (const [name, grants] of Object.entries(DEFAULT_ROLES)) {
      await tx.role.upsert({ where: { name }, create: { name, permissions: JSON.stringify(grants) }, update: {} });
    }
    await addUser(tx, uuid(), username, password_hash, ["admin"]);
    return true;
  });
  return made && !ADMIN_PASSWORD ? { username, password } : null;
}
