/** How far a guest is with a reward: points are taken when it is issued, and come back where it does not end as redeemed. */
export const REDEMPTION_STATES = ["ISSUED", "HELD", "REDEEMED", "RELEASED", "EXPIRED"] as const;
export type RedemptionState = (typeof REDEMPTION_STATES)[number];

/** Those that take a place of the stock, and of what one guest may have. */
export const COUNTING: readonly RedemptionState[] = ["ISSUED", "HELD", "REDEEMED"];
/** Those that lapse. */
export const WAITING: readonly RedemptionState[] = ["ISSUED", "HELD"];

/** How long a guest has to confirm, and then whoever serves to give it, in milliseconds. */
export const HELD_FOR = 10 * 60_000;

/** So often a wrong code may be typed. */
export const MOST_TRIES = 5;

export const REWARD_KINDS = ["item", "percent", "amount"] as const;
export type RewardKind = (typeof REWARD_KINDS)[number];

/** What a reward, or a part of it, is worth: `10 %`, `$12.50`, or nothing beside its name. */
export function worthInWords(kind: RewardKind, worth: number, currency: string): string {
  if (kind === "percent") return `${worth} %`;
  return kind === "amount" ? `${currency}${(worth / 100).toFixed(worth % 100 === 0 ? 0 : 2)}` : "";
}

/** What a part of the points is worth of an amount, in whole cents, never more than its part. */
export const partOf = (value: number, points: number, of: number) => Math.floor((value * points) / of);
