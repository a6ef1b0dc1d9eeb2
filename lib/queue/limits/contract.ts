import * as z from "zod";
import { endpoint } from "../../api/endpoint";
import { instant } from "../../calendar-date";
import { cleanParagraphs, cleanText } from "../../clean-text";
import { foldText } from "../../fold-text";
import { alwaysSaysNo, HOUSE_WORDS } from "../recipients/opt-out-words";

/** A whole number between two others, said in words where it is not. */
const count = (from: number, to: number, what: string) =>
  z
    .number(`${what}: a whole number.`)
    .int(`${what}: a whole number.`)
    .min(from, `${what}: at least ${from}.`)
    .max(to, `${what}: at most ${to}.`);

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "A time of day as 21:30.");

const word = z.string().overwrite(cleanText).min(1, "A word is empty.").max(60, "A word is longer than 60 characters.");

const guest = {
  guest_gap_s: count(0, 3_600, "Seconds between two messages to a guest"),
  guest_per_day: count(1, 20, "Messages to a guest in 24 hours"),
};

/** What a template's words are filled with, in the order of its `{{1}}`, `{{2}}`. */
export const templatePart = z.enum(["name", "branch", "message"], "The words of a template are name, branch or message.");

export type TemplatePart = z.output<typeof templatePart>;

/** A template that Meta has approved, for one kind of message; without a name there is none. */
const template = {
  name: z
    .string()
    .trim()
    .regex(/^[a-z0-9_]{0,512}$/, "A template's name has small letters, digits and underscores."),
  language: z
    .string()
    .trim()
    .regex(/^[a-z]{2,3}(_[A-Z]{2,4})?$/, "A template's language as Meta writes it: en, en_US, ar."),
  body: z.array(templatePart).max(10, "At most ten words of a template."),
  /** Its words as Meta has approved them, with `{{1}}`, `{{2}}`: whoever sends sees what goes out. Empty where nobody wrote them down. */
  text: z.string().overwrite(cleanParagraphs).max(1_024, "A template's text has at most 1,024 characters.").default(""),
};

/** What a guest answers by the buttons under a reminder of a reservation. */
const reminderButton = z.enum(["confirm", "cancel", "late"], "The buttons of a reminder are confirm, cancel or late.");
export type ReminderButton = z.output<typeof reminderButton>;

/** Of a list, beside those of the house. */
const MOST_WORDS = 100;
const TOO_MANY = `At most ${MOST_WORDS} words.`;

/** How fast, how often and when messages go out, and by which words a guest says no (docs/design/whatsapp.md 5). */
export const limits = z.strictObject({
  /** The official Cloud API. */
  cloud: z.strictObject({
    per_second: count(1, 80, "Messages a second"),
    /** Of all its numbers together; who has written to the number within 24 hours is not counted. */
    per_day: count(1, 1_000_000, "Guests in 24 hours"),
    ...guest,
  }),
  /** A phone that is linked with a worker PC. */
  phone: z.strictObject({
    gap_s: count(5, 600, "Seconds between two messages"),
    gap_more_s: count(0, 600, "More seconds by chance"),
    per_hour: count(1, 200, "Messages in an hour"),
    per_day: count(1, 1_000, "Messages in 24 hours"),
    /** The most on each of the first days of a new number. */
    first_days: z.array(count(1, 1_000, "Messages on a first day")).max(14, "At most 14 first days."),
    ...guest,
  }),
  /** Nobody is greeted, or asked how it was, between these times; the same time twice: there are no such hours. */
  quiet: z.strictObject({ from: timeOfDay, to: timeOfDay }),
  /** For how long the same message is not sent to the same guest again. */
  again: z.strictObject({
    birthday_days: count(1, 366, "Days until the next birthday message"),
    menu_hours: count(1, 720, "Hours until the same menu"),
    letter_hours: count(1, 720, "Hours until the same words"),
  }),
  /** Which guests get offers; who said no gets none in any case. */
  consent: z.strictObject({
    /** Of whom nobody has written down that they agreed, such as guests of an imported list. */
    never_asked: z.enum(["send", "leave_out"], "Send to them, or leave them out."),
  }),
  /** By which the Cloud API writes to guests who have not written within 24 hours. */
  templates: z.strictObject({
    birthday_name: template.name,
    birthday_language: template.language,
    birthday_body: template.body,
    birthday_text: template.text,
    menu_name: template.name,
    menu_language: template.language,
    menu_body: template.body,
    menu_text: template.text,
    service_name: template.name,
    service_language: template.language,
    service_body: template.body,
    service_text: template.text,
    /** For the reminder of a reservation; without a name it goes as a letter. */
    reminder_name: template.name.default(""),
    reminder_language: template.language.default("en"),
    reminder_body: template.body.default(["name", "message"]),
    reminder_text: template.text,
    /** The template's quick-reply buttons, in their order: what each stands for goes along, so that an answer is never judged by its words. */
    reminder_buttons: z
      .array(reminderButton)
      .max(3, "At most three buttons.")
      .refine((buttons) => new Set(buttons).size === buttons.length, "Each button once.")
      .default(["confirm", "cancel", "late"]),
  }),
  /** A whole message that is one of these; case, marks and signs do not count. */
  words: z.strictObject({
    stop: z
      .array(word)
      .min(1, "At least one word by which a guest can say no.")
      .max(MOST_WORDS + HOUSE_WORDS.stop.length, TOO_MANY),
    start: z.array(word).min(1, "At least one word by which a guest can say yes again.").max(MOST_WORDS, TOO_MANY),
  }),
});
export type Limits = z.infer<typeof limits>;

