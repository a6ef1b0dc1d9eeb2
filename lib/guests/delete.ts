import type { AnswerOf, QueryOf } from "../api/endpoint";
import type { WriteBy } from "../db/actor";
import type { Branch } from "../db/branch";
import { AppError } from "../errors";
import type { deleteContact } from "./contract";
import { deleteFromBook } from "./correct-contact";
import { deleteFromTables } from "./correct-row";
import { gone } from "./corrections";
import { GUEST_TEXTS } from "./guest-texts";

/**
 * Deletes a guest by a row's id, from the store in which that row stands: ids are never the same in two.
 * @throws AppError `invalid_request` without an id, `not_found` for one of another branch or of nobody
 */
export async function deleteGuest(
  branch: Branch,
  { id, store }: QueryOf<typeof deleteContact>,
  by: WriteBy,
): Promise<AnswerOf<typeof deleteContact>> {
  if (id === "") {
    throw new AppError("invalid_request", GUEST_TEXTS.missingIdToDelete, {
      issues: [{ path: "id", message: GUEST_TEXTS.missingIdToDelete }],
    });
  }
  const hasTables = branch.key !== "central";
  const deleted =
    (store !== "contacts" && hasTables ? await deleteFromTables(branch, id, by) : null) ??
    (store === "table" ? null : await deleteFromBook(branch, id, by));
  if (!deleted) throw gone();
  return deleted;
}
