import { businessDayOf, eveningHours } from "../business-day";
import { now } from "../clock";
import type { Branch } from "../db/branch";
import { runBulk } from "../db/bulk-steps";
import type { HubClient, Tx } from "../db/clients";
import { hubStore } from "../db/find-store";
import { env } from "../env";
import type { GuestInStores, GuestPageInput } from "../guest-page/guest-page-step";
import { customersOf } from "../loyalty/customers-of-guest";

/** A guest of a book, and the loyalty customers that they are. */
export interface LoyaltyGuest {
  contact: GuestInStores["contact"];
  /** By what they are known elsewhere. */
  guest: GuestInStores["guest"];
  /** The oldest first; several where nobody has said their numbers together, or only the book says that they are one. */
  customers: { id: string; points: number }[];
}

/** Whose points are meant by a guest of the branch's book, read in a thread. @throws AppError `not_found` */
export async function loyaltyOfGuest(branch: Pick<Branch, "key" | "contacts">, id: string): Promise<LoyaltyGuest> {
  const [book, hub] = [await branch.contacts(), await hubStore()];
  const input: GuestPageInput = {
    ...{ book: book.file, branch: branch.key, hub: hub.file, tables: {}, id, countryCode: env().DEFAULT_COUNTRY_CODE },
    ...{ evening: businessDayOf(now(), eveningHours(env())), branches: null, lists: {} },
  };
  const { contact, guest } = await runBulk<GuestInStores>("guest-page", input);
  return { contact, guest, customers: customersOf(hub.sql, guest) };
}

/** The same customers as a transaction finds them: one may have become a part of another in between. */
export async function customersNow(tx: HubClient | Tx<"hub">, { customers }: Pick<LoyaltyGuest, "customers">): Promise<string[]> {
  const rows = await tx.loyaltyCustomer.findMany({
    where: { id: { in: customers.map(({ id }) => id) } },
    orderBy: [{ created_at: "asc" }, { id: "asc" }],
  });
  return [...new Set(rows.map(({ id, merged_into }) => merged_into ?? id))];
}

/** What they have together. */
export async function balanceOf(tx: Tx<"hub">, ids: readonly string[]): Promise<number> {
  const { _sum } = await tx.loyaltyCustomer.aggregate({ _sum: { points: true }, where: { id: { in: [...ids] } } });
  return _sum.points ?? 0;
}
