import type { Change } from "./event-change";

/** What can happen to points and rewards, in the hub. */
export interface LoyaltyEvents {
  "points.awarded": { customer_id: string; visit_id: string; branch: string; table_key: string; points: number; points_total: number };
  /** End of Day found the guest at the table no more for which the points were given. */
  "points.taken_back": { customer_id: string; visit_id: string; branch: string; table_key: string; points: number; points_total: number };
  /** Of the rules by which points are given. */
  "loyalty.programme_changed": Change;
  /** Subject: the reward. */
  "reward.created": { name: string; points: number };
  "reward.changed": Change & { name: string };
  /** By hand. Subjects: the customers, the adjustment where a second person decided it. */
  "points.adjusted": { points: number; reason: string; asked_by?: string };
  /** Above the limit: a second person decides. Subject: the adjustment. */
  "points.adjustment_asked": { points: number; reason: string; branch: string };
  "points.adjustment_refused": { points: number; branch: string };
  /** A guest is getting a reward. Subjects: the redemption, the customers. */
  "reward.issued": { reward: string; points: number; branch: string };
  "reward.confirmed": { reward: string; branch: string };
  "reward.redeemed": { reward: string; points: number; branch: string };
  /** The guest does not get it, and the points are back: released by hand, lapsed after ten minutes, or undone the same day. */
  "reward.given_back": { reward: string; points: number; branch: string; why: "released" | "expired" | "undone" };
  /** A guest's statement, with the card, was queued for WhatsApp. Subject: the task. */
  "statement.queued": { branch: string };
  /** A guest has a new card, and the one before works no more. Subjects: the customers. */
  "card.replaced": { reason: string; branch: string };
  /** Of the tiers of guests by their visits: `Friend 2, Regular 5`, empty where there are none. */
  "loyalty.tiers_changed": Change;
  /** Of the months without a visit after which points are lost; null where they never are. */
  "loyalty.expiry_changed": { old: number | null; new: number | null };
  /** The guest was not there for so many months. Subject: the customer. */
  "points.expired": { points: number; months: number };
  /** They were lost before a visit was known that had kept them. Subject: the customer. */
  "points.kept_after_all": { points: number; months: number };
  /** The nightly check found balances that are not the sums of their lines. Subjects: the first of those customers. */
  "points.balance_differs": { differs: number };
  "customer.created": { name: string; phone: string };
  /** A known customer gained numbers, or a name where none was known. */
  "customer.changed": Change;
  /** Two customers were joined: both as they were, and what became of the younger's visits. Subjects: who stays, who goes. */
  "customers.united": Change & { visits_moved: string[]; visits_dropped: { id: string; points: number }[] };
  /**
   * Who had become one customer are two again: the awards that went, the points of all lines that did, and the awards that count again because
   * each has their own; older entries lack those. Subjects: who stays, who goes.
   */
  "customers.parted": {
    points: number;
    visits_moved: string[];
    visits_restored?: { id: string; points: number }[];
    is_revived: boolean;
  };
}
