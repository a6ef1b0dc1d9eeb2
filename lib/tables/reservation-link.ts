import type Database from "better-sqlite3";
import { CAME } from "../came";
import { timestamp } from "../clock";
import type { Tx } from "../db/clients";
import type { Happening } from "../events";
import { seatingsOf } from "../seatings";
import type { TableMetadata } from "./contract";

/**
 * The table that is saved was opened for a reservation: the two know each other from then on, in the transaction of the save. A
 * reservation that has its table, is of another branch or evening, whose party never sat down, or sits there by another seating than the
 * one at which the form was begun, changes nothing: the table is what counts. One that has left may have its table later, of a tablet that was without network.
 * @param tableId of the saved table, and `day` its business day
 */
export async function linkReservation(
  tx: Tx<"table">,
  sql: Database.Database,
  { reservation_id: id, reservation_seating: seating }: Pick<TableMetadata, "reservation_id" | "reservation_seating">,
  { tableId, name, day }: { tableId: string; name: string; day: string },
): Promise<Happening[]> {
  if (!id) return [];
  const row = await tx.reservation.findUnique({
    where: { id },
    select: { code: true, saved_table_id: true, status: true, business_day: true },
  });
  if (!row || row.saved_table_id !== null || row.business_day !== day || !CAME.includes(row.status)) return [];
  if (typeof seating === "number" && seating !== seatingsOf(sql, [id])(id)) return [];
  await tx.reservation.update({ where: { id }, data: { saved_table_id: tableId, version: { increment: 1 }, updated_at: timestamp() } });
  return [{ kind: "reservation.table_opened", subjects: [id, tableId], payload: { code: row.code, table_name: name } }];
}
