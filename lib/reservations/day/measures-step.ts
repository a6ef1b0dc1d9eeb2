import { bulkRead } from "../../db/bulk-read";
import type { OCCASIONS, SOURCES } from "../shapes";

export interface MeasuresInput {
  /** The branch's table store. */
  tables: string;
  /** The first and the last business day. */
  from: string;
  to: string;
}

export interface Sum {
  source: (typeof SOURCES)[number];
  occasion: (typeof OCCASIONS)[number] | null;
  status: string;
  bookings: number;
  covers: number;
}

const SUMS = `SELECT source, occasion, status, count(*) AS bookings, sum(party) AS covers FROM reservation
  WHERE business_day BETWEEN ? AND ? AND status NOT IN ('DELETED', 'DECLINED', 'WAITING', 'CALLED', 'LEFT')
  GROUP BY source, occasion, status`;
const CAPTURE = `SELECT coalesce(sum(recorded), 0) AS recorded, coalesce(sum(people), 0) AS people FROM (
  SELECT (SELECT count(*) FROM table_guest g WHERE g.table_id = t.id) AS recorded, coalesce(t.party_size, r.party) AS people
  FROM reservation r JOIN saved_table t ON t.id = r.saved_table_id WHERE r.business_day BETWEEN ? AND ?)`;

export interface Measured {
  sums: Sum[];
  /** Of the people who came: how many were recorded as guests of the tables. */
  capture: { recorded: number; people: number };
}

/** What reservations come to between two business days, by what a sum is made of. */
export function measureReservations({ tables, from, to }: MeasuresInput): Measured {
  return bulkRead({ tables }, ({ tables: sql }) => ({
    sums: sql.prepare<[string, string], Sum>(SUMS).all(from, to),
    capture: sql.prepare<[string, string], Measured["capture"]>(CAPTURE).get(from, to) ?? { recorded: 0, people: 0 },
  }));
}
