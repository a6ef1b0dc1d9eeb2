import type Database from "better-sqlite3";
import type { AnswerOf } from "../../api/endpoint";
import { now } from "../../clock";
import { hubStore } from "../../db/find-store";
import { statement } from "../../db/statements";
import { shownPhone } from "../list";
import { UNDECIDED } from "../recipients/sounds-like-no";
import { ofBranches } from "../stats";
import { answersTo } from "./answers";
import { type GuestReply, type listReplies as listContract, MOST_LISTED } from "./contract";
import { freeWordsOf } from "./free-words";
import { repliesSince } from "./kept-for";
import { openReplies, REPLY_COLUMNS, type ReplyRow, toldReply } from "./state";

interface Row extends ReplyRow, Pick<GuestReply, "name" | "digits" | "branch"> {
  account: string;
  kind: NonNullable<GuestReply["kind"]> | null;
  written_since: string;
}

/** As a message of the branch named whoever wrote the reply `r` first; of words that are the group's, one of any branch. */
export const NAMED = `SELECT name FROM queue_item WHERE digits = r.digits AND name <> '' AND (r.branch = '' OR branch = r.branch)
  ORDER BY created_at DESC LIMIT 1`;

/** The branch that has written to a stranger since. What went to the sandbox nobody got. */
const WRITTEN_SINCE = `iif(r.branch <> '', '', coalesce((SELECT branch FROM queue_item WHERE digits = r.digits AND status = 'SENT'
  AND ended_at >= r.at AND coalesce(account, '') NOT GLOB 'sandbox*' ORDER BY ended_at DESC LIMIT 1), ''))`;

/** What guests wrote, as replies and of themselves, and what answers it. @param branches whose; null for every branch's */
export async function listReplies(branches: readonly string[] | null): Promise<AnswerOf<typeof listContract>> {
  const hub = await hubStore();
  const { sql } = hub;
  const at = now().getTime();
  const { where, values } = ofBranches(branches);
  const rows = statement<(string | number)[], Row>(
    sql,
    `SELECT ${REPLY_COLUMNS}, r.digits, r.branch, r.account, coalesce(i.name, (${NAMED}), '') AS name, i.kind, ${WRITTEN_SINCE} AS written_since
     FROM (SELECT * FROM guest_reply WHERE at > ? AND ${where} ORDER BY at DESC LIMIT ?) r LEFT JOIN queue_item i ON i.id = r.item_id
     ORDER BY r.at DESC`,
  ).all(repliesSince(at), ...values, MOST_LISTED);
  const replies = rows.map(({ kind, digits, branch, name, written_since, ...row }) => ({
    ...toldReply(row),
    ...{ digits, branch, name, written_since },
    ...(kind && { kind }),
    phone: shownPhone(digits, true),
  }));
  // The newest words say by which number they are answered.
  const newest = new Map(rows.toReversed().map(({ digits, account }) => [digits, account]));
  return {
    undecided: guestsWho(sql, UNDECIDED_GUESTS, [], branches),
    said_no: guestsWho(sql, SAID_NO, [repliesSince(at)], branches),
    replies,
    answers: await answersTo(hub, branches, at),
    free: [...newest].map(([digits, account]) => freeWordsOf(sql, digits, account, at)),
    unread: openReplies(sql, branches),
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
