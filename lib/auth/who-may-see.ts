import "server-only";
import { hubStore } from "../db/find-store";
import { statement } from "../db/statements";
import { EVERYTHING, type Permission } from "../permissions";
import { namesOfWhoMay } from "./user-name";

/** Whose key a page is. */
export interface WhoMaySee {
  /** The names of the roles that hold it. */
  roles: string[];
  /** The names of up to three people who hold it in every branch. */
  people: string[];
}

const ROLES = `SELECT name FROM role r
  WHERE EXISTS (SELECT 1 FROM json_each(r.permissions) k WHERE k.value IN (?, '${EVERYTHING}')) ORDER BY name`;

/** Who may see the page of a permission, for a sentence that says it. */
export async function whoMaySee(permission: Permission): Promise<WhoMaySee> {
  const { sql } = await hubStore();
  const roles = statement<[string], string>(sql, ROLES).pluck().all(permission) as string[]; // the column's own texts
  return { roles, people: namesOfWhoMay(sql, [permission]) };
}
