import type { ItemStatus } from "@/lib/queue/contract";

/**
 * How many messages stand where; of those sent, some may have gone to the sandbox alone, of those that failed some did not go because the
 * guest has said no, and some of any state have no answer.
 */
export type Counts = Record<ItemStatus, number> & { sandbox?: number; said_no?: number; unanswered?: Record<ItemStatus, number> };

/** How many of some messages the sandbox took: they count as sent, and no guest got them. */
export function inSandbox(messages: readonly { sandbox?: boolean }[]): number {
  return messages.filter(({ sandbox }) => sandbox).length;
}

/** `3 sent in the sandbox: no guest got them`, for a line that counts them among those sent; false where there are none. */
export function sandboxInWords(count: number): string | false {
  return count > 0 && `${count.toLocaleString("en")} sent in the sandbox: no guest got ${count === 1 ? "it" : "them"}`;
}
