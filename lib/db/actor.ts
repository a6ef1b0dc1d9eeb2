import { v7 as uuid } from "uuid";
import type { ReceiptKey } from "./idempotency-receipts";

/** Who does something: somebody who is signed in, a worker PC with its own token, or the server itself. */
export interface Actor {
  kind: "user" | "worker" | "system";
  /** The user's or the worker's id; for the system the part that acts, such as `start`. */
  id: string;
}

/** What every write says of itself: who, by which call, and under which key its answer is kept. */
export interface WriteBy {
  actor: Actor;
  /** As the log and the answer's `X-Request-Id` name the call. */
  request_id: string;
  /** Null for a call without an Idempotency-Key, and for the steps before the one that ends the call. */
  receipt: ReceiptKey | null;
}

/** For what the server does by itself. */
export function bySystem(part: string): WriteBy {
  return { actor: { kind: "system", id: part }, request_id: uuid(), receipt: null };
}

/** For a step of a call that is not its last: the answer is kept with the last one. */
export function stepOf(by: WriteBy): WriteBy {
  return { ...by, receipt: null };
}
