import * as z from "zod";
import { endpoint } from "../../api/endpoint";
import { askedPhones } from "../../asked-phones";
import { MOST_ITEMS } from "../contract";
import { forecast } from "../forecast/contract";
import { templatePart } from "../limits/contract";

/** What Meta has approved, by which a number of the official API writes to guests. */
export const shownTemplate = z.object({
  name: z.string(),
  language: z.string(),
  body: z.array(templatePart),
  /** Empty where nobody wrote it down. */
  text: z.string(),
});
export type ShownTemplate = z.output<typeof shownTemplate>;

/** The same as a message goes by it: filled in for one guest. */
export const sentTemplate = z.object({
  name: z.string(),
  language: z.string(),
  body: z.array(z.string()),
  /** What its quick-reply buttons stand for, in their order. Servers of older versions say none. */
  buttons: z.array(z.string().max(128)).optional(),
});

export const askTemplate = endpoint({
  method: "POST",
  path: "/queue/template",
  worksReadOnly: true,
  // Phones are no part of an address: addresses stand in logs.
  summary:
    "Of some guests, to whom a letter or a menu goes as the approved template. It changes nothing: the phones are in the body to keep them out of logs.",
  permission: { any: ["open_saved_tables", "nav_customer_service"] },
  about: "none",
  body: z.strictObject({
    phones: askedPhones(MOST_ITEMS),
    kind: z.enum(["service", "menu"]).default("service"),
  }),
  answer: z.object({
    /** Null where no number of the official API sends, or no template is named. */
    template: shownTemplate.nullable(),
    /** Who gets it: the places among the phones that were asked for, from 0 on. The others read what is written to them. */
    guests: z.array(z.number()),
    /**
     * Who has written to each of its numbers within 24 hours, so that it takes any words for them: places as above. Null where no number
     * of the official API sends; servers of older versions do not say.
     */
    wrote: z.array(z.number()).nullish(),
    /** Whose numbers these are, by the names of the workers. Servers of older versions do not say. */
    official: z.array(z.string()).optional(),
    /** How many of those with a number go out today; null where it is too late for today. Servers of older versions do not say. */
    forecast: forecast.nullish(),
    /** When the quiet hours end that keep such messages now (ISO 8601); null outside of them. Servers of older versions do not say. */
    quiet_until: z.string().nullish(),
  }),
});
