import { businessDayOf, eveningHours } from "../business-day";
import type { Caller } from "../caller";
import { now } from "../clock";
import type { Branch } from "../db/branch";
import type { HubClient, Prisma, Tx } from "../db/clients";
import { hubStore } from "../db/find-store";
import { statement } from "../db/statements";
import { env } from "../env";
import { AppError } from "../errors";
import type { BranchKey } from "../known-branches";
import { addDays } from "../local-time";
import { type PhoneMatch, type PhoneNumber, samePhone, sharesPhone } from "../phones";
import { slices } from "../yield-to-event-loop";
import { numbersOf, type SeatedGuest } from "./award-matching";
import type { LoyaltyCustomer, ShownCustomer } from "./contract";

const MOST = 20;

type Hub = HubClient | Tx<"hub">;

const NUMBERS = { orderBy: { position: "asc" } } as const;

/** A customer with every number by which it is known. */
export type KnownCustomer = LoyaltyCustomer & { numbers: (PhoneMatch & { digits: string; position: number })[]; created_at: string };

/** Whose customers somebody may see. */
type Seeing = Pick<Caller, "branches">;

const BY_NAME = `SELECT id, name, phone, points FROM loyalty_customer c WHERE name LIKE ? ESCAPE '\\' AND merged_into IS NULL AND phone <> ''
  AND (? IS NULL OR EXISTS (SELECT 1 FROM loyalty_visit v WHERE v.customer_id = c.id AND v.branch IN (SELECT value FROM json_each(?))))
  ORDER BY name LIMIT ?`;

/**
 * Customers with one of the phones in the text, the oldest first, each with that phone as `phone`: older clients compare
 * it with the one they asked for. For a text without a whole number, those whose name holds it, and who were in a branch of the caller's.
 */
export async function findCustomers(text: string, caller: Seeing): Promise<ShownCustomer[]> {
  const hub = await hubStore();
  const numbers = numbersOf(text, env().DEFAULT_COUNTRY_CODE);
  if (numbers.length > 0) {
    const known = (await customersWith(hub.read, numbers)).slice(0, MOST);
    const seen = await seenOf(hub.read, known, caller);
    return known.map((one) => (seen.has(one) ? { ...customerOf(one), phone: phoneAskedFor(one, numbers) } : idOf(one, numbers)));
  }
  const theirs = caller.branches === null ? null : JSON.stringify(caller.branches);
  // Prisma's `contains` leaves % and _ as they are, and "%" would then be everybody's name.
  const name = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  return statement<[string, string | null, string | null, number], LoyaltyCustomer>(hub.sql, BY_NAME).all(name, theirs, theirs, MOST);
}

/** Of some customers those whom somebody may see: who were at a table of a branch of theirs. Whoever works in all sees everybody. */
export async function seenOf(from: Hub, customers: readonly KnownCustomer[], { branches }: Seeing): Promise<Set<KnownCustomer>> {
  if (branches === null) return new Set(customers);
  const where = { customer_id: { in: customers.map(({ id }) => id) }, branch: { in: [...branches] } };
  const visits = await from.loyaltyVisit.findMany({ where, distinct: ["customer_id"], select: { customer_id: true } });
  return new Set(customers.filter(({ id }) => visits.some((visit) => visit.customer_id === id)));
}

/** Another branch's customer: its id for points, and only what the caller gave. */
export function idOf({ id, numbers }: KnownCustomer, asked: readonly PhoneNumber[]): ShownCustomer {
  return { id, phone: asked.find((number) => numbers.some((other) => samePhone(other, number)))?.typed ?? "" };
}

function phoneAskedFor(customer: KnownCustomer, numbers: readonly PhoneNumber[]): string {
  const asked = customer.numbers.find((number) => numbers.some((other) => samePhone(number, other)));
  return asked ? asTyped(customer, asked) : customer.phone;
}

/** One number of a customer, as somebody typed it. */
export function asTyped(customer: LoyaltyCustomer, number: { digits: string }): string {
  const all = numbersOf(customer.phone, env().DEFAULT_COUNTRY_CODE);
  return all.find(({ digits }) => digits === number.digits)?.typed ?? `+${number.digits}`;
}

/** Everybody who is known by one of the numbers, the oldest first. */
export async function customersWith(from: Hub, numbers: readonly PhoneNumber[]): Promise<KnownCustomer[]> {
  const rows = await from.loyaltyCustomer.findMany({
    where: { numbers: { some: { key: { in: numbers.map(({ key }) => key) } } } },
    include: { numbers: NUMBERS },
    orderBy: [{ created_at: "asc" }, { id: "asc" }],
  });
  return rows.filter((row) => sharesPhone(row.numbers, numbers));
}

/** The customer of an id, also of one that has become a part of another. @throws AppError `not_found` */
export async function customerById(from: Hub, id: string): Promise<KnownCustomer> {
  const find = (wanted: string) => from.loyaltyCustomer.findUnique({ where: { id: wanted }, include: { numbers: NUMBERS } });
  const row = await find(id);
  const customer = row?.merged_into ? await find(row.merged_into) : row;
  if (!customer) throw new AppError("not_found", "There is no such loyalty customer. No points were awarded.");
  return customer;
}

/** A customer as clients see it. */
export function customerOf({ id, name, phone, points }: LoyaltyCustomer): LoyaltyCustomer {
  return { id, name, phone, points };
}

