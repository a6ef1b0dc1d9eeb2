import type Database from "better-sqlite3";
import type { AnswerOf, BodyOf } from "../../api/endpoint";
import { batchOfDecisions, decisionTarget, placeNow } from "../../book/decision-target";
import { decisionStore } from "../../book/decisions";
import { publish } from "../../book/publishing";
import type { About, Decision, Place } from "../../book/record-shapes";
import { type ContactRow, recordStore } from "../../book/records";
import { bulkWrite } from "../../db/bulk-write";
import { AppError } from "../../errors";
import type { Happening, Outcome } from "../../events";
import { TEXT_LIMITS } from "../../guest-fields";
import { MOST_OTHER_NAMES } from "../../merge-rule";
import { alsoNames, namesAgree, withNames } from "../../names";
import type { PhoneNumber } from "../../phones";
import { failpoint } from "../../test-hooks";
import type { endDecision, sayOnePerson, sayTwoPeople } from "../contract";
import { type BookInput, guestFinder, type Row } from "../correct-contact-step";
import { calledBy, onlyIds, otherNamesMeant, partedBy, type TwoPeople } from "./divided-names";

/** @property undoId of a decision that is made here */
type DecidingInput<Body> = BookInput & { undoId: string; body: Body };
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
    const spoken = decisionTarget(database, input.hours);
    const [about, others] = [spoken(was.seq).about, spoken(other.seq).about];
    const before = [book.known(was.seq), book.known(other.seq)];
    book.decide({ kind: "one", about, other: others });
    failpoint("one-person:written");
    const [seq, ...more] = book.holdersOf(about, others);
    if (seq === undefined || more.length > 0) throw cannotBeOne(was, other);
    keepAll(book, about, before);
    const contact = book.shown(seq);
    const message = `${calledBy(was.name)} and ${calledBy(other.name)} are one guest now.`;
    return {
      answer: { ok: true, message: capital(message), contact, undo_id: input.undoId },
      happened: [{ kind: "contacts.said_one", subjects: [was.id, other.id, input.undoId], payload: { undo_id: input.undoId } }],
    };
  });
}

/**
 * Whatever somebody who became one with another was found by stays: what was written of one of them by hand would else stand in place of
 * the other's numbers and names.
 */
function keepAll(book: OpenBook, about: About, before: readonly KnownBy[]): void {
  const [seq] = book.holdersOf(about);
  if (seq === undefined) return;
  const now = book.known(seq);
  const has = (numbers: readonly PhoneNumber[], { digits }: PhoneNumber) => numbers.some((one) => one.digits === digits);
  const lost: PhoneNumber[] = [];
  for (const number of before.flatMap(({ numbers }) => numbers))
    if (number.key !== "" && !has(now.numbers, number) && !has(lost, number)) lost.push(number);
  const phones = [now.phones, ...lost.map(({ typed }) => typed)].filter(Boolean).join(", ");
  if (phones.length > TEXT_LIMITS.phones) throw new AppError("conflict", `Nothing was changed. ${NO_ROOM}`);
  const { also } = withNames(now, before.flatMap((one) => [one.name, ...alsoNames(one.also)]), MOST_OTHER_NAMES); // biome-ignore format: one line
  const values = { ...(lost.length > 0 && { phones, numbers: [...now.numbers, ...lost] }), ...(also !== now.also && { also }) };
  if (Object.keys(values).length > 0) book.decide({ kind: "fields", about, values });
}

/** By what a guest is found. */
type KnownBy = Pick<Row, "name" | "also" | "phones"> & { numbers: PhoneNumber[] };

const NO_ROOM = "Together they have more numbers than one guest has room for: take some away first.";

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

/**
 * Ends a decision that guests are one, or two: they are what all the rest says. Whom somebody spoke of as one since it was said that
 * they are one, are said to be two.
 * @throws AppError `not_found`, `conflict` where what else was said does not let them be two
 */
