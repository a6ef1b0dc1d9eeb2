import * as z from "zod";
import { endpoint } from "../api/endpoint";
import { cleanText } from "../clean-text";
import { isRestaurant } from "../known-branches";

/** How something stands: `good`; `look` where somebody should look soon; `bad` where the evening suffers. */
const fact = z.object({
  key: z.string(),
  tone: z.enum(["good", "look", "bad"]),
  /** What it is about. */
  name: z.string(),
  /** One sentence that is true at this moment. */
  says: z.string(),
  /** What somebody can do about it; null where nothing is to be done. */
  todo: z.string().nullable(),
});
export type ControlFact = z.output<typeof fact>;

/** Who set something and when (ISO 8601), with the words that go with it. */
const switchedOn = z.object({ text: z.string(), by: z.string(), at: z.string() });

const stopped = z.object({
  /** Null for the whole group. */
  branch: z.string().nullable(),
  by: z.string(),
  at: z.string(),
});

export const controlState = z.object({
  /** ISO 8601. */
  as_of: z.string(),
  health: z.array(fact),
  switches: z.object({
    /** Whose sending is stopped: the whole group's, or that of branches of the caller's. */
    sending: z.array(stopped),
    /** Birthday campaigns that are paused alone, each by its branch and date. */
    campaigns: z.array(stopped.extend({ date: z.string() })),
    /** Restaurants of the caller's that greet nobody. Older servers do not say. */
    birthdays_off: z.array(stopped).optional(),
    notice: switchedOn.nullable(),
    read_only: switchedOn.nullable(),
  }),
  rules: z.object({
    day_ends_at: z.string(),
    end_of_day_at: z.string(),
    /** What a guest of a saved table gets in restaurants where points are given; null while none are given at all. */
    points: z.object({ per_visit: z.number(), unit: z.string() }).nullable(),
    voucher_percent: z.number(),
    voucher_days: z.number(),
    /** Null for whoever may not see limits. */
    limits: z
      .object({
        quiet_from: z.string(),
        quiet_to: z.string(),
        guest_per_day: z.number(),
        cloud_per_day: z.number(),
        phone_per_day: z.number(),
        /** Kinds of message with an approved template, and the language of each. */
        templates: z.array(z.object({ kind: z.string(), name: z.string(), language: z.string() })),
        changed: z.object({ by: z.string(), at: z.string() }).nullable(),
      })
      .nullable(),
  }),
  /** Null for whoever may not see people. */
  people: z
    .object({
      users: z.number(),
      disabled: z.number(),
      roles: z.number(),
      sessions: z.number(),
      last_sign_in: z.object({ who: z.string(), at: z.string() }).nullable(),
      /** Roles that seat guests and do not see allergies. */
      blind_roles: z.array(z.string()),
    })
    .nullable(),
  /** Null for whoever may not do everything in every branch. */
  privacy: z.object({ backups: z.number(), bytes: z.number(), newest: z.string().nullable() }).nullable(),
  /** Up to three names of those who can help where something is greyed. */
  helpers: z.object({ user_create: z.array(z.string()), everything: z.array(z.string()) }),
});
export type ControlState = z.output<typeof controlState>;

export const readControl = endpoint({
  method: "GET",
  path: "/control",
  summary:
    "How every part of the house stands, in sentences, what is switched, which rules count, and who can help: what Control Panel shows.",
  permission: "nav_control",
  about: "none",
  answer: controlState,
});

const switched = z.object({ message: z.string() });

export const changeNotice = endpoint({
  method: "PUT",
  path: "/control/notice",
  summary: "Show a sentence on every page of everybody, such as when the server will be away; an empty one takes it away.",
  permission: "everything",
  about: "group",
  worksReadOnly: true,
  body: z.strictObject({ text: z.string().overwrite(cleanText).max(200, "At most 200 characters. Nothing was changed.") }),
  answer: switched,
});

export const changeReadOnly = endpoint({
  method: "PUT",
  path: "/control/read-only",
  summary:
    "Let nobody change anything until it is ended: looking things up, a guest's no, and messages that wait go on. The reason is shown to everybody.",
  permission: "everything",
  about: "group",
  worksReadOnly: true,
  body: z.strictObject({
    on: z.boolean(),
    /** Shown to whoever is refused; needed to begin. */
    reason: z.string().overwrite(cleanText).max(200, "At most 200 characters. Nothing was changed.").default(""),
  }),
  answer: switched,
});

export const changeBirthdays = endpoint({
  method: "PUT",
  path: "/control/birthdays",
  summary:
    "Let a restaurant greet nobody for a birthday until it is switched on again. What waits already still goes: a campaign has its own pause.",
  permission: "everything",
  about: "group",
  body: z.strictObject({ branch: z.string().max(100).refine(isRestaurant, "There is no such restaurant."), on: z.boolean() }),
  answer: switched,
});
