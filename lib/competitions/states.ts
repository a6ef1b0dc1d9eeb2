/** The life of a competition (docs/design/open-screens.md 2.2, point 1). */
export const STATES = ["DRAFT", "OPEN", "CLOSED", "LOCKED", "DRAWN", "VERIFIED", "PRIZE_GIVEN", "CANCELLED"] as const;
export type CompetitionState = (typeof STATES)[number];

/** Steps that somebody decides; LOCKED and DRAWN are work of their own (lib/competitions/draw). */
export const DECIDED = ["OPEN", "CLOSED", "CANCELLED", "VERIFIED", "PRIZE_GIVEN"] as const satisfies readonly CompetitionState[];
export type DecidedState = (typeof DECIDED)[number];

/** What may follow, whoever asks. From VERIFIED a competition is DRAWN again where a winner is disqualified: who moves up is to be verified. */
const NEXT: Record<CompetitionState, readonly CompetitionState[]> = {
  DRAFT: ["OPEN", "CANCELLED"],
  OPEN: ["CLOSED", "CANCELLED"],
  CLOSED: ["LOCKED", "CANCELLED"],
  LOCKED: ["DRAWN", "CANCELLED"],
  DRAWN: ["VERIFIED"],
  VERIFIED: ["DRAWN", "PRIZE_GIVEN"],
  PRIZE_GIVEN: [],
  CANCELLED: [],
};

export const mayFollow = (from: CompetitionState, to: CompetitionState): boolean => NEXT[from].includes(to);

/** Entries come in, and everything may be changed, until the list is locked. */
export const isBeforeLock = (state: CompetitionState): boolean => state === "DRAFT" || state === "OPEN" || state === "CLOSED";

/** Its winners are known. */
export const isDrawn = (state: CompetitionState): boolean => state === "DRAWN" || state === "VERIFIED" || state === "PRIZE_GIVEN";

/** What the legal steps hang on, beside the state. */
export interface StepFacts {
  state: CompetitionState;
  /** ISO 8601. */
  now: string;
  opens_at: string;
  closes_at: string;
  /** Of one that is locked: from when on its randomness can be known. */
  draws_at: string | null;
  /** Comments that are there. */
  entries: number;
  /** Whoever asks made it, and another one is to draw. */
  is_makers: boolean;
  two_people: boolean;
  /** Winners who count now, and those of them who have their voucher. */
  winners: number;
  given: number;
}

/** The steps that may be taken now: the only ones that are offered as buttons. */
export function nextSteps(facts: StepFacts): CompetitionState[] {
  return NEXT[facts.state].filter((to) => whyNot(facts, to) === null && !(facts.state === "VERIFIED" && to === "DRAWN"));
}

/** Why a step that may follow in itself cannot be taken now, in a sentence; null where it can. */
export function whyNot(facts: StepFacts, to: CompetitionState): string | null {
  const { state, now } = facts;
  if (!mayFollow(state, to)) return `A competition that is ${stateInWords(state)} cannot become ${stateInWords(to)}.`;
  if (to === "OPEN" && facts.closes_at <= now) return "Its closing time is over already. Choose a later one.";
  if (to === "CLOSED" && facts.closes_at > now) return "It closes when its closing time comes. To close it earlier, change that time.";
  if (to === "LOCKED" && facts.entries === 0) return "There is no entry yet.";
  if (state === "LOCKED" && to === "DRAWN") return whyNoDraw(facts);
  if (to === "VERIFIED" && facts.winners === 0) return "No winner is left who could be verified.";
  if (to === "PRIZE_GIVEN" && facts.given < facts.winners) return "Not every winner has a voucher yet.";
  return null;
}

function whyNoDraw({ now, draws_at, is_makers, two_people }: StepFacts): string | null {
  if (two_people && is_makers) return "Whoever made this competition does not draw it: another person has to.";
  return draws_at !== null && now < draws_at ? "The randomness that was named when it was locked is not there yet." : null;
}

const WORDS: Record<CompetitionState, string> = {
  DRAFT: "a draft",
  OPEN: "open",
  CLOSED: "closed",
  LOCKED: "locked",
  DRAWN: "drawn",
  VERIFIED: "verified",
  PRIZE_GIVEN: "over, its prize given",
  CANCELLED: "cancelled",
};

export const stateInWords = (state: CompetitionState): string => WORDS[state];
