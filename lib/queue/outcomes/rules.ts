import type { Item } from "../items/rules";

/** What a worker read in its journal about a message whose end it does not know. */
export interface JournalEntry {
  id: string;
  token: number;
  state: "prepared" | "sending";
}

/** How long after it began a message is sent once more with the same id, in milliseconds; later nobody knows what a phone makes of it. */
const RESENT_WITHIN = 24 * 3_600_000;

/**
 * What to do with a message that a worker was cut off from (docs/design/whatsapp.md 4.5).
 * - `give_back`: it was proven not handed over, so anybody may send it.
 * - `resend_same_id`: it may have been handed over; with the same id it is the same message to the guest's phone.
 * - `hold`: it may have been, and sending it again would be a second one. A receipt settles it, or a person.
 * - `drop`: it is settled, or somebody else's.
 * @param worker whose journal it is
 * @param mayNotGo whether it may not be handed over once more, whatever became of it
 */
export function afterCut(
  item: Item | undefined,
  entry: JournalEntry,
  worker: string,
  mayNotGo: (item: Item) => boolean,
  at: number,
): "give_back" | "resend_same_id" | "hold" | "drop" {
  const isTheirs = item?.status === "IN_PROGRESS" && item.lease_token === entry.token && item.lease_worker === worker;
  if (!item || !isTheirs) return "drop";
  if (entry.state === "prepared") return "give_back";
  const begun = item.send_started_at ? Date.parse(item.send_started_at) : 0;
  const isSameToGuest = !item.account?.startsWith("cloud");
  return isSameToGuest && at - begun < RESENT_WITHIN && !mayNotGo(item) ? "resend_same_id" : "hold";
}
