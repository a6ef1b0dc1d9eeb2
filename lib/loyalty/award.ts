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
import type { Say } from "../events";
import { samePhone, sharesPhone } from "../phones";
import { failpoint } from "../test-hooks";
import { awardOf, customersAgree, isNameless, NAMELESS, numbersOf, type SeatedGuest } from "./award-matching";
import type { awardVisit as awardContract, createCustomer as createContract, ShownCustomer } from "./contract";
import {
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
import { ofOnePerson } from "./kept-apart";
import { type NewLine, type Telling, telling, writeLines } from "./ledger/lines";
import { movePoints, noteSaid } from "./move-points";
import { earnedWithin } from "./programme/earning";
import { programmeIn } from "./programme/programme";
import { unite, writeNumbers } from "./unite";

const NOBODYS_PHONE = "This is no phone number that anybody can have. No customer was made. Correct the number and try again.";

type Person = Omit<SeatedGuest, "id">;

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
    return telling(by, async (say) => ({ customer: customerOf(await newCustomer(tx, person, say)) }));
  });
  const made = await making.catch((error: unknown) => {
    if (error instanceof IsKnown) return null;
    throw error;
  });
  if (made) return made;
  // A write of its own: the refusal must not undo what the known customer gains.
  const customer = await hub.write(stepOf(by), (tx) => telling(by, (say) => settleAsSeen(tx, person, caller, say)));
  throw new AppError("conflict", "This phone belongs to a loyalty customer already.", { fields: { customer } });
}

/** A number is not joined to somebody whom the caller may not see: only a table that they both stand at says so. */
async function settleAsSeen(tx: Tx<"hub">, person: Person, caller: Pick<Caller, "branches">, say: Telling): Promise<ShownCustomer> {
  const known = await customersWith(tx, person.numbers);
  const seen = await seenOf(tx, known, caller);
  if (known.every((one) => seen.has(one))) return customerOf(await settle(tx, person, say));
  const [own] = seen;
  return own ? customerOf(own) : idOf(known[0] as KnownCustomer, person.numbers); // not each of them is seen, so there is one
}

/** Makes a customer of somebody whose numbers nobody has. */
export async function newCustomer(tx: Tx<"hub">, person: Person, say: Say): Promise<KnownCustomer> {
  const theirs = await ofOnePerson(tx, person.numbers);
  const isWhole = theirs.length === person.numbers.length;
  const [name, phone] = [person.name || NAMELESS, isWhole ? person.phones : theirs.map(({ typed }) => typed).join(", ")];
  const numbers = theirs.map(({ digits, key, calling_code }, position) => ({ digits, key, calling_code, position }));
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
async function settle(tx: Tx<"hub">, seated: Person, say: Telling, given?: KnownCustomer): Promise<KnownCustomer> {
  const person = { ...seated, numbers: await ofOnePerson(tx, seated.numbers, given?.numbers) };
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
    return telling(by, async (say) => {
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
  say: Telling,
  asked?: KnownCustomer,
): Promise<AnswerOf<typeof awardContract>> {
  const awards = await awardsOf(tx, [table]);
  const given = awardOf(guest, table.guests, awards);
  const keeping = given && (await movePoints(tx, table, given, awards, say));
  const customer = await settle(tx, guest, say, keeping ?? asked);
  const { id: customer_id } = customer;
  const place = { branch: table.branch, table_key: table.name, customer_id };
  const before = await tx.loyaltyVisit.findFirst({ where: { ...place, table_key: { in: keysOf(table) }, counted_in: null } });
  if (before) {
    await noteSaid(tx, before.id, guest.numbers, before.guest_id === guest.id ? guest : undefined);
    return { visit: before, points_total: customer.points, already_awarded: true };
  }
  const { table_number } = table;
  const earned = await earnedWithin(tx, await programmeIn(tx), { table, guest, customer_id });
  const points = earned.points + earned.promotion;
  const seat = { guest_id: guest.id, guest_name: guest.name, table_number, points };
  const visit = await tx.loyaltyVisit.create({ data: { id: uuid(), ...place, ...seat, created_at: timestamp() } });
  await noteSaid(tx, visit.id, guest.numbers);
  failpoint("loyalty:visit");
  const line = { ...place, visit_id: visit.id, source: "table" } as const;
  const lines: NewLine[] = [
    { ...line, type: "ACCUMULATE_POINTS", points: earned.points },
    { ...line, type: "ACCUMULATE_PROMOTION_POINTS", points: earned.promotion, reason: "Birthday" },
  ];
  await writeLines(tx, lines.filter((one) => one.points !== 0), say); // biome-ignore format: one line
  const { points: points_total } = await tx.loyaltyCustomer.findUniqueOrThrow({ where: { id: customer_id } });
  const payload = { ...place, visit_id: visit.id, points, points_total };
  say({ kind: "points.awarded", subjects: [customer_id, visit.id], payload });
  return { visit, points_total, already_awarded: false };
}
