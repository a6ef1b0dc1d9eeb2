import { openReading } from "../db/pragmas";
import { foldText } from "../fold-text";
import type { Person } from "../person";
import { hasPhoneKey, type PhoneNumber, sharesPhone } from "../phones";
import { olderDecisions } from "./adopt-older-version";
import { isNamedBy } from "./apply-decisions";
import { decisionStore } from "./decisions";
import type { Decision } from "./record-shapes";

/** Whether somebody decided about a guest, as they were recorded once, before they were recorded again at an instant. */
export type DecidedBetween = (recorded: { person: Person; numbers: readonly PhoneNumber[] }, again: string) => boolean;

/**
 * What people decided in several guest books, for those who have no merge to do there: the evening has a guest again who was
 * deleted, or got another name or number, since they were booked. A book that cannot be read has decided nothing; the merge into it says so.
 * @param files contacts stores
 */
export function decidedIn(files: readonly string[]): DecidedBetween {
  const decisions = files.flatMap(readDecisions);
  return ({ person, numbers }, again) =>
    again > person.added_at &&
    decisions.some(
      ({ said_at, about }) =>
        said_at >= person.added_at &&
        said_at < again &&
        (hasPhoneKey(numbers)
          ? sharesPhone(about.numbers, numbers) && isNamedBy(about.names, person.name)
          : about.names.some((name) => foldText(name) === foldText(person.name))),
    );
}

type Decided = Pick<Decision, "said_at" | "about">;

function readDecisions(file: string): Decided[] {
  try {
    const book = openReading(file);
    try {
      return [...decisionStore(book).ofWho(), ...olderDecisions(book)];
    } finally {
      book.close();
    }
  } catch {
    return [];
  }
}
