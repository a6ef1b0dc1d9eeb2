import type { BodyOf } from "../../api/endpoint";
import type { Caller } from "../../caller";
import { now } from "../../clock";
import type { WriteBy } from "../../db/actor";
import { branchStore, hubStore } from "../../db/find-store";
import { statement } from "../../db/statements";
import { env } from "../../env";
import { AppError } from "../../errors";
import { isBranchKey } from "../../known-branches";
import { localTime } from "../../local-time";
import type { Enqueued } from "../contract";
import { enqueueMessages, type QueueBranch } from "../enqueue";
import { ofBranches } from "../stats";
import type { answerReplies } from "./contract";
import { freeWordsOf } from "./free-words";
import { NAMED } from "./list";
import { noteSettled } from "./settle";
import { REPLY_COLUMNS, type ReplyRow, toldReply } from "./state";

interface Answered extends ReplyRow {
  digits: string;
  account: string;
  branch: string;
  name: string;
}

const ANSWERED = (where: string) => `SELECT ${REPLY_COLUMNS}, r.digits, r.account, r.branch, coalesce(i.name, (${NAMED}), '') AS name
  FROM (SELECT * FROM guest_reply WHERE id IN (SELECT value FROM json_each(?)) AND ${where}) r
  LEFT JOIN queue_item i ON i.id = r.item_id ORDER BY r.at DESC`;

/**
 * Puts free words for a guest into the queue as a letter of the branch to which they wrote, by the number that they wrote to last; with the
 * very same write their replies are answered. An official number takes them for a day after the guest wrote, and no template goes in their place.
 * @param called whose letter it is where the guest wrote to no branch's message
 * @throws AppError `not_found`, `invalid_request` for replies of several guests, `conflict` where free words reach them no more, or where
 *   somebody has dealt with all of it, and as of `enqueueMessages`
 */
export async function answerGuest(
  called: QueueBranch,
  { ids, message, again }: BodyOf<typeof answerReplies>,
  by: WriteBy,
  caller: Caller,
): Promise<Enqueued> {
  const { sql } = await hubStore();
  const { where, values } = ofBranches(caller.branches);
  const asTheyStand = () => statement<string[], Answered>(sql, ANSWERED(where)).all(JSON.stringify(ids), ...values);
  const replies = asTheyStand();
  const [newest] = replies;
  if (!newest)
    throw new AppError("not_found", "These words are not there any more: they go after a week. Nothing was queued. Call the guest.");
  if (replies.some(({ digits }) => digits !== newest.digits))
    throw new AppError("invalid_request", "One guest is answered at a time. Nothing was queued.");
  const { digits, account, name } = newest;
  const free = freeWordsOf(sql, digits, account, now().getTime());
  if (!free.now) throw new AppError("conflict", TOO_LATE);
  const branch = isBranchKey(newest.branch) ? newest.branch : called.key;
  const handle =
    branch === called.key
      ? called
      : { key: branch, contacts: () => branchStore(branch, "contacts"), table: () => branchStore(branch, "table") };
  const items = [{ name, phone: `+${digits}`, message, branch }];
  return enqueueMessages(handle, { items, campaign: "service" }, by, caller, {
    until: free.until,
    answerFrom: account,
    alongside: async (tx, task) => {
      if (!again) refuseSecond(asTheyStand());
      const theirs = replies.map(({ id }) => id);
      return noteSettled(tx, theirs, "letter", by, task);
    },
  });
}

const TOO_LATE =
  "The guest wrote more than 24 hours ago: WhatsApp takes free words from an official number only within a day. Nothing was queued. Write a letter in Customer Service, which goes by the approved template, or call the guest.";

/** Two people read the same words: the second one hears of the first, and has typed nothing in vain. @throws AppError `conflict` */
function refuseSecond(rows: readonly ReplyRow[]): void {
  const theirs = rows.map(toldReply);
  const [first] = theirs.flatMap(({ done }) => done ?? []);
  if (!first || theirs.some(({ done }) => !done)) return;
  const who = first.name || "The house";
  const at = localTime(new Date(first.at), env().TIME_ZONE);
  throw new AppError(
    "conflict",
    `${who} has dealt with this at ${at}. Nothing was queued. Look at what they did, then send yours if it is still wanted.`,
  );
}
