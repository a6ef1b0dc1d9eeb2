import type Database from "better-sqlite3";
import type { AnswerOf, BodyOf } from "../../api/endpoint";
import { decisionStore } from "../../book/decisions";
import { publish } from "../../book/publishing";
import { recordStore } from "../../book/records";
import type { About, Decision, Place } from "../../book/said";
import { placeNow, spokenOf, wordBatch } from "../../book/words";
import { bulkWrite } from "../../db/bulk-write";
import { AppError } from "../../errors";
import type { Happening, Outcome } from "../../events";
import { TEXT_LIMITS } from "../../guest-fields";
import { alsoNames, namesAgree } from "../../names";
import { failpoint } from "../../test-hooks";
import { type BookInput, guestFinder, type Row } from "../book/bulk";
import type { endDecision, sayOnePerson, sayTwoPeople } from "../contract";
import { calledBy, onlyIds, otherNamesMeant, partedBy, type TwoPeople } from "./rules";

/** @property undoId of a decision that is made here */
export type DecidingInput<Body> = BookInput & { undoId: string; body: Body };
export type TwoPeopleInput = DecidingInput<BodyOf<typeof sayTwoPeople>>;
export type OnePersonInput = DecidingInput<BodyOf<typeof sayOnePerson>>;
export type EndDecisionInput = DecidingInput<BodyOf<typeof endDecision>>;

/**
 * Makes two guests of one: each has what the records of its own say.
 * @throws AppError `not_found`, `conflict` where the guest was changed since or nobody can say what is whose
 */
