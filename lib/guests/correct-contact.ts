import { SEES_ALLERGIES } from "../allergies/hidden";
import type { AnswerOf, BodyOf } from "../api/endpoint";
import { eveningHours } from "../business-day";
import type { Caller } from "../caller";
import { timestamp } from "../clock";
import type { WriteBy } from "../db/actor";
import type { Branch } from "../db/branch";
import { env } from "../env";
import type { deleteContact, updateContact } from "./contract";
import type { CorrectContactInput, DeleteContactInput } from "./correct-contact-step";

/** The settings of the steps on a guest book. */
export const bookSettings = () => ({ hours: eveningHours(env()), countryCode: env().DEFAULT_COUNTRY_CODE, now: timestamp() });

/**
 * Corrects a guest of the guest book. Merges of what was recorded before do not undo it.
 * @throws AppError `not_found`, `conflict` when several guests are meant or the guest was changed since, `invalid_request`, `forbidden`
 */
export async function correctContact(
  branch: Branch,
  body: BodyOf<typeof updateContact>,
  by: WriteBy,
  caller: Pick<Caller, "requirePermission">,
): Promise<AnswerOf<typeof updateContact>> {
  if (body.allergies !== undefined) caller.requirePermission(SEES_ALLERGIES);
  const store = await branch.contacts();
  const input: Omit<CorrectContactInput, "file" | "by"> = { ...bookSettings(), body };
  return store.bulk(by, "correct-contact", input);
}

/**
 * Takes a guest out of the guest book. People of other names who were known by the same numbers stay, and are told.
 * @returns null when no guest has the id
 */
export async function deleteFromBook(branch: Branch, id: string, by: WriteBy): Promise<AnswerOf<typeof deleteContact> | null> {
  const store = await branch.contacts();
  const isThere = await store.read.contact.findUnique({ where: { id }, select: { seq: true } });
  if (!isThere && !(await store.read.contactAlias.findUnique({ where: { id } }))) return null;
  const input: Omit<DeleteContactInput, "file" | "by"> = { ...bookSettings(), id };
  return store.bulk(by, "delete-contact", input);
}
