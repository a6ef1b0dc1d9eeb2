import { hubStore } from "../../lib/db/find-store";
import { awardVisit, createCustomer } from "../../lib/loyalty/contract";
import { saveTable } from "../../lib/tables/contract";
import { call } from "../support/house";
import { METADATA, seat } from "../support/tables";

export const make = (name: string, phone: string, key?: string) => call("staff", createCustomer, { body: { name, phone }, key });

export interface Visit {
  table_name?: string;
  table_number?: string | number;
  points?: unknown;
}

/** Awards through the real call; a visit without a name means tonight's table 12. */
export function award(customer_id: string, visit: Visit = {}, options: { branch?: string; key?: string } = {}) {
  return call("staff", awardVisit, { body: { table_number: "12", points: 5, customer_id, ...visit } as never, ...options });
}

/** Saves a new table of guests who are called by their phones. @returns its name */
export async function table(phones: string[], where: { branch?: string; number?: string } = {}): Promise<string> {
  const { answer } = await seat(phones.map(guestOf), where);
  return answer.table_name;
}

/** Saves a table again with other guests, as Edit Table does. */
export function saveAgain(table_name: string, phones: string[], number = "12") {
  return call("staff", saveTable, { body: { metadata: { ...METADATA, table_number: number }, contacts: phones.map(guestOf), table_name } });
}

/** A guest of these phones: one name for all of them, so that nothing speaks against their being one person. */
const guestOf = (phones: string) => ({ name: "Maya", phones });

/** All points, and all awards that count, of the group. */
export async function sums(): Promise<{ points: number; visits: number }> {
  const hub = await hubStore();
  const [sum, visits] = await Promise.all([
    hub.read.loyaltyCustomer.aggregate({ _sum: { points: true } }),
    hub.read.loyaltyVisit.count({ where: { counted_in: null } }),
  ]);
  return { points: sum._sum.points ?? 0, visits };
}
