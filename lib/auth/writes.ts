import { randomBytes } from "node:crypto";
import { v7 as uuid } from "uuid";
import type { AnswerOf, BodyOf } from "../api/endpoint";
import { now, timestamp } from "../clock";
import { bySystem, type WriteBy } from "../db/actor";
import type { Tx } from "../db/clients";
import { statement } from "../db/statements";
import { hubStore } from "../db/stores";
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
import { weaknessOf } from "./password-strength";
import { hashPassword, passwordIsRight } from "./passwords";
import { rolesIn, sessionUser, userById } from "./reads";
import { usernameKey } from "./rules";
import { inTurn, recordFailure, recordSuccess, refuseIfThrottled } from "./throttle";
import { makeToken, SIGN_IN_LASTS } from "./tokens";

/**
 * Signs somebody in.
 * @param address where the call came from, for the throttle
 * @throws AppError `unauthenticated` with the same words and at the same cost for a wrong name and a wrong password
 */
export async function signIn(
  credentials: BodyOf<typeof loginContract>,
  address: string,
  by: WriteBy,
): Promise<AnswerOf<typeof loginContract>> {
  const user = await inTurn(credentials.username, address, () => userWith(credentials, address));
  const hub = await hubStore();
  const sid = uuid();
  const expiresAt = new Date(now().getTime() + SIGN_IN_LASTS * 1000).toISOString();
  await hub.write({ ...by, actor: { kind: "user", id: user.id } }, async (tx) => {
    await tx.session.create({ data: { id: sid, user_id: user.id, created_at: timestamp(), expires_at: expiresAt } });
    return { answer: undefined, happened: [{ kind: "session.started", subjects: [user.id, sid], payload: { user_id: user.id } }] };
  });
  return { access_token: await makeToken({ sid }), token_type: "bearer", expires_at: expiresAt, user };
}

interface KnownUser {
  id: string;
  password_hash: string;
  disabled_at: string | null;
}

const KNOWN_USER = "SELECT id, password_hash, disabled_at FROM user WHERE username_key = ?";

async function userWith({ username, password }: BodyOf<typeof loginContract>, address: string): Promise<SessionUser> {
  refuseIfThrottled(username, address);
  const hub = await hubStore();
  const known = statement<[string], KnownUser>(hub.sql, KNOWN_USER).get(usernameKey(username));
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

/** @throws AppError `conflict` when the name is taken, `invalid_request` for an unknown role or a weak password */
export async function createUser(input: BodyOf<typeof newUserContract>, by: WriteBy): Promise<AnswerOf<typeof newUserContract>> {
  const weakness = await weaknessOf(input.password, input.username);
  if (weakness) throw new AppError("invalid_request", weakness, { issues: [{ path: "password", message: weakness }] });
  const password_hash = await hashPassword(input.password);
  const hub = await hubStore();
  const id = uuid();
  return hub.write(by, async (tx) => {
    const taken = await tx.user.findUnique({ where: { username_key: usernameKey(input.username) } });
    if (taken) throw new AppError("conflict", "This username is taken. Choose another one.");
    const user = await addUser(tx, id, input.username, password_hash, input.roles);
    return { answer: { message: "User created", user }, happened: [userCreated(user)] };
  });
}

const userCreated = ({ id, username, roles }: SessionUser): Happening => ({
  kind: "user.created",
  subjects: [id],
  payload: { username, roles },
});

async function addUser(tx: Tx<"hub">, id: string, username: string, password_hash: string, roles: string[]): Promise<SessionUser> {
  const known = await tx.role.findMany({ where: { name: { in: roles } } });
  if (known.length !== new Set(roles).size) {
    throw new AppError("invalid_request", "There is no such role.", { issues: [{ path: "roles", message: "There is no such role." }] });
  }
  await tx.user.create({
    data: { id, username, username_key: usernameKey(username), name: username, password_hash, created_at: timestamp() },
  });
  await tx.userRole.createMany({ data: known.map((role) => ({ user_id: id, role_name: role.name })) });
  return sessionUser({ id, username, name: username }, known);
}

/** @throws AppError `conflict` when nobody would hold everything any more */
export async function changeRole(role: string, permissions: string[], by: WriteBy): Promise<AnswerOf<typeof changeRoleContract>> {
  const hub = await hubStore();
  return hub.write(by, async (tx) => {
    const before = await tx.role.findUnique({ where: { name: role } });
    const granted = [...new Set(permissions)].sort();
    const data = { permissions: JSON.stringify(granted) };
    await tx.role.upsert({ where: { name: role }, create: { name: role, ...data }, update: data });
    if (!(await somebodyHoldsEverything(tx))) throw new AppError("conflict", "The last role that holds every permission must keep it.");
    const payload = { role, old: before && (JSON.parse(before.permissions) as string[]), new: granted };
    return { answer: { roles: await rolesIn(tx) }, happened: [{ kind: "role.changed", subjects: [role], payload }] };
  });
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
  if (statement<[], { id: string }>(hub.sql, "SELECT id FROM user LIMIT 1").get()) return null;
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD } = env();
  const weakness = ADMIN_PASSWORD && (await weaknessOf(ADMIN_PASSWORD, username));
  if (weakness) throw new Error(`ADMIN_PASSWORD: ${weakness} Nobody was made; change the setting and start again.`);
  const password = ADMIN_PASSWORD ?? randomBytes(9).toString("base64url");
  const password_hash = await hashPassword(password);
  const made = await hub.write(bySystem("start"), async (tx): Promise<Outcome<boolean>> => {
    if ((await tx.user.count()) > 0) return { answer: false, happened: [] };
    for (const [name, grants] of Object.entries(DEFAULT_ROLES)) {
      await tx.role.upsert({ where: { name }, create: { name, permissions: JSON.stringify(grants) }, update: {} });
    }
    const user = await addUser(tx, uuid(), username, password_hash, ["admin"]);
    return { answer: true, happened: [userCreated(user)] };
  });
  return made && !ADMIN_PASSWORD ? { username, password } : null;
}
