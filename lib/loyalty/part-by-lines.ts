import { v7 as uuid } from "uuid";
import { timestamp } from "../clock";
import type { Prisma, Tx } from "../db/clients";
import { env } from "../env";
import { type PhoneMatch, type PhoneNumber, samePhone, sharesPhone } from "../phones";
import { customersAgree, NAMELESS, numbersOf } from "./award-matching";
import { stopCard } from "./cards";
import { asTyped, customersWith, type KnownCustomer } from "./customers";
import { keepApart } from "./kept-apart";
import { moveLines, restoreAward, type Telling } from "./ledger/lines";

/** One of two people who are two again: a guest, or several. */
export interface PartedGuest {
  guests: readonly { names: readonly string[]; numbers: readonly PhoneNumber[] }[];
  /** Ids of their records, the last part of which is a row's. */
  records: readonly string[];
}

type Pair = readonly [PartedGuest, PartedGuest];

/**
 * Parts the customers that two people became while they were one, line by line of the ledger: what came by a table goes to whose that table was,
 * what came otherwise to whom it was written for, and what was spent of either stays with the line that it was taken of. No points are made and
 * none are cut, but for a table at which both were: there each has the own award again.
 */
export async function partCustomers(tx: Tx<"hub">, sides: Pair, say: Telling): Promise<void> {
  const own = ownNumbers(sides);
  const both = await customersWith(tx, own.flat());
  for (const customer of both) {
    const isOf = (side: 0 | 1) => sharesPhone(customer.numbers, own[side]);
    if (isOf(0) && isOf(1) && sides.some((side) => isNamed(side, customer.name))) await partOne(tx, customer, { sides, own }, say);
  }
  await nameAsGuests(tx, { sides, own }, say);
  await keepApart(tx, own);
}

const numbersIn = ({ guests }: PartedGuest) => guests.flatMap(({ numbers }) => numbers);
const isNamed = ({ guests }: PartedGuest, name: string) =>
  guests.some(({ names }) => names.some((one) => one !== "" && customersAgree(one, name)));

/** A customer who is left with the numbers of one of the two and the name of the other goes by the guest's, or nobody would find the points. */
async function nameAsGuests(tx: Tx<"hub">, { sides, own }: Parting, say: Telling): Promise<void> {
  for (const [side, other] of [[0, 1] as const, [1, 0] as const])
    for (const customer of await customersWith(tx, own[side])) {
      const guest = sides[side].guests.find(({ numbers }) => sharesPhone(numbers, customer.numbers));
      const name = guest?.names[0];
      if (!guest || !name || guest.names.some((one) => customersAgree(one, customer.name)) || !isNamed(sides[other], customer.name))
        continue;
      await tx.loyaltyCustomer.update({ where: { id: customer.id }, data: { name } });
      const { phone } = customer;
      say({ kind: "customer.changed", subjects: [customer.id], payload: { old: { name: customer.name, phone }, new: { name, phone } } });
    }
}

/** The numbers of each that the other does not have. */
function ownNumbers([one, other]: Pair): [PhoneNumber[], PhoneNumber[]] {
  const without = (numbers: readonly PhoneNumber[], others: readonly PhoneNumber[]) =>
    numbers.filter(({ key, ...number }) => key !== "" && !others.some((another) => samePhone({ key, ...number }, another)));
  const [these, those] = [numbersIn(one), numbersIn(other)];
  return [without(these, those), without(those, these)];
}

interface Parting {
  sides: Pair;
  own: [PhoneNumber[], PhoneNumber[]];
}

type Visit = Prisma.LoyaltyVisitGetPayload<{ include: { numbers: true } }>;

async function partOne(tx: Tx<"hub">, customer: KnownCustomer, parting: Parting, say: Telling): Promise<void> {
  const { sides, own } = parting;
  const stays = sideOfName(sides, customer.name) ?? sideOfNumbers(own, customer.numbers.slice(0, 1)) ?? 0;
  const goes = stays === 0 ? 1 : 0;
  const { visits, roots } = await whatGoes(tx, customer, parting, { stays, goes });
  const numbers = customer.numbers.filter((number) => own[goes].some((other) => samePhone(number, other)));
  const target = await whoGoes(tx, customer, { numbers, name: nameWith(sides[goes], numbers) }, say);
  await tx.loyaltyVisit.updateMany({ where: { id: { in: visits } }, data: { customer_id: target.id } });
  const left = customer.numbers.filter((number) => !numbers.includes(number));
  const digits = numbers.map((number) => number.digits);
  await tx.loyaltyCustomerPhone.deleteMany({ where: { customer_id: customer.id, digits: { in: digits } } });
  const phone = left.map((number) => asTyped(customer, number)).join(", ");
  await tx.loyaltyCustomer.update({ where: { id: customer.id }, data: { phone } });
  // Whose numbers came first has the card that names the customer: it would say yes for the other one.
  if (sideOfNumbers(own, customer.numbers.slice(0, 1)) === goes) await stopCard(tx, customer.id, { actor: say.actor, reason: "Two people again" }); // biome-ignore format: one line
  const points = await moveLines(tx, roots, customer.id, target.id);
  const visits_restored: { id: string; points: number }[] = [];
  for (const id of [customer.id, target.id]) visits_restored.push(...(await countEachPlace(tx, id, say)));
  const payload = { points, visits_moved: visits, visits_restored, is_revived: target.isRevived };
  say({ kind: "customers.parted", subjects: [customer.id, target.id], payload });
}

