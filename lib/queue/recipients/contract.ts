import * as z from "zod";
import { endpoint } from "../../api/endpoint";
import { cleanPhones } from "../../clean-text";

export const setOptOut = endpoint({
  method: "PUT",
  path: "/recipients/opt-out",
  summary: "A guest has told somebody of the house that they want no messages any more, or that they want them again.",
  permission: { any: ["create_table", "nav_guest_search", "nav_customer_service"] },
  about: "none",
  body: z.strictObject({
    /** All the guest's numbers, as they are kept. */
    phones: z.string().overwrite(cleanPhones).max(400),
    opted_out: z.boolean(),
  }),
  answer: z.object({
    opted_out: z.boolean(),
    /** Of how many numbers it is known now. */
    numbers: z.number(),
    /** Messages that waited for the guest and do not go out. */
    stopped: z.number(),
  }),
});
