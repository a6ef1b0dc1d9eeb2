import type { Campaign } from "@/lib/queue/campaigns/contract";
import type { Obstacle } from "@/lib/queue/obstacles/contract";
import { goingOf } from "./next-try";
import { unansweredOf, waitingOf } from "./unanswered";

export interface Standing {
  /** What stands against all that waits; null where nothing waits, and where each campaign has a reason of its own. */
  obstacle: Obstacle | null;
  /** Something may go out now: only then there is a pace, and a time that is left. */
  goesOut: boolean;
  /** How many go now, one after the other; null where nobody knows. */
  going: number | null;
}

/**
 * How all that waits stands.
 * @param waiting how many messages; none while the switch stops them
 * @param ofWorkers why no worker sends
 * @param campaigns the newest ones: older ones that are not among them may go all the same
 */
export function whatStands(waiting: number, ofWorkers: Obstacle | null, campaigns: readonly Campaign[]): Standing {
  if (waiting === 0) return { obstacle: null, goesOut: false, going: 0 };
  if (ofWorkers) return { obstacle: ofWorkers, goesOut: false, going: 0 };
  const underWay = campaigns.filter(isUnderWay);
  const isWhole = underWay.reduce((sum, campaign) => sum + waitingOf(campaign), 0) >= waiting;
  if (!isWhole) return { obstacle: null, goesOut: true, going: null };
  if (underWay.some(isGoingOut)) return { obstacle: null, goesOut: true, going: sumOf(underWay.filter(isGoingOut)) };
  const [first = null] = underWay.map(({ obstacle }) => obstacle ?? null);
  return { obstacle: underWay.every(({ obstacle }) => isSame(obstacle, first)) ? first : null, goesOut: false, going: 0 };
}

function sumOf(campaigns: readonly Campaign[]): number | null {
  const each = campaigns.map((one) => goingOf(one, waitingOf(one)));
  return each.some((one) => one === null) ? null : each.reduce<number>((sum, one) => sum + (one ?? 0), 0);
}

/** Some of it is still to go out. */
export const isUnderWay = (campaign: Pick<Campaign, "counts" | "unanswered">) => waitingOf(campaign) > 0;

/** So many of those that are over stand among the others where there is little room. */
const ENDED_SHOWN = 2;

/**
 * Which campaigns may be folded away where there is little room: older ones that are over. What was queued in this business day never is.
 * @param campaigns in the order in which they are shown
 * @param dayOf the business day of an instant, YYYY-MM-DD
 */
export function foldedAway(campaigns: readonly Campaign[], now: Date, dayOf: (at: Date) => string): Campaign[] {
  const isOver = (one: Campaign) => !isUnderWay(one) && unansweredOf(one) === 0;
  const isOfToday = ({ created_at, last_at = created_at }: Campaign) => dayOf(new Date(last_at)) >= dayOf(now);
  return campaigns.filter(isOver).filter((one, index) => index >= ENDED_SHOWN && !isOfToday(one));
}

/** Some of it may go out now: neither stopped nor held, and nothing stands against it. */
export const isGoingOut = ({ state, obstacle, next_try, waits_for }: Campaign) =>
  state === "SENDING" && !obstacle && next_try === null && !waits_for;

/** Whether two say the same to whoever reads them. */
export function isSame(one: Obstacle | null | undefined, other: Obstacle | null): boolean {
  return one?.what === other?.what && one?.reason === other?.reason && one?.worker?.id === other?.worker?.id;
}
