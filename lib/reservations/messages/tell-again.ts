import type { AnswerOf } from "../../api/endpoint";
import type { WriteBy } from "../../db/actor";
import type { Branch } from "../../db/branch";
import { AppError } from "../../errors";
import { momentNow } from "../booking";
import type { messageReservation } from "../contract";
import { noReservation } from "../current";
import { beginWork } from "../keeper";
import { rowById } from "../rows";
import type { ReservationMessage } from "../shapes";
import { TRUE_WHILE } from "./send-due";
import { reachIn, tellGuest } from "./tell";

/** Tells the guest again. @throws AppError `not_found`, `conflict` for words that are not true of the reservation */
export async function tellAgain(
  branch: Branch,
  id: string,
  kind: ReservationMessage,
  by: WriteBy,
): Promise<AnswerOf<typeof messageReservation>> {
  const store = await branch.table();
  const moment = momentNow();
  const before = rowById(store.sql, id);
  if (!before) throw noReservation();
  const reach = await reachIn(store.sql, before.phones);
  const answer = await store.write(by, async (tx) => {
    const row = rowById(store.sql, id);
    if (!row) throw noReservation();
    if (!TRUE_WHILE[kind].includes(row.status))
      throw new AppError("conflict", "These words are not true of this reservation as it stands. Nothing was sent.");
    const { told, told_why } = await tellGuest(tx, row, kind, reach, moment);
    const message = told === "queued" ? "The message goes out." : told_why;
    return {
      answer: { ok: true as const, told: told === "queued" ? ("queued" as const) : ("call" as const), told_why, message },
      happened: [{ kind: "reservation.told_again" as const, subjects: [id], payload: { code: row.code, message: kind } }],
    };
  });
  beginWork(branch.key);
  return answer;
}
