import { now } from "../../clock";
import type { WriteBy } from "../../db/actor";
import { Prisma } from "../../db/clients";
import { hubStore } from "../../db/find-store";
import { statement } from "../../db/statements";
import { AppError } from "../../errors";
import { cancelItems } from "../pause/pause";
import { ofBranches } from "../stats";

/**
 * Cancels one answer that no worker was allowed to send yet; what it answers waits for everybody again (`IS_OPEN`).
 * @param id of the message; @param branches those whose replies somebody may read; null for all
 * @throws AppError `not_found`, `conflict` for one that was handed over, or is over
 */
export async function takeBackAnswer(id: string, branches: readonly string[] | null, by: WriteBy): Promise<{ taken_back: true }> {
  const hub = await hubStore();
  const { where, values } = ofBranches(branches);
  return hub.write(by, async (tx) => {
    const theirs = statement<string[], unknown>(hub.sql, `SELECT 1 FROM queue_item WHERE id = ? AND answers_guest AND ${where}`);
    if (!theirs.get(id, ...values)) throw new AppError("not_found", "There is no such answer. Nothing was changed.");
    const { cancelled_items, still_sending } = await cancelItems(tx, Prisma.sql`id = ${id}`, now().getTime());
    if (cancelled_items === 0) throw new AppError("conflict", still_sending > 0 ? HANDED_OVER : OVER);
    return { answer: { taken_back: true }, happened: [{ kind: "answer.taken_back", subjects: [id], payload: {} }] };
  });
}

const HANDED_OVER = "It was handed to WhatsApp already, and may arrive: it cannot be taken back. Write again, or call the guest.";
const OVER = "It does not wait any more. Nothing was changed: look how far it came.";
