import type { TaskKind } from "../contract";
import { HOUSE_WORDS } from "../recipients/opt-out-words";
import { TASK_KINDS } from "../task-kinds";
import type { TransportName } from "../workers/contract";
import type { Limits } from "./contract";

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;

/** How fast a number may write. Times are milliseconds; null is no limit. */
export interface Pace {
  /** Between two messages: at least so long, and up to so much longer by chance. */
  gap: number;
  gapMore: number;
  perHour: number | null;
  perDay: number | null;
  /**
   * `perDay` counts guests, over all numbers of the official API together: Meta's limit is the business's, of guests whom it writes
   * to of its own accord (docs/design/whatsapp.md 1.3 and 5). Otherwise it counts the number's own messages.
   */
  dayCountsGuests: boolean;
  /** The most on each of the first days of a new number; after them `perDay` counts. */
  firstDays: readonly number[];
  /** Between two messages to one guest, whoever sends them, and how many in 24 hours. */
  guestGap: number;
  guestPerDay: number | null;
  /** Menus count in `guestPerDay` and wait for it too; otherwise only the gap holds for them: somebody sits at a table and asked for one. */
  guestDayHasMenus: boolean;
}

/** What counts where nobody has changed anything (docs/design/whatsapp.md 5). */
export const DEFAULT_LIMITS: Limits = {
  cloud: { per_second: 10, per_day: 250, guest_gap_s: 6, guest_per_day: 2 },
  phone: {
    gap_s: 8,
    gap_more_s: 7,
    per_hour: 60,
    per_day: 300,
    first_days: [20, 40, 80, 150, 300],
    guest_gap_s: 60,
    guest_per_day: 2,
  },
  quiet: { from: "21:30", to: "09:30" },
  again: { birthday_days: 300, menu_hours: 12, letter_hours: 24 },
  consent: { never_asked: "send" },
  templates: {
    birthday_name: "",
    birthday_language: "en",
    birthday_body: ["name", "branch"],
    birthday_text: "",
    menu_name: "",
    menu_language: "en",
    menu_body: ["name", "branch"],
    menu_text: "",
    service_name: "",
    service_language: "en",
    service_body: ["name", "message"],
    service_text: "",
    reminder_name: "",
    reminder_language: "en",
    reminder_body: ["name", "message"],
    reminder_text: "",
    reminder_buttons: ["confirm", "cancel", "late"],
  },
  words: HOUSE_WORDS,
};

/** The sandbox writes to nobody, and waits for nothing. */
const UNPACED: Pace = {
  gap: 0,
  gapMore: 0,
  perHour: null,
  perDay: null,
  dayCountsGuests: false,
  firstDays: [],
  guestGap: 0,
  guestPerDay: null,
  guestDayHasMenus: false,
};

export function paceOf({ cloud, phone }: Limits, transport: TransportName): Pace {
  if (transport === "sandbox") return UNPACED;
  const { guest_gap_s, guest_per_day, per_day } = transport === "cloud" ? cloud : phone;
  const guestDayHasMenus = transport === "baileys";
  const shared = { guestGap: guest_gap_s * SECOND, guestPerDay: guest_per_day, guestDayHasMenus, perDay: per_day };
  if (transport === "cloud") {
    const gap = Math.ceil(SECOND / cloud.per_second);
    return { ...shared, gap, gapMore: 0, perHour: null, dayCountsGuests: true, firstDays: [] };
  }
  return {
    ...shared,
    gap: phone.gap_s * SECOND,
    gapMore: phone.gap_more_s * SECOND,
    perHour: phone.per_hour,
    dayCountsGuests: false,
    firstDays: phone.first_days,
  };
}

/** How long the same message is not sent to the same guest again, in milliseconds. */
export function sameFor({ again }: Limits, kind: TaskKind): number {
  if (kind === "birthday") return again.birthday_days * DAY;
  return (kind === "menu" ? again.menu_hours : again.letter_hours) * HOUR;
}

/** What there is a template for: each kind of messages, and the reminder of a reservation, which is a letter with buttons. */
export type TemplateKind = TaskKind | "reminder";
export const TEMPLATE_KINDS = [...TASK_KINDS, "reminder"] as const satisfies TemplateKind[];

/** The template for a kind of message; null where nobody has named one. */
export function templateFor(
  { templates }: Limits,
  kind: TemplateKind,
): { name: string; language: string; body: Limits["templates"]["menu_body"]; text: string } | null {
  const name = templates[`${kind}_name`];
  if (!name) return null;
  return { name, language: templates[`${kind}_language`], body: templates[`${kind}_body`], text: templates[`${kind}_text`] };
}
