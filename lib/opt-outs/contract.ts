import * as z from "zod";
import { endpoint } from "../api/endpoint";
import { askedPhones } from "../asked-phones";
import { cleanPhones, cleanText } from "../clean-text";
import { switchOfBody } from "../switch-fields";
import { MAY_SET_OPT_OUT } from "./rights";

const saidNo = z.object({
  /** Whose it is: the place among the phones that were asked for, from 0 on. */
  index: z.number(),
  /** ISO 8601. */
  since: z.string(),
  /** They wrote it, staff noted it, or WhatsApp told it. */
  by: z.enum(["keyword", "staff", "provider"]),
  /** Of what staff noted, who did last; missing where nobody knows. Servers of older versions do not say. */
  name: z.string().optional(),
});
export type SaidNo = z.output<typeof saidNo>;

const agreed = z.object({
  /** As above. */
  index: z.number(),
  /** ISO 8601. */
  since: z.string(),
  /** They gave the number at the table, wrote to us, or told staff. */
  by: z.enum(["table", "inbound", "staff"]),
});
export type Agreed = z.output<typeof agreed>;

const unsure = z.object({
  /** As above. */
  index: z.number(),
  /** When they wrote it (ISO 8601). */
  since: z.string(),
});
export type Unsure = z.output<typeof unsure>;

/** More than any list shows at once. */
export const MOST_ASKED = 500;

export const optedOut = endpoint({
  method: "POST",
  path: "/queue/opted-out",
  worksReadOnly: true,
  // Phones are no part of an address: addresses stand in logs.
  summary:
    "Of some guests, those who want no WhatsApp messages, and those who have agreed to offers. It changes nothing: the phones are in the body to keep them out of logs.",
  permission: { any: ["open_saved_tables", "nav_guest_search", "nav_customer_service"] },
  about: "none",
  body: z.strictObject({
    phones: askedPhones(MOST_ASKED),
  }),
  answer: z.object({
    opted_out: z.array(saidNo),
    /** Of the same guests, those who have agreed to offers such as a birthday voucher, and not taken it back. */
    agreed: z.array(agreed).optional(),
    /** Guests with a possible opt-out: nothing is sent to them until somebody decides. */
    unsure: z.array(unsure).optional(),
  }),
});

export const setOptOut = endpoint({
  method: "PUT",
  path: "/queue/opted-out",
  worksReadOnly: true,
  // What a guest wrote themselves is taken back by those who may do everything alone, with a reason; what only sounded like a no, by
  // those who may read what guests write.
  summary: "A guest has told somebody of the house that they want no messages any more, or that they want them again.",
  permission: MAY_SET_OPT_OUT,
  about: "none",
  body: z.strictObject({
    /** All the guest's numbers, as they are kept. */
    phones: z.string().overwrite(cleanPhones).max(400),
    opted_out: switchOfBody,
    /** With `opted_out` false: what the guest wrote was no no. Offers go on as before, and nothing else is noted; 409 where a no stands. */
    was_no_no: switchOfBody.default(false),
    /** Why messages begin again although the guest has said no themselves; it stands in the trail. */
    reason: z.string().overwrite(cleanText).max(300, "This reason is too long: at most 300 characters are kept.").default(""),
  }),
  answer: z.object({
    opted_out: z.boolean(),
    /** Of how many numbers it is known now. */
    numbers: z.number(),
    /** Messages that waited for the guest and do not go out. */
    stopped: z.number(),
  }),
});
