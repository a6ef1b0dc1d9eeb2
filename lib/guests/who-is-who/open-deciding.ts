import type Database from "better-sqlite3";
import type { AnswerOf, BodyOf } from "../../api/endpoint";
import { batchOfDecisions, decisionTarget, placeNow } from "../../book/decision-target";
import { decisionStore } from "../../book/decisions";
import { publish } from "../../book/publishing";
import type { About, Decision, Place } from "../../book/record-shapes";
import { type ContactRow, recordStore } from "../../book/records";
import { clusterReader } from "../../book/stored-clusters";
import { AppError } from "../../errors";
import type { Happening } from "../../events";
import type { PhoneNumber } from "../../phones";
import type { endDecision, sayOnePerson, sayTwoPeople } from "../contract";
import { type BookInput, guestFinder, type Row } from "../correct-contact-step";
import { onlyIds, type TwoPeople } from "./divided-names";

/** @property undoId of a decision that is made here */
export type DecidingInput<Body> = BookInput & { undoId: string; body: Body };
export type TwoPeopleInput = DecidingInput<BodyOf<typeof sayTwoPeople>>;
export type OnePersonInput = DecidingInput<BodyOf<typeof sayOnePerson>>;
export type EndDecisionInput = DecidingInput<BodyOf<typeof endDecision>>;

/** By what a guest is found. */
export type KnownBy = Pick<Row, "name" | "also" | "phones"> & { numbers: PhoneNumber[] };

type Deciding<One = Decision> = One extends Decision ? Omit<One, keyof Place> : never;

export type Shown = AnswerOf<typeof sayOnePerson>["contact"];

/** What a guest is called in a sentence that begins with them. */
export const capital = (sentence: string) => sentence.charAt(0).toUpperCase() + sentence.slice(1);

/** Opens a guest book for a who-is-who decision. */
export function openDeciding(
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
  const known = (seq: number): KnownBy => {
    const contact = store.contact(seq) as ContactRow; // somebody holds records there
    return { ...contact, numbers: store.numbersTyped(contact) };
  };
  /** The records of somebody by the guest who holds them; whoever was left out is in none. */
  const heldBy = ({ records, evening }: About): { about: About; guest: KnownBy }[] => {
    const held = new Map<number, string[]>();
    for (const id of records) {
      const seq = store.find(id)?.contact_seq;
      if (seq !== null && seq !== undefined) held.set(seq, [...(held.get(seq) ?? []), id]);
    }
    return [...held].map(([seq, ids]) => ({ about: onlyIds({ records: ids, numbers: [], names: [], evening }), guest: known(seq) }));
  };
  return {
    meant: guests.meant,
    decide,
    /** Puts others into the place of a decision. */
    replace: ({ batch, id }: Decision, decisions: Decision[]) =>
      void publish(database, { decisions, undone: { batch, decisions: [id] } }, publishing),
    holdersOf,
    shown: (seq: number): Shown => guests.shown(guests.byId(store.contact(seq)?.id ?? "") as Row), // a holder is there
    /** Says that two are two. Whose records were together stay together: only the other's numbers may have held them. */
    part({ one, other }: TwoPeople): void {
      const together = [one, other].flatMap(heldBy).map(({ about }) => about);
      decide({ kind: "not-one", about: one, other });
      for (const about of together) if (holdersOf(about).length > 1) decide({ kind: "one", about, other: about });
    },
    known,
    heldBy,
    /** A guest as something is said of them now: of all their own records. */
    aboutNow: (seq: number): About => decisionTarget(database, hours)(seq).about,
    /** All that hangs together with somebody: what was said, without what is gone, and what was decided. */
    around({ records }: About) {
      const gather = clusterReader(database, store, decided, hours);
      const cluster = gather(records.map((id) => `record ${id}`), new Set()); // biome-ignore format: one line
      return { records: cluster.records.filter(({ isGone }) => !isGone), decisions: cluster.decisions };
    },
    /** Whether somebody said in a batch that guests are one, or two. */
    saidIn(batch: string) {
      const said = decided.of(batch).flatMap((one) => (one.kind === "one" || one.kind === "not-one" ? [one] : []));
      // What follows the first keeps others together, or apart.
      return said.sort((one, other) => one.line - other.line)[0] ?? null;
    },
    recordsOf: (seq: number): string[] => store.ofContact(seq).map(({ id }) => id),
    end: (batch: string) => void publish(database, { undone: { batch } }, publishing),
  };
}

export type OpenDeciding = ReturnType<typeof openDeciding>;

/** @throws AppError `conflict` where what else was said of them does not let them be two */
export function bothOf(book: OpenDeciding, { one, other }: TwoPeople): [Shown, Shown] {
  const [[first, ...more], [second, ...others]] = [book.holdersOf(one), book.holdersOf(other)];
  if (first !== undefined && second !== undefined && first !== second && more.length + others.length === 0)
    return [book.shown(first), book.shown(second)];
  throw new AppError(
    "conflict",
    "What is known of these two hangs together in more than one way. Nothing was changed. Correct the guest with Edit.",
  );
}
