import type Database from "better-sqlite3";
import { mayWorkIn } from "../caller";
import { statement } from "../db/statements";
import { customersOf } from "../loyalty/customers-of-guest";
import { countedSince } from "../queue/stats";
import type { GuestLists } from "./contract";
import { cutList } from "./cut-list";
import type { KnownGuest } from "./known-guest";

interface Row {
  id: string;
  at: string;
  branch: string;
  table_number: string;
  points: number;
}

const AWARDS = `SELECT v.id, v.created_at AS at, v.branch, v.table_number, v.points FROM json_each(?) j
  CROSS JOIN loyalty_visit v ON v.customer_id = j.value`;

/** The points of a guest, and what each was given for; awards in branches that somebody may not see are counted, as visits are. */
export function awardsOf(
  hub: Database.Database,
  guest: KnownGuest,
  branches: readonly string[] | null,
  after: string | null,
): NonNullable<GuestLists["points"]> {
  const customers = customersOf(hub, guest);
  const all = statement<[string], Row>(hub, AWARDS).all(JSON.stringify(customers.map(({ id }) => id)));
  const seen = all.filter(({ branch }) => mayWorkIn(branches, branch));
  const evening = countedSince();
  const isTold = guest.names.some(Boolean);
  return {
    ...cutList(seen, ({ at, id }) => `${at} ${id}`, after),
    total: customers.reduce((sum, { points }) => sum + points, 0),
    elsewhere: isTold ? all.filter(({ branch, at }) => at < evening && !mayWorkIn(branches, branch)).length : 0,
  };
}
