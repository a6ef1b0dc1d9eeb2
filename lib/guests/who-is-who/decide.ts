import { v7 as uuid } from "uuid";
import type { AnswerOf, BodyOf } from "../../api/endpoint";
import type { WriteBy } from "../../db/actor";
import type { Branch } from "../../db/branch";
import type { endDecision, sayOnePerson, sayTwoPeople } from "../contract";
import { bookSettings } from "../correct-contact";
import type { EndDecisionInput, OnePersonInput, TwoPeopleInput } from "./decide-step";

type Given<Input> = Omit<Input, "file" | "by">;

/**
 * Says that some other names of a guest are another person's.
 * @throws AppError `not_found`, `conflict` where the guest was changed since or nobody can say what is whose
 */
export async function partGuest(branch: Branch, body: BodyOf<typeof sayTwoPeople>, by: WriteBy): Promise<AnswerOf<typeof sayTwoPeople>> {
  const input: Given<TwoPeopleInput> = { ...bookSettings(), undoId: uuid(), body };
  return (await branch.contacts()).bulk(by, "two-people", input);
}

/**
 * Says that two guests are one person.
 * @throws AppError `not_found`, `conflict` where one was changed since, or they cannot become one
 */
export async function uniteGuests(branch: Branch, body: BodyOf<typeof sayOnePerson>, by: WriteBy): Promise<AnswerOf<typeof sayOnePerson>> {
  const input: Given<OnePersonInput> = { ...bookSettings(), undoId: uuid(), body };
  return (await branch.contacts()).bulk(by, "one-person", input);
}

/**
 * Ends one of these two decisions.
 * @throws AppError `not_found`, `conflict` where what else was said does not let them be two
 */
export async function endDecisionOf(branch: Branch, body: BodyOf<typeof endDecision>, by: WriteBy): Promise<AnswerOf<typeof endDecision>> {
  const input: Given<EndDecisionInput> = { ...bookSettings(), undoId: uuid(), body };
  return (await branch.contacts()).bulk(by, "end-decision", input);
}
