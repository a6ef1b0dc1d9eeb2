/** What a line of the ledger is, named as by Square's loyalty events (docs/design/open-screens.md 2.7). */
export const LINE_TYPES = [
  /** For a visit. */
  "ACCUMULATE_POINTS",
  /** For a visit by a rule beside the usual one, such as a birthday. */
  "ACCUMULATE_PROMOTION_POINTS",
  /** Taken for a reward that a guest is about to get. */
  "CREATE_REWARD",
  /** The guest got it; the points went with CREATE_REWARD, so it is worth none. */
  "REDEEM_REWARD",
  /** Given back, because the guest did not get it. */
  "DELETE_REWARD",
  /** By hand, with a reason. */
  "ADJUST_POINTS",
  /** Lost after months without a visit, and given back where one was recorded later. */
  "EXPIRE_POINTS",
  /** An award that is taken back or counted once, and what stood before there was a ledger. */
  "OTHER",
] as const;

export type LineType = (typeof LINE_TYPES)[number];

/** Where a line comes from. */
export const LINE_SOURCES = ["before the ledger", "table", "two became one", "by hand", "reward", "expiry"] as const;
export type LineSource = (typeof LINE_SOURCES)[number];

const WORDS: Record<LineType, string> = {
  ACCUMULATE_POINTS: "",
  ACCUMULATE_PROMOTION_POINTS: "Extra",
  CREATE_REWARD: "Reward",
  REDEEM_REWARD: "Reward given",
  DELETE_REWARD: "Reward not taken",
  ADJUST_POINTS: "By hand",
  EXPIRE_POINTS: "Expired",
  OTHER: "",
};

/** What a line is, as staff read it; empty where its table or its reason says all. */
export function lineInWords(type: LineType, points: number): string {
  if (type === "EXPIRE_POINTS" && points > 0) return "Not lost after all";
  return WORDS[type] || (type === "OTHER" && points < 0 ? "Taken back" : "");
}

/** `+5`, `−5`, `0`. */
export const signed = (points: number) => (points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0");
