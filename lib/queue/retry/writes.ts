import type { AnswerOf } from "../../api/endpoint";
import { eveningHours } from "../../business-day";
import { now } from "../../clock";
import type { WriteBy } from "../../db/actor";
import { hubStore } from "../../db/stores";
import { env } from "../../env";
import type { retryAll } from "../contract";
import { UNCERTAIN } from "../items/rules";
import { ItemsAtHand } from "../items/writes";
import { queueBell } from "../leases/reads";
import { limitsIn } from "../limits/reads";
import { sameFor } from "../limits/rules";
import { inTheseWords, namesOfSame } from "../messages/reads";
import { whoseGuestSaidNo } from "../recipients/reads";
import { failedSince } from "./reads";
import { retried, retriedText } from "./rules";

/** Puts the failed birthday messages of the last week back into the queue, as far as that is safe, and says how far. @param branches whose; null for every branch's */
export function retryBirthdays(by: WriteBy, branches: readonly string[] | null): Promise<AnswerOf<typeof retryAll>> {
  const where = { kind: "birthday" as const, created_at: { gt: failedSince() }, ...(branches && { branch: { in: [...branches] } }) };
  return retryFailed(where, "asc", by);
}

/** What a batch of messages has in common. */
type Which =
  | { kind: "birthday"; created_at: { gt: string }; branch?: { in: string[] } }
  | { kind: "menu"; table_name: string; task: { branch: string; created_at: { gt: string } } };

/**
 * Puts those of some messages that failed back into the queue, as far as that is safe, and says how far.
 * @param order of two that failed for one guest, the first goes out again
 */
export async function retryFailed(which: Which, order: "asc" | "desc", by: WriteBy): Promise<AnswerOf<typeof retryAll>> {
  const hub = await hubStore();
  const answer = await hub.write(by, async (tx) => {
    const at = now().getTime();
    const hours = eveningHours(env());
    const failed = await tx.queueItem.findMany({
      where: { ...which, status: "FAILED" },
      orderBy: [{ created_at: order }, { position: "asc" }],
    });
    const namesOf = namesOfSame(hub.sql, failed);
    const limits = limitsIn(hub.sql);
    const isWritten = inTheseWords(hub.sql, which.kind, failed, new Date(at - sameFor(limits, "service")).toISOString());
    const lately = { created_at: { gt: new Date(at - sameFor(limits, which.kind)).toISOString() } };
    const live = await tx.queueItem.findMany({
      where: {
        same_as: { in: failed.flatMap(namesOf) },
        OR: [
          { status: { in: ["PENDING", "IN_PROGRESS"] } },
          { status: "SENT", ...lately },
          // Nobody is wished a happy birthday twice because nobody knows.
          ...(which.kind === "birthday" ? [{ last_code: UNCERTAIN, ...lately }] : []),
        ],
      },
      select: { id: true, same_as: true },
    });
    // The same guest may stand in two failed campaigns: one greeting goes out.
    const taken = new Map<string, string[]>();
    const take = (name: string, id: string) => taken.set(name, [...(taken.get(name) ?? []), id]);
    for (const { id, same_as } of live) take(same_as, id);
    const saidNo = whoseGuestSaidNo(hub.sql, failed);
    let noes = 0;
    const hand = new ItemsAtHand(failed);
    const again = failed.flatMap((item) => {
      const isTaken = isWritten(item) || namesOf(item).some((name) => taken.get(name)?.some((id) => id !== item.id));
      const changes = isTaken ? null : retried(item, hours, at);
      if (!changes) return [];
      if (saidNo.has(item.id)) {
        noes++;
        return [];
      }
      for (const name of namesOf(item)) take(name, item.id);
      return [hand.change(item, changes)];
    });
    await hand.write(tx);
    const left = failed.length - again.length;
    const message = retriedText(again.length, left - noes, noes);
    const task_id = again.at(-1)?.task_id ?? null;
    const subjects = [...new Set(again.map((item) => item.task_id))];
    const happened = again.length > 0 ? [{ kind: "messages.retried" as const, subjects, payload: { retried: again.length, left } }] : [];
    return { answer: { message, retried: again.length, task_id }, happened };
  });
  queueBell().ring();
  return answer;
}
