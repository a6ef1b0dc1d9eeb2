import { inList } from "../../in-list";
import { localTime } from "../../local-time";
import type { WaitsForNumbers } from "./contract";
import type { QueueSnapshot } from "./queue-snapshot";
import type { WaitingRow } from "./waiting-row";

/** `phone-pc has sent as much as it may`. */
export function haveSentInWords({ phones, busy = false, own = false }: Pick<WaitsForNumbers, "phones" | "busy" | "own">): string {
  if (own) {
    const why = busy ? "what it may still send today goes to others first" : "it has sent as much as it may";
    return `Only ${inList(phones, "or")} may send it, and ${why}`;
  }
  if (busy) return `What ${inList(phones)} may still send today goes to others first`;
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
  { at, quiet, hours }: QueueSnapshot,
): string {
  if (kind === "service") return "Too late for the reservation: call the guest.";
  if (kind === "menu") return "Too late for this evening: show the menu at the table.";
  if (last <= at && localTime(new Date(last), hours.timeZone) === quiet.from)
    return `Misses the birthday: birthdays and letters are not sent between ${quiet.from} and ${quiet.to}, and then it is over.`;
  return waits_for
    ? `Misses the birthday: ${lowered(haveSentInWords(waits_for))}, and nothing else can send it in time.`
    : "Misses the birthday.";
}

const lowered = (words: string) => words.replace(/^(What|Only) /, (first) => first.toLowerCase());
