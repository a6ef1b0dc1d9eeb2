import { type Changes, failed, type Item, released, SOON } from "../item-states";
import { OPTED_OUT_CODE } from "../left-out-reasons";
import type { HoldReason } from "../workers/contract";

/** The code of a wait that is the number's, and not the message's. */
const NUMBER = "NUMBER";

interface Held {
  reason: Exclude<HoldReason, "stale">;
  /** Milliseconds. */
  retryAt: number | null;
  /** A sentence. */
  detail: string;
  /** Stored in their place: it is worded when it is shown. */
  code?: string;
  /** Another number may send it before that. */
  ofNumber?: boolean;
}

/** What a message that may not go now becomes; null where its lease stays, and it is asked for again. */
export function held(item: Item, { reason, retryAt, detail, code, ofNumber = false }: Held, at: number): Changes | null {
  switch (reason) {
    case "cancelled":
      return released(item, at);
    case "opted_out":
      return failed(OPTED_OUT_CODE, detail, at);
    case "too_late":
      return failed("TOO_LATE", detail, at);
    case "no_consent":
      return failed("NO_CONSENT", detail, at);
    case "duplicate":
      return failed("DUPLICATE", detail, at);
    case "pace":
      return retryAt !== null && retryAt > at + SOON ? released(item, at) : null;
    default:
      if (code !== undefined) return released(item, Math.min(retryAt ?? at, overAt(item)), { code, error: null });
      return putOff(item, retryAt ?? at, { code: ofNumber ? NUMBER : reason.toUpperCase(), error: detail });
  }
}

/** When a greeting's birthday is over, in milliseconds. */
const overAt = ({ not_after }: Item) => (not_after === null ? Number.POSITIVE_INFINITY : Date.parse(not_after));

/** Until a time; a greeting until its birthday is over at the latest: it fails then. */
function putOff(item: Item, until: number, note: { code: string; error: string }): Changes {
  return released(item, Math.min(until, overAt(item)), note);
}
