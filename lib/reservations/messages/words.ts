import { dayInWords } from "../public/day-in-words";
import { isLanguage, type Language } from "../public/page-words";
import type { ReservationMessage } from "../shapes";

/** What stands in the words: nothing of another guest, no note, no table's number. */
export interface Told {
  language: string;
  date: string;
  time: string;
  party: number;
  code: string;
  /** Where the guest changes or cancels it without an account; empty where the house has no such page. */
  link: string;
}

type Lines = Record<ReservationMessage, (words: { day: string; time: string; party: number; code: string }) => string>;

const LINES: Record<Language, Lines> = {
  en: {
    confirmed: ({ day, time, party, code }) => `{name}, your table at {branch} is booked: ${day}, ${time}, ${party} people. Code ${code}.`,
    changed: ({ day, time, party, code }) => `{name}, your reservation at {branch} is now: ${day}, ${time}, ${party} people. Code ${code}.`,
    reminder: ({ day, time, party, code }) =>
      `{name}, we look forward to seeing you at {branch}: ${day}, ${time}, ${party} people. Code ${code}. Answer 1 to confirm, 2 to cancel, 3 if you run late.`,
    declined: ({ day, time, code }) =>
      `{name}, we are sorry: {branch} has no table for you on ${day} at ${time} (${code}). Please choose another time.`,
    cancelled: ({ day, time, code }) =>
      `{name}, your reservation at {branch} on ${day} at ${time} is cancelled (${code}). We hope to see you another time.`,
    table_ready: ({ party, code }) => `{name}, your table for ${party} at {branch} is ready. Please come to the entrance (${code}).`,
  },
  fr: {
    confirmed: ({ day, time, party, code }) =>
      `{name}, votre table chez {branch} est réservée : ${day}, ${time}, ${party} personnes. Code ${code}.`,
    changed: ({ day, time, party, code }) =>
      `{name}, votre réservation chez {branch} est désormais : ${day}, ${time}, ${party} personnes. Code ${code}.`,
    reminder: ({ day, time, party, code }) =>
      `{name}, nous vous attendons chez {branch} : ${day}, ${time}, ${party} personnes. Code ${code}. Répondez 1 pour confirmer, 2 pour annuler, 3 si vous êtes en retard.`,
    declined: ({ day, time, code }) =>
      `{name}, nous sommes désolés : {branch} n'a pas de table pour vous le ${day} à ${time} (${code}). Choisissez une autre heure, s'il vous plaît.`,
    cancelled: ({ day, time, code }) =>
      `{name}, votre réservation chez {branch} le ${day} à ${time} est annulée (${code}). Au plaisir de vous revoir.`,
    table_ready: ({ party, code }) => `{name}, votre table pour ${party} chez {branch} est prête. Présentez-vous à l'entrée (${code}).`,
  },
  ar: {
    confirmed: ({ day, time, party, code }) => `{name}، تم حجز طاولتكم في {branch}: ${day}، الساعة ${time}، ${party} أشخاص. الرمز ${code}.`,
    changed: ({ day, time, party, code }) => `{name}، أصبح حجزكم في {branch}: ${day}، الساعة ${time}، ${party} أشخاص. الرمز ${code}.`,
    reminder: ({ day, time, party, code }) =>
      `{name}، بانتظاركم في {branch}: ${day}، الساعة ${time}، ${party} أشخاص. الرمز ${code}. أجيبوا 1 للتأكيد، 2 للإلغاء، 3 إذا تأخرتم.`,
    declined: ({ day, time, code }) =>
      `{name}، نعتذر: لا طاولة متوفرة في {branch} يوم ${day} الساعة ${time} (${code}). الرجاء اختيار وقت آخر.`,
    cancelled: ({ day, time, code }) => `{name}، أُلغي حجزكم في {branch} يوم ${day} الساعة ${time} (${code}). نتمنى رؤيتكم في وقت آخر.`,
    table_ready: ({ party, code }) => `{name}، طاولتكم لـ ${party} في {branch} جاهزة. تفضلوا إلى المدخل (${code}).`,
  },
};

const LINK: Record<Language, string> = { en: "Change or cancel:", fr: "Modifier ou annuler :", ar: "للتعديل أو الإلغاء:" };
const LEAVE: Record<Language, string> = { en: "Not coming any more?", fr: "Vous ne venez plus ?", ar: "لن تأتوا؟" };
/** What carries the way to the reservation, or off the waitlist; nobody changes what is cancelled. */
export const LINKED: readonly ReservationMessage[] = ["confirmed", "changed", "reminder", "table_ready"];

/**
 * The words of a message; `{name}` and `{branch}` are put in by the queue.
 * @param dayEndsAt until which time of the clocks a day's evening lasts: after midnight the guest's calendar shows the next date
 * @param again which call of "table ready" it is: the queue leaves out the very same words
 */
export function messageOf(
  kind: ReservationMessage,
  { language, date, time, party, code, link }: Told,
  dayEndsAt: string,
  again = 0,
): string {
  // Armenian guests get English, as everybody of whom nobody knows it.
  const in_ = isLanguage(language) ? language : "en";
  const day = dayInWords(in_, date, time, dayEndsAt);
  const words = LINES[in_][kind]({ day, time, party, code });
  const links = link !== "" && LINKED.includes(kind) ? ` ${(kind === "table_ready" ? LEAVE : LINK)[in_]} ${link}` : "";
  return `${words}${links}${again > 0 ? ` (${again + 1})` : ""}`;
}
