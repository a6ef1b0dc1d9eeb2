import { timestamp } from "../clock";
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
  const rows = hub.sql.prepare<[string, string], GrantRow>(WHO).all(claims.sid, timestamp());
  return rows[0] ? { user: userOf(rows), sessionId: claims.sid } : null;
}

function userOf(rows: GrantRow[]): SessionUser {
  const { id, username, name } = rows[0] as GrantRow; // the caller has looked
  const permissions = rows.flatMap((row) => (row.permissions ? (JSON.parse(row.permissions) as string[]) : []));
  return {
    id,
    username,
    name,
    roles: rows.flatMap((row) => row.role ?? []).sort(),
    permissions: [...new Set(permissions)].sort(),
  };
}

/** Every role and what it holds. */
export async function listRoles(): Promise<Record<string, string[]>> {
  const { read } = await hubStore();
  const rows = await read.role.findMany({ orderBy: { name: "asc" } });
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
