import { type Item, isUncertain } from "../item-states";

/** What a worker read in its journal about a message whose end it does not know. */
export interface JournalEntry {
  id: string;
  token: number;
  state: "prepared" | "sending";
}

/** How long after it began a message is sent once more with the same id, in milliseconds; later nobody knows what a phone makes of it. */
const RESENT_WITHIN = 24 * 3_600_000;

/** What is known of a lease by the attempt that was begun under it. */
export interface LeaseAttempt {
  worker: string;
  outcome: string | null;
  fault: string | null;
}

/**
 * Whether a worker's word about what it did not hand over, or may have, still counts for a message: of the lease that is in force, and
 * after the doubt has been waited out too, as long as nobody else has had it since and it has not said otherwise.
 */
export function isHeard(item: Item, token: number, worker: string, attempt: LeaseAttempt | undefined): boolean {
  if (item.lease_token !== token) return false;
  if (item.status === "IN_PROGRESS") return item.lease_worker === worker;
  return isUncertain(item) && attempt?.worker === worker;
}

/**
 * What to do with a message that a worker was cut off from (docs/design/whatsapp.md 4.5). Its journal is heard at any time.
 * - `give_back`: it was proven not handed over, so anybody may send it.
 * - `resend_same_id`: it may have been handed over; with the same id it is the same message to the guest's phone.
 * - `hold`: it may have been, and sending it again would be a second one. A receipt settles it, or a person.
 * - `drop`: it is settled, or somebody else's.
 * @param worker whose journal it is
 * @param attempt that was begun under the journal's lease
 * @param mayNotGo whether it may not be handed over once more, whatever became of it
 */
export function recoveryAction(
  item: Item | undefined,
  entry: JournalEntry,
  worker: string,
  attempt: LeaseAttempt | undefined,
  mayNotGo: (item: Item) => boolean,
  at: number,
): "give_back" | "resend_same_id" | "hold" | "drop" {
  if (!item || !isHeard(item, entry.token, worker, attempt)) return "drop";
  const isOver = isUncertain(item);
  if (entry.state === "prepared") return isOver && attempt?.outcome ? "drop" : "give_back";
  const begun = item.send_started_at ? Date.parse(item.send_started_at) : 0;
  const isSameToGuest = !item.account?.startsWith("cloud");
  const mayBeSame = isSameToGuest && at - begun < RESENT_WITHIN;
  if (!mayBeSame) return isOver ? "drop" : "hold"; // a doubt that was waited out is a person's to settle
  if (mayNotGo(item)) return "hold";
  return "resend_same_id";
}
