import type { Limits, StoppedTemplate } from "@/lib/queue/limits/contract";

/** A field of the form: where it stands in the limits, and how it is written. */
export interface LimitField {
  group: keyof Limits;
  name: string;
  label: string;
  /** What it is called below the name of its part, which begins its label. */
  short?: string;
  kind: "number" | "numbers" | "time" | "words" | "text" | "parts" | "paragraphs" | "choice";
  help?: string;
  /** Of a choice. */
  choices?: { value: string; label: string }[];
}

interface FieldGroup {
  title: string;
  hint: string;
  fields: LimitField[];
  /** Where the fields are of several things each: their names, and their fields, in the order of `fields`. */
  parts?: { title: string; fields: LimitField[] }[];
}

type TemplatePart = NonNullable<FieldGroup["parts"]>[number];

const guestFields = (group: "cloud" | "phone"): LimitField[] => [
  { group, name: "guest_gap_s", label: "Seconds between two messages to one guest", kind: "number" },
  {
    group,
    name: "guest_per_day",
    label: group === "cloud" ? "Messages to one guest in 24 hours, menus apart" : "Messages to one guest in 24 hours",
    kind: "number",
  },
];

function templatePart(kind: "birthday" | "menu" | "service" | "reminder", title: string): TemplatePart {
  const field = (name: string, short: string, type: LimitField["kind"], help: string): LimitField => ({
    group: "templates",
    name: `${kind}_${name}`,
    label: `${title}: ${short.charAt(0).toLowerCase()}${short.slice(1)}`,
    short,
    kind: type,
    help,
  });
  const fields = [
    field("name", "Name of the template", "text", "Empty: there is none"),
    field("language", "Language", "text", "As Meta writes it: en, en_US, ar"),
    field("body", "Words", "parts", "In their order: name, branch, message"),
    field("text", "Text of the template", "paragraphs", "As Meta has approved it, with {{1}} and {{2}}: it is shown before it goes out"),
  ];
  return { title, fields };
}

/** The reminder of a reservation: a letter with buttons. */
const REMINDER_PART = ((): TemplatePart => {
  const part = templatePart("reminder", "Reminder of a reservation");
  const help = "Its quick-reply buttons, in their order: confirm, cancel, late";
  return {
    ...part,
    fields: [
      ...part.fields,
      { group: "templates", name: "reminder_buttons", label: "Reminder of a reservation: buttons", short: "Buttons", kind: "parts", help },
    ],
  };
})();

const TEMPLATE_PARTS = [
  templatePart("birthday", "Birthday voucher"),
  templatePart("menu", "Menu"),
  templatePart("service", "Letter"),
  REMINDER_PART,
];

/** The form from above to below. */
export const LIMIT_GROUPS: FieldGroup[] = [
  {
    title: "Quiet hours",
    hint: "Birthday vouchers and letters wait until they are over; a menu at the table does not. The same time twice: there are none.",
    fields: [
      { group: "quiet", name: "from", label: "From", kind: "time" },
      { group: "quiet", name: "to", label: "To", kind: "time" },
    ],
  },
  {
    title: "The same message again",
    hint: "Until then the same guest does not get it a second time, whoever sends it.",
    fields: [
      { group: "again", name: "birthday_days", label: "Birthday voucher, after days", kind: "number" },
      { group: "again", name: "menu_hours", label: "Menu of the same table, after hours", kind: "number" },
      { group: "again", name: "letter_hours", label: "The same words, after hours", kind: "number" },
    ],
  },
  {
    title: "Offers",
    hint: "A birthday voucher is an offer. Guests who give their number at the table, write START to us, or say so to somebody of the house have agreed. Who said no gets none in any case.",
    fields: [
      {
        group: "consent",
        name: "never_asked",
        label: "Guests who were never asked, such as those of an imported list",
        kind: "choice",
        choices: [
          { value: "send", label: "Send to them" },
          { value: "leave_out", label: "Leave them out" },
        ],
      },
    ],
  },
  {
    title: "Official numbers",
    hint: "Numbers of the WhatsApp Cloud API. Meta allows a new business 250 guests in 24 hours, and raises that by itself.",
    fields: [
      { group: "cloud", name: "per_second", label: "Messages in a second", kind: "number" },
      {
        group: "cloud",
        name: "per_day",
        label: "Guests in 24 hours, by all numbers together",
        kind: "number",
        help: "Each counts once; who has written to the number within 24 hours does not count",
      },
      ...guestFields("cloud"),
    ],
  },
  {
    title: "Templates of the official numbers",
    hint: "To guests who have not written to the same number within 24 hours WhatsApp takes only templates that Meta has approved. Without one the message waits. A voucher or menu goes along as the template's header.",
    fields: TEMPLATE_PARTS.flatMap(({ fields }) => fields),
    parts: TEMPLATE_PARTS,
  },
  {
    title: "Linked phones",
    hint: "The faster a phone writes to strangers, the sooner WhatsApp blocks its number for good.",
    fields: [
      { group: "phone", name: "gap_s", label: "Seconds between two messages", kind: "number" },
      { group: "phone", name: "gap_more_s", label: "More seconds by chance, up to", kind: "number" },
      { group: "phone", name: "per_hour", label: "Messages in an hour", kind: "number" },
      { group: "phone", name: "per_day", label: "Messages in 24 hours", kind: "number" },
      {
        group: "phone",
        name: "first_days",
        label: "Messages on each of the first days of a new number",
        kind: "numbers",
        help: "One number for each day, as 20, 40, 80",
      },
      ...guestFields("phone"),
    ],
  },
  {
    title: "Words of guests",
    hint: "A whole message that is one of these, one in each line. Case, marks and signs do not count.",
    fields: [
      {
        group: "words",
        name: "stop",
        label: "No more messages",
        kind: "words",
        help: "STOP and the others that Daftar begins with always count, also where they are taken out",
      },
      { group: "words", name: "start", label: "Messages again", kind: "words" },
    ],
  },
];

