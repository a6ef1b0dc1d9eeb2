import type Database from "better-sqlite3";
import { v7 as uuid } from "uuid";
import { NOTHING_SAID } from "../../lib/guest-fields";
import { rowWriter, type StoredRow } from "../../lib/guests/row-writer";
import { readPhones } from "../../lib/phones";

/** A guest row as a test says it; what it does not say is as Merge All leaves it. */
export type GuestRowOfTest = Partial<Omit<StoredRow, "seq">> & Pick<StoredRow, "business_day">;

const AS_MERGED = {
  ...NOTHING_SAID,
  table_name: "closed table",
  hostess: "Rita",
  waiter: "Elie",
  booked_by: null,
  taken_for: null,
} satisfies Partial<StoredRow>;

/**
 * Puts guest rows into an open table store beside all calls, each with the numbers that the product reads in its phones.
 * @returns puts one row, and gives its id
 */
export function guestRowPutter(database: Database.Database): (row: GuestRowOfTest) => string {
  const { insert } = rowWriter(database);
  return (row) => {
    const whole = { ...AS_MERGED, id: uuid(), added_at: `${row.business_day}T18:00:00.000Z`, ...row };
    insert(whole, readPhones(whole.phones));
    return whole.id;
  };
}