/** A saved table, open or closed, with those of its guests who have a phone that can be read. */
export interface SeatedTable {
  branch: BranchKey;
  name: string;
  table_number: string;
  business_day: string;
  guests: SeatedGuest[];
  /** How many people sit there, named or not. */
  covers: number;
  /** Somebody had reserved it. */
  is_reserved: boolean;
  /** Everybody's, also of those without such a phone. */
  ids: ReadonlySet<string>;
}

/** The table of that name; for a client that names none, this business day's tables of that number. */
export function tablesMeant(branch: Branch, { table_name, table_number }: { table_name?: string; table_number: string }) {
  const today = businessDayOf(now(), eveningHours(env()));
  return seatedTables(branch, table_name ? { name: table_name } : { business_day: today, table_number });
}

/** How far back End of Day looks for points that were not awarded, in days: a hub that fails is put right by then. */
const DAYS_BACK = 7;

/** The business days whose tables End of Day looks at: the last ones, and every one that has an open table. */
export async function daysToAward(branch: Branch, businessDay: string): Promise<string[]> {
  const { read } = await branch.table();
  const recent = { gte: addDays(businessDay, -DAYS_BACK) };
  const days = await read.savedTable.findMany({
    where: { business_day: { lte: businessDay }, OR: [{ business_day: recent }, { closed_by: null }, { closed_by: businessDay }] },
    distinct: ["business_day"],
    select: { business_day: true },
    orderBy: { business_day: "asc" },
  });
  return days.map((day) => day.business_day);
}

/** The tables with their guests who have a number, in the order of their saves. */
export async function seatedTables(
  branch: Pick<Branch, "key" | "table">,
  where: { name: string | { in: string[] } } | { business_day: string; table_number?: string },
): Promise<SeatedTable[]> {
  const { read } = await branch.table();
  // Sorted here: Prisma reads guests by a list of tables, which it takes apart above SQLite's 999 parameters only where nothing sorts (P2029).
  const select = { id: true, name: true, phones: true, birthday: true, position: true } as const;
  const tables = await read.savedTable.findMany({ where, orderBy: { saved_at: "asc" }, include: { guests: { select } } });
  const reserved = await read.reservation.findMany({
    where: { saved_table_id: { in: tables.map(({ id }) => id) }, status: { in: ["SEATED", "FINISHED"] } },
    select: { saved_table_id: true },
  });
  const seated: SeatedTable[] = [];
  const next = slices();
  for (const { id, name, table_number, business_day, party_size, guests } of tables) {
    const known: SeatedGuest[] = [];
    for (const { position: _, ...guest } of guests.toSorted((a, b) => a.position - b.position)) {
      await next();
      const numbers = numbersOf(guest.phones, env().DEFAULT_COUNTRY_CODE);
      if (numbers.length > 0) known.push({ ...guest, numbers });
    }
    const is_reserved = reserved.some(({ saved_table_id }) => saved_table_id === id);
    const covers = Math.max(party_size ?? 0, guests.length);
    const ids = new Set(guests.map((guest) => guest.id));
    seated.push({ branch: branch.key, name, table_number, business_day, ids, guests: known, covers, is_reserved });
  }
  return seated;
}

/** An award with its customer, and what its table said of its guest. */
export type Award = Prisma.LoyaltyVisitGetPayload<{ include: { customer: { include: { numbers: true } }; numbers: true } }>;

/**
 * The awards of some tables of one branch, each with its customer. In SQL: Prisma reads them in three steps whose texts grow with the
 * table, and at a table of 200 End of Day asks 200 times.
 */
export async function awardsOf(from: Hub, tables: readonly SeatedTable[]): Promise<Award[]> {
  const keys = JSON.stringify(tables.flatMap(keysOf));
  const rows = await from.$queryRaw<{ award: string }[]>`
    SELECT json_object('id', v.id, 'customer_id', v.customer_id, 'branch', v.branch, 'table_number', v.table_number, 'table_key', v.table_key,
      'guest_id', v.guest_id, 'guest_name', v.guest_name, 'points', v.points, 'created_at', v.created_at, 'counted_in', v.counted_in,
      'customer', json_object('id', c.id, 'name', c.name, 'phone', c.phone, 'points', c.points, 'created_at', c.created_at,
        'merged_into', c.merged_into, 'numbers', (
          SELECT json_group_array(json_object('customer_id', p.customer_id, 'position', p.position, 'digits', p.digits, 'key', p.key,
            'calling_code', p.calling_code) ORDER BY p.position)
          FROM loyalty_customer_phone p WHERE p.customer_id = c.id)),
      'numbers', (
        SELECT json_group_array(json_object('visit_id', p.visit_id, 'digits', p.digits, 'key', p.key, 'calling_code', p.calling_code))
        FROM loyalty_visit_phone p WHERE p.visit_id = v.id)) AS award
    FROM loyalty_visit v JOIN loyalty_customer c ON c.id = v.customer_id
    WHERE v.counted_in IS NULL AND v.branch = ${tables[0]?.branch ?? ""} AND v.table_key IN (SELECT value FROM json_each(${keys}))`;
  return rows.map(({ award }) => JSON.parse(award) as Award);
}

/** What the awards of a table are kept under: its name, and the number of its day, as clients without a name once did. */
export function keysOf(table: SeatedTable): string[] {
  return [table.name, `${table.business_day} number ${table.table_number}`];
}
