import { cloudError } from "../cloud/errors";

/** A template that WhatsApp does not take, by its name and language as the limits name it: from whichever number, it is the same one. */
export interface TemplateStop {
  name: string;
  language: string;
  /** The provider's. */
  code: string;
  /** The name of the worker whose number was refused: in another account of Meta the same name may be approved. Stops of before say none. */
  worker?: string;
  /** ISO 8601. */
  since: string;
  /** When it is tried again by itself (ISO 8601); null: not before the limits are saved again. */
  until: string | null;
}

const PAUSED = "132015";
/** WhatsApp's first pause of a template lasts three hours, in milliseconds. One that is still paused then is refused, and stopped anew. */
const PAUSED_FOR = 3 * 3_600_000;

/** Whether a refusal is about the template: every other message that goes by it would be refused alike. */
export function stopsTemplate(code: string): boolean {
  return /^\d+$/.test(code) && cloudError(Number(code))?.stops === "template";
}

export function stopOf(
  { name, language }: Pick<TemplateStop, "name" | "language">,
  { code, worker }: Pick<TemplateStop, "code" | "worker">,
  at: number,
): TemplateStop {
  const until = code === PAUSED ? new Date(at + PAUSED_FOR).toISOString() : null;
  return { name, language, code, ...(worker && { worker }), since: new Date(at).toISOString(), until };
}

/** One more; null where it is stopped already, and for as long. */
export function withStop(stops: readonly TemplateStop[], stop: TemplateStop): TemplateStop[] | null {
  const isSame = ({ name, language }: TemplateStop) => name === stop.name && language === stop.language;
  const known = stops.find(isSame);
  if (known && (known.until === null || stop.until !== null)) return null;
  return [...stops.filter((one) => !isSame(one)), stop];
}

/** What WhatsApp has against it, in a sentence. */
export function whyStopped({ code }: Pick<TemplateStop, "code">): string {
  return cloudError(Number(code))?.told ?? "WhatsApp refuses this template.";
}

/** Said of a message that waits for it. */
export function waitsFor(stop: TemplateStop): string {
  const { name, language, until, worker } = stop;
  const by = worker ? ` WhatsApp refused it from the number of ${worker}.` : "";
  const ends = until === null ? "" : " It is tried again after some hours.";
  return `The template ${name} (${language}) is stopped.${by} ${whyStopped(stop)} It waits: look at the template in Meta's settings, then save WhatsApp Limits, with it or with another one.${ends}`;
}
