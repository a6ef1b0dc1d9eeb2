import type { AnswerOf, BodyOf } from "../api/endpoint";
import type { WriteBy } from "../db/actor";
import type { Branch } from "../db/branch";
import type { Tx } from "../db/clients";
import { hubStore } from "../db/find-store";
import { env } from "../env";
import { AppError } from "../errors";
import { localDate } from "../local-time";
import { stopCard } from "../loyalty/cards";
import { dayAndMonth } from "../shown-dates";
import type { Card } from "./codes";
import type { replaceCard as contract } from "./contract";
import { customersNow, loyaltyOfGuest } from "./loyalty-of-guest";

/** @throws AppError `conflict` for a card in whose place a new one was made */
export async function requireNotReplaced(tx: Tx<"hub">, { customer, number }: Card): Promise<void> {
  const replaced = await tx.loyaltyCard.findUnique({ where: { customer_id_number: { customer_id: customer, number } } });
  if (!replaced) return;
  const day = dayAndMonth(localDate(new Date(replaced.replaced_at), env().TIME_ZONE));
  throw new AppError("conflict", `This card was replaced on ${day}. Ask for the guest's WhatsApp code instead.`);
}

/**
 * Makes a new card for a guest of the branch's book: every card that worked for them stops, also those of who became one guest with them, and the
 * next statement has the new one.
 * @throws AppError `not_found` for nobody, and for a guest who never had a point
 */
export async function replaceCard(
  branch: Branch,
  id: string,
  { reason }: BodyOf<typeof contract>,
  by: WriteBy,
): Promise<AnswerOf<typeof contract>> {
  const known = await loyaltyOfGuest(branch, id);
  const hub = await hubStore();
  return hub.write(by, async (tx) => {
    const name = known.contact.name || "This guest";
    const ids = await customersNow(tx, known);
    if (ids.length === 0) throw new AppError("not_found", `${name} has no points yet, so there is no card.`);
    const parts = await tx.loyaltyCustomer.findMany({ where: { merged_into: { in: ids } }, select: { id: true } });
    for (const customer of [...ids, ...parts.map((one) => one.id)]) await stopCard(tx, customer, { actor: by.actor, reason });
    const message = `The old card of ${name} works no more. The new one is on the next statement.`;
    return { answer: { message }, happened: [{ kind: "card.replaced", subjects: ids, payload: { reason, branch: branch.key } }] };
  });
}
