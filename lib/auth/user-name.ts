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

const WHO_MAY = `SELECT u.name FROM user u WHERE u.disabled_at IS NULL
  AND (NOT EXISTS (SELECT 1 FROM user_branch b WHERE b.user_id = u.id)
    OR EXISTS (SELECT 1 FROM user_branch b WHERE b.user_id = u.id AND b.branch = ?))
  AND NOT EXISTS (SELECT 1 FROM json_each(?) wanted
    WHERE NOT EXISTS (SELECT 1 FROM json_each(u.own_keys) k WHERE k.value IN (wanted.value, '${EVERYTHING}'))
      AND NOT EXISTS (SELECT 1 FROM user_role ur JOIN role r ON r.name = ur.role_name JOIN json_each(r.permissions) k
        WHERE ur.user_id = u.id AND k.value IN (wanted.value, '${EVERYTHING}'))) ORDER BY u.name LIMIT 3`;

/**
 * The names of up to three who hold all of some rights, for a sentence that says whom to ask.
 * @param branch where they may work; left out, in every one
 */
export function namesOfWhoMay(sql: Database.Database, permissions: readonly Permission[], branch = ""): string[] {
  return statement<[string, string], string>(sql, WHO_MAY).pluck().all(branch, JSON.stringify(permissions));
}
