import * as z from "zod";
import { endpoint } from "../api/endpoint";
import { cleanPhones, cleanText } from "../clean-text";
import { numberAsText } from "../field-names";
import { POINTS_PER_VISIT } from "./points-per-visit";
import { MAY_AWARD } from "./rights";

export const loyaltyCustomer = z.object({ id: z.string(), name: z.string(), phone: z.string(), points: z.number() });
export type LoyaltyCustomer = z.output<typeof loyaltyCustomer>;

/** A customer as somebody may see them: name and points only of those who were in a branch of theirs. */
export const shownCustomer = loyaltyCustomer.partial({ name: true, points: true });
export type ShownCustomer = z.output<typeof shownCustomer>;

/** Fewer would list everybody, twenty at a time. */
const isEnough = (text: string) => (text.match(/\p{L}/gu)?.length ?? 0) >= 2 || (text.match(/\p{Nd}/gu)?.length ?? 0) >= 3;

export const searchCustomers = endpoint({
  method: "GET",
  path: "/loyalty/customers/search",
  summary: "Loyalty customers by any of their phones, or, of those who were in one's own branches, by a part of their name.",
  permission: MAY_AWARD,
  about: "none",
  query: z.object({
    q: z.string().overwrite(cleanText).max(400).refine(isEnough, "Type at least two letters of the name, or three digits."),
  }),
  answer: z.object({ results: z.array(shownCustomer) }),
});

export const createCustomer = endpoint({
  method: "POST",
  path: "/loyalty/customers",
  summary:
    "Make a loyalty customer with one phone or several; 409 with one who is known, who then has the others too, if of one's own branches.",
  permission: MAY_AWARD,
  about: "none",
  status: 201,
  body: z.strictObject({ name: z.string().overwrite(cleanText).min(1).max(200), phone: z.string().overwrite(cleanPhones).min(1).max(400) }),
  answer: z.object({ customer: loyaltyCustomer }),
});

export const awardVisit = endpoint({
  method: "POST",
  path: "/loyalty/visit",
  summary: "Award the points of one visit to a saved table that holds the guest: once per guest and table, whatever is repeated.",
  permission: MAY_AWARD,
  about: "restaurant",
  body: z.strictObject({
    customer_id: z.preprocess(numberAsText, z.string().overwrite(cleanText).min(1).max(100)),
    table_number: z.preprocess(numberAsText, z.string().overwrite(cleanText).min(1).max(100)),
    points: z.literal(POINTS_PER_VISIT, `A visit is worth ${POINTS_PER_VISIT} points.`),
    table_name: z.string().overwrite(cleanText).max(200).optional(),
  }),
  answer: z.object({
    visit: z.object({ id: z.string(), customer_id: z.string(), table_number: z.string(), points: z.number() }),
    points_total: z.number(),
    already_awarded: z.boolean(),
  }),
});
