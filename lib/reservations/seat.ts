import type { AnswerOf } from "../api/endpoint";
import type { Caller } from "../caller";
import type { Branch } from "../db/branch";
import { statement } from "../db/statements";
import { AppError } from "../errors";
import { seatingsOf } from "../seatings";
import type { seatReservation } from "./contract";
import { noReservation } from "./current";
import { knownOf } from "./guests/known";
import { recordOfBooking } from "./guests/take-bookers-step";
import { rowById } from "./rows";
import { groupOf } from "./states";

/**
 * What fills in the form of the table of a seated reservation (docs/design/open-screens.md 2.1, point 10). The booker is a guest whose number
 * the table needs: whoever opens tables sees it, as at any table.
 * @throws AppError `not_found`, `conflict` where nobody sits there yet, or any more
 */
export async function prefillOf(branch: Branch, id: string, caller: Caller): Promise<AnswerOf<typeof seatReservation>> {
  const { sql } = await branch.table();
  const row = rowById(sql, id);
  if (!row) throw noReservation();
  if (groupOf(row.status) !== "in_house")
    throw new AppError("conflict", "Nobody sits there for this reservation now. Seat the party first. Nothing was changed.");
  const known = (await knownOf(branch, [row], caller)).get(id);
  const book = await branch.contacts().catch(() => null);
  const birthday = book && statement<[string], string>(book.sql, BIRTHDAY).pluck().get(recordOfBooking(id));
  return {
    reservation_id: id,
    seating: seatingsOf(sql, [id])(id),
    table_name: row.table_name,
    hostess: row.taker,
    waiter: "",
    table_number: row.tables.join(" + "),
    branch: branch.key,
    party_size: row.party,
    booker: { id: known?.guest_id ?? null, name: row.name, phones: row.phones, language: row.language, birthday: birthday ?? "" },
  };
}

const BIRTHDAY = "SELECT c.birthday FROM source_record r JOIN contact c ON c.seq = r.contact_seq WHERE r.id = ?";
