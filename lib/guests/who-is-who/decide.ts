import { v7 as uuid } from "uuid";
import type { AnswerOf, BodyOf } from "../../api/endpoint";
import { stepOf, type WriteBy } from "../../db/actor";
import type { Branch } from "../../db/branch";
import { hubStore } from "../../db/find-store";
import { telling } from "../../loyalty/ledger/lines";
import { partCustomers } from "../../loyalty/part-by-lines";
import { failpoint } from "../../test-hooks";
import { partVouchers } from "../../vouchers/part-vouchers";
import type { endDecision, sayOnePerson, sayTwoPeople } from "../contract";
import { bookSettings } from "../correct-contact";
import type { SideOfTwo } from "./end-step";
import type { EndDecisionInput, OnePersonInput, TwoPeopleInput } from "./open-deciding";

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
 * Ends one of these two decisions. Of who are two again the group's own store parts points and vouchers first: until the book says that they
 * are two, they are still the sum of both.
 * @throws AppError `not_found`, `conflict` where what else was said does not let them be two
 */
export async function endDecisionOf(branch: Branch, body: BodyOf<typeof endDecision>, by: WriteBy): Promise<AnswerOf<typeof endDecision>> {
  const input: Given<EndDecisionInput> = { ...bookSettings(), undoId: uuid(), body };
  const book = await branch.contacts();
  const sides = await book.bulk<[SideOfTwo, SideOfTwo] | null>(stepOf(by), "try-end-decision", input);
  if (sides) {
    const hub = await hubStore();
    await hub.write(stepOf(by), (tx) =>
      telling(by, async (say) => {
        await partCustomers(tx, sides, say);
        await partVouchers(tx, sides);
      }),
    );
    failpoint("end-decision:hub");
  }
  return book.bulk(by, "end-decision", input);
}
