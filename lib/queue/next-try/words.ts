import { inList } from "../../in-list";
import { localTime } from "../../local-time";
import { whoCan } from "../who-may-send";
import type { LimitField, WaitsForNumbers } from "./contract";
import type { QueueSnapshot } from "./queue-snapshot";
import type { WaitingRow } from "./waiting-row";

/** `phone-pc has sent as much as it may`; of the limit that official numbers share, whose it is. */
export function haveSentInWords({
  phones,
  busy = false,
  own = false,
  shared = [],
}: Pick<WaitsForNumbers, "phones" | "busy" | "own" | "shared">): string {
  if (own) {
    const why = busy ? "what it may still send today goes to others first" : "it has sent as much as it may";
    return `Only ${inList(phones, "or")} may send it, and ${why}`;
  }
  if (busy) return `What ${inList(phones)} may still send today goes to others first`;
  if (shared.length > 1) return `${inList(shared)} share one limit of guests in 24 hours, and have together written to as many as they may`;
  if (shared.length > 0) return `${inList(shared)} has written to as many guests in 24 hours as it may`;
  const [have, they] = phones.length > 1 ? ["have", "they"] : ["has", "it"];
  return `${inList(phones)} ${have} sent as much as ${they} may`;
}

/** Of official numbers. */
export const refusedInWords = (names: readonly string[]) => `WhatsApp does not take the template of ${inList(names)}`;

/** Of a message that nothing can send in time any more: why. @param last until when it could have been, in milliseconds */
export function inVain(
  { kind }: Pick<WaitingRow, "kind">,
  last: number,
  waits_for: WaitsForNumbers | null,
  { at, quiet, hours, who }: QueueSnapshot,
): string {
  if (kind === "service") return "Too late for what it was about: call the guest.";
  if (kind === "menu") return "Too late for this evening: show the menu at the table.";
  if (last <= at && localTime(new Date(last), hours.timeZone) === quiet.from)
    return `Misses the birthday: birthdays and letters are not sent between ${quiet.from} and ${quiet.to}, and then it is over.`;
  if (!waits_for) return "Misses the birthday.";
  const misses = `Misses the birthday: ${lowered(haveSentInWords(waits_for))}, and no other number can send it in time.`;
  return waits_for.limit ? `${misses} ${raiseInWords(waits_for.limit)} ${whoCan(who())}`.trim() : misses;
}

/** As the fields of WhatsApp Limits are called. */
const FIELDS: Record<LimitField, string> = {
  guests: "Official numbers: Guests in 24 hours",
  hour: "Linked phones: Messages in an hour",
  day: "Linked phones: Messages in 24 hours",
  first_days: "Linked phones: Messages on each of the first days of a new number",
};

/** That a limit is what keeps it, and can be raised. */
const raiseInWords = (limit: LimitField) =>
  `A higher “${FIELDS[limit]}” in WhatsApp Limits lets it go${limit === "guests" ? ", as far as Meta allows more" : ""}.`;

const lowered = (words: string) => words.replace(/^(What|Only) /, (first) => first.toLowerCase());
