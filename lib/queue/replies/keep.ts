import { v7 as uuid } from "uuid";
import { now, timestamp } from "../../clock";
import { bySystem, type WriteBy } from "../../db/actor";
import type { Tx } from "../../db/clients";
import { hubStore } from "../../db/find-store";
import { log } from "../../log";
import { wasErasedSince } from "../../personal-data/erased-list";
import { REPLIED } from "../item-states";
import { transportOf } from "../send-policy/policy";
import { repliesSince } from "./kept-for";

/** Words of a guest to one of our numbers. */
export interface Words {
  digits: string;
  account: string;
  text: string;
  /** When they were written, in milliseconds. */
  said: number;
  /** They were taken for an answer about a reservation, which says it now: nobody has to do anything about them. */
  isTaken: boolean;
}

/** The official API tells when words were written by the second. */
const SECOND = 1_000;

/**
 * Keeps what a guest wrote as the reply to the newest message that the number sent them before (docs/design/open-screens.md 2.6.2).
 * Who wrote first answers none: their words are the branch's that wrote to them last. Of strangers they are the group's where an official
 * number heard them, which nobody sees elsewhere; what strangers write to a linked phone stands on that phone, and may be anybody's private
 * word. Told again, words are the same reply, and as read as it was. What somebody wrote before they were erased is no word of theirs any more.
 */
export async function keepReply(tx: Tx<"hub">, { digits, account, text, said, isTaken }: Words): Promise<void> {
  const item = await tx.queueItem.findFirst({
    where: { digits, status: "SENT", account, ended_at: { gte: repliesSince(said), lte: new Date(said + SECOND).toISOString() } },
    orderBy: { ended_at: "desc" },
    select: { id: true, branch: true },
  });
  const at = new Date(said).toISOString();
  const branch = item?.branch ?? (await lastToWrite(tx, digits));
  if (!item && (wasErasedSince(digits, at) || (branch === "" && transportOf(account) !== "cloud"))) return;
  if (item) await tx.queueItem.update({ where: { id: item.id }, data: { delivery: REPLIED } });
  await forgetReplies(tx);
  await tx.$executeRaw`
    INSERT INTO guest_reply (id, item_id, branch, digits, account, text, at, done_at, done_how)
    VALUES (${uuid()}, ${item?.id ?? ""}, ${branch}, ${digits}, ${account}, ${text}, ${at}, ${isTaken ? at : null}, ${isTaken ? "reservation" : null})
    ON CONFLICT DO NOTHING`;
}

/** The branch that sent somebody a message last; empty where none ever did. */
async function lastToWrite(tx: Tx<"hub">, digits: string): Promise<string> {
  const sent = { digits, status: "SENT", NOT: { account: { startsWith: "sandbox" } } };
  const last = await tx.queueItem.findFirst({ where: sent, orderBy: { ended_at: "desc" }, select: { branch: true } });
  return last?.branch ?? "";
}

/** Somebody has opened some replies, which wait for everybody all the same. @param branches those whose replies they may read; null for all. @returns how many were unread */
export async function seeReplies(ids: readonly string[], branches: readonly string[] | null, by: WriteBy): Promise<{ seen: number }> {
  const hub = await hubStore();
  return hub.write(by, async (tx) => {
    const theirs = branches === null ? {} : { branch: { in: [...branches] } };
    const unread = await tx.guestReply.findMany({ where: { id: { in: [...ids] }, seen_at: null, ...theirs }, select: { id: true } });
    const subjects = unread.map(({ id }) => id);
    await tx.guestReply.updateMany({ where: { id: { in: subjects } }, data: { seen_at: timestamp(), seen_by: by.actor.id } });
    const count = subjects.length;
    return { answer: { seen: count }, happened: count === 0 ? [] : [{ kind: "replies.opened", subjects, payload: { count } }] };
  });
}

async function forgetReplies(tx: Tx<"hub">): Promise<void> {
  await tx.guestReply.deleteMany({ where: { at: { lte: repliesSince(now().getTime()) } } });
}

/** Deletes the words that are older than a week. What fails is left to the next End of Day, and stops nothing. */
export async function forgetOldReplies(): Promise<void> {
  try {
    const hub = await hubStore();
    await hub.write(bySystem("end of day"), async (tx) => {
      await forgetReplies(tx);
      return { answer: undefined, happened: [] };
    });
  } catch (error) {
    log().error({ err: error }, "old replies were not deleted; the next End of Day does it");
  }
}
