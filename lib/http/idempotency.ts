import type { Endpoint } from "../api/endpoint";
import { storeKindsOf } from "../db/files";
import { hubStore } from "../db/find-store";
import { findReceipt, type ReceiptKey, refuseOtherBody } from "../db/idempotency-receipts";
import { log } from "../log";
import { processWide } from "../process-wide";
import { failpoint } from "../test-hooks";
import type { AuthorizedCall } from "./authorize";
import { isAboutNone } from "./branch";

interface Outcome {
  status: number;
  answer: unknown;
}

const underWay = () => processWide("calls under way by key", () => new Map<string, { body_hash: string; outcome: Promise<Outcome> }>());

/**
 * Does the work once for each Idempotency-Key: the same key with the same body gives the first answer again, also while
 * the first call is still under way. The transaction that ends the work keeps the answer (`Store.write`).
 * @throws AppError `idempotency_mismatch` when the key came with another body
 */
export async function answerOnce(contract: Endpoint, authorized: AuthorizedCall, work: () => Promise<Outcome>): Promise<Outcome> {
  const key = authorized.by.receipt;
  // A file's own call compares its contents when they have come in.
  if (!key || contract.reads === "file") return work();
  const running = underWay().get(key.key);
  if (running) {
    refuseOtherBody(running, key);
    return running.outcome;
  }
  const outcome = firstOrAgain(contract, authorized, key, work);
  const calls = underWay();
  calls.set(key.key, { body_hash: key.body_hash, outcome });
  try {
    return await outcome;
  } finally {
    calls.delete(key.key);
  }
}

async function firstOrAgain(
  contract: Endpoint,
  authorized: AuthorizedCall,
  key: ReceiptKey,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  const earlier = await firstAnswer(contract, authorized, key);
  if (earlier) return earlier;
  const outcome = await work();
  if (!key.kept) await keepInHub(authorized, { ...key, status: outcome.status }, outcome.answer);
  return outcome;
}

/**
 * Looks through every store that the call may have written: the one whose transaction ended it has the answer. A store
 * that cannot be read is passed over, because the work itself fails where it needs that store.
 */
async function firstAnswer(contract: Endpoint, { branch }: AuthorizedCall, key: ReceiptKey): Promise<Outcome | null> {
  const kinds = isAboutNone(contract) ? [] : storeKindsOf(branch.key);
  const stores = [hubStore, ...kinds.map((kind) => (kind === "table" ? branch.table : branch.contacts))];
  for (const open of stores) {
    const store = await open().catch(() => null);
    const earlier = store && findReceipt(store.sql, key);
    if (earlier) return { status: earlier.status, answer: contract.answer.parse(earlier.answer) }; // parsed, because a stored answer may have more fields
  }
  return null;
}

/** For work that wrote nothing after all. A hub that is busy or full must not make the caller hear that it failed. */
async function keepInHub({ by }: AuthorizedCall, receipt: ReceiptKey, answer: unknown): Promise<void> {
  try {
    const hub = await hubStore();
    failpoint("answer:unkept");
    await hub.write({ ...by, receipt }, async () => ({ answer, happened: [] }));
    failpoint("answer:kept");
  } catch (error) {
    log().error({ err: error }, "an answer was not kept for its Idempotency-Key");
  }
}
