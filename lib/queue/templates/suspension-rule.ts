import { inList } from "../../in-list";
import { cloudError } from "../cloud/errors";

/**
 * A template that WhatsApp does not take from a number, by its name and language as the limits name it. Numbers may be of several accounts of
 * Meta, each with templates of its own: what one is refused another one may send.
 */
export interface TemplateStop {
  name: string;
  language: string;
  /** The provider's. */
  code: string;
  /** The number that was refused (`sender_account.id`). Stops of before say none, and are of every number. */
  account?: string;
  /** The name of the worker that has it. */
  worker?: string;
  /** ISO 8601. */
  since: string;
  /** When it is tried again by itself (ISO 8601); null: not before the limits are saved again. */
  until: string | null;
}

/** Meta knows no template of that name at the number's account. */
export const KNOWS_NO_TEMPLATE = "132001";
const PAUSED = "132015";
/** WhatsApp's first pause of a template lasts three hours, in milliseconds. One that is still paused then is refused, and stopped anew. */
const PAUSED_FOR = 3 * 3_600_000;

export const isOfNumber = ({ account }: Pick<TemplateStop, "account">, of: string) => account === undefined || account === of;

/** Whether a refusal is about the template: every other message that goes by it from the same number would be refused alike. */
export function stopsTemplate(code: string): boolean {
  return /^\d+$/.test(code) && cloudError(Number(code))?.stops === "template";
}

export function stopOf(
  { name, language }: Pick<TemplateStop, "name" | "language">,
  { code, account, worker }: Pick<TemplateStop, "code" | "account" | "worker">,
  at: number,
): TemplateStop {
  const until = code === PAUSED ? new Date(at + PAUSED_FOR).toISOString() : null;
  return { name, language, code, ...(account && { account }), ...(worker && { worker }), since: new Date(at).toISOString(), until };
}

/** One more; null where it is stopped already, and for as long. */
export function withStop(stops: readonly TemplateStop[], stop: TemplateStop): TemplateStop[] | null {
  const isSame = ({ name, language, account }: TemplateStop) =>
    name === stop.name && language === stop.language && account === stop.account;
  const known = stops.find(isSame);
  if (known && (known.until === null || stop.until !== null)) return null;
  return [...stops.filter((one) => !isSame(one)), stop];
}

/** What WhatsApp has against it, in a sentence. */
export function whyStopped({ code }: Pick<TemplateStop, "code">): string {
  return cloudError(Number(code))?.told ?? "WhatsApp refuses this template.";
}

/**
 * Said of a message that waits for it.
 * @param more the stops of the same template at other numbers that could send it
 */
export function waitsFor(stop: TemplateStop, more: readonly TemplateStop[] = []): string {
  const stops = [stop, ...more];
  const ends = stops.some(({ until }) => until !== null) ? " It is tried again after some hours." : "";
  return `${isStoppedInWords(stop, more)} It waits: look at the template in Meta's settings, then save WhatsApp Limits, with nothing else changed or with another template.${ends}`;
}

/** The same without what to do: for who has a quicker way. */
export function isStoppedInWords(stop: TemplateStop, more: readonly TemplateStop[] = []): string {
  return `The template ${stop.name} (${stop.language}) is stopped. ${byWhich([stop, ...more])}`;
}

/** From which numbers it was refused, and why: once where it is the same of all of them. */
function byWhich(stops: readonly TemplateStop[]): string {
  const why = [...new Set(stops.map(whyStopped))];
  const from = (some: readonly TemplateStop[]) => {
    const names = [...new Set(some.flatMap(({ worker }) => worker ?? []))];
    return names.length === 0 ? "" : `WhatsApp refused it from the ${names.length > 1 ? "numbers" : "number"} of ${inList(names)}. `;
  };
  return why.map((one) => `${from(stops.filter((stop) => whyStopped(stop) === one))}${one}`).join(" ");
}
