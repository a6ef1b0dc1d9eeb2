import type Database from "better-sqlite3";
import { SEES_ALLERGIES } from "../allergies/hidden";
import { timestamp } from "../clock";
import { statement } from "../db/statements";
import { can } from "../permissions";
import type { ControlState } from "./contract";

const COUNTS = `SELECT (SELECT count(*) FROM user) AS users, (SELECT count(*) FROM user WHERE disabled_at IS NOT NULL) AS disabled,
  (SELECT count(*) FROM session WHERE revoked_at IS NULL AND expires_at > ?) AS sessions`;
const LAST = "SELECT u.name AS who, s.created_at AS at FROM session s JOIN user u ON u.id = s.user_id ORDER BY s.created_at DESC LIMIT 1";
const ROLES = "SELECT name, permissions FROM role ORDER BY name";

/** Who there is and who was there last. A role that seats guests and does not see what they cannot eat is named. */
export function peopleInShort(sql: Database.Database): NonNullable<ControlState["people"]> {
  const counts = statement<[string], { users: number; disabled: number; sessions: number }>(sql, COUNTS).get(timestamp());
  const roles = statement<[], { name: string; permissions: string }>(sql, ROLES).all();
  const isBlind = (grants: readonly string[]) => can(grants, "create_table") && !can(grants, SEES_ALLERGIES);
  return {
    ...(counts ?? { users: 0, disabled: 0, sessions: 0 }),
    roles: roles.length,
    last_sign_in: statement<[], { who: string; at: string }>(sql, LAST).get() ?? null,
    blind_roles: roles.filter(({ permissions }) => isBlind(JSON.parse(permissions))).map(({ name }) => name),
  };
}
