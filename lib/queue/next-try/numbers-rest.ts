import type { Late } from "../forecast/not-today";
import { OF_GUEST, WAIT_FOR_SENDER } from "../item-sql";
import { wouldTake } from "../send-policy/able-numbers";
import { TAKES } from "../send-policy/number-ready";
import { isOfficial } from "../templates/missing";
import type { WaitsForNumbers } from "./contract";
import type { QueueSnapshot } from "./queue-snapshot";
import type { WaitingRow } from "./waiting-row";

/** A shorter rest is the pace between two messages: it goes on. */
const LONG = 5 * 60_000;

/** Somebody could let it go sooner. */
export const isHelped = ({ off, official, refused = [] }: WaitsForNumbers) => off.length + official.length + refused.length > 0;

/**
 * Of some messages when a number takes each of them, and whom it waits for until then: nobody can take it for a while, or what the numbers
 * may send today goes to others; null where somebody can, and where nobody sends at all, which is an obstacle.
 * @returns `from`: milliseconds; what was put off because of one number is due as soon as another one takes it (`earlyItems`)
 */
export function restOf(
  rows: readonly WaitingRow[],
  snapshot: QueueSnapshot,
): (row: WaitingRow) => { from: number; waits_for: WaitsForNumbers | null } {
  const { at, takers } = snapshot;
  const { able, takesOf, restsUntil } = takers();
  const takes = takesOf(rows);
  const rests = (one: (typeof able)[number]) => restsUntil(one) > at + LONG;
  return (row) => {
    const theirs = able.filter(({ account }) => row.account === null || row.account === account);
    const how = (one: (typeof able)[number]) => takes(row, one.account);
    // While none of them is there nobody knows what the next one that is started may send: when another one was full says nothing. And what
    // one put off until tomorrow goes as soon as any of them has room.
    const isAnybodys = theirs.length === 0 || (row.account === null && theirs.some((one) => how(one) !== TAKES.byTemplate));
    const isEarly = WAIT_FOR_SENDER.includes(row.last_code ?? "") && isAnybodys;
    const due = row.status === "IN_PROGRESS" || isEarly ? at : Math.max(at, Date.parse(row.run_at));
    const waitsLong = (one: (typeof able)[number]) => (how(one) === TAKES.later || how(one) === TAKES.soon) && rests(one);
    const goes = theirs.some((one) => how(one) !== TAKES.byTemplate && !waitsLong(one));
    const resting = theirs.filter(waitsLong);
    const free = goes || resting.length === 0 ? at : Math.min(...resting.map(restsUntil));
    // Whatever it waits for now: what numbers may send later today goes in the order of the queue as well.
    const late = row.status === "PENDING" ? snapshot.course().late.get(row.id) : undefined;
    const ways = (phones: typeof theirs, from: number) => waysOf({ row, phones, theirs, late, from }, snapshot);
    if (late && free < late.until) {
      const busy = goes ? theirs.filter((one) => how(one) !== TAKES.byTemplate && !waitsLong(one)) : resting;
      return { from: late.until, waits_for: { ...ways(busy, late.until), busy: true } };
    }
    // What its guest has had keeps it for longer than any number.
    if (row.last_code === OF_GUEST && due > at && due >= free) return { from: due, waits_for: null };
    if (!goes && resting.length > 0) return { from: Math.max(due, free), waits_for: ways(resting, free) };
    return { from: due, waits_for: null };
  };
}

type Named = QueueSnapshot extends { takers: () => { able: readonly (infer One)[] } } ? One : never;

interface Waiting {
  row: WaitingRow;
  /** The numbers that it waits for, of `theirs`: all that may send it. */
  phones: readonly Named[];
  theirs: readonly Named[];
  late: Late | undefined;
  /** When it goes otherwise, in milliseconds: who could send no sooner is no help. */
  from: number;
}

function waysOf({ row, phones, theirs, late, from }: Waiting, snapshot: QueueSnapshot): WaitsForNumbers {
  const { takers, who } = snapshot;
  const gaps = snapshot.gaps();
  const until = Math.min(from, snapshot.lastChance(row));
  const { helps } = { helps: null, ...late };
  const couldByTemplate = (one: Named) => gaps.has(row.kind, one.account) && !phones.includes(one) && takers().restsUntil(one) < until;
  const wouldHelp = !helps || helps.template;
  const lacks = wouldHelp ? [...theirs, ...(helps?.together ? snapshot.off() : [])].filter(couldByTemplate) : [];
  const isNamed = ({ account }: Named) => gaps.of(row.kind, account) !== null;
  const sooner = wouldTake(snapshot.off(), gaps, [row.kind]).filter(({ sends_from }) => sends_from < until);
  const started = helps ? snapshot.off().filter(({ id }) => helps.off.includes(id)) : sooner;
  return {
    what: "numbers",
    phones: namesOf(phones),
    ...limitsOf(phones, snapshot),
    ...(row.account !== null && { own: true }),
    official: namesOf(lacks.filter((one) => !isNamed(one))),
    refused: namesOf(lacks.filter(isNamed)),
    off: namesOf(started),
    ...(helps?.together && { together: true }),
    who: lacks.length > 0 ? who() : [],
  };
}

/** The limit of all of some numbers that wait for it, and whose it is besides. */
function limitsOf(phones: readonly Named[], { takers, senders }: QueueSnapshot): Pick<WaitsForNumbers, "limit" | "shared"> {
  const [limit = null, ...others] = [...new Set(phones.map(takers().limitOf))];
  if (limit === null || others.length > 0) return {};
  return { limit, ...(limit === "guests" && { shared: namesOf(senders().filter(isOfficial)) }) };
}

const namesOf = (some: readonly { name: string }[]) => some.map(({ name }) => name);
