import type { AnswerOf } from "../api/endpoint";
import type { Caller } from "../caller";
import type { WriteBy } from "../db/actor";
import type { Branch } from "../db/branch";
import { failpoint } from "../test-hooks";
import { momentNow } from "./booking";
import type { deleteReservation } from "./contract";
import { requireVersion, withCurrent } from "./current";
import { beginWork } from "./keeper";
import { DELETED, rowById } from "./rows";

/** Nothing of what was said of a guest stays in the row, which waits for the guest book to hear that the booking is no more. */
const WORDLESS = {
  name: "",
  phones: "",
  language: "",
  guest_note: "",
  staff_note: "",
  dietary_note: "",
  deposit: "",
  taker: "",
  override_reason: "",
};

/** Takes a reservation away that should never have been. @throws AppError `not_found`, `conflict` with `current` */
export async function remove(
  branch: Branch,
  id: string,
  version: number,
  by: WriteBy,
  caller: Caller,
): Promise<AnswerOf<typeof deleteReservation>> {
  const store = await branch.table();
  const moment = momentNow();
  const answer = await withCurrent(branch, id, caller, () =>
    store.write(by, async (tx) => {
      const row = requireVersion(rowById(store.sql, id), version);
      await tx.reservationTable.deleteMany({ where: { reservation_id: id } });
      await tx.reservationPhone.deleteMany({ where: { reservation_id: id } });
      // What waits in the queue, or is just being put there, is taken out of it.
      await tx.reservationMessage.updateMany({
        where: { reservation_id: id, state: { in: ["due", "queued"] } },
        data: { state: "withdraw" },
      });
      await tx.reservationMessage.deleteMany({ where: { reservation_id: id, state: { not: "withdraw" } } });
      await tx.reservationLink.deleteMany({ where: { reservation_id: id } });
      await tx.reservation.update({
        where: { id },
        data: { ...WORDLESS, status: DELETED, version: row.version + 1, booker_version: row.booker_version + 1, updated_at: moment.iso },
      });
      failpoint("delete-reservation:row");
      const { code, business_day: date, time, party, tables, source, status } = row;
      return {
        answer: { ok: true as const, message: `Reservation ${code} was deleted.` },
        happened: [{ kind: "reservation.deleted" as const, subjects: [id], payload: { code, date, time, party, tables, source, status } }],
      };
    }),
  );
  beginWork(branch.key);
  return answer;
}
