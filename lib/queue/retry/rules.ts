import type { DayHours } from "../../business-day";
import { tooLateFrom } from "../gate/rules";
import type { Changes, Item } from "../items/rules";
import { REACH_OUT, released, UNCERTAIN } from "../items/rules";
import { messageIdOf } from "../messages/rules";

/** What is not asked for again: the guest said no, has the message already, or did not agree to any; or WhatsApp punishes another try. */
const FINAL = ["OPT_OUT", "DUPLICATE", "NO_CONSENT", REACH_OUT];
/** How long after it began a message in doubt may be sent once more with the same id, in milliseconds (whatsapp.md 4.4). */
const SAME_ID_WITHIN = 24 * 3_600_000;

/**
 * What retrying makes of a failed message (whatsapp.md 4.4, P9): one that was proven not sent becomes a new message. One that
 * may have arrived goes out once more only as the very same message, from the same number; where WhatsApp would show it twice
 * it is left alone.
 * @returns null for one that retrying leaves as it is
 */
export function retried(item: Item, hours: DayHours, at: number): Changes | null {
  if (item.status !== "FAILED" || FINAL.includes(item.last_code ?? "") || at >= tooLateFrom(item, hours)) return null;
  const fresh = { ...released(at), attempts: 0, ended_at: null, delivery: null, prefer_worker: null };
  if (item.last_code !== UNCERTAIN) {
    const generation = item.generation + 1;
    return { ...fresh, generation, message_id: messageIdOf(item.id, generation) };
  }
  const begun = item.send_started_at ? Date.parse(item.send_started_at) : 0;
  if (item.account?.startsWith("cloud") || at - begun >= SAME_ID_WITHIN) return null;
  return { ...fresh, account: item.account };
}

/**
 * What is said of a retry.
 * @param left how many are left as they are
 * @param noes how many would go again, had their guests not said no since
 */
export function retriedText(again: number, left: number, noes: number): string {
  if (again === 0 && noes === 0) return NOTHING;
  const parts = [again > 0 ? `Retrying ${again} message(s).` : `${NOTHING}.`];
  if (again > 0 && left > 0) parts.push(`${left} left as they are.`);
  if (noes > 0) parts.push(`${noes} left out: the guest has said no to messages since.`);
  return parts.join(" ");
}

const NOTHING = "No failed contacts to retry";