export function twoPeopleStep({ body, ...input }: TwoPeopleInput): AnswerOf<typeof sayTwoPeople> {
  return bulkWrite(input.file, input.by, (database, say): Outcome<AnswerOf<typeof sayTwoPeople>> => {
    const book = openBook(database, say, input);
    const was = book.meant(body.identifier);
    const names = otherNamesMeant(was, body.names);
    const two = partedBy(spokenOf(database, input.hours)(was.seq), names);
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
function tidyNames(book: OpenBook, { one, other }: TwoPeople, names: readonly string[]): void {
  const [first, second] = bothOf(book, { one, other });
  for (const [about, guest, others] of [[one, first, names] as const, [other, second, [first.name]] as const]) {
    const also = alsoNames(guest.also).filter((name) => !others.some((another) => namesAgree(another, name)));
    if (also.join("\n") !== guest.also) book.decide({ kind: "fields", about, values: { also: also.join("\n") } });
  }
}

/**
 * Makes one guest of two.
 * @throws AppError `not_found`, `conflict` where one was changed since, or they cannot become one
 */
export function onePersonStep({ body, ...input }: OnePersonInput): AnswerOf<typeof sayOnePerson> {
  return bulkWrite(input.file, input.by, (database, say): Outcome<AnswerOf<typeof sayOnePerson>> => {
    const book = openBook(database, say, input);
    const [was, other] = [book.meant(body.identifier), book.meant(body.other)];
    if (was.seq === other.seq) throw new AppError("conflict", "These are one guest already. Nothing was changed.");
    const spoken = spokenOf(database, input.hours);
    const [about, others] = [spoken(was.seq).about, spoken(other.seq).about];
    book.decide({ kind: "one", about, other: others });
    failpoint("one-person:written");
    const [seq, ...more] = book.holdersOf(about, others);
    if (seq === undefined || more.length > 0) throw cannotBeOne(was, other);
    const contact = book.shown(seq);
    const message = `${calledBy(was.name)} and ${calledBy(other.name)} are one guest now.`;
    return {
      answer: { ok: true, message: capital(message), contact, undo_id: input.undoId },
      happened: [{ kind: "contacts.said_one", subjects: [was.id, other.id, input.undoId], payload: { undo_id: input.undoId } }],
    };
  });
}

function cannotBeOne(was: Row, other: Row): AppError {
  const isLong = was.phones.length + other.phones.length > TEXT_LIMITS.phones;
  const why = isLong
    ? "Together they have more numbers than one guest has room for: take some away first."
    : "Somebody said of one of them that they and another guest are two people: end that first, under Where from.";
  return new AppError(
    "conflict",
    `${capital(calledBy(was.name))} and ${calledBy(other.name)} cannot become one. Nothing was changed. ${why}`,
  );
}

/**
 * Ends a decision that guests are one, or two: they are what all the rest says. Whom somebody spoke of as one since it was said that
 * they are one, are said to be two.
 * @throws AppError `not_found`
 */
export function endDecisionStep({ body, ...input }: EndDecisionInput): AnswerOf<typeof endDecision> {
  return bulkWrite(input.file, input.by, (database, say): Outcome<AnswerOf<typeof endDecision>> => {
    const book = openBook(database, say, input);
    const ended = book.end(wordBatch(body.undo_id));
    if (!ended) throw new AppError("not_found", "Nobody said this in this branch, or it was ended already. Nothing was changed.");
    const { kind, about: one, other } = ended;
    const isOne = () => book.holdersOf(one).some((seq) => book.holdersOf(other).includes(seq));
    const isHeld = kind === "one" && isOne();
    if (isHeld) book.part({ one, other });
    failpoint("end-decision:written");
    const contacts = book.holdersOf(one, other).map(book.shown);
    const were = kind === "one" ? "one" : "two";
    const are = isOne() ? "one" : "two";
    const message = endedText(contacts.map(({ name }) => calledBy(name)), were, { are, isHeld }); // biome-ignore format: one line
    const payload = { undo_id: body.undo_id, kind: were, are, ...(isHeld && { stay: input.undoId }) } as const;
    const subjects = [...contacts.map(({ id }) => id), body.undo_id, ...(isHeld ? [input.undoId] : [])];
    return { answer: { ok: true, message, contacts }, happened: [{ kind: "contacts.decision_ended", subjects, payload }] };
  });
}

type Are = "one" | "two";

function endedText(names: readonly string[], were: Are, { are, isHeld }: { are: Are; isHeld: boolean }): string {
  const all = capital(names.join(" and "));
  if (were === "two" && are === "two")
    return `Nobody says any more that they are two people. ${all} stay two guests, as nothing makes them one.`;
  if (are === "one") return `${all} is one guest again.`;
  return `${all} are two guests again.${isHeld ? " What was corrected while they were one stands with both." : ""}`;
}

const capital = (sentence: string) => sentence.charAt(0).toUpperCase() + sentence.slice(1);

type Deciding<One = Decision> = One extends Decision ? Omit<One, keyof Place> : never;

type Shown = AnswerOf<typeof sayOnePerson>["contact"];

/** A guest book in which somebody says who is who. */
function openBook(
  database: Database.Database,
  say: (happening: Happening) => void,
  { hours, countryCode, now, undoId }: Omit<DecidingInput<null>, "body">,
) {
  const guests = guestFinder(database, countryCode);
  const store = recordStore(database, hours);
  const publishing = { hours, say, why: "decision" } as const;
  let line = 0;
  const decide = (decision: Deciding): void => {
    const place = placeNow(database, now, wordBatch(undoId), line++);
    publish(database, { decisions: [{ ...place, ...decision } as Decision] }, publishing);
  };
  /** Row ids of the guests who hold the records of somebody. */
  const holdersOf = (...abouts: About[]): number[] => [
    ...new Set(abouts.flatMap(({ records }) => records.flatMap((id) => store.find(id)?.contact_seq ?? []))),
  ];
  return {
    meant: guests.meant,
    decide,
    holdersOf,
    shown: (seq: number): Shown => guests.shown(guests.byId(store.contact(seq)?.id ?? "") as Row), // a holder is there
    part({ one, other }: TwoPeople): void {
      decide({ kind: "not-one", about: one, other });
      // Only the other's numbers may have held the records of one of them together.
      for (const about of [one, other])
        if (holdersOf(about).length > 1) decide({ kind: "one", about: onlyIds(about), other: onlyIds(about) });
    },
    /** Takes a batch back in which somebody said that guests are one, or two. */
    end(batch: string) {
      const said = decisionStore(database).of(batch);
      const ended = said.find(({ kind }) => kind === "not-one") ?? said.find(({ kind }) => kind === "one");
      if (ended?.kind !== "one" && ended?.kind !== "not-one") return null;
      publish(database, { undone: { batch } }, publishing);
      return ended;
    },
  };
}

type OpenBook = ReturnType<typeof openBook>;

/** @throws AppError `conflict` where what else was said of them does not let them be two */
function bothOf(book: OpenBook, { one, other }: TwoPeople): [Shown, Shown] {
  const [[first, ...more], [second, ...others]] = [book.holdersOf(one), book.holdersOf(other)];
  if (first !== undefined && second !== undefined && first !== second && more.length + others.length === 0)
    return [book.shown(first), book.shown(second)];
  throw new AppError(
    "conflict",
    "What is known of these two hangs together in more than one way. Nothing was changed. Correct the guest with Edit.",
  );
}
