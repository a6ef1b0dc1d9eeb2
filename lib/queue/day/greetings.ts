import type { Campaign, CampaignGuest } from "../birthday-campaign/contract";
import { WHY } from "../birthday-campaign/greetings";
import type { Greetings } from "./contract";

/** Nobody celebrates. */
export const NOBODY = {
  celebrating: 0,
  sent: 0,
  sandbox: 0,
  waits: 0,
  stopped: 0,
  paused: 0,
  misses: 0,
  to_decide: 0,
  doubts: 0,
  failed: [],
  cancelled: 0,
  not_queued: 0,
  left: [],
} satisfies Greetings;

type Stands = "sent" | "sandbox" | "waits" | "to_decide" | "doubts" | "failed" | "cancelled" | "not_queued" | "left";

/** Greeted by another restaurant, or about to be: it is the same to the guest. */
const ELSEWHERE: Partial<Record<string, Stands>> = {
  [WHY.greeted]: "sent",
  [WHY.sandbox]: "sandbox",
  [WHY.onItsWay]: "waits",
  [WHY.inDoubt]: "doubts",
};

function standsOf({ state, why, sandbox, unanswered, undecided }: CampaignGuest): Stands {
  if (unanswered) return "doubts";
  switch (state) {
    case "SENT":
      return sandbox ? "sandbox" : "sent";
    case "PENDING":
    case "IN_PROGRESS":
      return undecided ? "to_decide" : "waits";
    case "FAILED":
      return "failed";
    case "CANCELLED":
      return "cancelled";
    case "left_out":
      return ELSEWHERE[why ?? ""] ?? "left";
    default:
      return "not_queued";
  }
}

/**
 * How many of a campaign's guests stand where: each once, so that the numbers make up all of them.
 * @param isStopped the sending of its branch, or of the whole group, is
 */
export function greetingsOf(
  { guests, ends, late, paused }: Pick<Campaign, "guests" | "ends" | "late" | "paused">,
  isStopped: boolean,
): Greetings {
  const stand = guests.map((guest) => ({ guest, stands: standsOf(guest) }));
  const countOf = (one: Stands) => stand.filter(({ stands }) => stands === one).length;
  const left = new Map<string, number>();
  for (const { guest, stands } of stand) if (stands === "left") left.set(guest.why ?? "", (left.get(guest.why ?? "") ?? 0) + 1);
  const open = guests.filter(({ state, unanswered, undecided }) => state === "PENDING" && !unanswered && !undecided).length;
  const misses = late ? Math.min(late.count, open) : ends ? open : 0;
  return {
    celebrating: guests.length,
    sent: countOf("sent"),
    sandbox: countOf("sandbox"),
    waits: countOf("waits"),
    stopped: isStopped ? open : 0,
    paused: !isStopped && paused ? open : 0,
    misses: isStopped || paused ? 0 : misses,
    to_decide: countOf("to_decide"),
    doubts: countOf("doubts"),
    failed: stand.flatMap(({ guest, stands }) => (stands === "failed" ? [guest.name] : [])),
    cancelled: countOf("cancelled"),
    not_queued: countOf("not_queued"),
    left: [...left].map(([why, count]) => ({ why, count })),
  };
}

/** Of two restaurants. */
export function summed(one: Greetings, other: Greetings): Greetings {
  const left = new Map(one.left.map(({ why, count }) => [why, count]));
  for (const { why, count } of other.left) left.set(why, count + (left.get(why) ?? 0));
  return {
    celebrating: one.celebrating + other.celebrating,
    sent: one.sent + other.sent,
    sandbox: one.sandbox + other.sandbox,
    waits: one.waits + other.waits,
    stopped: (one.stopped ?? 0) + (other.stopped ?? 0),
    paused: (one.paused ?? 0) + (other.paused ?? 0),
    misses: one.misses + other.misses,
    to_decide: (one.to_decide ?? 0) + (other.to_decide ?? 0),
    doubts: one.doubts + other.doubts,
    failed: [...one.failed, ...other.failed],
    cancelled: one.cancelled + other.cancelled,
    not_queued: one.not_queued + other.not_queued,
    left: [...left].map(([why, count]) => ({ why, count })).sort((a, b) => b.count - a.count || a.why.localeCompare(b.why)),
  };
}
