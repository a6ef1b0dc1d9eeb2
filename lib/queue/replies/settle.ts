import { timestamp } from "../../clock";
import type { WriteBy } from "../../db/actor";
import type { Tx } from "../../db/clients";
import { hubStore } from "../../db/find-store";
import type { Happening } from "../../events";

/** How somebody says that replies were dealt with; `open` takes it back. */
type How = "letter" | "answered" | "none" | "open";

/**
 * Some replies wait for nobody any more, or for everybody again.
 * @param branches those whose replies somebody may read; null for all
 * @returns how many stood otherwise before
 */
export async function settleReplies(
  ids: readonly string[],
  how: Exclude<How, "letter">,
  branches: readonly string[] | null,
  by: WriteBy,
): Promise<{ changed: number }> {
  const hub = await hubStore();
  return hub.write(by, async (tx) => {
    const theirs = branches === null ? {} : { branch: { in: [...branches] } };
    // What somebody else has dealt with meanwhile stays said of them.
    const other =
      how === "open" ? { done_at: { not: null } } : { OR: [{ done_at: null }, { done_how: { in: ["letter", "reservation"] } }] };
    const rows = await tx.guestReply.findMany({ where: { id: { in: [...ids] }, ...theirs, ...other }, select: { id: true } });
    const subjects = rows.map(({ id }) => id);
    const happened = await noteSettled(tx, subjects, how, by);
    return { answer: { changed: subjects.length }, happened };
  });
}

/** @param task of the letter that answers them */
export async function noteSettled(tx: Tx<"hub">, ids: readonly string[], how: How, by: WriteBy, task?: string): Promise<Happening[]> {
  if (ids.length === 0) return [];
  const settled = { done_at: timestamp(), done_by: by.actor.id, done_how: how };
  const data = how === "open" ? { done_at: null, done_by: null, done_how: null } : settled;
  await tx.guestReply.updateMany({ where: { id: { in: [...ids] } }, data });
  if (task !== undefined)
    await tx.$executeRaw`
      UPDATE guest_reply SET answer_tasks = json_insert(coalesce(answer_tasks, '[]'), '$[#]', ${task})
      WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  return [{ kind: "replies.settled", subjects: [...ids], payload: { count: ids.length, how } }];
}

/** What some guests have written waits for nobody any more. @param digits whose */
export async function settleRepliesOf(tx: Tx<"hub">, digits: readonly string[], by: WriteBy): Promise<Happening[]> {
  if (digits.length === 0) return [];
  const open = await tx.guestReply.findMany({ where: { digits: { in: [...digits] }, done_at: null }, select: { id: true } });
  return noteSettled(
    tx,
    open.map(({ id }) => id),
    "none",
    by,
  );
}
