import type { Tx } from "../db/clients";
import type { Say } from "../events";
import { type PhoneNumber, samePhone } from "../phones";
import { failpoint } from "../test-hooks";
import { customersAgree, numbersNow, type SeatedGuest, unsaidNumbers } from "./award-matching";
import { type Award, asTyped, customerOf, customersWith, type KnownCustomer, type SeatedTable } from "./customers";
import { reverseAward, type Telling } from "./ledger/lines";

/**
 * Makes an award follow its guest, whose number was corrected after it was given. What the table says no more leaves the
 * customer where no other award says it; where all that is left to the customer is others', the award goes, and the guest
 * gets it anew as who they are.
 * @returns the customer who keeps the award; null when it was taken back
 */
export async function movePoints(
  tx: Tx<"hub">,
  table: SeatedTable,
  award: Award,
  awards: readonly Award[],
  say: Telling,
): Promise<KnownCustomer | null> {
  const gone = unsaidNumbers(table, award, awards);
  if (gone.length === 0) return award.customer;
  const others = await otherAwards(tx, award);
  const customer = await forgetNumbers(tx, award.customer, others, gone, say);
  const now = numbersNow(table, award, awards);
  const isStillTheirs = customer.numbers.some((number) => now.some((other) => samePhone(number, other)));
  // Whoever has the corrected number already may be the very guest, as another customer: these two become one.
  const isNobodyElses = others.length === 0 && (await customersWith(tx, now)).every(({ name }) => customersAgree(name, customer.name));
  if (!isStillTheirs && !isNobodyElses) {
    await takeBackForgotten(tx, award, say);
    return null;
  }
  const digits = gone.map((number) => number.digits);
  await tx.loyaltyVisitPhone.deleteMany({ where: { visit_id: award.id, digits: { in: digits } } });
  return customer;
}

/** Takes back an award that belongs to no guest any more, and removes numbers from its customer that no other award has. */
export async function takeBackForgotten(tx: Tx<"hub">, award: Award, say: Telling): Promise<void> {
  await forgetNumbers(tx, award.customer, await otherAwards(tx, award), award.numbers, say);
  await takeBackAward(tx, award, say);
}

async function takeBackAward(tx: Tx<"hub">, { id, customer_id, branch, table_key, points }: Award, say: Telling): Promise<void> {
  await reverseAward(tx, id, { source: "table", reason: "Nobody of this award is at the table any more" }, say);
  // What counted in its place goes with it: whoever still sits there is awarded anew.
  await tx.loyaltyVisit.deleteMany({ where: { OR: [{ id }, { counted_in: id }] } });
  const customer = await tx.loyaltyCustomer.findUniqueOrThrow({ where: { id: customer_id } });
  failpoint("loyalty:taken-back");
  const payload = { customer_id, visit_id: id, branch, table_key, points, points_total: customer.points };
  say({ kind: "points.taken_back", subjects: [customer_id, id], payload });
}

/** Writes down what a table says of the guest of an award: a later correction takes just that from the customer. */
export async function noteSaid(
  tx: Tx<"hub">,
  visitId: string,
  numbers: readonly Pick<PhoneNumber, "digits" | "key" | "calling_code">[],
  guest?: Pick<SeatedGuest, "name">,
): Promise<void> {
  // At once: a guest may have dozens, and each alone would hold the event loop longer than all together.
  const rows = JSON.stringify(numbers.map(({ digits, key, calling_code }) => ({ digits, key, calling_code })));
  if (numbers.length > 0)
    await tx.$executeRaw`
      INSERT INTO loyalty_visit_phone (visit_id, digits, key, calling_code)
      SELECT ${visitId}, j.value ->> 'digits', j.value ->> 'key', j.value ->> 'calling_code' FROM json_each(${rows}) j WHERE true
      ON CONFLICT DO UPDATE SET key = excluded.key, calling_code = excluded.calling_code`;
  if (guest) await tx.loyaltyVisit.update({ where: { id: visitId }, data: { guest_name: guest.name } });
}

type OtherAward = Awaited<ReturnType<typeof otherAwards>>[number];

function otherAwards(tx: Tx<"hub">, { id, customer_id }: Award) {
  return tx.loyaltyVisit.findMany({
    where: { customer_id, id: { not: id }, counted_in: null },
    include: { numbers: true },
    orderBy: { created_at: "asc" },
  });
}

async function forgetNumbers(
  tx: Tx<"hub">,
  customer: KnownCustomer,
  others: readonly OtherAward[],
  gone: Award["numbers"],
  say: Say,
): Promise<KnownCustomer> {
  // Older awards have no numbers stored: which numbers only this one gave is then unknown.
  if (others.some(({ numbers }) => numbers.length === 0)) return customer;
  const isSaid = (number: PhoneNumberRow) => others.some(({ numbers }) => numbers.some((other) => samePhone(other, number)));
  const leaving = customer.numbers.filter((number) => gone.some((other) => samePhone(other, number)) && !isSaid(number));
  const numbers = customer.numbers.filter((number) => !leaving.includes(number));
  const old = { name: customer.name, phone: customer.phone };
  const isTheirName = others.length === 0 || others.some(({ guest_name }) => customersAgree(guest_name, old.name));
  const name = isTheirName ? old.name : (others[0]?.guest_name ?? old.name);
  const phone = leaving.length > 0 ? numbers.map((number) => asTyped(customerOf(customer), number)).join(", ") : old.phone;
  if (name === old.name && phone === old.phone) return customer;
  const positions = leaving.map(({ position }) => position);
  await tx.loyaltyCustomerPhone.deleteMany({ where: { customer_id: customer.id, position: { in: positions } } });
  await tx.loyaltyCustomer.update({ where: { id: customer.id }, data: { name, phone } });
  say({ kind: "customer.changed", subjects: [customer.id], payload: { old, new: { name, phone } } });
  return { ...customer, name, phone, numbers };
}

type PhoneNumberRow = KnownCustomer["numbers"][number];
