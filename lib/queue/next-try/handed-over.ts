import { formatBirthday } from "../../birthday-dates";
import { localDate, localTime } from "../../local-time";
import { isUnanswered } from "../item-states";
import type { WaitingRow } from "./waiting-row";

type HandedOver = Pick<WaitingRow, "status" | "phase" | "last_code" | "send_started_at">;

/**
 * Since when a message has no answer, as a sentence behind the one that says what to do; null for one that has one.
 * @param at milliseconds
 */
export function handedOverInWords(item: HandedOver, at: number, timeZone: string): string | null {
  if (item.send_started_at === null || !isUnanswered(item)) return null;
  const since = new Date(item.send_started_at);
  const time = localTime(since, timeZone);
  const day = localDate(since, timeZone);
  if (day !== localDate(new Date(at), timeZone)) return `It was handed over on ${formatBirthday(`-${day.slice(4)}`)} at ${time}.`;
  const minutes = Math.floor((at - since.getTime()) / 60_000);
  const ago = minutes < 1 ? "just now" : minutes === 1 ? "a minute ago" : minutes < 60 ? `${minutes} minutes ago` : null;
  return `It was handed over at ${time}${ago ? `, ${ago}` : ""}.`;
}
