import type Database from "better-sqlite3";
import type { AnswerOf } from "../../api/endpoint";
import { byPlace } from "../../book/apply-decisions";
import { batchOfDecisions } from "../../book/decision-target";
import type { About, Decision } from "../../book/record-shapes";
import { bulkTrial, bulkWrite } from "../../db/bulk-write";
import { AppError } from "../../errors";
import type { Happening, Outcome } from "../../events";
import { alsoNames } from "../../names";
import type { PhoneNumber } from "../../phones";
import { failpoint } from "../../test-hooks";
import type { endDecision } from "../contract";
import { calledBy, onlyIds, type TwoPeople } from "./divided-names";
import { keepAll } from "./kept-values";
import { capital, type EndDecisionInput, type OpenDeciding, openDeciding } from "./open-deciding";
import { divideWritten, eachNumberOnce, keepNumbersApart } from "./own-again";

/** Who one of two people is, once they are two again: a guest, or several where others were parted of them since. */
export interface SideOfTwo {
  guests: { names: string[]; numbers: PhoneNumber[] }[];
  /** Ids of their records. */
  records: string[];
}

type Ended = AnswerOf<typeof endDecision>;

/**
 * Ends a decision that guests are one, or two: they are what all the rest says. Who were made one are two again whatever was said since:
 * where it says otherwise, it is said that they are two.
 * @throws AppError `not_found`, `conflict` where what else was said does not let them be two
 */
export function endDecisionStep({ body, ...input }: EndDecisionInput): Ended {
  return bulkWrite(input.file, input.by, (database, say) => endIn(database, say, { body, ...input }));
}

/** Who the two would be once they are two again; null where there is no such decision, or it does not part anybody. It changes nothing. */
export function tryEndDecision({ body, ...input }: EndDecisionInput): [SideOfTwo, SideOfTwo] | null {
  return bulkTrial(input.file, (database, say) => {
    const book = openDeciding(database, say, input);
    const said = book.saidIn(batchOfDecisions(body.undo_id));
    if (said?.kind !== "one") return null;
    endIn(database, say, { body, ...input });
    const sideOf = (about: About): SideOfTwo => {
      const holders = book.holdersOf(about);
      const guests = holders.map(book.known).map(({ name, also, numbers }) => ({ names: [name, ...alsoNames(also)], numbers }));
      return { guests, records: holders.flatMap(book.recordsOf) };
    };
    return [sideOf(said.about), sideOf(said.other)];
  });
}

function endIn(database: Database.Database, say: (happening: Happening) => void, { body, ...input }: EndDecisionInput): Outcome<Ended> {
  const book = openDeciding(database, say, input);
  const said = book.saidIn(batchOfDecisions(body.undo_id));
  if (!said) throw new AppError("not_found", "Nobody said this in this branch, or it was ended already. Nothing was changed.");
  const { kind, about: one, other } = said;
  const before = book.holdersOf(one, other).map(book.known);
  const since = book.around(one).decisions.filter((decision) => byPlace(decision, said) > 0 && decision.batch !== said.batch);
  book.end(batchOfDecisions(body.undo_id));
  const isOne = () => book.holdersOf(one).some((seq) => book.holdersOf(other).includes(seq));
  const parts = kind === "one" && isOne();
  const stay = parts ? partAgain(book, { one, other }, since) : { others: [], corrected: false };
  if (kind === "one") {
    divideWritten(book, { one, other }, since);
    const thirds = since.flatMap((decision) => (decision.kind === "one" ? [decision.about, decision.other] : []));
    if (!isOne()) eachNumberOnce(book, { one, other }, book.holdersOf(one, other, ...thirds));
  } else if (isOne()) keepAll(book, one, before);
  failpoint("end-decision:written");
  const contacts = book.holdersOf(one, other).map(book.shown);
  const were = kind === "one" ? "one" : "two";
  const are = isOne() ? "one" : "two";
  const names = contacts.map(({ name }) => calledBy(name));
  const message = endedText(names, were, { are, ...stay });
  const payload = { undo_id: body.undo_id, kind: were, are, ...(parts && { stay: input.undoId }) } as const;
  const subjects = [...contacts.map(({ id }) => id), body.undo_id, ...(parts ? [input.undoId] : [])];
  return { answer: { ok: true, message, contacts }, happened: [{ kind: "contacts.decision_ended", subjects, payload }] };
}

const isAboutBoth =
  ({ one, other }: TwoPeople) =>
  ({ kind, about }: Decision) => {
    const meets = ({ records }: { records: string[] }) => about.records.some((id) => records.includes(id));
    return kind !== "one" && kind !== "not-one" && meets(one) && meets(other);
  };

/**
 * What was said since has them as one: a correction of both, a record with the numbers of both, or that a third is one with them. That they are
 * two is newer. Who was made one with them since stays with the first of the two.
 */
function partAgain(book: OpenDeciding, two: TwoPeople, since: readonly Decision[]): { others: string[]; corrected: boolean } {
  const { one, other } = two;
  book.part(two);
  keepNumbersApart(book, two);
  const others: string[] = [];
  for (const decision of since) {
    if (decision.kind !== "one") continue;
    const meets = (about: { records: string[] }) => [one, other].every(({ records }) => about.records.some((id) => records.includes(id)));
    const third = meets(decision.about) ? decision.other : meets(decision.other) ? decision.about : null;
    if (!third || book.holdersOf(third).some((seq) => book.holdersOf(one, other).includes(seq))) continue;
    others.push(...book.holdersOf(third).map((seq) => calledBy(book.known(seq).name)));
    book.decide({ kind: "one", about: onlyIds(one), other: onlyIds(third) });
  }
  return { others, corrected: since.some(isAboutBoth(two)) };
}

type Are = "one" | "two";
interface Standing {
  are: Are;
  /** Who was made one with them since. */
  others: string[];
  /** Something was corrected of both as of one. */
  corrected: boolean;
}

function endedText(names: readonly string[], were: Are, { are, others, corrected }: Standing): string {
  if (names.length === 0)
    return "Nobody says any more that they are one person. Both were deleted since: the bin of All data puts them back.";
  const all = capital(names.join(" and "));
  const many = names.length === 1 ? "one guest" : "two guests";
  if (were === are) {
    const why = are === "one" ? "what was recorded since has the numbers of both" : "nothing makes them one";
    return `Nobody says any more that they are ${are === "one" ? "one person" : "two people"}. ${all} ${names.length === 1 ? "stays" : "stay"} ${many}: ${why}.`;
  }
  const kept = corrected ? " What was corrected while they were one stands with both." : "";
  const third = others.length === 0 ? "" : ` ${others.join(" and ")}, who was said to be the same since, stays with ${names[0]}.`;
  return `${all} ${names.length === 1 ? "is" : "are"} ${many} again.${kept}${third}`;
}
