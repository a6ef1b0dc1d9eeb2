import type Database from "better-sqlite3";
import { now } from "../../clock";
import { statement } from "../../db/statements";
import { ofBranches } from "../stats";
import { repliesSince } from "./kept-for";
import type { Reply } from "./reply";

/**
 * Whether a reply `r` waits for everybody, in SQL: nobody has dealt with it, or the letter that answers it did not go. Who has only looked
 * at it takes it away from nobody.
 */
export const IS_OPEN = `(r.done_at IS NULL OR (r.done_how = 'letter' AND EXISTS (SELECT 1 FROM queue_item a
  WHERE a.task_id = r.answer_tasks ->> '$[#-1]' AND a.status IN ('FAILED', 'CANCELLED'))))`;

const nameOf = (column: string) => `coalesce((SELECT u.name FROM user u WHERE u.id = ${column}), '')`;

/** What a reply `r` says of itself, in SQL: `toldReply` makes it what is shown. */
export const REPLY_COLUMNS = `r.id, r.text, r.at, r.seen_at, ${nameOf("r.seen_by")} AS seen_name,
  iif(${IS_OPEN}, NULL, r.done_at) AS done_at, ${nameOf("r.done_by")} AS done_name, r.done_how`;

/** A row of `REPLY_COLUMNS`. */
export interface ReplyRow extends Pick<Reply, "id" | "text" | "at"> {
  seen_at: string | null;
  seen_name: string;
  done_at: string | null;
  done_name: string;
  done_how: string | null;
}

/** A reply as it is shown. */
export function toldReply({ id, text, at, seen_at, seen_name, done_at, done_name, done_how }: ReplyRow): Reply {
  const how = DONE.find((one) => one === done_how);
  return {
    id,
    text,
    at,
    seen: seen_at !== null,
    seen_by: seen_at === null ? null : { name: seen_name, at: seen_at },
    done: done_at !== null && how ? { how, name: done_name, at: done_at } : null,
  };
}

const DONE = ["letter", "answered", "none", "reservation"] as const;

/** How many replies nobody has dealt with. @param branches whose; null for every branch's */
export function openReplies(sql: Database.Database, branches: readonly string[] | null): number {
  const { where, values } = ofBranches(branches);
  const text = `SELECT count(*) FROM guest_reply r WHERE at > ? AND ${IS_OPEN} AND ${where}`;
  return (
    statement<string[], number>(sql, text)
      .pluck()
      .get(repliesSince(now().getTime()), ...values) ?? 0
  );
}
