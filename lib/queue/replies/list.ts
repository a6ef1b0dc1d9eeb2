import type Database from "better-sqlite3";
import type { AnswerOf } from "../../api/endpoint";
import { now } from "../../clock";
import { hubStore } from "../../db/find-store";
import { statement } from "../../db/statements";
import { shownPhone, unreadReplies } from "../list";
import { UNDECIDED } from "../recipients/sounds-like-no";
import { ofBranches } from "../stats";
import { type GuestReply, type listReplies as listContract, MOST_LISTED } from "./contract";
import { repliesSince } from "./kept-for";

type Row = Omit<GuestReply, "phone" | "seen" | "kind"> & { seen: number; kind: GuestReply["kind"] | null };

/** As a message of the branch named whoever wrote first; of words that are the group's, one of any branch. */
const NAMED = `SELECT name FROM queue_item WHERE digits = r.digits AND name <> '' AND (r.branch = '' OR branch = r.branch)
  ORDER BY created_at DESC LIMIT 1`;

/** What guests wrote, as replies and of themselves. @param branches whose; null for every branch's */
export async function listReplies(branches: readonly string[] | null): Promise<AnswerOf<typeof listContract>> {
  const { sql } = await hubStore();
  const { where, values } = ofBranches(branches);
  const rows = statement<(string | number)[], Row>(
    sql,
    `SELECT r.id, r.text, r.at, r.seen_at IS NOT NULL AS seen, r.digits, r.branch, coalesce(i.name, (${NAMED}), '') AS name, i.kind
     FROM (SELECT * FROM guest_reply WHERE at > ? AND ${where} ORDER BY at DESC LIMIT ?) r LEFT JOIN queue_item i ON i.id = r.item_id
     ORDER BY r.at DESC`,
  ).all(repliesSince(now().getTime()), ...values, MOST_LISTED);
  const replies = rows.map(({ seen, kind, ...row }) => ({
    ...row,
    ...(kind && { kind }),
    seen: seen === 1,
    phone: shownPhone(row.digits, true),
  }));
  return {
    undecided: guestsWho(sql, UNDECIDED_GUESTS, [], branches),
    said_no: guestsWho(sql, SAID_NO, [repliesSince(now().getTime())], branches),
    replies,
    unread: unreadReplies(sql, branches),
  };
}

type Undecided = NonNullable<AnswerOf<typeof listContract>["undecided"]>;

const UNDECIDED_GUESTS = `SELECT s.digits, s.said_at AS since FROM sounds_like_no s WHERE ${UNDECIDED} ORDER BY 2`;
/** By their own word, or by a sentence that somebody has decided is one; what staff noted of themselves, staff know. */
const SAID_NO = `SELECT r.digits, r.opted_out_at AS since FROM recipient r WHERE r.opted_out_at > ? AND (r.opted_out_by IN ('keyword', 'provider')
  OR EXISTS (SELECT 1 FROM sounds_like_no s WHERE s.digits = r.digits AND s.said_at > '')) ORDER BY 2 DESC`;

/**
 * Guests by their numbers, each with the newest message that they were sent, or that was queued for them; without one, only a number is known of them.
 * @param who selects `digits` and `since`
 * @param branches those that have written to them; null for every branch
 */
function guestsWho(sql: Database.Database, who: string, given: readonly string[], branches: readonly string[] | null): Undecided {
  const { where, values } = ofBranches(branches);
  // Whom one of some branches has only queued something for is not theirs to read; of all, what waits names them too.
  const of = branches === null ? "true" : `status = 'SENT' AND ${where}`;
  const newest = `SELECT id FROM queue_item WHERE digits = s.digits AND ${of}
    ORDER BY name <> '' DESC, status = 'SENT' DESC, coalesce(ended_at, created_at) DESC LIMIT 1`;
  const rows = statement<(string | number)[], Omit<Undecided[number], "phone">>(
    sql,
    `SELECT s.digits, s.since, coalesce(i.name, '') AS name, coalesce(i.branch, '') AS branch
     FROM (${who}) s ${branches === null ? "LEFT" : ""} JOIN queue_item i ON i.id = (${newest}) LIMIT ?`,
  ).all(...given, ...values, MOST_LISTED);
  return rows.map((row) => ({ ...row, phone: shownPhone(row.digits, true) }));
}
