import type Database from "better-sqlite3";
import type { KnownGuest } from "../book/known-as";
import { mayWorkIn } from "../caller";
import { statement } from "../db/statements";
import { customersOf } from "../loyalty/customers-of-guest";
import { nextLoss } from "../loyalty/expiry/points-due-step";
import { expiryIn } from "../loyalty/expiry/setting";
import type { LineType } from "../loyalty/ledger/line-types";
import { tierOf } from "../loyalty/tiers/find";
import { tiersIn } from "../loyalty/tiers/setting";
import { countedSince } from "../queue/stats";
import { today } from "../vouchers/list";
import type { GuestLists } from "./contract";
import { cutList } from "./cut-list";

interface Row {
  seq: number;
  id: string;
  at: string;
  branch: string;
  table_key: string;
  /** Null where the award was taken back. */
  table_number: string | null;
  points: number;
  type: LineType;
  reason: string;
}

// An award is known by the id of its visit, as before there was a ledger.
const LINES = `SELECT l.seq, iif(l.type = 'ACCUMULATE_POINTS', coalesce(l.visit_id, l.id), l.id) AS id, l.at, l.branch, l.table_key, l.points,
  l.type, l.reason, v.table_number FROM json_each(?) j CROSS JOIN loyalty_ledger l ON l.customer_id = j.value
  LEFT JOIN loyalty_visit v ON v.id = l.visit_id`;

/**
 * The points of a guest, line by line of the ledger; lines of branches that somebody may not see are counted, as visits are.
 * @param books those that say which other customers are the same guest, whose visits keep these points too
 */
export function awardsOf(
  hub: Database.Database,
  guest: KnownGuest,
  branches: readonly string[] | null,
  { after, books }: { after: string | null; books: readonly Database.Database[] },
): NonNullable<GuestLists["points"]> {
  const customers = customersOf(hub, guest);
  const ids = customers.map(({ id }) => id);
  const tiers = tiersIn(hub);
  const all = statement<[string], Row>(hub, LINES).all(JSON.stringify(ids));
  const isSeen = ({ branch }: Row) => branch === "" || mayWorkIn(branches, branch);
  const evening = countedSince();
  const isTold = guest.names.some(Boolean);
  const { items, ...cut } = cutList(all.filter(isSeen), ({ at, seq }) => `${at} ${String(seq).padStart(12, "0")}`, after);
  return {
    ...cut,
    items: items.map(({ seq: _, table_key, ...line }) => ({
      ...line,
      table_number: line.table_number ?? table_key.split(" ").at(-1) ?? "",
    })),
    expires: nextLossOf(hub, books, ids),
    tier: tiers && tierOf(hub, tiers, ids, today()),
    total: customers.reduce((sum, { points }) => sum + points, 0),
    elsewhere: isTold ? all.filter((line) => line.at < evening && !isSeen(line)).length : 0,
  };
}

function nextLossOf(hub: Database.Database, books: readonly Database.Database[], customers: readonly string[]) {
  const expiry = expiryIn({ sql: hub });
  return expiry && nextLoss(hub, books, expiry, customers);
}