export function endDecisionStep({ body, ...input }: EndDecisionInput): AnswerOf<typeof endDecision> {
  return bulkWrite(input.file, input.by, (database, say): Outcome<AnswerOf<typeof endDecision>> => {
    const book = openBook(database, say, input);
    const said = book.saidIn(batchOfDecisions(body.undo_id));
    if (!said) throw new AppError("not_found", "Nobody said this in this branch, or it was ended already. Nothing was changed.");
    const { kind, about: one, other } = said;
    const before = book.holdersOf(one, other).map(book.known);
    book.end(batchOfDecisions(body.undo_id));
    const isOne = () => book.holdersOf(one).some((seq) => book.holdersOf(other).includes(seq));
    const isHeld = kind === "one" && isOne() && book.isSpokenOfAsOne(one, other);
    if (isHeld) {
      book.part({ one, other });
      bothOf(book, { one, other });
    } else if (kind === "not-one" && isOne()) keepAll(book, one, before);
    failpoint("end-decision:written");
    const contacts = book.holdersOf(one, other).map(book.shown);
    const were = kind === "one" ? "one" : "two";
    const are = isOne() ? "one" : "two";
    const names = contacts.map(({ name }) => calledBy(name));
    const message = endedText(names, were, { are, isHeld });
    const payload = { undo_id: body.undo_id, kind: were, are, ...(isHeld && { stay: input.undoId }) } as const;
    const subjects = [...contacts.map(({ id }) => id), body.undo_id, ...(isHeld ? [input.undoId] : [])];
    return { answer: { ok: true, message, contacts }, happened: [{ kind: "contacts.decision_ended", subjects, payload }] };
  });
}

type Are = "one" | "two";

function endedText(names: readonly string[], were: Are, { are, isHeld }: { are: Are; isHeld: boolean }): string {
  const all = capital(names.join(" and "));
  const many = names.length === 1 ? "one guest" : "two guests";
  if (were === are) {
    const why = are === "one" ? "what was recorded since has the numbers of both" : "nothing makes them one";
    return `Nobody says any more that they are ${are === "one" ? "one person" : "two people"}. ${all} ${names.length === 1 ? "stays" : "stay"} ${many}: ${why}.`;
  }
  const kept = isHeld ? " What was corrected while they were one stands with both." : "";
  return `${all} ${names.length === 1 ? "is" : "are"} ${many} again.${kept}`;
}

const capital = (sentence: string) => sentence.charAt(0).toUpperCase() + sentence.slice(1);

type Deciding<One = Decision> = One extends Decision ? Omit<One, keyof Place> : never;

type Shown = AnswerOf<typeof sayOnePerson>["contact"];

/** Opens a guest book for a who-is-who decision. */
function openBook(
  database: Database.Database,
  say: (happening: Happening) => void,
  { by, hours, countryCode, now, undoId }: Omit<DecidingInput<null>, "body">,
) {
  const guests = guestFinder(database, countryCode);
  const store = recordStore(database, hours);
  const decided = decisionStore(database);
  const publishing = { hours, say, why: "decision" } as const;
  let line = 0;
  const decide = (decision: Deciding): void => {
    const place = placeNow(database, { now, by }, batchOfDecisions(undoId), line++);
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
    /** Whether somebody said something of two as of one. */
    isSpokenOfAsOne(one: About, other: About): boolean {
      const isAbout = ({ records }: About, whom: About) => records.some((id) => whom.records.includes(id));
      const spoken = one.records.flatMap((id) => decided.at(`record ${id}`));
      return spoken.some(({ kind, about }) => kind !== "one" && kind !== "not-one" && isAbout(about, one) && isAbout(about, other));
    },
    known(seq: number): KnownBy {
      const contact = store.contact(seq) as ContactRow; // somebody holds records there
      return { ...contact, numbers: store.numbersTyped(contact) };
    },
    /** Whether somebody said in a batch that guests are one, or two. */
    saidIn(batch: string) {
      const said = decided.of(batch);
      const ended = said.find(({ kind }) => kind === "not-one") ?? said.find(({ kind }) => kind === "one");
      return ended?.kind === "one" || ended?.kind === "not-one" ? ended : null;
    },
    end: (batch: string) => void publish(database, { undone: { batch } }, publishing),
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
