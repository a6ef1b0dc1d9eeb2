import type Database from "better-sqlite3";
import { statement } from "../db/statements";

/**
 * What a user is called, for a sentence that says who did something.
 * @param sql the hub's connection
 * @returns null for an id that is none of a user: the system, a worker, somebody whose row is gone
 */
export function userName(sql: Database.Database, id: string): string | null {
  return statement<[string], { name: string }>(sql, "SELECT name FROM user WHERE id = ?").get(id)?.name ?? null;
}
