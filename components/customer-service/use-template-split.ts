import { sendersOf } from "@/components/queue/forecast-words";
import { type Readers, readersOf } from "@/components/queue/message-readers";
import { useWorkers } from "@/components/queue/queries";
import { withTemplates } from "@/components/queue/senders-for";
import { MOST_ITEMS } from "@/lib/queue/contract";
import type { Forecast } from "@/lib/queue/forecast/contract";
import type { ShownTemplate } from "@/lib/queue/templates/contract";
import { withTokens } from "@/lib/queue/templates/template-text";
import { useTemplate } from "./queries";
import { type Chosen, phoneOf } from "./recipients";

export interface LetterReaders {
  readers: Readers<Chosen>;
  /** The template's text, if all get it: the typed text is then neither read nor asked for. */
  insteadOfWords: string | null;
}

/** Who of the chosen reads the letter, and who gets the approved template. */
export function useReaders(chosen: readonly Chosen[]): LetterReaders & {
  isAsked: boolean;
  wrote: readonly Chosen[] | null;
  official: readonly string[];
  forecast: Forecast | null;
  quietUntil: string | null;
} {
  const phones = chosen.map(phoneOf).filter((phone) => phone !== "");
  const list = useWorkers(true).data;
  const workers = list ? withTemplates(list, "service") : [];
  const { data, isPending, isPlaceholderData } = useTemplate(phones.slice(0, MOST_ITEMS));
  const isAsked = phones.length > 0 && (isPending || isPlaceholderData);
  // Where no server says who gets the template, everybody is taken to read the letter: the answer to sending says otherwise.
  const isKnown = (phone: string) => (data ? data.asked.has(phone) : !isAsked);
  const known = chosen.filter((one) => phoneOf(one) !== "" && isKnown(phoneOf(one)));
  // Null also where no official number sends: then nobody need have written.
  const wrote = data?.wrote && !isAsked ? chosen.filter((one) => data.wrote?.has(phoneOf(one))) : null;
  const forecast = (!isAsked && data?.forecast) || null;
  const senders = sendersOf(workers, forecast, false);
  return {
    ...readersOfLetter(known, data?.template ?? null, data?.phones ?? new Set(), senders),
    isAsked,
    wrote,
    official: data?.official ?? [],
    forecast,
    quietUntil: data?.quietUntil ?? null,
  };
}

/**
 * @param reached those who have a number
 * @param byTemplate the numbers to which the template goes
 */
export function readersOfLetter(
  reached: readonly Chosen[],
  template: ShownTemplate | null,
  byTemplate: ReadonlySet<string | undefined>,
  workers: Parameters<typeof readersOf>[3],
): LetterReaders {
  const readers = readersOf(reached, template, (one) => byTemplate.has(phoneOf(one)), workers);
  // What is kept of a message is what its guest has read. Where nobody wrote the template's text down, the letter's words are kept.
  const isWordless = template?.text && reached.length > 0 && readers.ofWords.length === 0;
  return { readers, insteadOfWords: isWordless ? withTokens(template.text, template.body) : null };
}