const stoppedTemplate = z.object({
  name: z.string(),
  language: z.string(),
  code: z.string(),
  /** The name of the worker from whose number it was refused: others may send by it. Stops of before, and older servers, name none. */
  worker: z.string().optional(),
  since: z.string(),
  until: z.string().nullable(),
  why: z.string(),
});
export type StoppedTemplate = z.output<typeof stoppedTemplate>;

const shown = z.object({
  limits,
  /** What counts where nobody has changed anything. */
  defaults: limits,
  /** Templates that WhatsApp does not take: what needs them waits until the limits are saved again, or until `until` (times are ISO 8601). */
  stopped: z.array(stoppedTemplate),
  /** Who changed them last, and when (ISO 8601); null where nobody has. */
  changed: z.object({ by: z.string(), at: z.string() }).nullable(),
});

const shared = { permission: "user_create", about: "none", answer: shown } as const;

export const readLimits = endpoint({
  ...shared,
  method: "GET",
  path: "/queue/limits",
  summary: "How fast, how often and when messages go out, and by which words a guest says no.",
});

/** Guests are understood by letters and digits alone, so a word needs one, and none can say both; STOP and its like always say no. */
function refuseUnclear({ stop, start }: Limits["words"], { addIssue }: { addIssue: (issue: UnclearWord) => void }): void {
  const say = (list: "stop" | "start", index: number, message: string) => addIssue({ code: "custom", path: [list, index], message });
  const no = new Set(stop.map(foldText));
  for (const [index, one] of stop.entries()) if (foldText(one) === "") say("stop", index, `A word needs a letter or a digit: ${one}`);
  if (stop.filter((one) => !alwaysSaysNo(one)).length > MOST_WORDS) say("stop", MOST_WORDS, TOO_MANY);
  for (const [index, one] of start.entries()) {
    if (foldText(one) === "") say("start", index, `A word needs a letter or a digit: ${one}`);
    else if (alwaysSaysNo(one)) say("start", index, `${one} is always a no: no guest asks for messages by it.`);
    else if (no.has(foldText(one))) say("start", index, `One word cannot say no and yes: ${one}`);
  }
}
type UnclearWord = { code: "custom"; path: ["stop" | "start", number]; message: string };

export const changeLimits = endpoint({
  ...shared,
  about: "group",
  method: "PUT",
  path: "/queue/limits",
  // The words of guests are changed by those who may do everything alone; others send them along as they are.
  summary: "Change them, from the next message on; the words of guests for * alone. What is on its way is not called back.",
  body: limits.extend({
    words: limits.shape.words.superRefine(refuseUnclear),
    /** When the limits that were read had last been changed; null for never. Changed since, they are refused with 409. */
    seen: instant.nullable().optional(),
  }),
});
