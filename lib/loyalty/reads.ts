import { hubStore } from "../db/stores";
import { env } from "../env";
import { type PhoneMatch, readPhones, samePhone } from "../phones";
import type { LoyaltyCustomer } from "./contract";

type Row = LoyaltyCustomer & PhoneMatch;

const MOST = 20;

/** Customers with one of the phones in the text; for a text without a whole number, those whose name holds it. */
export async function findCustomers(text: string): Promise<LoyaltyCustomer[]> {
  const hub = await hubStore();
  const numbers = readPhones(text, env().DEFAULT_COUNTRY_CODE).filter((number) => number.key !== "");
  if (numbers.length > 0) {
    const rows = await hub.read.loyaltyCustomer.findMany({ where: { key: { in: numbers.map((number) => number.key) } }, take: MOST });
    return rows.filter((row) => numbers.some((number) => samePhone(row, number))).map(customerOf);
  }
  // Prisma's `contains` leaves % and _ as they are, and "%" would then be everybody's name.
  return hub.sql
    .prepare<[string, number], LoyaltyCustomer>(
      "SELECT id, name, phone, points FROM loyalty_customer WHERE name LIKE ? ESCAPE '\\' ORDER BY name LIMIT ?",
    )
    .all(`%${text.replace(/[\\%_]/g, "\\$&")}%`, MOST);
}

/** A customer as clients see it. */
export function customerOf({ id, name, phone, points }: Row | LoyaltyCustomer): LoyaltyCustomer {
  return { id, name, phone, points };
}
