import * as z from "zod";
import type { Fault } from "../workers/contract";
import { cloudError, MEDIA_REFUSED } from "./errors";

/** Proven: it was refused, or nothing of it left this PC. `retry_after` is in milliseconds, where WhatsApp says it. */
export type NotSent = { outcome: "not_sent"; fault: Fault; code: string; detail: string; retry_after: number | null };

/** What became of a message that was handed to the Cloud API: a transport's SendOutcome. */
export type CloudOutcome =
  | { outcome: "accepted"; provider_id: string | null }
  | NotSent
  | { outcome: "unknown"; code: string; detail: string };

/** A whole answer. `body` is the text as it came, `retryAfter` the header. */
export interface CloudAnswer {
  status: number;
  body: string;
  retryAfter?: string | undefined;
}

/** No answer, or only a part of one. */
export interface CloudCut {
  /** Whether any byte of the request may have left this PC. */
  written: boolean;
  /** Node's name of the failure, such as ECONNRESET. */
  code: string;
}

/** The longest wait that an answer may ask for, in milliseconds: a day. */
const LONGEST_WAIT = 24 * 60 * 60_000;

const acceptedAnswer = z.object({
  messages: z.array(z.object({ id: z.string().min(1).max(200), message_status: z.string().optional().catch(undefined) })).min(1),
});

const graphError = z.object({
  error: z.object({
    code: z.union([
      z.number().int(),
      z
        .string()
        .regex(/^\d{1,9}$/)
        .transform(Number),
    ]),
    message: z.string().catch(""),
    error_data: z.object({ details: z.string().catch("") }).catch({ details: "" }),
    fbtrace_id: z
      .string()
      .regex(/^(?=.*[A-Za-z])[\w-]{1,40}$/)
      .optional()
      .catch(undefined),
  }),
});
type GraphError = z.output<typeof graphError>["error"];

/**
 * What an answer to a message says of it. Meta's own words stay out of `detail`: they may repeat the number and the text. Only
 * its trace goes along, by which Meta's support finds the call.
 */
export function outcomeOfAnswer(answer: CloudAnswer): CloudOutcome {
  if (answer.status >= 200 && answer.status < 300) return outcomeOfSuccess(answer.body);
  const error = errorOf(answer.body);
  // A redirect was meant for somebody who follows it, and a time-out of the other side does not say how far it had come.
  if (answer.status < 400 || answer.status === 408)
    return doubt(String(answer.status), "WhatsApp's address answers strangely. Check it in the settings.");
  const known = error && cloudError(error.code);
  if (answer.status >= 500 && !known?.refusesWith5xx)
    return doubt(
      error ? String(error.code) : String(answer.status),
      "WhatsApp has a fault of its own, and does not say whether the message goes out.",
      error,
    );
  if (!error) return refusalWithoutCode(answer);
  // Whatever its own code is, the status says that it was too much at once.
  if (!known && answer.status === 429)
    return notSent("throttle", String(error.code), withTrace(cloudError(4)?.told ?? "", error), waitOf(answer.retryAfter));
  if (known && known.fault === null) return doubt(String(error.code), known.told, error);
  const told = known?.told ?? "WhatsApp refuses this message for a reason that Daftar does not know.";
  return notSent(known?.fault ?? "content", String(error.code), withTrace(told, error), waitOf(answer.retryAfter));
}

function outcomeOfSuccess(body: string): CloudOutcome {
  const read = acceptedAnswer.safeParse(jsonOf(body));
  const [message] = read.success ? read.data.messages : [];
  if (!message) return doubt("", "WhatsApp's answer cannot be read, so it is not known whether the message goes out.");
  // Held back, it still goes out or fails by a status. Paused, Meta does not say what becomes of it.
  if (message.message_status === "paused")
    return doubt("132015", "The template is paused, and WhatsApp has not said what becomes of this message.");
  return { outcome: "accepted", provider_id: message.id };
}

/** Somebody refused who is not the Graph API, or who is very short: a proxy, a firewall. */
function refusalWithoutCode({ status, retryAfter }: CloudAnswer): CloudOutcome {
  const code = String(status);
  if (status === 429) return notSent("throttle", code, cloudError(4)?.told ?? "", waitOf(retryAfter));
  if (status === 401 || status === 403 || status === 407)
    return notSent("account", code, "WhatsApp, or a proxy on the way to it, does not let this PC in.", null);
  return notSent("network", code, "Something on the way to WhatsApp refused the message.", waitOf(retryAfter));
}

/** What it says of a message that no whole answer came. Nothing written is proven; all else is in doubt. */
export function outcomeOfCut({ written, code }: CloudCut): CloudOutcome {
  if (!written) return notSent("network", code, "WhatsApp's server could not be reached. Nothing was sent.", null);
  return doubt(code, "The line broke, or WhatsApp took too long: it is not known whether the message goes out.");
}

export function notSent(fault: Fault, code: string, detail: string, retryAfter: number | null = null): NotSent {
  return { outcome: "not_sent", fault, code, detail, retry_after: retryAfter };
}

function doubt(code: string, detail: string, error: GraphError | null = null): CloudOutcome {
  return { outcome: "unknown", code, detail: withTrace(detail, error) };
}

function withTrace(told: string, error: GraphError | null): string {
  return error?.fbtrace_id ? `${told} (Meta's trace: ${error.fbtrace_id})` : told;
}

/** Seconds of a Retry-After header in milliseconds; null for a date or nonsense. */
function waitOf(header: string | undefined): number | null {
  return header && /^\d{1,9}$/.test(header) ? Math.min(Number(header) * 1_000, LONGEST_WAIT) : null;
}

function errorOf(body: string): GraphError | null {
  const read = graphError.safeParse(jsonOf(body));
  return read.success ? read.data.error : null;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a refusal is about the id of a picture or PDF: its 30 days are over, or the upload went wrong. */
export function refusesMedia(answer: CloudAnswer): boolean {
  if (answer.status < 400 || answer.status >= 500) return false;
  const error = errorOf(answer.body);
  if (!error) return false;
  // The codes of an unknown id are those of any bad request (100, 131009); only the words tell it apart.
  const words = `${error.message} ${error.error_data.details}`;
  return MEDIA_REFUSED.includes(error.code) || ([100, 131009].includes(error.code) && /media attachment id|has expired/i.test(words));
}

/** Which sending of which item a status speaks of. */
export interface Callback {
  item: string;
  generation: number;
  token: number;
}

/** Echoed in each status of a message (`biz_opaque_callback_data`), so that a status finds its item though no answer came. */
export function callbackOf({ item, generation, token }: Callback): string {
  return `${item}:g${generation}:t${token}`;
}

/** @returns null for what is not ours: other programs may send from the same number. */
export function readCallback(text: string): Callback | null {
  const [, item, generation, token] = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}):g(\d{1,9}):t(\d{1,15})$/.exec(text) ?? [];
  return item ? { item, generation: Number(generation), token: Number(token) } : null;
}