/** The awards of a customer that are the other's, and the lines that go with them. */
async function whatGoes(
  tx: Tx<"hub">,
  customer: KnownCustomer,
  parting: Parting,
  { stays, goes }: Record<"stays" | "goes", 0 | 1>,
): Promise<{ visits: string[]; roots: string[] }> {
  const visits = await tx.loyaltyVisit.findMany({ where: { customer_id: customer.id }, include: { numbers: true } });
  const lines = await tx.loyaltyLine.findMany({ where: { customer_id: customer.id, of_line: null } });
  const were = await tx.loyaltyCustomer.findMany({ where: { merged_into: customer.id } });
  const sideOfFormer = (id: string) => {
    const former = were.find((one) => one.id === id);
    return former ? sideOfNumbers(parting.own, numbersOf(former.phone, env().DEFAULT_COUNTRY_CODE)) : null;
  };
  const writtenFor = new Map(lines.flatMap(({ visit_id, written_for }) => (visit_id ? [[visit_id, written_for]] : [])));
  const isTheirs = (visit: Visit) => (sideOfVisit(parting, visit) ?? sideOfFormer(writtenFor.get(visit.id) ?? "") ?? stays) === goes;
  const moved = visits.filter(isTheirs).map(({ id }) => id);
  const isMoved = ({ visit_id, written_for }: (typeof lines)[number]) => {
    const isOfVisit = visit_id !== null && visits.some(({ id }) => id === visit_id);
    return isOfVisit ? moved.includes(visit_id) : (sideOfFormer(written_for) ?? stays) === goes;
  };
  return { visits: moved, roots: lines.filter(isMoved).map(({ id }) => id) };
}

/** Where somebody has awards of a table of which none counts, because it counted with the other's, the first one counts again. */
async function countEachPlace(tx: Tx<"hub">, customer_id: string, say: Telling): Promise<{ id: string; points: number }[]> {
  const visits = await tx.loyaltyVisit.findMany({ where: { customer_id }, orderBy: [{ created_at: "asc" }, { id: "asc" }] });
  const restored: { id: string; points: number }[] = [];
  for (const visit of visits) {
    if (visit.counted_in === null || visits.some(({ id }) => id === visit.counted_in)) continue;
    const standing = await countingAt(tx, visit);
    await tx.loyaltyVisit.update({ where: { id: visit.id }, data: { counted_in: standing } });
    if (standing !== null) continue;
    await restoreAward(tx, visit.id, { source: "two became one", reason: "Two people again: each has the own award" }, say);
    restored.push({ id: visit.id, points: visit.points });
  }
  return restored;
}

async function countingAt(tx: Tx<"hub">, { customer_id, branch, table_key }: Omit<Visit, "numbers">): Promise<string | null> {
  const found = await tx.loyaltyVisit.findFirst({ where: { customer_id, branch, table_key, counted_in: null }, select: { id: true } });
  return found?.id ?? null;
}

const nameWith = ({ guests }: PartedGuest, numbers: readonly PhoneMatch[]) =>
  guests.find((guest) => sharesPhone(guest.numbers, numbers))?.names[0] || NAMELESS;

/** The customer whom the second of the two was before, else a new one, with the numbers that are theirs. */
async function whoGoes(
  tx: Tx<"hub">,
  customer: KnownCustomer,
  { numbers, name }: { numbers: KnownCustomer["numbers"]; name: string },
  say: Telling,
): Promise<{ id: string; isRevived: boolean }> {
  const phone = numbers.map((number) => asTyped(customer, number)).join(", ");
  const create = numbers.map(({ digits, key, calling_code }, position) => ({ digits, key, calling_code, position }));
  const before = await tx.loyaltyCustomer.findMany({ where: { merged_into: customer.id }, orderBy: { created_at: "asc" } });
  const theirs = before.find((one) => sharesPhone(numbersOf(one.phone, env().DEFAULT_COUNTRY_CODE), numbers));
  if (theirs) {
    await tx.loyaltyCustomer.update({ where: { id: theirs.id }, data: { merged_into: null, phone, numbers: { create } } });
    return { id: theirs.id, isRevived: true };
  }
  const row = await tx.loyaltyCustomer.create({ data: { id: uuid(), name, phone, created_at: timestamp(), numbers: { create } } });
  say({ kind: "customer.created", subjects: [row.id], payload: { name, phone } });
  return { id: row.id, isRevived: false };
}

/** Whose an award is: the guest book's record of its table says it, else the numbers and the name that the table said. */
function sideOfVisit({ sides, own }: Parting, { guest_id, guest_name, numbers }: Visit): 0 | 1 | null {
  const recorded = sides.map(({ records }) => guest_id !== null && records.some((id) => id.endsWith(`/${guest_id}`)));
  if (recorded[0] !== recorded[1]) return recorded[0] ? 0 : 1;
  return sideOfNumbers(own, numbers) ?? (guest_name === "" ? null : sideOfName(sides, guest_name));
}

function sideOfNumbers(own: Parting["own"], numbers: readonly PhoneMatch[]): 0 | 1 | null {
  const [first, second] = own.map((mine) => sharesPhone(mine, numbers));
  return first === second ? null : first ? 0 : 1;
}

function sideOfName(sides: Pair, name: string): 0 | 1 | null {
  const [first, second] = sides.map((side) => isNamed(side, name));
  return first === second ? null : first ? 0 : 1;
}
