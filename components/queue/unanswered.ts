import type { Campaign } from "@/lib/queue/campaigns/contract";
import type { ItemStatus } from "@/lib/queue/contract";

/** Messages that were handed over and of which nobody has heard: they neither wait, nor have they failed. */
type Told = Pick<Campaign, "counts" | "unanswered">;

const inState = ({ unanswered }: Pick<Told, "unanswered">, status: ItemStatus) => unanswered?.[status] ?? 0;

/** How many are still to go out, or are going out now. */
export function waitingOf({ counts, unanswered }: Told): number {
  return counts.PENDING + counts.IN_PROGRESS - inState({ unanswered }, "IN_PROGRESS");
}

/** How many have no answer, whether it is still waited for or not. */
export function unansweredOf({ unanswered }: Pick<Told, "unanswered">): number {
  return inState({ unanswered }, "IN_PROGRESS") + inState({ unanswered }, "FAILED");
}

/** `2 without an answer`, for a line of counts; false where there are none. */
export function unansweredInWords(count: number): string | false {
  return count > 0 && `${count.toLocaleString("en")} without an answer`;
}
