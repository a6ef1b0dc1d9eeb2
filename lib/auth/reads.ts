import { timestamp } from "../clock";
import type { HubClient, Tx } from "../db/clients";
import { statement } from "../db/statements";
import { hubStore } from "../db/stores";
import type { SessionUser } from "./contract";
import { readToken } from "./tokens";

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
}

const WHO = `
  SELECT u.id, u.username, u.name, r.name AS role, r.permissions
  FROM session s
  JOIN user u ON u.id = s.user_id
  LEFT JOIN user_role ur ON ur.user_id = u.id
  LEFT JOIN role r ON r.name = ur.role_name
  WHERE s.id = ? AND s.revoked_at IS NULL AND s.expires_at > ? AND u.disabled_at IS NULL`;

/** Who a token stands for now: null when its sign-in was ended or has expired, or when the user was disabled. */
export async function whoHolds(token: string): Promise<SignedIn | null> {
  const claims = await readToken(token);
  if (!claims) return null;
  const hub = await hubStore();
  const rows = statement<[string, string], GrantRow>(hub.sql, WHO).all(claims.sid, timestamp());
  return rows[0] ? { user: userOf(rows), sessionId: claims.sid } : null;
}

function userOf(rows: GrantRow[]): SessionUser {
  const roles = rows.flatMap(({ role, permissions }) => (role === null ? [] : [{ name: role, permissions: permissions ?? "[]" }]));
  return sessionUser(rows[0] as GrantRow, roles); // the caller has looked
}

/** A user as clients see one, with everything that the roles grant. */
export function sessionUser(
  user: { id: string; username: string; name: string },
  roles: { name: string; permissions: string }[],
): SessionUser {
  const permissions = roles.flatMap((role) => JSON.parse(role.permissions) as string[]);
  return {
    id: user.id,
    username: user.username,
    name: user.name,
    roles: roles.map((role) => role.name).sort(),
    permissions: [...new Set(permissions)].sort(),
  };
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
      `SELECT u.id, u.username, u.name, r.name AS role, r.permissions FROM user u
       LEFT JOIN user_role ur ON ur.user_id = u.id LEFT JOIN role r ON r.name = ur.role_name WHERE u.id = ?`,
    )
    .all(id);
  return rows[0] ? userOf(rows) : null;
}
