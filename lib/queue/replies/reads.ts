import type { AnswerOf } from "../../api/endpoint";
import { now } from "../../clock";
import { statement } from "../../db/statements";
import { hubStore } from "../../db/stores";
import { ofBranches, shownPhone, unreadReplies } from "../reads";
import { type GuestReply, type listReplies as listContract, MOST_LISTED } from "./contract";
import { repliesSince } from "./rules";

type Row = Omit<GuestReply, "phone" | "seen"> & { seen: number };

/** What guests wrote back. @param branches whose; null for every branch's */
export async function listReplies(branches: readonly string[] | null): Promise<AnswerOf<typeof listContract>> {
  const { sql } = await hubStore();
  const { where, values } = ofBranches(branches);
  const rows = statement<(string | number)[], Row>(
    sql,
    `SELECT r.id, r.text, r.at, r.seen_at IS NOT NULL AS seen, r.digits, r.branch, i.name, i.kind
     FROM (SELECT * FROM guest_reply WHERE at > ? AND ${where} ORDER BY at DESC LIMIT ?) r JOIN queue_item i ON i.id = r.item_id
     ORDER BY r.at DESC`,
  ).all(repliesSince(now().getTime()), ...values, MOST_LISTED);
  const replies = rows.map(({ seen, ...row }) => ({ ...row, seen: seen === 1, phone: shownPhone(row.digits, true) }));
  return { replies, unread: unreadReplies(sql, branches) };
}
