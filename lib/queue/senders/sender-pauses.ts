import { cloudError, refusesToken } from "../cloud/errors";
import { withCode } from "../error-codes";
import { REACH_OUT } from "../try-again-or-fail";
import type { TransportName } from "../workers/contract";

const HOUR = 3_600_000;
const UNTIL_SOMEBODY_ACTS = Date.parse("9999-12-31T00:00:00Z");

/** Until when a number rests, in milliseconds, and a sentence that says why. */
export interface Pause {
  until: number;
  reason: string;
}

/**
 * Whether the official API refuses what goes out from a number until somebody has seen to it (docs/design/whatsapp.md 1.3: class ACCOUNT).
 */
function needsSomebody(code: string): string | null {
  const said = /^\d+$/.test(code) ? cloudError(Number(code)) : null;
  return said?.fault === "account" && said.stops === "number" ? said.told : null;
}

/** What stops a number, by the provider's code: for good, until somebody has seen to it, or for an hour. */
export function pauseFor(transport: TransportName, code: string, at: number): Pause {
  const told = transport === "cloud" ? needsSomebody(code) : null;
  if (told) return { until: UNTIL_SOMEBODY_ACTS, reason: `${told} It sends nothing until somebody lets it send again.` };
  if (["401", "403", "440"].includes(code)) {
    return {
      until: UNTIL_SOMEBODY_ACTS,
      reason: withCode("WhatsApp does not let this number send. Somebody must look at it, then resume it.", code),
    };
  }
  return { until: at + HOUR, reason: withCode("WhatsApp holds this number back. It tries again in an hour.", code) };
}

const LONGEST_THROTTLE = 5 * 60_000;
const LONGEST_WAIT = 24 * HOUR;

/** Said of a number that waits for WhatsApp's limit. */
export const THROTTLED = "WhatsApp takes no more messages from this number for the moment. It goes on by itself.";

/**
 * How long a number is let alone after so many refusals in a row because it sent too much, in milliseconds: 5 seconds, 10, 20 … five
 * minutes at most. Where WhatsApp says how long, it is that long at least, and a day at most.
 */
export function throttlePause(refusals: number, retryAfter: number | null): number {
  const doubled = refusals > 0 ? Math.min(5_000 * 2 ** Math.min(refusals - 1, 10), LONGEST_THROTTLE) : 0;
  return Math.max(doubled, Math.min(retryAfter ?? 0, LONGEST_WAIT));
}

/** An attempt's end, as far as it says something of the number. */
export interface End {
  outcome: string | null;
  fault: string | null;
  code?: string | null;
}

/** WhatsApp took it, and told later that it failed. */
export const LATE = "late";

/** So many refusals among the last so many messages rest a number before WhatsApp stops it (docs/design/whatsapp.md 5). */
const BREAKERS: Record<TransportName, { refused: number; among: number; reason: string } | null> = {
  sandbox: null,
  baileys: { refused: 3, among: 10, reason: "WhatsApp refused several messages. It tries again in an hour." },
  cloud: {
    refused: 11, // more than a fifth
    among: 50,
    reason:
      "More than a fifth of the last 50 messages failed, so this number rests for an hour. Look at what failed: the list may hold old or wrong numbers.",
  },
};

/** How many of the last messages are looked at; 0 for a way that has no breaker. */
export const lastLookedAt = (transport: TransportName) => BREAKERS[transport]?.among ?? 0;

/** The rest that a number needs after its last messages; null for one that goes on. @param last the newest first */
export function restAfter(transport: TransportName, last: readonly End[], at: number): Pause | null {
  const breaker = BREAKERS[transport];
  if (!breaker) return null;
  const ofNumber = (end: End) => isRefusal(end) && !(transport === "cloud" && refusesToken(end.fault, end.code ?? ""));
  const refused = last.slice(0, breaker.among).filter(ofNumber).length;
  return refused >= breaker.refused ? { until: at + HOUR, reason: breaker.reason } : null;
}

/** A line that was cut, or a limit, is nobody's refusal. */
function isRefusal({ outcome, fault }: End): boolean {
  return fault === LATE || (outcome === "not_sent" && fault !== "network" && fault !== "throttle");
}

/**
 * Whether a refusal is about the number as a whole: a template that Meta has paused stops what goes by it, and a token that has expired
 * the worker whose it is, and nothing else.
 */
export function stopsNumber(transport: TransportName, fault: string | null, code: string): boolean {
  if (code === REACH_OUT) return true;
  return fault === "account" && (transport !== "cloud" || !["template", "token"].includes(cloudError(Number(code))?.stops ?? ""));
}
