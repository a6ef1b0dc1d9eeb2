import { v7 as uuid } from "uuid";
import type { AnswerOf, BodyOf } from "../api/endpoint";
import type { Caller } from "../caller";
import { timestamp } from "../clock";
import { stepOf, type WriteBy } from "../db/actor";
import type { Branch } from "../db/branch";
import type { Tx } from "../db/clients";
import { hubStore } from "../db/find-store";
import { env } from "../env";
import { AppError } from "../errors";
import type { Happening, Outcome, Say } from "../events";
import { samePhone, sharesPhone } from "../phones";
import { failpoint } from "../test-hooks";
import { awardOf, customersAgree, isNameless, NAMELESS, numbersOf, type SeatedGuest } from "./award-matching";
import type { awardVisit as awardContract, createCustomer as createContract, ShownCustomer } from "./contract";
import {
  asTyped,
  awardsOf,
  customerById,
  customerOf,
  customersWith,
  idOf,
  type KnownCustomer,
  keysOf,
  type SeatedTable,
  seenOf,
  tablesMeant,
} from "./customers";
import { movePoints, noteSaid } from "./move-points";
import { POINTS_PER_VISIT } from "./points-per-visit";

const NOBODYS_PHONE = "This is no phone number that anybody can have. No customer was made. Correct the number and try again.";

type Person = Omit<SeatedGuest, "id">;

/** Runs work that records events, and returns them with its answer. */
export async function telling<Answer>(work: (say: Say) => Promise<Answer>): Promise<Outcome<Answer>> {
  const happened: Happening[] = [];
  return { answer: await work((happening) => happened.push(happening)), happened };
}

class IsKnown extends Error {}

/**
 * Makes a customer with every phone that can be read.
 * @throws AppError `conflict` with the `customer` when one of the phones is known: that customer then has the others too, unless one of
 *   those who have them is of another branch than the caller's; `invalid_request` for a phone without digits
 */
export async function createCustomer(
  input: BodyOf<typeof createContract>,
  caller: Pick<Caller, "branches">,
  by: WriteBy,
): Promise<AnswerOf<typeof createContract>> {
  const numbers = numbersOf(input.phone, env().DEFAULT_COUNTRY_CODE);
  if (numbers.length === 0) {
    const message = /\p{Nd}/u.test(input.phone) ? NOBODYS_PHONE : "This phone has no digits.";
    throw new AppError("invalid_request", message, { issues: [{ path: "phone", message }] });
  }
  const person = { name: input.name, phones: input.phone, numbers };
  const hub = await hubStore();
  const making = hub.write(by, async (tx) => {
    if ((await customersWith(tx, numbers)).length > 0) throw new IsKnown();
    return telling(async (say) => ({ customer: customerOf(await newCustomer(tx, person, say)) }));
  });
  const made = await making.catch((error: unknown) => {
    if (error instanceof IsKnown) return null;
    throw error;
  });
  if (made) return made;
  // A write of its own: the refusal must not undo what the known customer gains.
  const customer = await hub.write(stepOf(by), (tx) => telling((say) => settleAsSeen(tx, person, caller, say)));
  throw new AppError("conflict", "This phone belongs to a loyalty customer already.", { fields: { customer } });
}

/** A number is not joined to somebody whom the caller may not see: only a table that they both stand at says so. */
async function settleAsSeen(tx: Tx<"hub">, person: Person, caller: Pick<Caller, "branches">, say: Say): Promise<ShownCustomer> {
  const known = await customersWith(tx, person.numbers);
  const seen = await seenOf(tx, known, caller);
  if (known.every((one) => seen.has(one))) return customerOf(await settle(tx, person, say));
  const [own] = seen;
  return own ? customerOf(own) : idOf(known[0] as KnownCustomer, person.numbers); // not each of them is seen, so there is one
}

async function newCustomer(tx: Tx<"hub">, person: Person, say: Say): Promise<KnownCustomer> {
  const [name, phone] = [person.name || NAMELESS, person.phones];
  const numbers = person.numbers.map(({ digits, key, calling_code }, position) => ({ digits, key, calling_code, position }));
  const row = await tx.loyaltyCustomer.create({
    data: { id: uuid(), name, phone, created_at: timestamp(), numbers: { create: numbers } },
  });
  say({ kind: "customer.created", subjects: [row.id], payload: { name, phone } });
  return { ...row, numbers };
}

