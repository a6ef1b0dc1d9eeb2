import { createHash } from "node:crypto";
import { timestamp } from "../clock";
import type { Actor } from "../db/actor";
import type { HubClient, Tx } from "../db/clients";
import { hubStore } from "../db/find-store";
import { statement } from "../db/statements";
import { AppError } from "../errors";
import { EVERYTHING } from "../permissions";
import type { SessionUser } from "./contract";
import type { Rights } from "./rights-comparison";
import { opensCalls, readToken, type TokenSource } from "./tokens";

/** Somebody who is signed in: the user, and the sign-in by which they came. */
export interface SignedIn {
  user: SessionUser;
  sessionId: string;
}

interface GrantRow {
  id: string;
  username: string;
  name: string;
  role: string | null;
  permissions: string | null;
  /** JSON list. */
  branches: string;
  /** JSON list. */
  own_keys: string;
}

const GRANTS = `
  u.id, u.username, u.name, u.own_keys, r.name AS role, r.permissions,
  (SELECT json_group_array(b.branch) FROM user_branch b WHERE b.user_id = u.id) AS branches`;

const WHO = `
  SELECT ${GRANTS}
  FROM session s
  JOIN user u ON u.id = s.user_id
  LEFT JOIN user_role ur ON ur.user_id = u.id
  LEFT JOIN role r ON r.name = ur.role_name
  WHERE s.id = ? AND s.revoked_at IS NULL AND s.expires_at > ? AND s.renewal <= ? + 1 AND u.disabled_at IS NULL`;

/**
 * Whose call a token opens: null when it is over, or its sign-in was ended, or the user was disabled.
 * @param source a refresh token opens nothing but as the pages' cookie
 */
export async function whoHolds(token: string, source: TokenSource): Promise<SignedIn | null> {
  const claims = await readToken(token);
  if (!claims || !opensCalls(claims) || (claims.use === "refresh" && source !== "cookie")) return null;
  return whoIsSignedIn(claims.sid, claims.use === "refresh" ? claims.pair : undefined);
}

/** Who sees pages by a cookie: also when it is too old for calls, which renew it. Null for nobody. */
export async function whoseCookie(token: string): Promise<SignedIn | null> {
  const claims = await readToken(token);
  if (claims?.use !== "refresh") return whoHolds(token, "cookie");
  return whoIsSignedIn(claims.sid, claims.pair);
}

/** Whose sign-in a token is of, also when it is over itself: enough to end that sign-in, and for nothing else. */
export async function whoseSignIn(token: string): Promise<SignedIn | null> {
  const claims = await readToken(token);
  return claims && whoIsSignedIn(claims.sid);
}

/**
 * Whose a sign-in is: null when it was ended or has expired, or when the user was disabled.
 * @param pair of a cookie: of the newest pair, or of the one before, whose successor may not have come yet
 */
export async function whoIsSignedIn(sessionId: string, pair = Number.MAX_SAFE_INTEGER): Promise<SignedIn | null> {
  const hub = await hubStore();
  const rows = statement<[string, string, number], GrantRow>(hub.sql, WHO).all(sessionId, timestamp(), pair);
  return rows[0] ? { user: userOf(rows), sessionId } : null;
}

function userOf(rows: GrantRow[]): SessionUser {
  const roles = rows.flatMap(({ role, permissions }) => (role === null ? [] : [{ name: role, permissions: permissions ?? "[]" }]));
  const [row] = rows as [GrantRow]; // the caller has looked
  return sessionUser(row, roles, JSON.parse(row.branches) as string[]);
}

/** A user as clients see one, with everything that the roles grant, and what is granted beside them. @param branches none for somebody who works in every one */
export function sessionUser(
  user: { id: string; username: string; name: string; own_keys: string },
  roles: { name: string; permissions: string }[],
  branches: readonly string[],
): SessionUser {
  const own_keys = JSON.parse(user.own_keys) as string[];
  const permissions = [...own_keys, ...roles.flatMap((role) => JSON.parse(role.permissions) as string[])];
  return {
    id: user.id,
    username: user.username,
    name: user.name,
    roles: roles.map((role) => role.name).sort(),
    permissions: [...new Set(permissions)].sort(),
    branches: branches.length > 0 ? [...branches].sort() : null,
    own_keys: own_keys.sort(),
  };
}

/** A hash of the user's rights, which changes with them: every poll carries it, so the page learns of a change. Null without a user. */
export function rightsWord(user: Pick<SessionUser, "roles" | "permissions" | "branches"> | null): string | null {
  if (!user) return null;
  const { roles, permissions, branches } = user;
  return createHash("sha256")
    .update(JSON.stringify([roles, permissions, branches]))
    .digest("base64url")
    .slice(0, 16);
}

/** Every role and what it holds. */
export async function listRoles(): Promise<Record<string, string[]>> {
  const { read } = await hubStore();
  return rolesIn(read);
}

/** The same from within a transaction. */
export async function rolesIn(from: HubClient | Tx<"hub">): Promise<Record<string, string[]>> {
  const rows = await from.role.findMany({ orderBy: { name: "asc" } });
  return Object.fromEntries(rows.map((row) => [row.name, JSON.parse(row.permissions) as string[]]));
}

export async function userById(id: string): Promise<SessionUser | null> {
  const { sql } = await hubStore();
  const rows = sql
    .prepare<[string], GrantRow>(
      `SELECT ${GRANTS} FROM user u
       LEFT JOIN user_role ur ON ur.user_id = u.id LEFT JOIN role r ON r.name = ur.role_name WHERE u.id = ?`,
    )
    .all(id);
  return rows[0] ? userOf(rows) : null;
}

/** @throws AppError `unauthenticated`; a contract that says "signed-in" has asked already, and workers are nobody */
export function requireSignedIn(signedIn: SignedIn | null): SignedIn {
  if (!signedIn) throw new AppError("unauthenticated", "Please sign in.");
  return signedIn;
}

/** The rights of a caller; none without a sign-in. */
export function ownRights(signedIn: SignedIn | null): Rights {
  return { permissions: signedIn?.user.permissions ?? [], branches: signedIn?.user.branches ?? null };
}

/**
 * What an actor may do at this moment of a transaction: somebody who was disabled or lost a role a moment ago has it no more.
 * The server itself may do everything.
 */
export async function rightsIn(tx: Tx<"hub">, actor: Actor): Promise<Rights> {
  if (actor.kind === "system") return { permissions: [EVERYTHING], branches: null };
  return rightsOfUser(tx, actor.id);
}

/** The rights of a user; none if there is no such user, or it is disabled. */
async function rightsOfUser(tx: Tx<"hub">, id: string): Promise<Rights> {
  const user = await tx.user.findUnique({ where: { id }, include: { roles: { include: { role: true } }, branches: true } });
  if (!user || user.disabled_at) return { permissions: [], branches: [] };
  return rightsOfRow(user);
}

/** The rights of a user's row, whether disabled or not: what they would be again. */
export function rightsOfRow(user: {
  roles: { role: { permissions: string } }[];
  branches: { branch: string }[];
  own_keys: string;
}): Rights {
  const granted = [user.own_keys, ...user.roles.map(({ role }) => role.permissions)];
  const permissions = granted.flatMap((keys) => JSON.parse(keys) as string[]);
  return { permissions, branches: user.branches.length > 0 ? user.branches.map(({ branch }) => branch) : null };
}