/** Said of the words of guests to those who only read them. */
export const WORDS_NOT_YOURS = "Only somebody who may do everything, in every branch, can change these.";

/** Whether somebody may change a field; the words of guests are changed by those who may do everything alone. */
export const mayChange = ({ group }: Pick<LimitField, "group">, holdsEverything: boolean) => holdsEverything || group !== "words";

/** Of some texts, those of the fields that somebody may change. */
export function changeable(texts: LimitTexts, holdsEverything: boolean): LimitTexts {
  const theirs = new Set(FIELDS.filter((field) => mayChange(field, holdsEverything)).map(keyOf));
  return Object.fromEntries(Object.entries(texts).filter(([key]) => theirs.has(key)));
}

/** What is to be said of a template's field: the numbers from which WhatsApp does not take the one that it names. */
export function stopsOfField({ group, name }: LimitField, texts: LimitTexts, stopped: readonly StoppedTemplate[]): StoppedTemplate[] {
  const [kind, part] = name.split("_");
  if (part !== "name") return [];
  const [named, language] = [texts[keyOf({ group, name })], texts[keyOf({ group, name: `${kind}_language` })]];
  return stopped.filter((stop) => stop.name === named && stop.language === language);
}

/** @param shown a moment as people read it */
export function stopInWords({ worker, since, until, why }: StoppedTemplate, shown: (iso: string) => string): string {
  const whose = worker ? ` for the number of ${worker}` : "";
  const whom = worker ? "What only this number could send waits" : "Messages that need it wait";
  return `Stopped${whose} since ${shown(since)}. ${why} ${whom} until ${until ? `${shown(until)}, or until you save` : "you save"} with this template changed, or with nothing changed.`;
}

/** What stands in each field, by `group.name`. */
export type LimitTexts = Record<string, string>;

export const keyOf = ({ group, name }: Pick<LimitField, "group" | "name">) => `${group}.${name}`;

const FIELDS = LIMIT_GROUPS.flatMap(({ fields }) => fields);

/** A field that stands otherwise in two versions of the limits. */
export interface ChangedField {
  key: string;
  label: string;
  before: string;
  after: string;
}

/** What somebody else changed: each field with what it was and what it is now. */
export function changedFields(before: LimitTexts, after: LimitTexts): ChangedField[] {
  return LIMIT_GROUPS.flatMap(({ title, fields }) =>
    fields.flatMap((field) => {
      const key = keyOf(field);
      const was = before[key] ?? "";
      const is = after[key] ?? "";
      return was === is ? [] : [{ key, label: `${title}: ${field.label}`, before: was, after: is }];
    }),
  );
}

export function textsOf(limits: Limits): LimitTexts {
  const texts = FIELDS.map((field) => {
    const value = (limits[field.group] as Record<string, unknown>)[field.name];
    return [keyOf(field), Array.isArray(value) ? value.join(field.kind === "words" ? "\n" : ", ") : String(value)];
  });
  return Object.fromEntries(texts);
}

/** As the fields say it, right or wrong: the server says what is wrong. */
export function limitsFrom(texts: LimitTexts): Limits {
  const limits: Record<string, Record<string, unknown>> = {};
  for (const field of FIELDS) {
    const group = limits[field.group] ?? {};
    group[field.name] = readText(texts[keyOf(field)] ?? "", field.kind);
    limits[field.group] = group;
  }
  return limits as unknown as Limits; // each field of it, with whatever was typed
}

function readText(text: string, kind: LimitField["kind"]): unknown {
  const said = text.trim();
  if (kind === "time" || kind === "text" || kind === "paragraphs" || kind === "choice") return said;
  if (kind === "parts") return linesOf(text, ",");
  if (kind === "words") return linesOf(text, "\n");
  return kind === "numbers" ? linesOf(text, ",").map(Number) : numberOf(said);
}

const numberOf = (said: string) => (said === "" ? null : Number(said));

const linesOf = (text: string, between: string) =>
  text
    .split(between)
    .map((line) => line.trim())
    .filter(Boolean);