/**
 * The customer that a guest is: the given one, else the oldest who is known by one of the numbers, else a new one. Those
 * of them whose names agree become one, the oldest; numbers that nobody has are added to it.
 */
async function settle(tx: Tx<"hub">, person: Person, say: Say, given?: KnownCustomer): Promise<KnownCustomer> {
  const sharing = await customersWith(tx, person.numbers);
  const first = given ?? sharing[0];
  if (!first) return newCustomer(tx, person, say);
  const known = sharing.some(({ id }) => id === first.id) ? sharing : [...sharing, first];
  const same = known.filter(({ id, name }) => id === first.id || customersAgree(name, first.name));
  const [oldest = first, ...others] = same.sort((a, b) => a.created_at.localeCompare(b.created_at) || a.id.localeCompare(b.id));
  let customer = oldest;
  for (const other of others) customer = await unite(tx, customer, other, say);
  const added = person.numbers.filter((number) => !known.some(({ numbers }) => numbers.some((other) => samePhone(other, number))));
  return addNumbers(tx, customer, { ...person, numbers: added }, say);
}

/** Of two customers one: the younger's visits, points and numbers go to the older; two awards of one table count once. */
async function unite(tx: Tx<"hub">, kept: KnownCustomer, gone: KnownCustomer, say: Say): Promise<KnownCustomer> {
  const visits = await tx.loyaltyVisit.findMany({ where: { customer_id: { in: [kept.id, gone.id] } }, include: { numbers: true } });
  const placeOf = (visit: (typeof visits)[number]) => JSON.stringify([visit.branch, visit.table_key]);
  const places = new Map(visits.filter((visit) => visit.customer_id === kept.id).map((visit) => [placeOf(visit), visit.id]));
  const theirs = visits.filter((visit) => visit.customer_id === gone.id);
  const dropped = theirs.filter((visit) => places.has(placeOf(visit)));
  const moved = theirs.filter((visit) => !places.has(placeOf(visit)));
  for (const visit of dropped) {
    await noteSaid(tx, places.get(placeOf(visit)) as string, visit.numbers); // only visits of such a place are dropped
    await tx.loyaltyVisit.delete({ where: { id: visit.id } });
  }
  await tx.loyaltyVisit.updateMany({ where: { customer_id: gone.id }, data: { customer_id: kept.id } });
  await tx.loyaltyCustomerPhone.deleteMany({ where: { customer_id: gone.id } });
  await tx.loyaltyCustomer.updateMany({
    where: { OR: [{ id: gone.id }, { merged_into: gone.id }] },
    data: { merged_into: kept.id, points: 0 },
  });
  const more = gone.numbers.filter(({ digits }) => !kept.numbers.some((number) => number.digits === digits));
  const points = kept.points + gone.points - dropped.reduce((sum, visit) => sum + visit.points, 0);
  const name = isNameless(kept.name) ? gone.name : kept.name;
  const phone = [kept.phone, ...more.map((number) => asTyped(gone, number))].filter(Boolean).join(", ");
  const numbers = await writeNumbers(tx, kept, more);
  await tx.loyaltyCustomer.update({ where: { id: kept.id }, data: { name, phone, points } });
  const payload = {
    old: { kept: customerOf(kept), gone: { ...customerOf(gone), numbers: gone.numbers } },
    new: { name, phone, points },
    visits_moved: moved.map(({ id }) => id),
    visits_dropped: dropped.map(({ numbers: _, guest_name: __, ...visit }) => visit),
  };
  say({ kind: "customers.united", subjects: [kept.id, gone.id], payload });
  return { ...kept, name, phone, points, numbers };
}

async function addNumbers(tx: Tx<"hub">, customer: KnownCustomer, person: Person, say: Say): Promise<KnownCustomer> {
  const old = { name: customer.name, phone: customer.phone };
  const name = isNameless(old.name) && !isNameless(person.name) ? person.name : old.name;
  const phone = [old.phone, ...person.numbers.map(({ typed }) => typed)].filter(Boolean).join(", ");
  if (name === old.name && phone === old.phone) return customer;
  const numbers = await writeNumbers(tx, customer, person.numbers);
  await tx.loyaltyCustomer.update({ where: { id: customer.id }, data: { name, phone } });
  say({ kind: "customer.changed", subjects: [customer.id], payload: { old, new: { name, phone } } });
  return { ...customer, name, phone, numbers };
}

