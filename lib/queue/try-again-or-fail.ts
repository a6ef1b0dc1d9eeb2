import { refusesToken } from "./cloud/errors";
import { messageIdOf } from "./duplicates/identity";
import { type Changes, failed, type Item, released, wasCancelled } from "./item-states";
import { OPTED_OUT, OPTED_OUT_CODE } from "./left-out-reasons";
import type { SendResult } from "./workers/contract";

/** How often a message that was proven not sent is tried, at most. */
const MOST_ATTEMPTS = 5;

/** WhatsApp's refusal of a new conversation: each further try makes the restriction of the number longer (docs/design/whatsapp.md 1.2). */
export const REACH_OUT = "463";
const NOT_REACHED_OUT =
  "WhatsApp does not let this number begin a conversation with the guest. It is not tried again: that would make it worse. Let the guest write first, or call them.";

/** A message that was proven not sent: tried again later where that may help, and otherwise failed. */
export function notSent(
  item: Item,
  { fault, code, detail, retry_after }: Pick<SendResult, "fault" | "code" | "detail" | "retry_after">,
  at: number,
): Changes {
  const why = detail || "WhatsApp did not take it.";
  if (code === REACH_OUT) return failed(code, NOT_REACHED_OUT, at);
  if (fault === "recipient" || fault === "content") return failed(code || fault.toUpperCase(), why, at);
  if (fault === "opted_out") return failed(OPTED_OUT_CODE, OPTED_OUT, at);
  const saysNothingOfIt = isThrottle(fault, code) || (item.account?.startsWith("cloud") && refusesToken(fault, code));
  if (saysNothingOfIt) return noTry(item, released(item, at + (retry_after ?? backoff(item)), { code: code || "RETRY", error: why }));
  if (item.attempts >= MOST_ATTEMPTS) return failed(code || "TRIED_ENOUGH", `${why} It was tried ${item.attempts} times.`, at);
  const pause = code === PAIR_LIMIT ? Math.max(pairPause(item.attempts), retry_after ?? 0) : (retry_after ?? backoff(item));
  return released(item, at + pause, { code: code || "RETRY", error: why });
}

/** WhatsApp takes no more from the number for the moment, whoever the guest: nothing that the message could be tried too often for. */
export function isThrottle(fault: string | null, code: string): boolean {
  return fault === "throttle" && code !== PAIR_LIMIT;
}

/** Changes of a message whose refusal says nothing of it: the try does not count. Its life is bounded by the send policy's `too_late`. */
function noTry({ attempts }: Item, changes: Changes): Changes {
  return { ...changes, attempts: Math.max(0, attempts - 1) };
}

/** WhatsApp has refused the template that a message went by: it waits with all others that need it, and the send policy says for how long. */
export function waitsForTemplate(item: Item, why: string, at: number): Changes {
  return noTry(item, released(item, at, { code: "NO_TEMPLATE", error: why }));
}

/** How long after it began a message that WhatsApp kept back by a limit goes again by itself, in milliseconds; later a person decides. */
const GOES_AGAIN_WITHIN = 3_600_000;

/**
 * WhatsApp took a message, and told later that one of its limits, or a template, had kept it from the guest: proven not sent, it
 * goes again after a while, as a new message (docs/design/whatsapp.md 1.3: errors come at once, by webhook, or both; P9).
 * @param changes what the refusal makes of it, as of `notSent`
 * @param emptiedAt as of `wasCancelled`
 * @returns null where it is not tried again by itself
 */
export function keptBack(item: Item, changes: Changes, emptiedAt: string, at: number): Changes | null {
  const begun = item.send_started_at ? Date.parse(item.send_started_at) : 0;
  if (at - begun >= GOES_AGAIN_WITHIN || wasCancelled(item, emptiedAt)) return null;
  if (changes.status !== "PENDING") return { ...changes, delivery: "failed" };
  const generation = item.generation + 1;
  return { ...changes, generation, message_id: messageIdOf(item.id, generation), provider_id: null, delivery: null, ended_at: null };
}

/** Doubling from 15 seconds to an hour. Spread by the item's own id, so that a thousand do not come back in one second. */
export function backoff(item: Pick<Item, "id" | "attempts">): number {
  const base = Math.min(15_000 * 2 ** Math.max(0, item.attempts - 1), 3_600_000);
  const spread = Number.parseInt(item.id.slice(-4), 16) / 0xffff;
  return Math.round(base * (0.75 + spread / 2));
}

/** WhatsApp's refusal of one more message to the same guest from the same number. */
export const PAIR_LIMIT = "131056";

/** How long a guest is let alone by a number after so many such refusals in a row, in milliseconds: 4 seconds, 16, 64 … a day at most. */
export function pairPause(refusals: number): number {
  return Math.min(4 ** Math.min(refusals, 10) * 1_000, 86_400_000);
}
