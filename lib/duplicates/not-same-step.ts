import type { AnswerOf, BodyOf } from "../api/endpoint";
import { decisionTarget } from "../book/decision-target";
import { bulkWrite } from "../db/bulk-write";
import { AppError } from "../errors";
import type { Outcome } from "../events";
import { calledBy } from "../guests/who-is-who/divided-names";
import { bothOf, capital, type DecidingInput, openDeciding } from "../guests/who-is-who/open-deciding";
import { failpoint } from "../test-hooks";
import type { sayNotSame } from "./contract";

export type NotSameInput = DecidingInput<BodyOf<typeof sayNotSame>>;

/**
 * Writes down that two guests are two people: the same decision as "These are two people", of two who are two already.
 * @throws AppError `not_found`, `conflict` where one was changed since, or they are one by now
 */
export function notSameStep({ body, ...input }: NotSameInput): AnswerOf<typeof sayNotSame> {
  return bulkWrite(input.file, input.by, (database, say): Outcome<AnswerOf<typeof sayNotSame>> => {
    const book = openDeciding(database, say, input);
    const [was, with_] = [book.meant(body.identifier), book.meant(body.other)];
    if (was.seq === with_.seq) throw new AppError("conflict", "These are one guest by now. Nothing was changed. Look at the list again.");
    const spoken = decisionTarget(database, input.hours);
    const two = { one: spoken(was.seq).about, other: spoken(with_.seq).about };
    book.part(two);
    failpoint("not-same:written");
    const [contact, other] = bothOf(book, two);
    const message = `${calledBy(contact.name)} and ${calledBy(other.name)} are two people. They are not offered as one again.`;
    return {
      answer: { ok: true, message: capital(message), contact, other, undo_id: input.undoId },
      happened: [{ kind: "contacts.said_two", subjects: [contact.id, other.id, input.undoId], payload: { undo_id: input.undoId } }],
    };
  });
}
