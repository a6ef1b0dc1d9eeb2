import type { LoyaltyEvents } from "../loyalty-events";
import { tableInWords } from "../tables/saved-table-name";

const counted = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`;
const always = () => true;
const fieldsOf = (change: Record<string, unknown>) =>
  Object.keys(change)
    .map((name) => name.replaceAll("_", " "))
    .join(", ");

/** What happened to points and rewards, in words. */
export const LOYALTY_KINDS: {
  [Kind in keyof LoyaltyEvents]: { group: "vouchers"; what: (payload: LoyaltyEvents[Kind]) => string; isStep?: () => boolean };
} = {
  "points.awarded": { group: "vouchers", what: (p) => `Gave ${p.points} points for ${tableInWords(p.table_key)}`, isStep: always },
  "points.taken_back": { group: "vouchers", what: (p) => `Took ${p.points} points back for ${tableInWords(p.table_key)}` },
  "loyalty.programme_changed": { group: "vouchers", what: (p) => `Changed ${fieldsOf(p.new)} of the loyalty programme` },
  "reward.created": { group: "vouchers", what: (p) => `Made the reward ${p.name} for ${counted(p.points, "point")}` },
  "reward.changed": { group: "vouchers", what: (p) => `Changed ${fieldsOf(p.new)} of the reward ${p.name}` },
  "points.adjusted": {
    group: "vouchers",
    what: (p) => `${p.points > 0 ? "Gave" : "Took"} ${counted(Math.abs(p.points), "point")} by hand: ${p.reason}`,
  },
  "points.adjustment_asked": {
    group: "vouchers",
    what: (p) => `Asked for ${p.points > 0 ? "+" : "−"}${counted(Math.abs(p.points), "point")} by hand, which a second person decides`,
  },
  "points.adjustment_refused": { group: "vouchers", what: (p) => `Refused ${counted(Math.abs(p.points), "point")} by hand` },
  "reward.issued": { group: "vouchers", what: (p) => `Began the reward ${p.reward} for ${counted(p.points, "point")}` },
  "reward.confirmed": { group: "vouchers", what: (p) => `A guest confirmed the reward ${p.reward}`, isStep: always },
  "reward.redeemed": { group: "vouchers", what: (p) => `Gave the reward ${p.reward} for ${counted(p.points, "point")}` },
  "reward.given_back": {
    group: "vouchers",
    what: (p) =>
      `Gave ${counted(p.points, "point")} back: the reward ${p.reward} was ${p.why === "expired" ? "not confirmed in time" : p.why}`,
  },
  "statement.queued": { group: "vouchers", what: () => "Queued one guest’s statement of points, with their card" },
  "card.replaced": { group: "vouchers", what: (p) => `Made a new card for a guest, and the old one stopped: ${p.reason}` },
  "loyalty.expiry_changed": {
    group: "vouchers",
    what: (p) => (p.new === null ? "Points are lost no more" : `Points are lost after ${p.new} months without a visit`),
  },
  "loyalty.tiers_changed": {
    group: "vouchers",
    what: (p) => (p.new.tiers ? `Changed the tiers of guests: ${String(p.new.tiers)}` : "Ended the tiers of guests"),
  },
  "points.expired": { group: "vouchers", what: (p) => `${counted(p.points, "point")} lost after ${p.months} months without a visit` },
  "points.kept_after_all": {
    group: "vouchers",
    what: (p) => `Gave ${counted(p.points, "point")} back that were lost after ${p.months} months: a visit before was recorded later`,
  },
  "points.balance_differs": {
    group: "vouchers",
    what: (p) => `Found ${counted(p.differs, "loyalty balance")} that ${p.differs === 1 ? "is" : "are"} not the sum of the ledger`,
  },
  "customer.created": { group: "vouchers", what: (p) => `New loyalty customer ${p.name}`, isStep: always },
  "customer.changed": { group: "vouchers", what: (p) => `Changed ${fieldsOf(p.new)} of a loyalty customer`, isStep: always },
  "customers.united": { group: "vouchers", what: () => "Two loyalty customers became one", isStep: always },
  "customers.parted": { group: "vouchers", what: () => "One loyalty customer became two again", isStep: always },
};
