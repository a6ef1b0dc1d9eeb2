import type { AnswerOf } from "../../api/endpoint";
import { decisionTarget } from "../../book/decision-target";
import type { About } from "../../book/record-shapes";
import { bulkWrite } from "../../db/bulk-write";
import { AppError } from "../../errors";
import type { Outcome } from "../../events";
import { TEXT_LIMITS } from "../../guest-fields";
import { alsoNames, namesAgree } from "../../names";
import { failpoint } from "../../test-hooks";
import type { sayOnePerson, sayTwoPeople } from "../contract";
import type { Row } from "../correct-contact-step";
import { calledBy, onlyIds, otherNamesMeant, partedBy, type TwoPeople } from "./divided-names";
import { chosenOf, keepAll, NO_ROOM } from "./kept-values";
import { bothOf, capital, type OnePersonInput, type OpenDeciding, openDeciding, type TwoPeopleInput } from "./open-deciding";

/**
 * Makes two guests of one: each has what the records of its own say.
 * @throws AppError `not_found`, `conflict` where the guest was changed since or nobody can say what is whose
 */
export function twoPeopleStep({ body, ...input }: TwoPeopleInput): AnswerOf<typeof sayTwoPeople> {
  return bulkWrite(input.file, input.by, (database, say): Outcome<AnswerOf<typeof sayTwoPeople>> => {
    const book = openDeciding(database, say, input);
    const was = book.meant(body.identifier);
    const names = otherNamesMeant(was, body.names);
    const two = partedBy(decisionTarget(database, input.hours)(was.seq), names);
    book.part(two);
    tidyNames(book, two, names);
    failpoint("two-people:written");
    const [contact, other] = bothOf(book, two);
    const shared = (contact.numbers ?? []).filter(({ digits }) => other.numbers?.some((number) => number.digits === digits));
    const numbers = shared.map(({ shown }) => shown).join(", ");
    const keep = shared.length === 0 ? "" : ` Both keep the number${shared.length === 1 ? "" : "s"} ${numbers}.`;
    const message = `${calledBy(contact.name)} and ${calledBy(other.name)} are two guests now.${keep}`;
    const subjects = [contact.id, other.id, input.undoId];
    return {
      answer: { ok: true, message: capital(message), contact, other, undo_id: input.undoId },
      happened: [{ kind: "contacts.said_two", subjects, payload: { undo_id: input.undoId } }],
    };
  });
}

/** A record may say both names: each of the two goes by their own from now on. */
function tidyNames(book: OpenDeciding, { one, other }: TwoPeople, names: readonly string[]): void {
  const [first, second] = bothOf(book, { one, other });
  for (const [about, guest, others] of [[one, first, names] as const, [other, second, [first.name]] as const]) {
    const also = alsoNames(guest.also).filter((name) => !others.some((another) => namesAgree(another, name)));
    if (also.join("\n") !== guest.also) book.decide({ kind: "fields", about, values: { also: also.join("\n") } });
  }
}

/**
 * Makes one guest of two. Of fields in which they differ the chosen value stands; what is not chosen the fold decides.
 * @throws AppError `not_found`, `conflict` where one was changed since, or they cannot become one
 */
export function onePersonStep({ body, ...input }: OnePersonInput): AnswerOf<typeof sayOnePerson> {
  return bulkWrite(input.file, input.by, (database, say): Outcome<AnswerOf<typeof sayOnePerson>> => {
    const book = openDeciding(database, say, input);
    const [was, other] = [book.meant(body.identifier), book.meant(body.other)];
    if (was.seq === other.seq) throw new AppError("conflict", "These are one guest already. Nothing was changed.");
    const chosen = chosenOf(body.values ?? {}, [was, other]);
    const spoken = decisionTarget(database, input.hours);
    const [about, others] = [spoken(was.seq).about, spoken(other.seq).about];
    const before = [book.known(was.seq), book.known(other.seq)];
    const thirds = thirdsBeside(book, about, others);
    book.decide({ kind: "one", about, other: others });
    leaveThirds(book, { about, others }, thirds);
    failpoint("one-person:written");
    const [seq, ...more] = book.holdersOf(about, others);
    if (seq === undefined || more.length > 0) throw cannotBeOne(was, other);
    keepAll(book, about, before, chosen);
    const contact = book.shown(seq);
    const message = `${calledBy(was.name)} and ${calledBy(other.name)} are one guest now.`;
    return {
      answer: { ok: true, message: capital(message), contact, undo_id: input.undoId },
      happened: [{ kind: "contacts.said_one", subjects: [was.id, other.id, input.undoId], payload: { undo_id: input.undoId } }],
    };
  });
}

/** The records of each other guest who hangs together with two, as they are held now. */
function thirdsBeside(book: OpenDeciding, about: About, others: About): string[][] {
  const own = book.holdersOf(about, others);
  const held = new Map<number, string[]>();
  for (const { id, contact_seq } of book.around(about).records)
    if (contact_seq !== null && !own.includes(contact_seq)) held.set(contact_seq, [...(held.get(contact_seq) ?? []), id]);
  return [...held.values()];
}

/**
 * A record that says the numbers of two who were parted is a third guest's here: an older one who becomes one with the other of these two would draw
 * it over by that number. Whoever loses records so is held apart from the two by what each has.
 */
function leaveThirds(book: OpenDeciding, { about, others }: Record<"about" | "others", About>, thirds: readonly string[][]): void {
  const mine = onlyIds({ ...about, records: [...new Set([...about.records, ...others.records])] });
  for (const records of thirds) {
    const third = onlyIds({ ...about, records });
    const holders = book.holdersOf(mine);
    if (book.holdersOf(third).some((seq) => holders.includes(seq))) book.decide({ kind: "not-one", about: mine, other: third });
  }
}

function cannotBeOne(was: Row, other: Row): AppError {
  const isLong = was.phones.length + other.phones.length > TEXT_LIMITS.phones;
  const why = isLong
    ? NO_ROOM
    : "Somebody said of one of them that they and another guest are two people: end that first, under Where from.";
  return new AppError(
    "conflict",
    `${capital(calledBy(was.name))} and ${calledBy(other.name)} cannot become one. Nothing was changed. ${why}`,
  );
}
