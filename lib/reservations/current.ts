import type { Caller } from "../caller";
import type { Branch } from "../db/branch";
import { AppError, isAppError } from "../errors";
import { type ReservationRow, rowById } from "./rows";
import { showOne } from "./show";

export function noReservation(): AppError {
  return new AppError("not_found", "There is no such reservation in this branch. It may have been deleted. Nothing was changed.");
}

/** @throws AppError `not_found`; `conflict` where somebody changed it since it was looked at, to which `withCurrent` adds it as it stands */
export function requireVersion(row: ReservationRow | undefined, version: number): ReservationRow {
  if (!row) throw noReservation();
  if (row.version === version) return row;
  throw new AppError(
    "conflict",
    "Somebody else changed this reservation in the meantime. Nothing was overwritten; what you typed is still here.",
    {
      fields: { stale: true },
    },
  );
}

/** Does what may meet a newer version; the refusal then shows the reservation as it stands, so that the difference can be shown. */
export async function withCurrent<Answer>(branch: Branch, id: string, caller: Caller, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (!isAppError(error) || error.fields?.stale !== true) throw error;
    const { sql } = await branch.table();
    const row = rowById(sql, id);
    if (!row) throw noReservation();
    throw new AppError("conflict", error.message, { fields: { current: await showOne(branch, row, caller) } });
  }
}
