import { timestamp } from "../clock";
import type { Actor } from "../db/actor";
import type { HubClient, Tx } from "../db/clients";

/** The number of a customer's card that works: the one after those that were replaced. */
export async function cardNumber(from: HubClient | Tx<"hub">, customer_id: string): Promise<number> {
  const { _max } = await from.loyaltyCard.aggregate({ _max: { number: true }, where: { customer_id } });
  return (_max.number ?? -1) + 1;
}

/** The card of a customer that works until now works no more. */
export async function stopCard(tx: Tx<"hub">, customer_id: string, { actor, reason }: { actor: Actor; reason: string }): Promise<void> {
  const number = await cardNumber(tx, customer_id);
  await tx.loyaltyCard.create({ data: { customer_id, number, replaced_at: timestamp(), replaced_by: actor.id, reason } });
}
