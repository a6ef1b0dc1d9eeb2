import type Database from "better-sqlite3";
import { statement } from "../db/statements";
import { EVERYTHING, type Permission } from "../permissions";

/**
 * What a user is called, for a sentence that says who did something.
 * @param sql the hub's connection
 * @returns null for an id that is none of a user: the system, a worker, somebody whose row is gone
 */
export function userName(sql: Database.Database, id: string): string | null {
  return statement<[string], { name: string }>(sql, "SELECT name FROM user WHERE id = ?").get(id)?.name ?? null;
}

const WHO_MAY = `SELECT DISTINCT u.name FROM user u JOIN user_role ur ON ur.user_id = u.id JOIN role r ON r.name = ur.role_name
  WHERE u.disabled_at IS NULL AND NOT EXISTS (SELECT 1 FROM user_branch b WHERE b.user_id = u.id)
    AND EXISTS (SELECT 1 FROM json_each(r.permissions) WHERE value IN (?, '${EVERYTHING}')) ORDER BY u.name LIMIT 3`;

/** The names of up to three who hold a right in every branch, for a sentence that says whom to ask. */
export function namesOfWhoMay(sql: Database.Database, permission: Permission): string[] {
  return statement<[string], string>(sql, WHO_MAY).pluck().all(permission);
}