type Digits = Omit<KnownCustomer["numbers"][number], "position">;

async function writeNumbers(tx: Tx<"hub">, { id, numbers }: KnownCustomer, more: readonly Digits[]): Promise<KnownCustomer["numbers"]> {
  const next = Math.max(-1, ...numbers.map(({ position }) => position)) + 1;
  const rows = more.map(({ digits, key, calling_code }, index) => ({ digits, key, calling_code, position: next + index }));
  await tx.loyaltyCustomerPhone.createMany({ data: rows.map((row) => ({ ...row, customer_id: id })) });
  return [...numbers, ...rows];
}

/**
 * Awards one visit to a saved table that holds the customer, open or closed: the one named, or, for a client that names
 * none, this business day's of that number. One award per guest and saved table: a repetition changes nothing.
 * @throws AppError `not_found` for an unknown customer, and where no such table holds one
 */
export async function awardVisit(
  branch: Branch,
  input: BodyOf<typeof awardContract>,
  by: WriteBy,
): Promise<AnswerOf<typeof awardContract>> {
  const tables = await tablesMeant(branch, input);
  const hub = await hubStore();
  const awarded = await hub.write(by, async (tx) => {
    const customer = await customerById(tx, input.customer_id);
    const isCustomer = (guest: SeatedGuest) => sharesPhone(guest.numbers, customer.numbers);
    const seats = tables.flatMap((table) => table.guests.filter(isCustomer).map((guest) => ({ table, guest })));
    if (seats.length === 0) throw new AppError("not_found", noSuchTable(input));
    return telling(async (say) => {
      let answer: AnswerOf<typeof awardContract> | undefined;
      for (const { table, guest } of seats) {
        const next = await award(tx, table, guest, say, await customerById(tx, customer.id));
        if (!next.already_awarded) return next;
        answer ??= next;
      }
      return answer as AnswerOf<typeof awardContract>; // there was a seat
    });
  });
  failpoint("loyalty:committed");
  return awarded;
}

function noSuchTable({ table_name, table_number }: BodyOf<typeof awardContract>): string {
  const table = table_name ? `The saved table ${table_name} of this branch` : `No saved table ${table_number} of tonight in this branch`;
  return `${table}${table_name ? " is not there, or does not hold" : " holds"} this guest. No points were awarded. Save the table with the guest's phone first.`;
}

/** Once per guest and saved table, whatever customer is asked for. */
export async function award(
  tx: Tx<"hub">,
  table: SeatedTable,
  guest: SeatedGuest,
  say: Say,
  asked?: KnownCustomer,
): Promise<AnswerOf<typeof awardContract>> {
  const awards = await awardsOf(tx, [table]);
  const given = awardOf(guest, table.guests, awards);
  const keeping = given && (await movePoints(tx, table, given, awards, say));
  const customer = await settle(tx, guest, say, keeping ?? asked);
  const { id: customer_id } = customer;
  const before = await tx.loyaltyVisit.findFirst({ where: { customer_id, branch: table.branch, table_key: { in: keysOf(table) } } });
  if (before) {
    await noteSaid(tx, before.id, guest.numbers, before.guest_id === guest.id ? guest : undefined);
    return { visit: before, points_total: customer.points, already_awarded: true };
  }
  const place = { branch: table.branch, table_key: table.name, customer_id };
  const { table_number } = table;
  const visit = await tx.loyaltyVisit.create({
    data: {
      id: uuid(),
      ...place,
      guest_id: guest.id,
      guest_name: guest.name,
      table_number,
      points: POINTS_PER_VISIT,
      created_at: timestamp(),
    },
  });
  await noteSaid(tx, visit.id, guest.numbers);
  failpoint("loyalty:visit");
  const { points } = await tx.loyaltyCustomer.update({ where: { id: customer_id }, data: { points: { increment: visit.points } } });
  const payload = { ...place, visit_id: visit.id, points: visit.points, points_total: points };
  say({ kind: "points.awarded", subjects: [customer_id, visit.id], payload });
  return { visit, points_total: points, already_awarded: false };
}
