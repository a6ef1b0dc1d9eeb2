import type Database from "better-sqlite3";
import { CAME } from "./came";
import { statement } from "./db/statements";

const CAME_LIST = CAME.map((status) => `'${status}'`).join(", ");
const SEATINGS = `SELECT s.subject AS id, count(*) AS seatings FROM json_each(?) k
  CROSS JOIN event_subject s ON s.subject = k.value JOIN event e ON e.seq = s.event_seq
  WHERE e.kind = 'reservation.stepped' AND e.payload ->> '$.to' IN (${CAME_LIST}) AND e.payload ->> '$.from' NOT IN (${CAME_LIST})
  GROUP BY s.subject`;

/**
 * How often the party of each of some reservations has sat down: a second time after a seating was taken back. The form of a table says of which
 * of them it is, so that one that was begun at the first does not pass for the second's table.
 * @returns 0 for one that never sat
 */
export function seatingsOf(sql: Database.Database, ids: readonly string[]): (id: string) => number {
  const found = statement<[string], { id: string; seatings: number }>(sql, SEATINGS).all(JSON.stringify(ids));
  const counts = new Map(found.map(({ id, seatings }) => [id, seatings]));
  return (id) => counts.get(id) ?? 0;
}
