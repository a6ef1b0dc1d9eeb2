import type { AnswerOf } from "../../api/endpoint";
import { eveningHours } from "../../business-day";
import { now } from "../../clock";
import type { WriteBy } from "../../db/actor";
import type { Tx } from "../../db/clients";
import { hubStore } from "../../db/stores";
import { env } from "../../env";
import type { retryAll } from "../contract";
import type { Item } from "../items/rules";
import { ItemsAtHand } from "../items/writes";
import { queueBell } from "../leases/reads";
import { samenessOf } from "../messages/rules";
import { failedSince } from "./reads";
import { retried } from "./rules";

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
    const namesOf = await greetingsOfGuests(tx, failed);
    const live = await tx.queueItem.findMany({
      where: { same_as: { in: failed.flatMap(namesOf) }, status: { in: ["PENDING", "IN_PROGRESS", "SENT"] } },
      select: { same_as: true },
    });
    // The same guest may stand in two failed campaigns: one greeting goes out.
    const taken = new Set(live.map(({ same_as }) => same_as));
    const hand = new ItemsAtHand(failed);
    const again = failed.flatMap((item) => {
      const changes = namesOf(item).some((name) => taken.has(name)) ? null : retried(item, hours, at);
      if (!changes) return [];
      for (const name of namesOf(item)) taken.add(name);
      return [hand.change(item, changes)];
    });
    await hand.write(tx);
    const left = failed.length - again.length;
    const message = again.length === 0 ? NOTHING : `Retrying ${again.length} message(s).${left > 0 ? ` ${left} left as they are.` : ""}`;
    const task_id = again.at(-1)?.task_id ?? null;
    const subjects = [...new Set(again.map((item) => item.task_id))];
    const happened = again.length > 0 ? [{ kind: "messages.retried" as const, subjects, payload: { retried: again.length, left } }] : [];
    return { answer: { message, retried: again.length, task_id }, happened };
  });
  queueBell().ring();
  return answer;
}

const NOTHING = "No failed contacts to retry";

type Greeted = Pick<Item, "same_as" | "voucher">;

/** What a greeting to each number of a guest is called: two branches may write to one guest at different numbers. */
async function greetingsOfGuests(tx: Tx<"hub">, items: readonly Greeted[]): Promise<(item: Greeted) => string[]> {
  const files = [...new Set(items.map(({ voucher }) => voucher).filter(Boolean))];
  const vouchers = await tx.voucher.findMany({ where: { file: { in: files } }, select: { file: true, numbers: true } });
  const names = new Map(
    vouchers.map(({ file, numbers }) => [
      file,
      numbers.map(({ digits }) => samenessOf({ kind: "birthday", digits, table_name: "", text: "" })),
    ]),
  );
  return ({ same_as, voucher }) => [same_as, ...(names.get(voucher) ?? [])];
}
