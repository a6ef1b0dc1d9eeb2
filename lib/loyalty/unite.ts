import type { Tx } from "../db/clients";
import { isNameless } from "./award-matching";
import { asTyped, customerOf, type KnownCustomer } from "./customers";
import { moveLines, reverseAward, type Telling } from "./ledger/lines";
import { noteSaid } from "./move-points";

/**
 * Of two customers one: the younger's visits, numbers and lines of the ledger go to the older. Two awards of one table count once: the
 * younger's is taken back, and kept for when they are two again (`partCustomers`).
 */
export async function unite(tx: Tx<"hub">, kept: KnownCustomer, gone: KnownCustomer, say: Telling): Promise<KnownCustomer> {
  const visits = await tx.loyaltyVisit.findMany({ where: { customer_id: { in: [kept.id, gone.id] } }, include: { numbers: true } });
  const placeOf = (visit: (typeof visits)[number]) => JSON.stringify([visit.branch, visit.table_key]);
  const counting = visits.filter((visit) => visit.counted_in === null);
  const places = new Map(counting.filter((visit) => visit.customer_id === kept.id).map((visit) => [placeOf(visit), visit.id]));
  const theirs = counting.filter((visit) => visit.customer_id === gone.id);
  const dropped = theirs.filter((visit) => places.has(placeOf(visit)));
  for (const visit of dropped) {
    const counted_in = places.get(placeOf(visit)) as string; // only visits of such a place are dropped
    await noteSaid(tx, counted_in, visit.numbers);
    await tx.loyaltyVisit.updateMany({ where: { OR: [{ id: visit.id }, { counted_in: visit.id }] }, data: { counted_in } });
  }
  await tx.loyaltyVisit.updateMany({ where: { customer_id: gone.id }, data: { customer_id: kept.id } });
  await moveLines(tx, await rootsOf(tx, gone.id), gone.id, kept.id);
  for (const { id } of dropped) await reverseAward(tx, id, { source: "two became one", reason: "One table counts once" }, say);
  await tx.loyaltyCustomerPhone.deleteMany({ where: { customer_id: gone.id } });
  await tx.loyaltyCustomer.updateMany({ where: { OR: [{ id: gone.id }, { merged_into: gone.id }] }, data: { merged_into: kept.id } });
  const more = gone.numbers.filter(({ digits }) => !kept.numbers.some((number) => number.digits === digits));
  const name = isNameless(kept.name) ? gone.name : kept.name;
  const phone = [kept.phone, ...more.map((number) => asTyped(gone, number))].filter(Boolean).join(", ");
  const numbers = await writeNumbers(tx, kept, more);
  const { points } = await tx.loyaltyCustomer.update({ where: { id: kept.id }, data: { name, phone } });
  const payload = {
    old: { kept: customerOf(kept), gone: { ...customerOf(gone), numbers: gone.numbers } },
    new: { name, phone, points },
    visits_moved: theirs.filter((visit) => !dropped.includes(visit)).map(({ id }) => id),
    visits_dropped: dropped.map(({ numbers: _, guest_name: __, ...visit }) => visit),
  };
  say({ kind: "customers.united", subjects: [kept.id, gone.id], payload });
  return { ...kept, name, phone, points, numbers };
}

/** The lines of a customer that stand by themselves: the others follow theirs. */
export async function rootsOf(tx: Tx<"hub">, customer_id: string): Promise<string[]> {
  const lines = await tx.loyaltyLine.findMany({ where: { customer_id, of_line: null }, select: { id: true } });
  return lines.map(({ id }) => id);
}

type Digits = Omit<KnownCustomer["numbers"][number], "position">;

/** Numbers that a customer gains, after their own. */
export async function writeNumbers(
  tx: Tx<"hub">,
  { id, numbers }: KnownCustomer,
  more: readonly Digits[],
): Promise<KnownCustomer["numbers"]> {
  const next = Math.max(-1, ...numbers.map(({ position }) => position)) + 1;
  const rows = more.map(({ digits, key, calling_code }, index) => ({ digits, key, calling_code, position: next + index }));
  await tx.loyaltyCustomerPhone.createMany({ data: rows.map((row) => ({ ...row, customer_id: id })) });
  return [...numbers, ...rows];
}
